// Supervisor: planner, executor and reviewer, round after round, until the reviewer is content.
import type { Review } from "../moves/plan/judge.ts";
import { z } from "../schema.ts";
import { shorten } from "../text.ts";
import { definePattern } from "./pattern.ts";

interface Round {
  span: string;
  answer: string;
  review: Review;
  /** as the planner of later rounds reads it */
  plan: string;
  /** what tells it from another round */
  mark: string;
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
  calls({ rounds, steps }) {
    const reads = steps + rounds;
    const replies = 4 * rounds;
    return {
      model: [
        { role: "planner", name: "plan", least: 1, most: 2 * rounds, tools: true, reads, replies },
        { role: "executor", name: "step", least: 0, most: steps, reads, replies },
        { role: "planner", name: "synthesis", least: 1, most: 2 * rounds, reads, replies },
        { role: "reviewer", name: "review", least: 1, most: 2 * rounds, reads, replies },
        { role: "main", name: "closing", least: 0, most: 1, reads, replies },
      ],
      toolCalls: steps,
    };
  },
  async run(ctx, { parallelSteps, approval }, moves) {
    const { span, startProgress, makePlan, carryOut, synthesise, reviewAnswer, stepsText, warn } = moves;
    const { planMark, stalls } = moves;
    const rounds: Round[] = [];
    const steps = { steps: 0 };
    let stalled = false;
    while (rounds.length < ctx.run.budget.rounds && !stalled) {
      const round = await span(ctx, "iteration", `round ${rounds.length + 1}`, async (ctx): Promise<Round> => {
        const progress = startProgress(ctx, steps, bestOf(rounds));
        await makePlan(ctx, progress, { approval, ...(rounds.length > 0 && { retried: notes(rounds) }) });
        await carryOut(ctx, progress, parallelSteps);
        const { answer, span } = await synthesise(ctx, progress, { isLast: false });
        const review = await reviewAnswer(ctx, progress, answer, span);
        const plan = shorten(stepsText(ctx, progress), 1_500, ctx.run.language);
        return { span: ctx.span, answer, review, plan, mark: planMark(progress) };
      });
      rounds.push(round);
      if (round.review.passed) return round.answer;
      stalled = stalls(
        ctx,
        rounds.map(({ span, mark, review }) => ({ span, plan: mark, score: review.score })),
      );
    }
    const best = bestOf(rounds);
    const why = stalled ? "made no progress any more" : `used all ${ctx.run.budget.rounds} rounds`;
    warn(
      ctx,
      stalled ? "stalled" : "rounds-used",
      `The rounds ${why} and the reviewer was not content. This is the answer with the best score (${best?.score ?? "none"}): ${best?.feedback ?? ""}`,
      { rounds: ctx.run.budget.rounds, score: best?.score ?? "–", feedback: best?.feedback ?? "" },
    );
    return best?.answer ?? "";
  },
});

/** The answer with the best score; of equals the first. */
function bestOf(rounds: readonly Round[]): { answer: string; score: number | null; feedback: string } | undefined {
  const [best] = rounds.toSorted((a, b) => (b.review.score ?? 0) - (a.review.score ?? 0));
  return best && { answer: best.answer, score: best.review.score, feedback: best.review.feedback };
}

function notes(rounds: readonly Round[]): string {
  return rounds
    .slice(-remembered)
    .map(({ plan, review }, index) => `${index + 1}. ${plan}\n→ ${review.feedback}`)
    .join("\n\n");
}
