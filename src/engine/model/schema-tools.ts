// Tools by schema: tool calls from a model that knows none, but keeps to a response schema.
import { languageOf } from "../language.ts";
import { parsed } from "./json.ts";
import {
  ModelFailureError,
  toModelFailure,
  type CallOptions,
  type Message,
  type Model,
  type ModelReply,
  type ModelRequest,
} from "./model.ts";
import { replySchema } from "./schema-tools-form.ts";
import { formReader, readForm } from "./schema-tools-read.ts";
import { toolsText } from "./schema-tools-words.ts";

/**
 * A model that takes tools, over one that takes a response schema only. The tools are told in the system message, each reply is
 * forced into one branch per tool or one for the answer, and read back; results go to the model in the same form. What a
 * grammar cannot hold (patterns, ranges of a tool's own) is checked where the call is made, like any call's arguments, and the
 * model is told what is wrong. One call a reply.
 *
 * @throws TypeError if the model takes no response schema
 */
export function withSchemaTools(model: Model): Model {
  if (!model.can.responseSchema) {
    throw new TypeError(`"${model.id}" takes no response schema, so its replies cannot be forced into tool calls.`);
  }
  return {
    ...model,
    can: { ...model.can, tools: true },
    async complete(request, options) {
      const { tools = [], toolChoice: choice, responseSchema, ...rest } = request;
      if (tools.length === 0) return model.complete({ ...request, messages: inForm(request.messages) }, options);
      const plain: ModelRequest = {
        ...rest,
        messages: withText(inForm(request.messages), toolsText(tools, languageOf(systemOf(request.messages)))),
        responseSchema: replySchema(tools, { choice: choice ?? "auto", answer: responseSchema }),
      };
      const reader = formReader(options.onText, options.onReasoning);
      const reading: CallOptions = {
        get signal() {
          return options.signal;
        },
        onText: reader.add,
        ...(options.onReasoning && { onReasoning: options.onReasoning }),
        ...(options.onProgress && { onProgress: options.onProgress }),
      };
      try {
        return inCalls(await model.complete(plain, reading), request.messages);
      } catch (thrown) {
        const failure = toModelFailure(thrown);
        if (!failure.partial) throw thrown;
        const partial = { ...inCalls(failure.partial, request.messages), toolCalls: [] };
        // The message of an error is not among what spreading takes.
        throw new ModelFailureError({ ...failure, message: failure.message, partial }, { cause: thrown });
      }
    },
  };
}

const systemOf = (messages: readonly Message[]): string =>
  (messages.find(({ role }) => role === "system") ?? messages[0])?.content ?? "";

/** The reply as the patterns know it: text beside a call is thought, text without one is the answer. */
function inCalls(reply: ModelReply, messages: readonly Message[]): ModelReply {
  const form = readForm(reply.text, reply.finishReason);
  if (form.kind === "call") {
    const call = { id: nextId(messages), name: form.tool, arguments: form.input };
    const finishReason = reply.finishReason === "length" ? "length" : "tool_calls";
    return { ...reply, text: form.thought, toolCalls: [call], finishReason };
  }
  const reasoning = [reply.reasoning, form.thought].filter(Boolean).join("\n");
  return { ...reply, text: form.answer, ...(reasoning !== "" && { reasoning }) };
}

/** One more than the highest of the conversation, so that the same conversation gets the same ids. */
function nextId(messages: readonly Message[]): string {
  const ids = messages.flatMap((message) => (message.role === "assistant" ? (message.toolCalls ?? []) : []));
  const numbers = ids.map(({ id }) => Number(/^call-(\d+)$/.exec(id)?.[1] ?? 0));
  return `call-${Math.max(0, ...numbers) + 1}`;
}

/** Calls and results as the JSON that this model writes and reads. Results in a row are one message: many templates want turns. */
function inForm(messages: readonly Message[]): Message[] {
  const names = new Map<string, string>();
  const out: Message[] = [];
  let isAfterResult = false;
  for (const message of messages) {
    const last = out.at(-1);
    if (message.role === "tool") {
      const content = JSON.stringify({ tool: names.get(message.toolCallId) ?? "", result: message.content });
      if (isAfterResult && last) out[out.length - 1] = { role: "user", content: `${last.content}\n${content}` };
      else out.push({ role: "user", content });
      isAfterResult = true;
      continue;
    }
    isAfterResult = false;
    if (message.role !== "assistant" || !message.toolCalls?.length) {
      out.push(message);
      continue;
    }
    for (const { id, name } of message.toolCalls) names.set(id, name);
    const lines = message.toolCalls.map(({ name, arguments: input }) =>
      JSON.stringify({ thought: message.content, tool: name, input: parsed(input) ?? input }),
    );
    out.push({ role: "assistant", content: lines.join("\n") });
  }
  return out;
}

function withText(messages: readonly Message[], text: string): Message[] {
  const at = messages.findIndex(({ role }) => role === "system");
  if (at < 0) return [{ role: "system", content: text }, ...messages];
  return messages.map((message, index) =>
    index === at ? { role: "system", content: `${message.content}\n\n${text}` } : message,
  );
}
