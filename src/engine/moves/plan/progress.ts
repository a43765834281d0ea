// How far a plan is: its steps over all revisions, and what each came to.
import type { Failure } from "../../errors.ts";
import type { PlanItem, PlanState } from "../../events.ts";
import type { StepId } from "../../protocol/placeholders.ts";
import type { StepResult } from "../../protocol/interpolate.ts";
import type { PlannedStep } from "../../protocol/plan-reply.ts";
import { closingCall, resultInPrompt } from "../../prompt-sizes.ts";
import { shorten, utf8Bytes } from "../../text.ts";
import { systemText, type Context } from "../context.ts";
import { createConversation, type Conversation } from "../conversation.ts";
import { planWords } from "./words.ts";

export interface Progress {
  /** in the order in which they were written; change them with {@link setSteps} and {@link addSteps} */
  readonly steps: PlannedStep[];
  readonly byId: Map<StepId, PlannedStep>;
  /** bytes of all steps and results, as a closing call would read them */
  bytes: number;
  /** of the steps that have ended; set with {@link setResult} */
  readonly results: Map<StepId, StepResult>;
  readonly failures: Map<StepId, Failure>;
  /** what loop rules say of a step; set with {@link setNote} */
  readonly notes: Map<StepId, string>;
  /** the span of each step that has begun */
  readonly spans: Map<StepId, string>;
  /** number of the newest plan, from 0 */
  revision: number;
  /** the span that wrote the newest plan */
  planSpan: string | null;
  /** steps run so far; shared by the rounds of a run */
  readonly run: { steps: number };
}

/**
 * A plan that has not been written yet. A closing call reads what it has come to, and the best answer of earlier rounds.
 */
export function startProgress(ctx: Context, run = { steps: 0 }, best?: { answer: string; feedback: string }): Progress {
  const progress: Progress = {
    steps: [],
    byId: new Map(),
    bytes: 0,
    results: new Map(),
    failures: new Map(),
    notes: new Map(),
    spans: new Map(),
    revision: -1,
    planSpan: null,
    run,
  };
  ctx.agent.summary = (most) => {
    const talk = synthesisTalk(ctx, progress, most);
    if (best) talk.add({ role: "user", content: planWords[ctx.run.language].bestSoFar(best.answer, best.feedback) });
    return talk;
  };
  return progress;
}

/** The first plan, or one that a person has edited, in place of what stood there. */
export function setSteps(progress: Progress, steps: readonly PlannedStep[]): void {
  progress.steps.length = 0;
  progress.byId.clear();
  progress.bytes = 0;
  addSteps(progress, steps);
}

export function addSteps(progress: Progress, steps: readonly PlannedStep[]): void {
  for (const step of steps) {
    progress.steps.push(step);
    progress.byId.set(step.id, step);
    progress.bytes += utf8Bytes(step.id) + utf8Bytes(step.description) + utf8Bytes(step.expected ?? "") + bytesAround;
  }
}

export function setResult(progress: Progress, step: PlannedStep, result: StepResult, failure?: Failure): void {
  progress.results.set(step.id, result);
  if (failure) progress.failures.set(step.id, failure);
  const text = result.state === "done" ? textOf(result.output) : (failure?.message ?? "");
  // A shortened text has a mark, and a character at most three bytes.
  progress.bytes += text.length > resultInPrompt ? 3 * (resultInPrompt + 100) : utf8Bytes(text);
}

/** What whoever reads the step's result is told besides. */
export function setNote(progress: Progress, step: PlannedStep, note: string): void {
  progress.notes.set(step.id, note);
  progress.bytes += utf8Bytes(note) + 1;
}

/** Brackets, marks and words around a step and its result. */
const bytesAround = 64;

/** Keeps room for a closing call over what there is now, and one more result. */
export function keepRoom(ctx: Context, progress: Progress): void {
  const { system, user } = planWordsAround(ctx);
  const slack = closingCall.slackTokens + resultInPrompt;
  ctx.run.purse.keepForClosing(
    ctx.run.models.main.price,
    system + user + progress.bytes + slack,
    closingCall.outputTokens,
  );
}

const around = new WeakMap<Context["run"], { system: number; user: number }>();

function planWordsAround({ run }: Context): { system: number; user: number } {
  let sizes = around.get(run);
  if (!sizes) {
    const words = planWords[run.language];
    sizes = {
      system: utf8Bytes(words.synthesis) + utf8Bytes(run.agents.planner?.text ?? "") + 16,
      user: utf8Bytes(words.conclude(run.task, "")) + 16,
    };
    around.set(run, sizes);
  }
  return sizes;
}

/** The conversation in which the final answer is written, with results of so many characters at most. */
export function synthesisTalk(ctx: Context, progress: Progress, most = resultInPrompt): Conversation {
  const words = planWords[ctx.run.language];
  return createConversation([
    { role: "system", content: systemText(ctx, "planner", words.synthesis) },
    { role: "user", content: words.conclude(ctx.run.task, stepsText(ctx, progress, progress.steps, most)) },
  ]);
}

/** Every step with its result, or why it has none: one paragraph a step. */
export function stepsText(
  ctx: Context,
  progress: Progress,
  only: readonly PlannedStep[] = progress.steps,
  most = resultInPrompt,
): string {
  const words = planWords[ctx.run.language];
  if (only.length === 0) return words.none;
  return only
    .map((step) => {
      const expected = step.expected ? ` (${words.expected}: ${step.expected})` : "";
      return `[${step.id}] ${step.description}${expected}\n${resultText(ctx, progress, step, most)}${noteOf(progress, step)}`;
    })
    .join("\n\n");
}

function noteOf(progress: Progress, { id }: PlannedStep): string {
  const note = progress.notes.get(id);
  return note === undefined ? "" : `\n${note}`;
}

function resultText(ctx: Context, progress: Progress, { id }: PlannedStep, most: number): string {
  const words = planWords[ctx.run.language];
  const result = progress.results.get(id);
  if (result?.state === "done") return `→ ${shorten(textOf(result.output), most, ctx.run.language)}`;
  const why = shorten(progress.failures.get(id)?.message ?? "", most, ctx.run.language);
  if (result?.state === "failed") return `→ ${words.failed}: ${why}`;
  if (result?.state === "skipped") return `→ ${words.skipped}: ${why}`;
  return "→ …";
}

/** A result as text: as it is, or as JSON. */
export const textOf = (output: unknown): string =>
  typeof output === "string" ? output : (JSON.stringify(output) ?? "");

/** Steps as the log says them. */
export function itemsOf(progress: Progress): PlanItem[] {
  return progress.steps.map(({ id, description, expected, tool, input, dependsOn }) => ({
    id,
    description,
    ...(expected !== undefined && { expected }),
    tool,
    ...(tool !== null && { input }),
    dependsOn: [...dependsOn],
    state: stateOf(progress, id),
  }));
}

function stateOf(progress: Progress, id: StepId): PlanState {
  return progress.results.get(id)?.state ?? (progress.spans.has(id) ? "in_progress" : "todo");
}
