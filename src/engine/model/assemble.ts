// A reply put together from the chunks of a stream, or from one whole completion.
import { isRecord } from "./json.ts";
import type { FinishReason, ModelReply, Speed, Usage } from "./model.ts";
import { findError, type ProviderError } from "./refusal.ts";
import { thinkTags } from "./think-tags.ts";
import { toolCallParts } from "./tool-call-parts.ts";
import { readSpeed, readUsage } from "./usage.ts";

export interface Assembly {
  /** Takes one chunk. Returns the error that it reports, if it does. */
  add(chunk: Record<string, unknown>): ProviderError | undefined;
  /** whether any chunk was one of a completion */
  readonly sawChunk: boolean;
  /** whether a finish reason was seen */
  readonly finished: boolean;
  readonly usage: Usage | undefined;
  /** What there is of the reply. Joined strings are whole characters only. */
  reply(): ModelReply;
}

/** @param onText called with each piece of text, never with half a character; `onReasoning` likewise */
export function assembly(onText?: (text: string) => void, onReasoning?: (text: string) => void): Assembly {
  const text = characters(onText);
  const reasoning = characters(onReasoning);
  const content = thinkTags(text.add, reasoning.add);
  const tools = toolCallParts();
  let speed: Speed | undefined;
  let sawText = false;
  let finish: string | null = null;
  let usage: Usage | undefined;
  let sawChunk = false;

  function addDelta(delta: Record<string, unknown>): void {
    const thought = delta["reasoning_content"] || delta["reasoning"];
    if (typeof thought === "string") reasoning.add(thought);
    const said = delta["content"];
    if (typeof said === "string") addText(said);
    else if (Array.isArray(said)) for (const part of said) addPart(part);
    else if (typeof delta["refusal"] === "string") addText(delta["refusal"]);
    if (Array.isArray(delta["tool_calls"])) tools.add(delta["tool_calls"]);
    // The form before tool calls; old gateways still speak it.
    if (isRecord(delta["function_call"])) tools.add([delta["function_call"]]);
  }

  function addText(piece: string): void {
    if (piece !== "") sawText = true;
    content.add(piece);
  }

  /** Mistral's magistral sends its thoughts and its text as parts. */
  function addPart(part: unknown): void {
    if (!isRecord(part)) return;
    if (typeof part["text"] === "string") addText(part["text"]);
    else if (Array.isArray(part["thinking"])) {
      for (const piece of part["thinking"]) {
        if (isRecord(piece) && typeof piece["text"] === "string") reasoning.add(piece["text"]);
      }
    }
  }

  return {
    add(chunk) {
      const choices = Array.isArray(chunk["choices"]) ? (chunk["choices"] as unknown[]) : [];
      if ("choices" in chunk) sawChunk = true;
      const choice = choices.find((one) => isRecord(one) && !one["index"]);
      const groq = isRecord(chunk["x_groq"]) ? chunk["x_groq"]["usage"] : undefined;
      let newUsage = readUsage(chunk["usage"] ?? groq);
      let error = findError(chunk);
      if (isRecord(choice)) {
        newUsage ??= readUsage(choice["usage"]);
        error ??= findError(choice);
        const { delta, message } = choice;
        if (isRecord(delta)) addDelta(delta);
        // Beside deltas a whole message only repeats them.
        else if (isRecord(message) && !sawText) addDelta(message);
        const reason = choice["finish_reason"];
        if (typeof reason === "string" && reason !== "") finish = reason;
      }
      usage = newUsage ?? usage;
      speed = readSpeed(chunk["timings"]) ?? speed;
      if (!error && finish !== null && failedFinish.test(finish)) {
        error = { message: `the answer ended with finish reason "${finish}"`, words: finish };
      }
      return error;
    },
    get sawChunk() {
      return sawChunk;
    },
    get finished() {
      return finish !== null;
    },
    get usage() {
      return usage;
    },
    reply() {
      const toolCalls = tools.calls();
      content.flush();
      const whole = content.settle(text.end(), reasoning.end());
      return {
        text: whole.text,
        ...(whole.reasoning !== "" && { reasoning: whole.reasoning }),
        toolCalls,
        finishReason: meaning(finish, toolCalls.length > 0),
        ...(usage && { usage }),
        ...(speed && { speed }),
      };
    },
  };
}

const failedFinish = /^(?:error|network_error|abort|insufficient_system_resource)$/i;

/** What a finish reason means. The label is not to be trusted about calls: they are there, or they are not. */
function meaning(finish: string | null, hasCalls: boolean): FinishReason {
  if (finish !== null && /^(?:length|max_(?:output_|completion_)?tokens|model_length)$/i.test(finish)) return "length";
  if (finish !== null && /^(?:content[_-]filter|safety|sensitive|refusal)$/i.test(finish)) return "content_filter";
  return hasCalls ? "tool_calls" : "stop";
}

/** Joins strings that may be cut inside a character. A half whose other half never comes becomes U+FFFD. */
function characters(onText?: (text: string) => void) {
  let whole = "";
  let half = "";
  const give = (piece: string) => {
    const sound = piece.isWellFormed() ? piece : piece.toWellFormed();
    whole += sound;
    onText?.(sound);
  };
  return {
    add(piece: string): void {
      if (piece === "") return;
      const joined = half + piece;
      const last = joined.charCodeAt(joined.length - 1);
      half = last >= 0xd800 && last <= 0xdbff ? joined.slice(-1) : "";
      const sound = half === "" ? joined : joined.slice(0, -1);
      if (sound !== "") give(sound);
    },
    end(): string {
      if (half !== "") give("\ufffd");
      half = "";
      return whole;
    },
  };
}
