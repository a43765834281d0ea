// reflect, review and synthesise: what is made of a plan's results.
import { readReflection } from "../../protocol/reflection-reply.ts";
import { readReview } from "../../protocol/review-reply.ts";
import { answerFrom } from "../answer.ts";
import { ask, type Readable } from "../ask.ts";
import { systemText, warn, type Context } from "../context.ts";
import { createConversation } from "../conversation.ts";
import { span } from "../span.ts";
import type { Reply } from "../think.ts";
import { stepsText, synthesisTalk, type Progress } from "./progress.ts";
import { reviewSchema, verdictSchema } from "./schema.ts";
import { planWords } from "./words.ts";

export interface Review {
  passed: boolean;
  /** 0..1; null: none was given */
  score: number | null;
  feedback: string;
  /** completeness, accuracy, relevance, as far as they were given */
  parts?: Record<string, number>;
}

export interface Reflection {
  done: boolean;
  feedback: string;
}

/** Holds the results against the task. A reflection that cannot be read finds nothing missing, and says so. */
export async function reflect(ctx: Context, progress: Progress): Promise<Reflection> {
  const words = planWords[ctx.run.language];
  const causes = lastSpans(progress);
  return span(
    ctx,
    "review",
    "reflection",
    async (ctx) => {
      const talk = createConversation([
        { role: "system", content: systemText(ctx, "reviewer", words.reflection) },
        { role: "user", content: words.check(ctx.run.task, stepsText(ctx, progress)) },
      ]);
      const read = ({ text, finishReason }: Reply): Readable<Reflection> => {
        const found = readReflection(text, { finishReason, language: ctx.run.language });
        return found.ok ? { ok: true, value: found } : found;
      };
      const asked = await ask(ctx, talk, read, { role: "reviewer", responseSchema: verdictSchema, causes });
      if (!asked.ok)
        warn(ctx, "no-reflection", `The reflection could not be read, so the plan was not revised. ${asked.message}`, {
          why: asked.message,
        });
      const { done, feedback } = asked.ok ? asked.value : { done: true, feedback: "" };
      ctx.run.say({ type: "review", span: ctx.span, passed: done, score: null, feedback });
      return { done, feedback };
    },
    { causes },
  );
}

/** Judges an answer. A review that cannot be read is never a pass. */
export async function reviewAnswer(ctx: Context, progress: Progress, answer: string, cause: string): Promise<Review> {
  const words = planWords[ctx.run.language];
  return span(
    ctx,
    "review",
    "review",
    async (ctx) => {
      const plan = progress.steps.map(({ id, description }) => `[${id}] ${description}`).join("\n");
      const talk = createConversation([
        { role: "system", content: systemText(ctx, "reviewer", words.reviewer) },
        { role: "user", content: words.judge(ctx.run.task, plan, stepsText(ctx, progress), answer) },
      ]);
      const read = ({ text, finishReason }: Reply): Readable<Review> => {
        const found = readReview(text, { finishReason, language: ctx.run.language });
        if (!found.ok) return found;
        const { passed, score, feedback } = found;
        const parts = Object.entries(found.parts ?? {}).filter((part): part is [string, number] => part[1] !== null);
        return {
          ok: true,
          value: { passed, score, feedback, ...(parts.length > 0 && { parts: Object.fromEntries(parts) }) },
        };
      };
      const asked = await ask(ctx, talk, read, { role: "reviewer", responseSchema: reviewSchema, causes: [cause] });
      if (!asked.ok)
        warn(ctx, "no-review", `The review could not be read and counts as not passed. ${asked.message}`, {
          why: asked.message,
        });
      const review: Review = asked.ok ? asked.value : { passed: false, score: null, feedback: asked.message };
      const { passed, score, feedback, parts } = review;
      ctx.run.say({ type: "review", span: ctx.span, passed, score, feedback, ...(parts && { parts }) });
      return review;
    },
    { causes: [cause] },
  );
}

/** Writes the answer from the results. `isLast`: it may use the room kept for a closing call. */
export function synthesise(
  ctx: Context,
  progress: Progress,
  { isLast }: { isLast: boolean },
): Promise<{ answer: string; span: string }> {
  const causes = lastSpans(progress);
  return answerFrom(ctx, synthesisTalk(ctx, progress), {
    role: "planner",
    name: "synthesis",
    isAnswer: isLast,
    causes,
  });
}

/** The steps that no other step used: their results are what is left to use. */
function lastSpans(progress: Progress): string[] {
  const used = new Set(progress.steps.flatMap((step) => step.dependsOn));
  return progress.steps.flatMap(({ id }) => (used.has(id) ? [] : (progress.spans.get(id) ?? [])));
}
