// Native tool calls: how an agent is spoken to where its model knows tools.
import type { Language } from "../events.ts";
import type { Message, ToolCall } from "../model/model.ts";
import { readArguments } from "../protocol/arguments.ts";
import { reactToolsPrompt, readReactTools } from "../protocol/react-tools.ts";
import { toolSpec } from "../tools/spec.ts";
import type { Tool } from "../tools/tool.ts";
import type { Protocol } from "./tool-loop.ts";

/** Calls as the provider's own `tool_calls`, results as messages of role `tool`. */
export function nativeProtocol(list: ReadonlyMap<string, Tool>, language: Language): Protocol {
  const tools = [...list.values()].map(toolSpec);
  return {
    prompt: reactToolsPrompt(language),
    request: { tools },
    read: (reply) => readReactTools(reply, { tools, language }),
    said: (reply) => ({
      role: "assistant",
      content: reply.text,
      ...(reply.toolCalls.length > 0 && { toolCalls: reply.toolCalls.map(asJson) }),
    }),
    observed: (observations, standing) =>
      observations.map(({ callId, text }, index): Message => {
        const last = index === observations.length - 1;
        return { role: "tool", toolCallId: callId, content: last && standing ? `${text}\n\n${standing}` : text };
      }),
  };
}

/** Strict servers refuse a history whose arguments are no JSON. */
function asJson(call: ToolCall): ToolCall {
  try {
    JSON.parse(call.arguments);
    return call;
  } catch {
    const read = readArguments(call.arguments, {}, { finishReason: "stop" });
    return { ...call, arguments: read.ok ? JSON.stringify(read.value) : "{}" };
  }
}
