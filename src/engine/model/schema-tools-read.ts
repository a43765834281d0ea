// Reads replies in the form of schema-tools-form.ts, whole, cut off, or while they are written.
import { isRecord } from "./json.ts";
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
  const value = objectOf(text);
  if (value) {
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

/** Gives out the thought and the answer of a reply while its JSON is being written; a reply of no such form as it comes. */
export function formReader(onText: (text: string) => void, onReasoning?: (text: string) => void) {
  let raw = "";
  let thought = 0;
  let answer = 0;
  return {
    add(piece: string): void {
      raw += piece;
      if (!/^\s*(?:\{|$)/.test(raw)) {
        onText(raw.slice(answer));
        answer = raw.length;
        return;
      }
      const written = partOf(answerStart, raw);
      if (written !== undefined) {
        if (written.length > answer) onText(written.slice(answer));
        answer = Math.max(answer, written.length);
        return;
      }
      const thinking = partOf(thoughtStart, raw) ?? "";
      if (thinking.length > thought) onReasoning?.(thinking.slice(thought));
      thought = Math.max(thought, thinking.length);
    },
  };
}

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
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
