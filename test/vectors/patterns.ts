// How the cases of patterns.json are run: from the input of an area to an object in the words of `expect`.
import { createLoopWatch } from "../../src/engine/loops.ts";
import type { FinishReason, ToolSpec } from "../../src/engine/model/model.ts";
import { readDecomposition } from "../../src/engine/protocol/decompose-reply.ts";
import { interpolate, type StepResult } from "../../src/engine/protocol/interpolate.ts";
import { topologicalOrder, waves, type StepState } from "../../src/engine/protocol/plan-graph.ts";
import { readPlan, type StepId } from "../../src/engine/protocol/plan-reply.ts";
import { readReactText } from "../../src/engine/protocol/react-text.ts";
import { readReview } from "../../src/engine/protocol/review-reply.ts";
import { notebook, type NotebookCase } from "./notebook.ts";

interface ToolCase {
  name: string;
  /** types as `"string"`, with `!` for required */
  params: Record<string, string>;
}

interface ReactCase {
  reply: string;
  tools: ToolCase[];
  finishReason?: FinishReason;
}

type LoopStep =
  { tool: string; args: unknown; observation: string; error?: boolean } | { say: string } | { user: string };

interface LoopCase {
  steps: LoopStep[];
  readOnly?: string[];
}

/** A tool of a case as a model sees it. */
export function toolSpec({ name, params }: ToolCase): ToolSpec {
  const names = Object.keys(params);
  return {
    name,
    description: "",
    parameters: {
      type: "object",
      properties: Object.fromEntries(names.map((key) => [key, { type: params[key]?.replace("!", "") }])),
      required: names.filter((key) => params[key]?.endsWith("!")),
    },
  };
}

function react({ reply, tools, finishReason = "stop" }: ReactCase): unknown {
  const turn = readReactText(reply, {
    tools: tools.map(toolSpec),
    finishReason,
    language: "en",
    nextCallId: () => "call",
  });
  switch (turn.kind) {
    case "answer":
      return { kind: "final", thought: turn.thought, answer: turn.answer };
    case "malformed":
      return { kind: "malformed", reason: turn.reason, tool: turn.tool, thought: turn.thought };
    case "calls": {
      const [call] = turn.calls;
      return {
        kind: "action",
        tool: call?.name,
        args: call && (JSON.parse(call.arguments) as unknown),
        thought: turn.thought,
        fabricatedObservation: turn.fabricatedObservation ?? false,
      };
    }
    default:
      return turn satisfies never;
  }
}

function loop({ steps, readOnly = [] }: LoopCase): unknown {
  const watch = createLoopWatch({ isReadOnly: (tool) => readOnly.includes(tool) });
  for (const [index, step] of steps.entries()) {
    const span = String(index);
    if ("say" in step) watch.say(span);
    else if ("user" in step) watch.user();
    else {
      const { tool, args, observation, error = false } = step;
      watch.call({ span, tool, arguments: args, result: observation, failed: error });
    }
  }
  return watch.standing();
}

interface PlanCase {
  reply: string;
  tools: ToolCase[];
  finishReason?: FinishReason;
  maxSteps?: number;
}

/** The vectors write ids of digits as numbers; ours are text. */
const asWritten = (id: StepId): StepId | number => (/^\d+$/.test(id) ? Number(id) : id);

function planJson({ reply, tools, finishReason = "stop", maxSteps }: PlanCase): unknown {
  const plan = readPlan(reply, {
    tools: tools.map(toolSpec),
    finishReason,
    ...(maxSteps !== undefined && { maxSteps }),
  });
  if (!plan.ok) return { ok: false, problem: plan.problem };
  const steps = plan.steps.map((step) => ({
    ...step,
    id: asWritten(step.id),
    dependsOn: step.dependsOn.map(asWritten),
  }));
  return { ok: true, steps, order: topologicalOrder(plan.steps).map(asWritten) };
}

interface InterpolationCase {
  toolInput: Record<string, unknown>;
  results: Record<string, unknown>;
  status?: Record<string, StepState>;
  params?: Record<string, string>;
}

function planInterpolation({ toolInput, results, status = {}, params }: InterpolationCase): unknown {
  const known = new Map<StepId, StepResult>(
    Object.entries(results).map(([id, output]) => [id, { state: "done", output }]),
  );
  for (const [id, state] of Object.entries(status))
    if (state === "failed" || state === "skipped") known.set(id, { state });
  const filled = interpolate(toolInput, known, params && toolSpec({ name: "tool", params }).parameters);
  return filled.ok ? filled : { ...filled, refs: filled.refs.map(asWritten) };
}

function decompose({ reply, agents }: { reply: string; agents: string[] }): unknown {
  const read = readDecomposition(reply, { agents, finishReason: "stop" });
  // The fallback is the pattern's, for everything that cannot be read.
  if (!read.ok) return { ok: false, problem: read.problem, fallback: "every_agent_full_task" };
  return {
    ok: true,
    tasks: read.tasks.map(({ id: _id, ...task }) => task),
    unknown: read.unknown.map(({ agent }) => agent),
    waves: waves(read.tasks),
  };
}

export const areas: Map<string, (input: unknown) => unknown> = new Map([
  ["plan-json", (input) => planJson(input as PlanCase)],
  ["plan-interpolation", (input) => planInterpolation(input as InterpolationCase)],
  ["review", (input) => readReview((input as { reply: string }).reply, { finishReason: "stop" })],
  ["decompose", (input) => decompose(input as { reply: string; agents: string[] })],
  ["react", (input) => react(input as ReactCase)],
  ["loop", (input) => loop(input as LoopCase)],
  ["notebook", (input) => notebook(input as NotebookCase)],
]);
