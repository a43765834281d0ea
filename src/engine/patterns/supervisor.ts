// Supervisor: planner, executor and reviewer, round after round, until the reviewer is content.
import type { Review } from "../moves/plan/judge.ts";
import { z } from "../schema.ts";
import { shorten } from "../text.ts";
import { definePattern } from "./pattern.ts";

interface Round {
  answer: string;
  review: Review;
  plan: string;
}

/** Notes of this many rounds are passed on. @see https://arxiv.org/abs/2303.11366 */
const remembered = 3;

export const supervisor = definePattern({
  id: "supervisor",
  settings: z.object({
    parallelSteps: z._default(z.int().check(z.minimum(1), z.maximum(8)), 3),
    approval: z._default(z.boolean(), false),
  }),
  limits: ["rounds", "steps", "modelCalls", "toolCalls", "usd", "tokens", "wallMs", "toolTimeoutMs"],
  roles: ["planner", "executor", "reviewer", "main"],
  takesEdits: true,
  async run(ctx, { parallelSteps, approval }, moves) {
    const { span, startProgress, makePlan, carryOut, synthesise, reviewAnswer, stepsText, warn } = moves;
    const rounds: Round[] = [];
    const steps = { steps: 0 };
    while (rounds.length < ctx.run.budget.rounds && !stalls(rounds)) {
      const round = await span(ctx, "iteration", `round ${rounds.length + 1}`, async (ctx): Promise<Round> => {
        const progress = startProgress(ctx, steps, bestOf(rounds));
        await makePlan(ctx, progress, { approval, ...(rounds.length > 0 && { retried: notes(rounds) }) });
        await carryOut(ctx, progress, parallelSteps);
        const { answer, span } = await synthesise(ctx, progress, { isLast: false });
        const review = await reviewAnswer(ctx, progress, answer, span);
        return { answer, review, plan: shorten(stepsText(ctx, progress), 1_500, ctx.run.language) };
      });
      rounds.push(round);
      if (round.review.passed) return round.answer;
    }
    const best = bestOf(rounds);
    const why = stalls(rounds) ? "made no progress any more" : `used all ${ctx.run.budget.rounds} rounds`;
    warn(
      ctx,
      stalls(rounds) ? "stalled" : "rounds-used",
      `The rounds ${why} and the reviewer was not content. This is the answer with the best score (${best?.score ?? "none"}): ${best?.feedback ?? ""}`,
    );
    return best?.answer ?? "";
  },
});

/** The answer with the best score; of equals the first. */
function bestOf(rounds: readonly Round[]): { answer: string; score: number | null; feedback: string } | undefined {
  const [best] = rounds.toSorted((a, b) => (b.review.score ?? 0) - (a.review.score ?? 0));
  return best && { answer: best.answer, score: best.review.score, feedback: best.review.feedback };
}

/** The same plan twice in a row, or a score that has not risen for two rounds. */
function stalls(rounds: readonly Round[]): boolean {
  const [before, last] = rounds.slice(-2);
  if (!before || !last) return false;
  if (before.plan === last.plan) return true;
  const scores = rounds.slice(-3).map(({ review }) => review.score ?? 0);
  const [first = 0, ...later] = scores;
  return scores.length === 3 && later.every((score) => score <= first);
}

function notes(rounds: readonly Round[]): string {
  return rounds
    .slice(-remembered)
    .map(({ plan, review }, index) => `${index + 1}. ${plan}\n→ ${review.feedback}`)
    .join("\n\n");
}
