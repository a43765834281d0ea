// What a skill is: it reads its part of a task, and works through it as a script of tool calls.
import type { Language } from "../../events.ts";
import type { Clause } from "./clauses.ts";
import type { Period } from "./period.ts";

/** A tool call, with the thought that leads to it. */
export interface Call {
  tool: string;
  input: Record<string, unknown>;
  thought: string;
  /** the same as an order, for a plan: "save the result in a.txt" */
  toDo: string;
  /** it stands in the place of one that was refused */
  isRetry?: boolean;
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
  /** Nothing was observed yet: `text` is the placeholder that stands for it in a plan. */
  planned?: boolean;
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
  /** `value` is a text put together from what was observed, not the observation itself */
  composed?: boolean;
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
  /** what an intent found out for those after it, by name */
  readonly notes: Map<string, string>;
  /** where the work is being planned, or carried out by a plan; null: call by call */
  readonly plan: PlanBook | null;
}

/** The plan that scripts are written into, or run over again with its results. */
export interface PlanBook {
  /** A step without a tool. Gives its result, or the placeholder for it. */
  think(thought: Thinking): string | null;
}

/** Something to be worked out from what was observed, without a tool. */
export interface Thinking {
  /** as an order to one who sees only the results */
  toDo: string;
  expected: string;
  from: readonly Outcome[];
  /** null: the results do not allow it */
  compute: () => string | null;
}

/** Works something out: at once, or as a step of its own where there is a plan. null: the results do not allow it. */
export function workOut(work: Work, thinking: Thinking): string | null {
  return work.plan ? work.plan.think(thinking) : thinking.compute();
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
  /** The part of a report that it writes: what a team can share out. */
  readonly section?: string;
  /** It holds together what was found before, and may need no call of its own. */
  readonly isCheck?: boolean;
  /** what that report is on */
  readonly subject?: Subject;
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
  /** Something that a clause begins and the next ones go on with. null: this clause begins nothing. */
  open?(clause: Clause): Opened | null;
}

/** A share, in some years. */
export interface Subject {
  symbol: string;
  period: Period | null;
}

/** What several clauses ask for together. */
export interface Opened {
  /** Whether a clause only says more of it; if so it is taken in. */
  goesOn(clause: Clause): boolean;
  /** what is to be done, by the clauses so far */
  intents(): Intent[];
}

/** The value that "the result" or "it" means: of the last clause that had any, a line each where there are several. */
export function lastValue(work: Work): string | null {
  const valued = valuedResults(work, false);
  return valued.length > 0 ? lines(valued) : null;
}

/** The results that {@link lastValue} tells, or {@link allValues}. */
export function valuedResults(work: Work, all: boolean): Result[] {
  const valued = (results: readonly Result[]) => results.filter((result) => result.value !== undefined);
  if (all) return valued(work.results.flat());
  return work.results.map(valued).findLast((results) => results.length > 0) ?? [];
}

/** All values so far, a line each; null: there are none. */
export function allValues(work: Work): string | null {
  const valued = valuedResults(work, true);
  return valued.length > 0 ? lines(valued) : null;
}

function lines(results: readonly Result[]): string {
  const [only] = results;
  if (results.length === 1 && only?.value !== undefined) return only.value;
  const separator = results.some(({ composed }) => composed) ? "\n\n" : "\n";
  return results.map(({ label, value }) => (label ? `${label} = ${value}` : `${value}`)).join(separator);
}
