// The body of a chat completion request, as OpenAI's API and its many copies take it.
import { wellFormedJson } from "./json.ts";
import type { Capabilities, Message, ModelRequest, ToolCall, ToolSpec } from "./model.ts";

/** How one server wants to be asked. */
export interface Wire {
  /** the model's name on this server */
  model: string;
  can: Capabilities;
  /** what the output limit is called; never both are sent */
  limitName: "max_completion_tokens" | "max_tokens";
  /** whether to ask for token counts in the stream */
  streamUsage: boolean;
  /** parameters that this server was found to refuse */
  refused: ReadonlySet<string>;
}

/** OpenAI takes no more: https://platform.openai.com/docs/api-reference/chat/create#chat-create-stop */
const mostStops = 4;

/** The request as JSON text, in which no half of a surrogate pair stands. */
export function requestBody(request: ModelRequest, wire: Wire): string {
  const { can, refused } = wire;
  const takes = (name: string, able = true) => able && !refused.has(name);
  const { messages, tools, toolChoice, responseSchema, stop, seed, temperature } = request;
  // An empty list of tools is refused, and so is a choice without tools.
  const hasTools = can.tools && tools !== undefined && tools.length > 0;
  const rest = {
    ...(hasTools && toolChoice && takes("tool_choice") && { tool_choice: toolChoice }),
    ...(responseSchema &&
      takes("response_format", can.responseSchema) && {
        response_format: { type: "json_schema", json_schema: { name: "reply", schema: responseSchema } },
      }),
    [wire.limitName]: request.maxOutputTokens,
    ...(stop?.length && takes("stop", can.stop) && { stop: stop.slice(0, mostStops) }),
    ...(temperature !== undefined && takes("temperature", can.temperature) && { temperature }),
    ...(seed !== undefined && takes("seed") && { seed }),
    stream: true,
    ...(wire.streamUsage && takes("stream_options") && { stream_options: { include_usage: true } }),
  };
  return [
    `{"model":${jsonOf(wire.model)},"messages":[${messages.map(messageJson).join(",")}]`,
    hasTools ? `,"tools":${toolsJson(tools)}` : "",
    `,${jsonOf(rest).slice(1)}`,
  ].join("");
}

const jsonOf = (value: unknown): string => wellFormedJson(JSON.stringify(value));

// A conversation is sent anew with each call: what was written once is kept as long as the message is.
const written = new WeakMap<Message, { content: string; toolCalls: unknown; json: string }>();

function messageJson(message: Message): string {
  const toolCalls = message.role === "assistant" ? message.toolCalls : undefined;
  const known = written.get(message);
  if (known && known.content === message.content && known.toolCalls === toolCalls) return known.json;
  const json = jsonOf(wireMessage(message));
  written.set(message, { content: message.content, toolCalls, json });
  return json;
}

const writtenTools = new WeakMap<readonly ToolSpec[], string>();

function toolsJson(tools: readonly ToolSpec[]): string {
  let json = writtenTools.get(tools);
  if (json === undefined) {
    json = jsonOf(
      tools.map(({ name, description, parameters }) => ({
        type: "function",
        function: { name, description, parameters },
      })),
    );
    writtenTools.set(tools, json);
  }
  return json;
}

function wireMessage(message: Message): Record<string, unknown> {
  switch (message.role) {
    case "system":
    case "user":
      return { role: message.role, content: message.content };
    case "assistant": {
      const { content, toolCalls } = message;
      if (!toolCalls?.length) return { role: "assistant", content };
      return { role: "assistant", content: content === "" ? null : content, tool_calls: toolCalls.map(wireCall) };
    }
    case "tool":
      return { role: "tool", tool_call_id: message.toolCallId, content: message.content };
    default:
      return message satisfies never;
  }
}

function wireCall(call: ToolCall): Record<string, unknown> {
  // The arguments are JSON inside a string: what is escaped in them is out of reach once the body is written.
  const sound = call.arguments.trim() === "" ? "{}" : wellFormedJson(call.arguments);
  return { id: call.id, type: "function", function: { name: call.name, arguments: sound } };
}
