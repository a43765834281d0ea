// One row of the score board: what a run came to, as its own log tells it.
import { grounding } from "../derive/grounding.ts";
import { spans } from "../derive/spans.ts";
import { usage, type Certainty } from "../derive/usage.ts";
import type { Stop } from "../errors.ts";
import type { RunEvent } from "../events.ts";

export interface ScoreRow {
  /** "" if the log has no beginning */
  pattern: string;
  seed: number | null;
  /** `running`: the log has no end */
  status: "completed" | "stopped" | "failed" | "running";
  stop: Stop | null;
  answer: string | null;
  /** dollars, of models and priced tools, and how well they and the tokens are known */
  usd: number;
  certainty: Certainty;
  /** input + output */
  tokens: number;
  /** from the start to the last event, without the time in which the run was paused or waited for a person */
  ms: number;
  modelCalls: number;
  toolCalls: number;
  /** plan steps that were run */
  steps: number;
  /** think–act turns, of all agents */
  iterations: number;
  /** of the answer */
  figures: number;
  ungrounded: number;
  /** ungrounded ÷ all figures, 0..1; null: the answer has none, or there is no answer */
  hallucinationRate: number | null;
}

/**
 * The row of a run, of any log or first part of one. Completeness and accuracy are not in it: they are a judge's to give, not the
 * run's own.
 *
 * @throws never
 */
export function scoreRow(log: readonly RunEvent[]): ScoreRow {
  const { start, end, heldMs, heldSince, lastAt } = spans.of(log);
  const { tokens, usd, certainty, figures } = usage.of(log);
  const grounded = grounding(log);
  return {
    pattern: start?.pattern ?? "",
    seed: start?.seed ?? null,
    status: end?.status ?? "running",
    stop: end?.stop ?? null,
    answer: end?.answer ?? null,
    usd,
    certainty,
    tokens: tokens.totalTokens,
    ms: Math.max(0, (heldSince ?? lastAt) - heldMs),
    modelCalls: figures.modelCalls,
    toolCalls: figures.toolCalls,
    steps: figures.stepsRun,
    iterations: figures.iterations,
    figures: grounded.figures.length,
    ungrounded: grounded.ungrounded,
    hallucinationRate: grounded.hallucinationRate,
  };
}
