// From the bytes of an answer to a model's reply.
import { assembly } from "./assemble.ts";
import { messageOf } from "../errors.ts";
import { isRecord, parsed } from "./json.ts";
import { ModelFailureError, type ModelFailure, type ModelReply } from "./model.ts";
import { failureOf, findError, readRefusal, shortMessage, unreadable, type ProviderError } from "./refusal.ts";
import { eventReader, joinBytes } from "./sse.ts";

export interface ReadOptions {
  /** Called with each piece of text as it arrives; never with half a character. */
  onText?: (text: string) => void;
  /** Likewise, of what the model thinks before it answers. */
  onReasoning?: (text: string) => void;
  /** Called whenever bytes arrive, heartbeats included. */
  onActivity?: () => void;
  /** Stops the read, and the connection under it. */
  signal?: AbortSignal;
  /** How long a server may keep the connection open after the reply's end, in ms. */
  tailMs?: number;
}

/** Time for the usage chunk behind the finish reason, or for the end of the body behind `[DONE]`. */
const defaultTailMs = 2_000;

/**
 * Reads the answer to a chat completion: an event stream however cut, a whole completion, or an error.
 *
 * A reply counts as complete if a finish reason or `[DONE]` was seen, or if the body is one whole JSON completion.
 * `[DONE]` ends the read at once, even if the connection stays open. Every string of the reply is well-formed.
 *
 * @throws ModelFailureError, with `partial` and `usage` as far as they had arrived
 */
export async function readStream(response: Response, options: ReadOptions = {}): Promise<ModelReply> {
  if (!response.ok) throw await readRefusal(response);
  const { onText, onReasoning, onActivity, signal, tailMs = defaultTailMs } = options;
  const reader = response.body?.getReader();
  const body = bodyReader(onText, onReasoning);
  let lost: unknown;
  let tail: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => void reader?.cancel().catch(() => {});
  signal?.addEventListener("abort", cancel);
  try {
    while (reader && !signal?.aborted) {
      const { done, value } = await reader.read().catch((thrown: unknown) => {
        lost = thrown;
        return { done: true, value: undefined };
      });
      if (done || !value) break;
      onActivity?.();
      body.push(value);
      if (body.isDone) break;
      if (body.finished) tail ??= setTimeout(cancel, tailMs);
    }
    if (!body.isDone) body.end();
  } finally {
    clearTimeout(tail);
    signal?.removeEventListener("abort", cancel);
    if (reader && body.ended) letEnd(reader, tailMs);
    else cancel();
  }
  const failure = body.failure ?? (signal?.aborted && !body.isDone ? aborted(signal) : body.verdict(lost));
  if (!failure) return body.reply();
  const partial = body.reply();
  throw new ModelFailureError(
    { ...failure, partial, ...(partial.usage && { usage: partial.usage }) },
    lost === undefined ? undefined : { cause: lost },
  );
}

/** Lets a body come to its own end: cancelling it would close a connection that the next call can use. */
function letEnd(reader: ReadableStreamDefaultReader<Uint8Array>, withinMs: number): void {
  const cancel = () => void reader.cancel().catch(() => {});
  const timer = setTimeout(cancel, Math.min(withinMs, 200));
  void reader.read().then(
    ({ done }) => {
      clearTimeout(timer);
      if (!done) cancel();
    },
    () => clearTimeout(timer),
  );
}

/** Puts a reply together from the bytes of a body, whatever kind of body it turns out to be. */
function bodyReader(onText: ReadOptions["onText"], onReasoning: ReadOptions["onReasoning"]) {
  const reply = assembly(onText, onReasoning);
  let ended = false;
  let failure: ModelFailure | undefined;
  let unread = "";
  let json: Uint8Array[] | undefined;
  let sawBytes = false;

  const fail = (error: ProviderError) => (failure ??= failureOf(error));
  const events = eventReader((data, name) => {
    if (ended || failure) return;
    if (/^\s*\[DONE\]\s*$/.test(data)) ended = true;
    else if (data.startsWith(":")) return;
    else takeEvent(data, name);
  });

  function takeEvent(data: string, name: string): void {
    const value = parsed(data);
    if (name === "error") {
      fail(findError(value, "refusal") ?? { message: data, words: "" });
    } else if (value === undefined) {
      // Some servers forget the blank line between two events.
      const lines = data.split("\n");
      if (lines.length === 1) unread ||= data.slice(0, 400);
      else for (const line of lines) if (!ended && line.trim() !== "") takeLine(line.trim(), name);
    } else if (isRecord(value)) {
      const error = modelEvent.test(name) ? reply.add(value) : findError(value);
      if (error) fail(error);
    }
  }

  function takeLine(line: string, name: string): void {
    if (line === "[DONE]") ended = true;
    else if (!line.startsWith(":")) takeEvent(line, name);
  }

  function endJson(bytes: Uint8Array): void {
    const text = new TextDecoder().decode(bytes);
    const value = parsed(text);
    if (isRecord(value) && Array.isArray(value["choices"])) {
      const error = reply.add(value);
      if (error) fail(error);
      ended = true;
      return;
    }
    const error = findError(value, "body");
    if (error) fail(error);
    else unread = text.slice(0, 400);
  }

  return {
    push(bytes: Uint8Array): void {
      if (!sawBytes) {
        const first = firstCharacter(bytes);
        if (first === undefined) return events.push(bytes);
        sawBytes = true;
        if (first === "{" || first === "[") json = [];
      }
      if (json) json.push(bytes);
      else events.push(bytes);
    },
    end(): void {
      if (json) endJson(joinBytes(json));
      else events.end();
    },
    reply: reply.reply,
    get ended() {
      return ended;
    },
    get failure() {
      return failure;
    },
    /** whether nothing that may still come could change the outcome */
    get isDone() {
      return ended || failure !== undefined;
    },
    get finished() {
      return reply.finished;
    },
    /** What is wrong with a body that has ended without an error of its own; undefined: nothing. */
    verdict(lost: unknown): ModelFailure | undefined {
      if (lost !== undefined && !ended && !reply.finished) return truncated(lost);
      const stray = unread || events.stray;
      if (!reply.sawChunk && stray !== "" && (unread !== "" || !events.sawField)) {
        return {
          code: "bad-upstream-response",
          message: unreadable(200, stray),
          status: 200,
          retryable: true,
        };
      }
      if (!sawBytes) return emptyResponse;
      if (!ended && !reply.finished) return truncated(undefined);
      const { text, reasoning, toolCalls, finishReason } = reply.reply();
      const isEmpty = text === "" && reasoning === undefined && toolCalls.length === 0;
      return isEmpty && finishReason === "stop" ? emptyResponse : undefined;
    },
  };
}

/** Names of events that carry chunks; others, such as `ping`, are not for us. */
const modelEvent = /^(?:|message|data|chunk|completion|chat\.completion.*)$/i;

function firstCharacter(bytes: Uint8Array): string | undefined {
  for (const byte of bytes) {
    // A byte order mark, or white space
    if (byte === 0xef || byte === 0xbb || byte === 0xbf || byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)) continue;
    return String.fromCharCode(byte);
  }
  return undefined;
}

const emptyResponse: ModelFailure = {
  code: "empty-response",
  message: "The model server answered without an error, but without a reply. Try again, or choose another model.",
  status: 200,
  retryable: true,
};

function truncated(lost: unknown): ModelFailure {
  const why = lost === undefined ? "" : ` (${shortMessage(messageOf(lost)).replace(/\.$/, "")})`;
  return {
    code: "stream-truncated",
    message: `The connection to the model ended in the middle of the reply${why}. Try again.`,
    status: 200,
    retryable: true,
  };
}

function aborted(signal: AbortSignal): ModelFailure {
  return {
    code: "aborted",
    message: `The call was stopped: ${shortMessage(messageOf(signal.reason))}`,
    retryable: false,
  };
}
