// A small agent loop for the tests of the rehearsal model: it asks, runs the real tools, and asks again, in either protocol.
import { messageOf } from "../../../../src/engine/errors.ts";
import type { Message, Model, ModelReply, ModelRequest } from "../../../../src/engine/model/model.ts";
import { rehearsal } from "../../../../src/engine/model/rehearsal/rehearsal.ts";
import { memoryFiles } from "../../../../src/engine/tools/files-memory.ts";
import { tools as allTools } from "../../../../src/engine/tools/index.ts";
import { resultText } from "../../../../src/engine/tools/result.ts";
import type { Files, Tool } from "../../../../src/engine/tools/tool.ts";
import { toolSpec } from "../../../../src/engine/tools/spec.ts";

export interface PlayOptions {
  tools?: readonly Tool[];
  model?: Model;
  files?: Files;
  nowMs?: number;
}

export interface Played {
  answer: string;
  /** `tool {"input": …}` each, in order */
  calls: string[];
  /** what the model said beside each call */
  thoughts: string[];
  files: Files;
}

/** 2024-03-01, 12:00 in UTC, a Friday. */
export const noonMs = Date.parse("2024-03-01T12:00:00Z");

const mostTurns = 20;

/** Plays a task with native tool calls. */
export async function play(task: string, options: PlayOptions = {}): Promise<Played> {
  const { tools = allTools, model = rehearsal({ charactersPerSecond: null }), files = memoryFiles() } = options;
  const messages: Message[] = [
    { role: "system", content: "Use the tools." },
    { role: "user", content: task },
  ];
  const played: Played = { answer: "", calls: [], thoughts: [], files };
  for (let turn = 1; turn <= mostTurns; turn++) {
    const reply = await ask(model, { messages, tools: tools.map(toolSpec), maxOutputTokens: 2_000 });
    const { text, toolCalls } = reply;
    if (toolCalls.length === 0) return { ...played, answer: text };
    played.thoughts.push(text);
    messages.push({ role: "assistant", content: text, toolCalls });
    for (const call of toolCalls) {
      played.calls.push(`${call.name} ${call.arguments}`);
      const content = await carryOut(call.name, call.arguments, tools, { files, nowMs: options.nowMs ?? noonMs });
      messages.push({ role: "tool", toolCallId: call.id, content });
    }
  }
  throw new Error(`no answer after ${mostTurns} turns: ${played.calls.join("; ")}`);
}

/** Makes one call of the model. */
export function ask(model: Model, request: Partial<ModelRequest>): Promise<ModelReply> {
  return model.complete(
    { messages: [], maxOutputTokens: 2_000, ...request },
    { signal: new AbortController().signal, onText: () => {} },
  );
}

/** Runs a tool as the engine does, and gives its result, or what went wrong, as the model reads it. */
export async function carryOut(
  name: string,
  argumentsText: string,
  tools: readonly Tool[],
  { files, nowMs }: { files: Files; nowMs: number },
): Promise<string> {
  const tool = tools.find((each) => each.name === name);
  if (!tool) return `There is no tool "${name}".`;
  try {
    const input: unknown = JSON.parse(argumentsText);
    return resultText(await tool.run(input, { files, now: () => nowMs, signal: new AbortController().signal })).text;
  } catch (error) {
    return messageOf(error);
  }
}
