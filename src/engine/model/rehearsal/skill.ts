// What a skill is: it reads its part of a task, and works through it as a script of tool calls.
import type { Language } from "../../events.ts";
import type { Clause } from "./clauses.ts";

/** A tool call, with the thought that leads to it. */
export interface Call {
  tool: string;
  input: Record<string, unknown>;
  thought: string;
}

/** What the conversation shows of a call that was made. */
export interface Outcome {
  ok: boolean;
  /** the observation as text, without what the engine says about it */
  text: string;
  /** the same as a value where it is JSON, else the text */
  value: unknown;
  /** a loop rule asked for another way */
  nudged: boolean;
}

/** What came of one intent, told from what was really observed. */
export interface Result {
  /** whether all of it was done as asked */
  done: boolean;
  sentence: string;
  /** what later parts of the task mean by "the result" or "it" */
  value?: string;
  /** how `value` was come by, for lists of several */
  label?: string;
}

/**
 * Yields a call, is given its outcome, and returns a result. It is run anew from its beginning at each model call and given
 * the outcomes that the conversation holds, so it must depend on nothing else: then its first call without an outcome is
 * the next thing to do.
 */
export type Script = Generator<Call, Result, Outcome>;

/** The tools that a script may call. */
export interface ToolBox {
  has(name: string): boolean;
  /** names of a tool's parameters, where they are known */
  parameters(name: string): readonly string[];
  /** there are none at all */
  readonly empty: boolean;
}

/** What a script knows while it runs. */
export interface Work {
  readonly language: Language;
  readonly tools: ToolBox;
  /** what came of the intents before, one list a clause */
  readonly results: readonly (readonly Result[])[];
  readonly files: FileMemory;
}

/** What was done to files so far in this task. */
export interface FileMemory {
  /** the name that "it" or "the file" means */
  current: string | null;
  /** what was written, by name; null: it was deleted */
  readonly written: Map<string, string | null>;
  /** the name under which something should have been saved, and was not */
  unsaved: string | null;
  /** what was read, by name */
  readonly read: Map<string, string>;
}

export interface Intent {
  script(work: Work): Script;
}

/** One thing the rehearsal model can do by rule. A skill is one file and one line in skills.ts. */
export interface Skill {
  readonly name: string;
  /** tasks it understands, shown where the model says what it can do */
  readonly examples: Record<Language, readonly string[]>;
  /**
   * What the clause asks of this skill, in order; empty: nothing that it understands.
   * `found`: a skill before it gets a value out of the same clause.
   */
  read(clause: Clause, language: Language, found: boolean): Intent[];
}

/** The value that "the result" or "it" means: of the last clause that had any, a line each where there are several. */
export function lastValue(work: Work): string | null {
  for (const results of work.results.toReversed()) {
    const valued = results.filter((result) => result.value !== undefined);
    if (valued.length > 0) return lines(valued);
  }
  return null;
}

/** All values so far, a line each; null: there are none. */
export function allValues(work: Work): string | null {
  const valued = work.results.flat().filter((result) => result.value !== undefined);
  return valued.length > 0 ? lines(valued) : null;
}

function lines(results: readonly Result[]): string {
  const [only] = results;
  if (results.length === 1 && only?.value !== undefined) return only.value;
  return results.map(({ label, value }) => (label ? `${label} = ${value}` : `${value}`)).join("\n");
}
