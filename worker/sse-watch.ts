// Looks at a stream of events as it passes: what was used, whether it is whole, and errors that must not reach the page as they are.
import { isRecord, parsed } from "../src/engine/model/json.ts";
import type { Usage } from "../src/engine/model/model.ts";
import { hasError } from "../src/engine/model/refusal.ts";
import { readUsage } from "../src/engine/model/usage.ts";
import { concat } from "./read-bytes.ts";

/** An event longer than this is no chat completion; nothing longer is kept in memory. */
const maxEventBytes = 1024 * 1024;

const lineFeed = 10;
const carriageReturn = 13;
const colon = 58;

/** Thrown for an event without an end. */
export class EventTooLong extends Error {}

/**
 * Takes the bytes of a stream and gives them back unchanged, event by event: the part of an event that is still without its end is kept until
 * the rest is there. An event that holds an error, or the key, is replaced by the one given.
 */
export class SseWatch {
  readonly #replacement: Uint8Array;
  readonly #key: string | undefined;
  readonly #decoder = new TextDecoder();
  /** the beginning of an event, of earlier chunks */
  #kept: Uint8Array[] = [];
  #keptBytes = 0;
  #lineBytes = 0;
  #isComment = true;
  #afterReturn = false;
  #usage: Usage | undefined;
  #isDone = false;

  constructor(replacement: Uint8Array, key: string | undefined) {
    this.#replacement = replacement;
    this.#key = key;
  }

  /** What the whole answer used, once its `[DONE]` is there; undefined: not known. A count of zero counts nothing. */
  get usage(): Usage | undefined {
    return this.#isDone ? this.#usage : undefined;
  }

  /**
   * @returns what may be handed on now; may be nothing
   * @throws EventTooLong
   */
  take(chunk: Uint8Array): Uint8Array[] {
    const ready: Uint8Array[] = [];
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte === lineFeed && this.#afterReturn) {
        // The second half of a line's end.
        this.#afterReturn = false;
        continue;
      }
      this.#afterReturn = byte === carriageReturn;
      if (byte !== lineFeed && byte !== carriageReturn) {
        if (this.#lineBytes++ === 0 && byte !== colon) this.#isComment = false;
        continue;
      }
      // A comment stands for itself: a server's sign of life between two events.
      const isEnd = this.#lineBytes === 0 || this.#isComment;
      this.#lineBytes = 0;
      if (!isEnd) continue;
      if (byte === carriageReturn && chunk[at + 1] === lineFeed) {
        this.#afterReturn = false;
        at++;
      }
      append(ready, this.#release(chunk.subarray(start, at + 1)));
      start = at + 1;
    }
    const rest = chunk.subarray(start);
    // The end of a line whose first half has gone already.
    if (rest.length === 1 && rest[0] === lineFeed && this.#kept.length === 0 && this.#lineBytes === 0) {
      append(ready, rest);
    } else if (rest.length > 0) {
      this.#keep(rest);
    }
    return ready;
  }

  /** What was kept, at the end of the stream. */
  flush(): Uint8Array[] {
    return this.#keptBytes > 0 ? [this.#release(new Uint8Array(0))] : [];
  }

  #keep(bytes: Uint8Array): void {
    this.#kept.push(bytes);
    this.#keptBytes += bytes.length;
    if (this.#keptBytes > maxEventBytes) throw new EventTooLong();
  }

  #release(end: Uint8Array): Uint8Array {
    const bytes = this.#kept.length === 0 ? end : concat([...this.#kept, end]);
    this.#kept = [];
    this.#keptBytes = 0;
    this.#isComment = true;
    return this.#isHarmless(this.#decoder.decode(bytes)) ? bytes : this.#replacement;
  }

  #isHarmless(event: string): boolean {
    if (this.#key !== undefined && event.includes(this.#key)) return false;
    let type = "";
    const data: string[] = [];
    for (const line of event.split(/\r\n|\n|\r/)) {
      if (line.startsWith("data:")) data.push(line.slice(5));
      if (line.startsWith("event:")) type = line.slice(6).trim();
    }
    if (data.length === 0) return true;
    const text = data.join("\n").trim();
    this.#isDone = text === "[DONE]";
    if (this.#isDone) return true;
    const value = parsed(text);
    if (type === "error" || holdsError(value)) return false;
    this.#usage = countedUsage(value) ?? this.#usage;
    return true;
  }
}

/** Whether a chunk or a whole completion is an error, or has one at its top level. */
export function holdsError(value: unknown): boolean {
  const isCompletion = isRecord(value) && Array.isArray(value["choices"]);
  return hasError(value, isCompletion ? "chunk" : "body");
}

/** The usage at the top level of a chunk or a completion; undefined where it counts nothing. */
export function countedUsage(value: unknown): Usage | undefined {
  const usage = isRecord(value) ? readUsage(value["usage"]) : undefined;
  return usage && usage.inputTokens + usage.outputTokens > 0 ? usage : undefined;
}

/** Neighbours in one chunk go on as one: each piece costs the runtime a wake-up. */
function append(pieces: Uint8Array[], next: Uint8Array): void {
  const last = pieces.at(-1);
  if (last && last.buffer === next.buffer && last.byteOffset + last.length === next.byteOffset) {
    pieces[pieces.length - 1] = new Uint8Array(next.buffer, last.byteOffset, last.length + next.length);
  } else {
    pieces.push(next);
  }
}
