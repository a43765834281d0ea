// Stalls: rounds of planning, doing and reviewing that come no further.
import type { LoopFinding } from "../../loops.ts";
import type { Context } from "../context.ts";
import { sayLoop } from "../watch-loops.ts";
import { textOf, type Progress } from "./progress.ts";

/** What a round is compared by. */
export interface RoundMark {
  readonly span: string;
  /** the plan with its results, see {@link planMark} */
  readonly plan: string;
  /** 0..1; null: none was given */
  readonly score: number | null;
}

/** Rounds over which a score must have risen. */
const scoreRounds = 3;

/** A plan and what it came to, as text in which equal ones are equal. */
export function planMark({ steps, results, failures }: Progress): string {
  return JSON.stringify(
    steps.map(({ id, description, tool, input }) => {
      const result = results.get(id);
      return [
        description,
        tool,
        input,
        result?.state,
        result?.state === "done" ? textOf(result.output) : failures.get(id)?.message,
      ];
    }),
  );
}

/**
 * Whether the rounds come no further: the same plan with the same results twice in a row, or a score that has not risen for two
 * rounds. Says so in the log, at the rounds. Without loop rules they never do.
 */
export function stalls(ctx: Context, rounds: readonly RoundMark[]): boolean {
  if (!ctx.run.loopRules) return false;
  const found = findStall(rounds);
  if (found) sayLoop(ctx, found);
  return found !== null;
}

function findStall(rounds: readonly RoundMark[]): LoopFinding | null {
  const stop = (rule: LoopFinding["rule"], compared: readonly RoundMark[]): LoopFinding => ({
    level: "stop",
    rule,
    count: compared.length,
    spans: compared.map(({ span }) => span),
  });
  const [before, last] = rounds.slice(-2);
  if (before && last && before.plan === last.plan) return stop("same_plan", [before, last]);
  const newest = rounds.slice(-scoreRounds);
  const [first = 0, ...later] = newest.map(({ score }) => score ?? 0);
  const isStill = newest.length === scoreRounds && later.every((score) => score <= first);
  return isStill ? stop("score_not_rising", newest) : null;
}
