// The words of the totals: what a row stands for and what it holds.
import type { Role } from "../events.ts";
import type { Certainty, Tokens } from "./usage.ts";

/** By what the calls of a run are added up. In each grouping every call belongs to exactly one row. */
export const groupings = ["agent", "step", "model", "tool", "phase"] as const;
export type Grouping = (typeof groupings)[number];

/** What a call was for, as far as kinds and names of spans tell it. `turns`: the turns of an agent, and a single call. */
export type Phase = "planning" | "steps" | "turns" | "review" | "synthesis" | "closing";

/**
 * What a row stands for. What belongs to no agent, step, model or tool has a row of its own: a phase, or all calls of the
 * other kind.
 */
export type RowSubject =
  | { readonly kind: "agent"; readonly span: string; readonly name: string }
  | { readonly kind: "step"; readonly item: string | null; readonly name: string }
  | { readonly kind: "model"; readonly model: string; readonly role: Role }
  | { readonly kind: "tool"; readonly tool: string }
  | { readonly kind: "phase"; readonly phase: Phase }
  | { readonly kind: "model-calls" }
  | { readonly kind: "tool-calls" };

/** What was used: of the run, of a row, of one call. */
export interface Spent {
  readonly tokens: Tokens;
  /** 10^-12 dollars, a whole number, so that rows add up exactly */
  readonly picoUsd: number;
  readonly certainty: Certainty;
}

export interface TotalsRow extends Spent {
  /** one of a kind in its grouping */
  readonly id: string;
  readonly subject: RowSubject;
  readonly modelCalls: number;
  readonly toolCalls: number;
  /** calls whose results were taken from an earlier log: they count and cost nothing */
  readonly recalled: number;
  /** the span to show: its own, else its dearest call; null: it has made none */
  readonly span: string | null;
  readonly times: Times;
}

/** How long a row was at it, up to the last event that began or ended something: see `timesOf` for now. */
export interface Times {
  /** ms in which at least one of its calls ran, holds and pauses left out */
  readonly workingMs: number;
  /** ms in which its span, or one of its calls, was open, holds and pauses included */
  readonly openMs: number;
  /** how many of its calls run, and since when on the clock that stands still while the run is held */
  readonly working: number;
  readonly workingSince: number;
  /** how many of its spans are open, and since when */
  readonly open: number;
  readonly openSince: number;
}

/** One call to a model or a tool, in the order in which they began. Grows in place as it is told of. */
export interface TotalsCall extends Spent {
  readonly span: string;
  readonly kind: "model" | "tool";
  /** role or name of the model's call, or the tool */
  readonly name: string;
  /** id of its row in the grouping by agent */
  readonly lane: string;
  /** ms on the clock that stands still while the run is held; null: it runs */
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly failed: boolean;
  readonly recalled: boolean;
}

/** What the run had spent after a call was paid. */
export interface Spending {
  /** ms on the clock that stands still while the run is held */
  readonly at: number;
  readonly picoUsd: number;
  readonly tokens: number;
  readonly span: string;
}
