// How the rehearsal model counts its tokens, and how its replies are cut where a limit or a stop label says so.
import { utf8Bytes } from "../../text.ts";
import type { FinishReason, Message, ModelRequest, ToolCall } from "../model.ts";
import type { WholeReply } from "./reply.ts";

/** About what a byte-level tokenizer makes of English; always a whole number of tokens, always the same. */
const bytesPerToken = 4;
/** What the frame of each message, and of each call, counts as. */
const tokensPerMessage = 4;
const bytesPerCall = 8;

const tokensOf = (bytes: number) => Math.ceil(bytes / bytesPerToken);

/** Tokens of all that a request sends along. */
export function inputTokens({ messages, tools, responseSchema }: ModelRequest): number {
  const sent = messages.reduce((sum, message) => sum + tokensPerMessage + tokensOf(messageBytes(message)), 0);
  const extras = [tools, responseSchema].filter((part) => part !== undefined);
  return extras.reduce((sum, part) => sum + tokensOf(utf8Bytes(JSON.stringify(part))), sent);
}

/** Tokens of what was written. */
export function outputTokens(text: string, toolCalls: readonly ToolCall[]): number {
  return tokensOf(utf8Bytes(text) + callBytes(toolCalls));
}

function messageBytes(message: Message): number {
  return utf8Bytes(message.content) + (message.role === "assistant" ? callBytes(message.toolCalls ?? []) : 0);
}

function callBytes(calls: readonly ToolCall[]): number {
  return calls.reduce((sum, call) => sum + bytesPerCall + utf8Bytes(call.name) + utf8Bytes(call.arguments), 0);
}

export interface CutReply extends WholeReply {
  finishReason: FinishReason;
}

/** Ends a reply where a model would have to: at the first stop label, else at the output limit, in the middle of a call too. */
export function cut(
  { text, toolCalls, cutAfterTokens = Infinity }: WholeReply,
  { stop, maxOutputTokens }: ModelRequest,
): CutReply {
  const stops = (stop ?? []).map((label) => (label === "" ? -1 : text.indexOf(label))).filter((index) => index >= 0);
  const stopped = stops.length > 0;
  const written = stopped ? text.slice(0, Math.min(...stops)) : text;
  const calls = stopped ? [] : toolCalls;

  let room = Math.min(maxOutputTokens, cutAfterTokens) * bytesPerToken;
  const keptText = firstBytes(written, room);
  if (keptText.length < written.length) return { text: keptText, toolCalls: [], finishReason: "length" };
  room -= utf8Bytes(keptText);
  const kept: ToolCall[] = [];
  for (const call of calls) {
    room -= bytesPerCall + utf8Bytes(call.name);
    if (room < 0) return { text: keptText, toolCalls: kept, finishReason: "length" };
    const argumentsText = firstBytes(call.arguments, room);
    kept.push({ ...call, arguments: argumentsText });
    if (argumentsText.length < call.arguments.length)
      return { text: keptText, toolCalls: kept, finishReason: "length" };
    room -= utf8Bytes(argumentsText);
  }
  return { text: keptText, toolCalls: kept, finishReason: kept.length > 0 ? "tool_calls" : "stop" };
}

/** The longest beginning of at most so many bytes that takes no character apart. */
function firstBytes(text: string, bytes: number): string {
  if (utf8Bytes(text) <= bytes) return text;
  let end = 0;
  let left = bytes;
  for (const character of text) {
    left -= utf8Bytes(character);
    if (left < 0) break;
    end += character.length;
  }
  return text.slice(0, end);
}
