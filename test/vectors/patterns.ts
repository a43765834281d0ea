// How the cases of patterns.json are run: from the input of an area to an object in the words of `expect`.
import { createLoopWatch } from "../../src/engine/loops.ts";
import type { FinishReason, ToolSpec } from "../../src/engine/model/model.ts";
import { readReactText } from "../../src/engine/protocol/react-text.ts";
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

export const areas: Map<string, (input: unknown) => unknown> = new Map([
  ["react", (input) => react(input as ReactCase)],
  ["loop", (input) => loop(input as LoopCase)],
  ["notebook", (input) => notebook(input as NotebookCase)],
]);
