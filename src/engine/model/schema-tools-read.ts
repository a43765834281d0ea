// Reads replies in the form of schema-tools-form.ts, whole, cut off, or while they are written.
import { isRecord, parsed } from "./json.ts";
import type { FinishReason } from "./model.ts";

export type Form =
  | { kind: "call"; thought: string; tool: string; /** JSON text, as far as it was written */ input: string }
  | { kind: "answer"; thought: string; answer: string };

const string = String.raw`"((?:[^"\\]|\\[^])*)`;
const thoughtStart = new RegExp(String.raw`^\s*\{\s*"thought"\s*:\s*${string}`);
const head = String.raw`^\s*\{\s*(?:"thought"\s*:\s*"(?:[^"\\]|\\[^])*"\s*,\s*)?`;
const answerStart = new RegExp(String.raw`${head}"answer"\s*:\s*${string}`);
const toolStart = new RegExp(String.raw`${head}"tool"\s*:\s*${string}"\s*(?:,\s*"input"\s*:\s*([^]*))?`);

/** What a reply means. A text of no such form is the answer. */
export function readForm(text: string, finishReason: FinishReason): Form {
  const value = parsed(text);
  if (isRecord(value)) {
    const thought = typeof value["thought"] === "string" ? value["thought"] : "";
    const { tool, input, answer } = value;
    if (typeof tool === "string") {
      // A string is JSON that was written into one.
      return { kind: "call", thought, tool, input: typeof input === "string" ? input : JSON.stringify(input ?? {}) };
    }
    if (answer === undefined) return { kind: "answer", thought: "", answer: text };
    return { kind: "answer", thought, answer: typeof answer === "string" ? answer : JSON.stringify(answer) };
  }
  const thought = partOf(thoughtStart, text) ?? "";
  const call = toolStart.exec(text);
  if (call) {
    const input = call[2] ?? "";
    // Cut off, it ends where it ends; else the last brace closes the reply.
    const written = finishReason === "length" ? input : input.trimEnd().replace(/\}$/, "");
    return { kind: "call", thought, tool: decoded(call[1] ?? ""), input: written };
  }
  const answer = partOf(answerStart, text);
  if (answer !== undefined) return { kind: "answer", thought, answer };
  return { kind: "answer", thought, answer: thought === "" ? text : "" };
}

const beginning = /^\s*\{\s*"(thought|answer)"\s*:\s*"/;
const answerNext = /^\s*,\s*"answer"\s*:\s*"/;

/**
 * Gives out the thought and the answer of a reply while its JSON is being written; a reply of no such form as it comes. Each
 * letter of them is looked at once: a reply may come in ten thousand pieces.
 */
export function formReader(onText: (text: string) => void, onReasoning: (text: string) => void = () => {}) {
  let unread = "";
  let take = beforeStart;

  const answer = stringReader(onText, () => go(() => {}, ""));
  const thought = stringReader(onReasoning, (rest) => go(afterThought, rest));

  function go(next: (piece: string) => void, rest: string): void {
    take = next;
    unread = "";
    if (rest !== "") next(rest);
  }
  function beforeStart(piece: string): void {
    unread += piece;
    const found = beginning.exec(unread);
    if (found) go(found[1] === "answer" ? answer : thought, unread.slice(found[0].length));
    else if (!/^\s*(?:\{|$)/.test(unread)) go(onText, unread);
  }
  function afterThought(piece: string): void {
    unread += piece;
    const found = answerNext.exec(unread);
    if (found) go(answer, unread.slice(found[0].length));
  }

  return { add: (piece: string): void => take(piece) };
}

/** Of a character beyond 16 bits, raw or as an escape: the other half comes next. */
const firstHalf = /^(?:[\ud800-\udbff]|\\u[dD][89abAB]..)$/;

/** Gives out the letters of a JSON string as they come, never half an escape or half a character; then what follows its end. */
function stringReader(onLetters: (letters: string) => void, onEnd: (rest: string) => void): (piece: string) => void {
  let held = "";
  return (piece) => {
    const text = held + piece;
    let [at, safe] = [0, 0];
    while (at < text.length && text[at] !== '"') {
      const length = text[at] !== "\\" ? 1 : text[at + 1] === "u" ? 6 : 2;
      if (at + length > text.length) break;
      const isHalf = firstHalf.test(text.slice(at, at + length));
      at += length;
      if (!isHalf) safe = at;
    }
    const isClosed = text[at] === '"';
    const letters = decoded(text.slice(0, isClosed ? at : safe));
    held = text.slice(safe);
    if (letters !== "") onLetters(letters);
    if (isClosed) onEnd(text.slice(at + 1));
  };
}

function partOf(start: RegExp, text: string): string | undefined {
  const found = start.exec(text)?.[1];
  return found === undefined ? undefined : decoded(found);
}

/** The letters of a JSON string that may be cut anywhere; never half a character. */
function decoded(inside: string): string {
  const short = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" } as Record<string, string>;
  return inside
    .replace(/\\(?:u([0-9a-f]{4})|(u[0-9a-f]{0,3}$)|([^]))/gi, (_all, hex?: string, cut?: string, letter?: string) => {
      if (hex !== undefined) return String.fromCharCode(parseInt(hex, 16));
      return cut !== undefined ? "" : (short[letter ?? ""] ?? letter ?? "");
    })
    .replace(/[\ud800-\udbff]$/, "");
}
