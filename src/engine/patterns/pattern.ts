// The interface of a pattern: an id, its settings, the limits it uses, and a function that reads like its paper.
import type { Budget, Limit } from "../budget.ts";
import type { Role } from "../events.ts";
import type { Context } from "../moves/context.ts";
import type { Moves } from "../moves/index.ts";
import type { Schema, z } from "../schema.ts";

/**
 * Calls of one sort that a run may make, for an estimate before it starts. Not counted: calls made again after a fault, and
 * plans that a person sends back.
 */
export interface CallGroup {
  readonly role: Role;
  /** what they are for, in one word: `turn`, `plan`, `step`, `review`, `synthesis`, `closing` … */
  readonly name: string;
  /** how many in a run that comes to its answer by itself */
  readonly least: number;
  readonly most: number;
  /** how many conversations they are divided among, each read again at every call; absent: each call begins anew */
  readonly conversations?: number;
  /** whether the tools are told along */
  readonly tools?: boolean;
  /** results of steps or agents that one call is shown, each shortened as in a prompt */
  readonly reads?: number;
  /** whole replies of earlier calls that one call is shown */
  readonly replies?: number;
}

export interface PatternCalls {
  readonly model: readonly CallGroup[];
  /** tool calls at most; absent: only their limit ends them */
  readonly toolCalls?: number;
}

export interface Pattern {
  readonly id: string;
  /** object schema of its settings; every one has a default */
  readonly settings: Schema<Record<string, unknown>>;
  /** the limits that can stop it: those a person is shown a slider for */
  readonly limits: readonly Limit[];
  /** its own defaults, where they differ from the house's */
  readonly budget: Partial<Budget>;
  /** whose models it calls */
  readonly roles: readonly Role[];
  readonly usesTools: boolean;
  /** whether a person can change its plan while it is carried out */
  readonly takesEdits: boolean;
  /** What it may call under a budget; null: it does not say, so only the limits bound it. */
  calls(budget: Budget, settings: Record<string, unknown>): PatternCalls | null;
  /** Answers the task. Throws StopError where it must stop. */
  run(ctx: Context, settings: Record<string, unknown>, moves: Moves): Promise<string>;
}

export interface PatternDefinition<Settings extends Schema> {
  id: string;
  settings: Settings;
  limits: readonly Limit[];
  budget?: Partial<Budget>;
  roles?: readonly Role[];
  usesTools?: boolean;
  takesEdits?: boolean;
  calls?(budget: Budget, settings: z.output<Settings>): PatternCalls;
  run(ctx: Context, settings: z.output<Settings>, moves: Moves): Promise<string>;
}

/**
 * Makes a pattern. `run` gets settings that its schema has checked, and the moves: they are loaded when a run starts, while the
 * page needs the list of patterns at once.
 */
export function definePattern<Settings extends Schema<Record<string, unknown>>>(
  definition: PatternDefinition<Settings>,
): Pattern {
  return {
    id: definition.id,
    settings: definition.settings,
    limits: definition.limits,
    budget: definition.budget ?? {},
    roles: definition.roles ?? ["main"],
    usesTools: definition.usesTools ?? true,
    takesEdits: definition.takesEdits ?? false,
    calls: (budget, settings) => definition.calls?.(budget, settings as z.output<Settings>) ?? null,
    run: (ctx, settings, moves) => definition.run(ctx, settings as z.output<Settings>, moves),
  };
}
