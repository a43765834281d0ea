// The two ways an agent can be spoken to: native tool calls, and the text protocol of the ReAct paper.
import type { Language } from "../events.ts";
import type { Message, ToolCall, ToolSpec } from "../model/model.ts";
import { readArguments } from "../protocol/arguments.ts";
import { readReactTools } from "../protocol/react-tools.ts";
import { cutAtObservation, observationMessage, readReactText, stopLabels } from "../protocol/react-text.ts";
import type { Protocol } from "./tool-loop.ts";

/** Calls as the provider's own `tool_calls`, results as messages of role `tool`. */
export function nativeProtocol(tools: readonly ToolSpec[], language: Language): Protocol {
  return {
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

/** Thought, Action, Action Input, Observation, Final Answer, as text; one call a reply. */
export function textProtocol(tools: readonly ToolSpec[], language: Language): Protocol {
  let calls = 0;
  return {
    request: { stop: stopLabels, cutAt: cutAtObservation },
    read: (reply) =>
      readReactText(reply.text, {
        tools,
        language,
        finishReason: reply.finishReason,
        nextCallId: () => `call_${++calls}`,
      }),
    said: (reply) => ({ role: "assistant", content: reply.text }),
    observed: (observations, standing) => [
      { role: "user", content: [observationMessage(observations, language), standing].filter(Boolean).join("\n\n") },
    ],
  };
}
