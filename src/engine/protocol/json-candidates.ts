// Finds the JSON values in a reply, among prose, fences and brackets that mean something else.
import type { FinishReason } from "../model/model.ts";
import { withoutDraft } from "./clean-reply.ts";
import { readJson } from "./json-reader.ts";
import type { WrittenNumbers } from "./json-values.ts";

/** A complete object or array in a reply. Places count from the start of {@link JsonSearch.text}. */
export interface JsonCandidate {
  /** may hold `BareWord`s, where text lacks its quotes */
  value: unknown;
  start: number;
  /** index after it */
  end: number;
  /** it is not valid JSON as written */
  mended: boolean;
  /** digits of its numbers, as the reader kept them */
  written: WrittenNumbers;
}

/** Something that begins as JSON and cannot be read. */
export interface BrokenJson {
  start: number;
  /** where its brackets close; the end of the text if they do not */
  end: number;
  /** where reading stopped */
  at: number;
  problem: string;
}

export interface JsonSearch {
  /** the reply without its drafts: what was searched */
  text: string;
  /** outermost values, in the order of the reply */
  values: JsonCandidate[];
  broken: BrokenJson[];
  /** where the value begins that the text ends in; null: it ends in none */
  openAt: number | null;
}

const openers = /[{[｛［]/g;
const gap = String.raw`(?:\s|//[^\n]{0,200}\n|#\s[^\n]{0,200}\n|/\*[^*]{0,200}\*/)*`;
/** An object begins with a key and a colon, a list of what we look for with another bracket; prose does neither. */
const jsonBegins = new RegExp(
  String.raw`[{｛]${gap}(?:"[^"\n]{1,100}"|'[^'\n]{1,100}'|“[^”\n]{1,100}”|[${"`"}][^${"`"}\n]{1,100}[${"`"}]|[\p{L}\p{N}_$-]{1,100})${gap}[:：]|[[［]${gap}[{｛[［]`,
  "uy",
);
const bracketOrQuote = /[{}[\]｛｝［］]|"[^"\\]*(?:\\.[^"\\]*)*"?/gsu;

/**
 * Finds every complete object and array, whatever stands around it. Nothing inside a value that is broken or cut off counts as
 * a value of its own: half a list is not a list.
 *
 * @param finishReason unless it is `stop`, the model was cut off, and brackets missing at the end are not supplied
 * @throws never; linear in the length of the reply
 */
export function findJson(reply: string, finishReason: FinishReason): JsonSearch {
  const text = bodyOf(reply);
  const search: JsonSearch = { text, values: [], broken: [], openAt: null };
  // Brackets of prose are read too (`[1, 2]` is JSON), but hostile ones must not cost more than a few readings of the reply.
  let proseLeft = 8 * text.length + 10_000;
  for (let at = 0; ;) {
    openers.lastIndex = at;
    const start = openers.exec(text)?.index;
    if (start === undefined) return search;
    jsonBegins.lastIndex = start;
    const isJson = jsonBegins.test(text);
    at = start + 1;
    if (!isJson && proseLeft < 0) continue;
    const read = readJson(text, start, { bareWords: true });
    const isCut =
      read.status === "truncated" || (read.status === "ok" && read.missingClosers > 0 && finishReason !== "stop");
    // Each attempt costs something of its own, however soon it ends.
    if (!isJson) proseLeft -= 60;
    if (isCut) {
      if (isJson) return { ...search, openAt: start };
      proseLeft -= text.length - start;
    } else if (read.status === "ok") {
      const { value, end, written, repaired } = read;
      // `[see the docs]` could be read as a list of words.
      if (isJson || !read.bareWords) search.values.push({ value, start, end, mended: repaired, written });
      at = end;
    } else if (read.status === "bad") {
      if (isJson) {
        at = Math.max(at, read.at, closeOf(text, start));
        search.broken.push({ start, end: at, at: read.at, problem: read.problem });
      } else proseLeft -= read.at - start;
    }
  }
}

/**
 * What could not be read after `end`, if it speaks of the same things: a newer version, which must not be passed over.
 *
 * @param about what tells such a value from another, such as one of its keys
 */
export function unreadAfter(search: JsonSearch, end: number, about: RegExp): BrokenJson | "open" | undefined {
  const { text, broken, openAt } = search;
  if (openAt !== null && openAt >= end && about.test(text.slice(openAt))) return "open";
  return broken.findLast((part) => part.start >= end && about.test(text.slice(part.start, part.end)));
}

/** True if there is more than numbers in brackets, which prose uses for its sources. */
export const holdsJson = ({ values }: JsonSearch): boolean =>
  values.some(({ value }) => !Array.isArray(value) || value.some((item) => typeof item !== "number"));

/** A few characters around a place, in quotes. */
export const near = (text: string, at: number): string => JSON.stringify(text.slice(Math.max(0, at - 20), at + 30));

function bodyOf(reply: string): string {
  const body = withoutDraft(reply.trimStart());
  // A draft that never ends holds no reply.
  return /^<think(?:ing)?>/i.test(body) ? "" : body;
}

/** Where the brackets that open at `start` are closed; texts in double quotes are passed over. */
function closeOf(text: string, start: number): number {
  let depth = 0;
  bracketOrQuote.lastIndex = start;
  for (let found = bracketOrQuote.exec(text); found; found = bracketOrQuote.exec(text)) {
    if ("{[｛［".includes(found[0])) depth++;
    else if (!found[0].startsWith('"') && --depth === 0) return bracketOrQuote.lastIndex;
  }
  return text.length;
}
