// A race as the history keeps it.
import type { Check, Judgement, ScoreRow } from "../../engine/index.ts";

/** One run of a race. */
export interface RaceEntry {
  readonly pattern: string;
  /** null: none was given */
  readonly seed: number | null;
  /** id of the run */
  readonly run: string;
  /** null: it had not ended when this was saved */
  readonly row: ScoreRow | null;
  readonly judgement?: Judgement;
}

export interface RaceRecord {
  readonly id: string;
  readonly title: string;
  readonly task: string;
  /** ms since 1970 */
  readonly startedAt: number;
  readonly patterns: readonly string[];
  /** how often each pattern runs */
  readonly rounds: number;
  readonly isOver: boolean;
  readonly entries: readonly RaceEntry[];
  readonly checks: readonly Check[];
  readonly rubric: string;
}
