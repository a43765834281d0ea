// carryOut: runs the steps of a plan, those that are ready side by side, and skips what can no longer run.
import { FailureError, StopError, messageOf, type Failure } from "../../errors.ts";
import { interpolate, interpolateText } from "../../protocol/interpolate.ts";
import type { StepId } from "../../protocol/placeholders.ts";
import type { PlannedStep } from "../../protocol/plan-reply.ts";
import { resultInPrompt } from "../../prompt-sizes.ts";
import { createScope, within } from "../../scope.ts";
import { shorten } from "../../text.ts";
import { toolSpec } from "../../tools/spec.ts";
import { act } from "../act.ts";
import { checkpoint, nextSpan, reached, systemText, type Context } from "../context.ts";
import { createConversation } from "../conversation.ts";
import { span } from "../span.ts";
import { think } from "../think.ts";
import { watchCall } from "../watch-loops.ts";
import { takeEdit } from "./make-plan.ts";
import { keepRoom, setNote, setResult, stepsText, type Progress } from "./progress.ts";
import { createSchedule } from "./schedule.ts";
import { planWords } from "./words.ts";

/**
 * Runs every step that has not ended yet, at most `width` at a time. A failed step makes its dependants `skipped`, the others
 * go on; when the last step can no longer run, nothing more is spent on the rest.
 *
 * @throws StopError where the run must stop; what was under way is stopped first
 */
export async function carryOut(ctx: Context, progress: Progress, width: number): Promise<void> {
  const scope = createScope(ctx.scope);
  const inside: Context = { run: ctx.run, span: ctx.span, scope, agent: ctx.agent, children: 0 };
  let schedule = createSchedule(progress);
  // Numbered in the order of the plan, whichever step comes to its turn first.
  const ids = new Map(
    progress.steps.flatMap(({ id }) => (progress.results.has(id) ? [] : [[id, nextSpan(ctx)] as const])),
  );
  function spanOf(step: PlannedStep): string {
    const id = ids.get(step.id) ?? nextSpan(ctx);
    ids.set(step.id, id);
    return id;
  }
  const running = new Map<StepId, Promise<void>>();
  /** what stopped a step, and so the whole */
  const stops: unknown[] = [];

  async function carry(step: PlannedStep): Promise<void> {
    try {
      await runStep(inside, progress, step, spanOf(step));
      if (progress.results.get(step.id)?.state === "done") return schedule.done(step.id);
      for (const lost of schedule.lost(step.id)) skip(inside, progress, lost, spanOf(lost));
    } catch (error) {
      stops.push(error);
    } finally {
      running.delete(step.id);
    }
  }

  keepRoom(ctx, progress);
  try {
    for (;;) {
      // Not before a pause is over: that is when a plan is edited.
      const paused = checkpoint(inside);
      if (paused) await within(scope, paused);
      if (takeEdit(ctx, progress)) schedule = createSchedule(progress);
      for (let step = freeStep(); step; step = freeStep()) {
        await allowStep(inside, progress);
        progress.run.steps += 1;
        running.set(step.id, carry(step));
      }
      if (stops.length > 0) throw stops[0];
      if (running.size === 0) return;
      await Promise.race(running.values());
      keepRoom(ctx, progress);
    }
  } catch (error) {
    scope.stop(error instanceof StopError ? error : new StopError({ code: "aborted", message: messageOf(error) }));
    await Promise.allSettled(running.values());
    throw error;
  } finally {
    scope.close();
  }

  function freeStep(): PlannedStep | undefined {
    return running.size < width && stops.length === 0 ? schedule.next() : undefined;
  }
}

/** Ends a step that can no longer run. */
function skip(ctx: Context, progress: Progress, step: PlannedStep, span: string): void {
  const lacks = step.dependsOn.filter((id) => ["failed", "skipped"].includes(progress.results.get(id)?.state ?? ""));
  const message = lacks.length > 0 ? skippedWords[ctx.run.language](lacks.join(", ")) : uselessWords[ctx.run.language];
  const failure: Failure = { code: "skipped", message };
  setResult(progress, step, { state: "skipped" }, failure);
  ctx.run.say({
    type: "span.start",
    span,
    parent: ctx.span,
    kind: "step",
    name: nameOf(step),
    item: step.id,
    ...causesOf(progress, step),
  });
  ctx.run.say({ type: "span.end", span, status: "skipped", failure });
}

async function allowStep(ctx: Context, progress: Progress): Promise<void> {
  const { budget } = ctx.run;
  while (progress.run.steps >= budget.steps) {
    await reached(ctx, { limit: "steps", value: budget.steps, used: progress.run.steps });
  }
}

/** One step in its span. A failure ends the step only. */
async function runStep(ctx: Context, progress: Progress, step: PlannedStep, id: string): Promise<void> {
  progress.spans.set(step.id, id);
  const { causes } = causesOf(progress, step);
  try {
    const output = await span(
      ctx,
      "step",
      nameOf(step),
      (ctx) =>
        step.tool === null
          ? runByModel(ctx, progress, step, causes)
          : runByTool(ctx, progress, step, step.tool, causes),
      { id, item: step.id, ...(causes && { causes }) },
    );
    setResult(progress, step, { state: "done", output });
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    setResult(progress, step, { state: "failed" }, failure);
  }
}

async function runByTool(
  ctx: Context,
  progress: Progress,
  step: PlannedStep,
  tool: string,
  causes: string[] | undefined,
): Promise<unknown> {
  const known = ctx.agent.tools.get(tool);
  const input = interpolate(step.input, progress.results, known && toolSpec(known).parameters);
  if (!input.ok) throw new FailureError("bad-arguments", `The results of ${input.refs.join(", ")} are missing.`);
  const call = { id: `step-${step.id}`, name: tool, arguments: JSON.stringify(input.value) };
  const observation = await act(ctx, call, causes?.[0] ?? progress.planSpan ?? undefined);
  // Nobody reads a step's result before the next one runs: what the rules say is read by who reflects, reviews or revises.
  const told = watchCall(ctx, call, observation);
  if (told !== null) setNote(progress, step, told);
  if (observation.failure)
    throw new FailureError("tool-failed", `${observation.failure.code}: ${observation.failure.message}`);
  return observation.output ?? observation.text;
}

async function runByModel(
  ctx: Context,
  progress: Progress,
  step: PlannedStep,
  causes: string[] | undefined,
): Promise<string> {
  const { language, task } = ctx.run;
  const words = planWords[language];
  const description = interpolateText(step.description, progress.results, resultInPrompt, language);
  const talk = createConversation([
    { role: "system", content: systemText(ctx, "executor", words.executor) },
    {
      role: "user",
      content: words.step(
        task,
        description.ok ? description.value : step.description,
        step.expected,
        stepsText(
          ctx,
          progress,
          step.dependsOn.flatMap((id) => progress.byId.get(id) ?? []),
        ),
      ),
    },
  ]);
  const reply = await think(ctx, talk, { role: "executor", ...(causes && { causes }) });
  const text = reply.text.trim();
  if (!text) throw new FailureError("bad-reply", "The model answered with nothing.");
  return text;
}

/** In a step, a failed call or a loop ends the step; everything else stops the run. */
function failureOf(error: unknown): Failure | null {
  if (error instanceof FailureError) return { code: error.code, message: error.message };
  if (!(error instanceof StopError)) return null;
  const { code, reason, rule, message } = error.stop;
  return code === "model" || code === "loop" ? { code: reason ?? rule ?? code, message } : null;
}

/** The spans of the steps it depends on, as far as they have begun. */
function causesOf(progress: Progress, step: PlannedStep): { causes?: string[] } {
  const causes = step.dependsOn.flatMap((id) => progress.spans.get(id) ?? []);
  if (causes.length > 0) return { causes };
  return progress.planSpan === null ? {} : { causes: [progress.planSpan] };
}

const nameOf = (step: PlannedStep) => shorten(step.description, 80);

const skippedWords = {
  en: (ids: string) => `It needs ${ids}, which gave no result.`,
  zh: (ids: string) => `它需要步骤 ${ids} 的结果，而该步骤没有结果。`,
};
const uselessWords = {
  en: "The plan's last step can no longer run, so nothing more was spent on this one.",
  zh: "计划的最后一步已无法执行，因此不再执行此步骤。",
};
