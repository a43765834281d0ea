// The port to a tool: a schema, a description and a function.
import type { Schema, z } from "../schema.ts";
import type { Drills, FaultKind } from "../drills.ts";
import type { Documents, Tables } from "./data.ts";

/** The files of one run. Paths are plain names with `/` between; text only. */
export interface Files {
  write(path: string, text: string): void | Promise<void>;
  /** `undefined`: no such file */
  read(path: string): string | undefined | Promise<string | undefined>;
  list(): string[] | Promise<string[]>;
  /** false: no such file */
  delete(path: string): boolean | Promise<boolean>;
}

/** What a tool may reach besides its input. */
export interface ToolContext {
  /** aborted at the tool's timeout and when the run stops */
  readonly signal: AbortSignal;
  readonly files: Files;
  /** undefined: this run was given none */
  readonly documents?: Documents | undefined;
  readonly tables?: Tables | undefined;
  /** wall-clock time now, in ms since 1970 */
  readonly now: () => number;
  /** Told when a result is spoilt on purpose. */
  readonly onFault?: (kind: FaultKind) => void;
  /** Asks the person, with likely answers to choose from; all clocks stand still meanwhile. Null, or no such function: nobody is there. */
  readonly ask?: ((question: string, options: readonly string[]) => Promise<string | null>) | undefined;
}

/** What a run may be without. `person`: somebody who answers. */
export type OptionalPort = "documents" | "tables" | "person";

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input: Schema;
  /** True: changes nothing, so that several calls may run side by side. */
  readonly readOnly: boolean;
  /** fixed price of one call */
  readonly usdPerCall: number;
  /** longest copy of a result that the model gets, in characters; the log keeps the whole result */
  readonly resultCharacters: number;
  /** the port it cannot do without; null: none */
  readonly needs: OptionalPort | null;
  /** the faults that were put into it and others on purpose */
  readonly drills?: Pick<Drills, "faults" | "seed">;
  /** True: the page offers it only to those who switch it on. */
  readonly offAtFirst: boolean;
  run(input: unknown, context: ToolContext): unknown;
}

export interface ToolDefinition<Input extends Schema> {
  name: string;
  /** what it does and when to use it, as told to the model */
  description: string;
  input: Input;
  readOnly?: boolean;
  usdPerCall?: number;
  resultCharacters?: number;
  needs?: OptionalPort;
  offAtFirst?: boolean;
  /** Gets checked input. Its result may be any value; throw a FailureError, or any Error, to tell the model what went wrong. */
  run(input: z.output<Input>, context: ToolContext): unknown;
}

export const defaultResultCharacters = 8_000;

/**
 * Makes a tool of a schema and a function.
 *
 * @example
 * defineTool({ name: "add", description: "Adds two numbers.", readOnly: true,
 *   input: z.object({ a: z.number(), b: z.number() }), run: ({ a, b }) => a + b })
 * @throws TypeError if the name is not 1 to 64 letters (of any script), digits, `_` or `-`
 */
export function defineTool<Input extends Schema>(definition: ToolDefinition<Input>): Tool {
  const { name, description, input, run } = definition;
  if (!/^[\p{L}\p{N}_-]{1,64}$/u.test(name)) {
    throw new TypeError(`"${name}" cannot name a tool: use 1 to 64 letters, digits, "_" or "-".`);
  }
  return {
    name,
    description,
    input,
    readOnly: definition.readOnly ?? false,
    usdPerCall: definition.usdPerCall ?? 0,
    resultCharacters: definition.resultCharacters ?? defaultResultCharacters,
    needs: definition.needs ?? null,
    offAtFirst: definition.offAtFirst ?? false,
    run: (value, context) => run(value as z.output<Input>, context),
  };
}
