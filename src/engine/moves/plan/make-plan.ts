// makePlan and revisePlan: what the planner writes, read, repaired once, and shown to a person where that is asked for.
import { StopError } from "../../errors.ts";
import { readPlan, type PlannedStep, type PlanRead } from "../../protocol/plan-reply.ts";
import { toolSpec } from "../../tools/spec.ts";
import { ask, type Readable } from "../ask.ts";
import { refuseLateEdit, systemText, warn, type Context } from "../context.ts";
import { createConversation, type Conversation } from "../conversation.ts";
import { span } from "../span.ts";
import type { Reply } from "../think.ts";
import { addSteps, itemsOf, keepRoom, setSteps, stepsText, type Progress } from "./progress.ts";
import { planSchema } from "./schema.ts";
import { planWords } from "./words.ts";

export interface MakePlanOptions {
  /** A person sees the plan before its first step. */
  approval?: boolean;
  /** what earlier rounds tried, and why it did not do */
  retried?: string;
}

/**
 * Has the first plan written. A plan that cannot be read is asked for once more with the fault named; after that one step, the
 * task itself, stands in for it and is marked as such.
 *
 * @throws StopError `aborted` if the person stops the run instead of approving the plan
 */
export async function makePlan(
  ctx: Context,
  progress: Progress,
  { approval = false, retried }: MakePlanOptions = {},
): Promise<void> {
  const words = planWords[ctx.run.language];
  const talk = createConversation([
    { role: "system", content: systemText(ctx, "planner", words.planner(specsOf(ctx), stepsLeft(ctx, progress))) },
    {
      role: "user",
      content: [words.task(ctx.run.task), retried && words.retried(retried)].filter(Boolean).join("\n\n"),
    },
  ]);
  keepRoom(ctx, progress);
  await span(ctx, "plan", "plan", async (ctx) => {
    let why = "";
    for (;;) {
      const written = await write(ctx, progress, talk);
      refuseLateEdit(ctx);
      setSteps(progress, written.steps.length > 0 ? written.steps : [direct(ctx)]);
      sayPlan(ctx, progress, { by: "model", why, notes: written.notes, fallback: written.fallback });
      if (!approval) return;
      const change = await approve(ctx, progress);
      if (change === null) return;
      why = change;
      talk.add({ role: "user", content: change });
    }
  });
}

/**
 * Has new steps written after a reflection. Steps that are done stay as they are.
 *
 * @returns false: the planner had nothing new
 */
export async function revisePlan(ctx: Context, progress: Progress, feedback: string): Promise<boolean> {
  const words = planWords[ctx.run.language];
  const talk = createConversation([
    { role: "system", content: systemText(ctx, "planner", words.planner(specsOf(ctx), stepsLeft(ctx, progress))) },
    { role: "user", content: `${words.task(ctx.run.task)}\n\n${words.revise(stepsText(ctx, progress), feedback)}` },
  ]);
  return span(ctx, "plan", `revision ${progress.revision + 1}`, async (ctx) => {
    const written = await write(ctx, progress, talk);
    if (written.steps.length === 0 || written.fallback) return false;
    refuseLateEdit(ctx);
    addSteps(progress, written.steps);
    sayPlan(ctx, progress, { by: "model", why: feedback, notes: written.notes, fallback: false });
    return true;
  });
}

/**
 * Takes what a person has changed in the plan while it is carried out: steps that have begun stay, the others are as they were
 * edited. An edit that cannot be run is refused with a warning, and the plan stays.
 *
 * @returns whether the plan has changed
 */
export function takeEdit(ctx: Context, progress: Progress): boolean {
  const items = ctx.run.takeEdit();
  if (!items) return false;
  const begun = progress.steps.filter(({ id }) => progress.spans.has(id) || progress.results.has(id));
  const fixed = new Set(begun.map(({ id }) => id));
  const rest = items.filter(({ id }) => !fixed.has(id));
  const known = new Map(
    begun.map(({ id }) => [id, progress.results.get(id) ?? ({ state: "done", output: "" } as const)]),
  );
  const read = readPlan(JSON.stringify({ steps: rest }), {
    tools: specsOf(ctx),
    finishReason: "stop",
    language: ctx.run.language,
    earlier: { steps: begun, results: known },
  });
  if (!read.ok) {
    warn(ctx, "edit-refused", `The edited plan cannot be run, so the plan stays as it was. ${read.message}`, {
      why: read.message,
    });
    return false;
  }
  setSteps(progress, [...begun, ...read.steps]);
  sayPlan(ctx, progress, { by: "person", why: "", notes: [], fallback: false });
  return true;
}

interface Written {
  steps: PlannedStep[];
  notes: string[];
  fallback: boolean;
}

async function write(ctx: Context, progress: Progress, talk: Conversation): Promise<Written> {
  const tools = specsOf(ctx);
  const maxSteps = stepsLeft(ctx, progress);
  const read = (reply: Reply): Readable<{ steps: PlannedStep[]; notes: string[] }> => {
    const plan = planIn(ctx, progress, reply.text, reply.finishReason);
    return plan.ok ? { ok: true, value: plan } : plan;
  };
  const asked = await ask(ctx, talk, read, { role: "planner", responseSchema: planSchema(tools, maxSteps) });
  if (asked.ok) return { steps: asked.value.steps, notes: asked.value.notes, fallback: false };
  warn(ctx, "no-plan", `No plan could be read (${asked.problem}): the task is carried out as one step.`);
  return { steps: [direct(ctx)], notes: [asked.message], fallback: true };
}

function planIn(ctx: Context, progress: Progress, text: string, finishReason: Reply["finishReason"]): PlanRead {
  const { steps, results } = progress;
  return readPlan(text, {
    tools: specsOf(ctx),
    finishReason,
    maxSteps: stepsLeft(ctx, progress),
    language: ctx.run.language,
    ...(results.size > 0 && { earlier: { steps, results } }),
  });
}

/** The task itself, as one step without a tool. */
const direct = (ctx: Context): PlannedStep => ({
  id: "1",
  description: ctx.run.task,
  tool: null,
  input: {},
  dependsOn: [],
});

const specsOf = (ctx: Context) => [...ctx.agent.tools.values()].map(toolSpec);

const stepsLeft = (ctx: Context, progress: Progress) => Math.max(1, ctx.run.budget.steps - progress.run.steps);

interface Said {
  by: "model" | "person";
  why: string;
  notes: string[];
  fallback: boolean;
}

function sayPlan(ctx: Context, progress: Progress, { by, why, notes, fallback }: Said): void {
  progress.revision += 1;
  // What a person edits is still the plan of the span which wrote it: steps are caused by that one.
  if (by === "model") progress.planSpan = ctx.span;
  ctx.run.say({
    type: "plan",
    span: ctx.span,
    revision: progress.revision,
    by,
    why,
    items: itemsOf(progress),
    ...(notes.length > 0 && { notes }),
    ...(fallback && { fallback }),
  });
}

/** Null: go on. Otherwise what the person wants changed. */
async function approve(ctx: Context, progress: Progress): Promise<string | null> {
  let text: string | undefined;
  for (;;) {
    const decision = await ctx.run.approve(ctx.span, { items: itemsOf(progress), ...(text !== undefined && { text }) });
    if (decision.choice === "change") return decision.text;
    if (decision.choice === "stop")
      throw ctx.scope.stopped ?? new StopError({ code: "aborted", message: "The person stopped the run at the plan." });
    if (!decision.items) return null;
    const edited = planIn(ctx, progress, JSON.stringify({ steps: decision.items }), "stop");
    if (edited.ok) {
      setSteps(progress, edited.steps);
      sayPlan(ctx, progress, { by: "person", why: "", notes: [], fallback: false });
      return null;
    }
    // An edited plan is checked like any other; the person is told what is wrong and asked again.
    text = edited.message;
  }
}
