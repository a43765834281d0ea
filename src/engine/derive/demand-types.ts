// What is read off the log of a run for the budget simulator: each moment at which a limit was asked, and what each call cost.
import type { Limit } from "../budget.ts";
import type { SpanKind } from "../events.ts";

/** One moment at which a limit is asked: with less than `need` the run does not go on from there as it did. */
export interface Demand {
  readonly limit: Limit;
  /** the first event that would not have come */
  readonly seq: number;
  /** working time until then: ms since the run began, pauses and holds left out */
  readonly ms: number;
  readonly need: number;
  /** with less than this the call is refused; between this and `need` it is made, and its reply cut short */
  readonly least: number;
  /** what was used of the limit before it */
  readonly used: number;
  /** what would not have been made, or not have come to its end */
  readonly span: string;
  /** it asks for the steps of a whole plan, before any of them runs */
  readonly asPlan: boolean;
  /** what ends there: the span of an agent or a call; null: the run */
  readonly ends: string | null;
}

/** A model or tool call, or another span, and what it cost. */
export interface Place {
  readonly span: string;
  readonly kind: SpanKind;
  readonly parent: string | null;
  readonly seq: number;
  /** Infinity: it never ended */
  endSeq: number;
  /** 1: it counts as a call of its kind */
  modelCalls: number;
  toolCalls: number;
  tokens: number;
  pico: number;
  /** set aside for it */
  reservedTokens: number;
  reservedPico: number;
  /** room that was kept besides for a closing call; null: none */
  kept: { readonly tokens: number; readonly pico: number } | null;
}

export interface Demands {
  /** in the order of the log */
  readonly list: readonly Demand[];
  /** by span, in the order in which they were opened */
  readonly places: ReadonlyMap<string, Place>;
  /** what was used of each limit in the end */
  readonly used: Readonly<Record<Limit, number>>;
  /** the least value of each limit with which the run goes as it went */
  readonly needs: Readonly<Record<Limit, number>>;
  /** limits at which the run or one of its agents ended, with their value then */
  readonly ended: ReadonlyMap<Limit, number>;
}
