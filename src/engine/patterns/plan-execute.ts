// Plan-and-Execute: plan first, carry out, reflect, revise; without reflection it is ReWOO.
import { z } from "../schema.ts";
import { definePattern } from "./pattern.ts";

/**
 * One model plans, another carries the steps out, a third holds the results against the task.
 *
 * @see https://arxiv.org/abs/2305.04091 https://arxiv.org/abs/2305.18323
 */
export const planExecute = definePattern({
  id: "plan-execute",
  settings: z.object({
    /** how many ready steps run side by side */
    parallelSteps: z._default(z.int().check(z.minimum(1), z.maximum(8)), 3),
    /** off: the plan is never revised (ReWOO) */
    reflection: z._default(z.boolean(), true),
    /** a person approves the plan before its first step */
    approval: z._default(z.boolean(), false),
  }),
  limits: ["steps", "revisions", "modelCalls", "toolCalls", "usd", "tokens", "wallMs", "toolTimeoutMs"],
  roles: ["planner", "executor", "reviewer", "main"],
  takesEdits: true,
  calls({ steps, revisions }, { reflection }) {
    const plans = reflection ? 1 + revisions : 1;
    const reads = steps + plans;
    const replies = 2 * plans;
    // A plan or verdict that cannot be read, and an empty answer, are asked for once more.
    return {
      model: [
        { role: "planner", name: "plan", least: 1, most: 2 * plans, tools: true, reads, replies },
        { role: "executor", name: "step", least: 0, most: steps, reads, replies },
        ...(reflection
          ? [{ role: "reviewer", name: "reflection", least: 1, most: 2 * plans, reads, replies } as const]
          : []),
        { role: "planner", name: "synthesis", least: 1, most: 2, reads, replies },
        { role: "main", name: "closing", least: 0, most: 1, reads, replies },
      ],
      toolCalls: steps,
    };
  },
  async run(ctx, { parallelSteps, reflection, approval }, moves) {
    const { startProgress, makePlan, carryOut, reflect, revisePlan, synthesise, warn } = moves;
    const progress = startProgress(ctx);
    await makePlan(ctx, progress, { approval });
    await carryOut(ctx, progress, parallelSteps);
    for (let revision = 1; reflection; revision++) {
      const { done, feedback } = await reflect(ctx, progress);
      if (done) break;
      if (revision > ctx.run.budget.revisions) {
        warn(
          ctx,
          "revisions-used",
          `The plan was revised ${ctx.run.budget.revisions} times and is still not complete: ${feedback}`,
          { revisions: ctx.run.budget.revisions, feedback },
        );
        break;
      }
      if (!(await revisePlan(ctx, progress, feedback))) break;
      await carryOut(ctx, progress, parallelSteps);
    }
    return (await synthesise(ctx, progress, { isLast: true })).answer;
  },
});
