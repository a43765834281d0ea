// Cuts a reply in the ReAct text form into labelled parts. What stands inside JSON, drafts and fenced answers is no label.
import { thinkClose, thinkOpen, withoutTokens } from "./clean-reply.ts";
import { readJson } from "./json-reader.ts";
import { labelAtLine, nextLine, type Label } from "./labels.ts";

/** The text of an input, and whether it runs up to the very end of the reply, so that it may have been cut off. */
export interface InputText {
  text: string;
  reachesEnd: boolean;
}

export interface Part {
  label: Label | "text";
  /** index of the first character of its line */
  start: number;
  contentStart: number;
  /** index where the next part starts */
  end: number;
  openEmphasis: string;
  /** of an `action`: the line that names the tool */
  name?: InputText;
  /** of an `input`: its value; of an `action`: what stands in brackets behind the name */
  input?: InputText;
}

export interface Scan {
  text: string;
  parts: Part[];
  /** what is not to be read: drafts in `<think>`, and tokens of a chat template */
  cuts: { start: number; end: number }[];
}

const templateToken = /[ \t]*<\|[^|<>\n]{1,64}\|>/y;
const fenceOpen = /[ \t]*(`{3,}|~{3,})([^\n{[`]*)\n?/y;
/** A tool's name with its input directly behind it: `name({`, `name {`, `name("`. */
const inlineCall = /^[ \t]*[`*"'“]*[\p{L}\p{N}_][\p{L}\p{N}_.: -]*[`*"'”]*(?:[(（]\s*(?=[{｛[［"'“])|(?=[{｛]))/u;

/** Finds the parts of a reply, in one pass over its lines. */
export function scanReply(text: string): Scan {
  const cuts: Scan["cuts"] = [];
  const first: Part = { label: "text", start: 0, contentStart: 0, end: text.length, openEmphasis: "" };
  const parts: Part[] = [first];
  let current = first;
  const openFences = new Set<string>();
  let at = 0;
  while (at < text.length) {
    const skipped = skipHidden(text, at);
    if (skipped > at) {
      cuts.push({ start: at, end: skipped });
      at = skipped;
      continue;
    }
    const label = labelAtLine(text, at);
    if (label) {
      current.end = at;
      current = {
        label: label.label,
        start: at,
        contentStart: label.end,
        end: text.length,
        openEmphasis: label.openEmphasis,
      };
      parts.push(current);
      if (label.label === "input") at = readInput(text, current, openFences);
      else if (label.label === "action") at = readAction(text, current);
      else at = skipHidden(text, label.end) > label.end ? label.end : nextLine(text, label.end);
      continue;
    }
    if (current.label === "final") {
      const fence = matchAt(fenceOpen, text, at);
      const close = fence && findFenceClose(text, at + fence[0].length, fence[1] ?? "```", openFences);
      if (close) {
        at = close.end;
        continue;
      }
    }
    at = nextLine(text, at);
  }
  return { text, parts, cuts };
}

/** The text between two indexes without drafts and template tokens, trimmed. */
export function readable(scan: Scan, start: number, end: number): string {
  let result = "";
  let from = start;
  for (let at = firstAfter(scan.cuts, start); at < scan.cuts.length; at++) {
    const cut = scan.cuts[at];
    if (!cut || cut.start >= end) break;
    result += scan.text.slice(from, Math.max(from, cut.start));
    from = Math.min(cut.end, end);
  }
  result += scan.text.slice(from, end);
  return withoutTokens(result).trim();
}

/** Index of the first cut that ends behind `start`; cuts stand in order. */
function firstAfter(cuts: Scan["cuts"], start: number): number {
  let low = 0;
  let high = cuts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((cuts[middle]?.end ?? 0) > start) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Index after a draft or a template token that begins at `at`; `at` itself where there is none. */
function skipHidden(text: string, at: number): number {
  const open = matchAt(thinkOpen, text, at);
  if (open) {
    thinkClose.lastIndex = at;
    const close = thinkClose.exec(text);
    // Never closed: all that follows is draft.
    return close ? close.index + close[0].length : text.length;
  }
  return at + (matchAt(templateToken, text, at)?.[0].length ?? 0);
}

/** Reads an input's value. Returns where to look for the next label. */
function readInput(text: string, part: Part, openFences: Set<string>): number {
  const line = valueLine(text, part.contentStart);
  if (line === undefined) {
    part.input = { text: "", reachesEnd: text.slice(part.contentStart).trim() === "" };
    return nextLine(text, part.contentStart);
  }
  let at = line;
  for (let token = matchAt(templateToken, text, at); token; token = matchAt(templateToken, text, at)) {
    at += token[0].length;
  }
  const fence = matchAt(fenceOpen, text, at);
  if (fence) {
    const inside = at + fence[0].length;
    const value = skipWhite(text, inside);
    if (/[{｛[［]/.test(text.charAt(value))) return readValue(text, value, part);
    const close = findFenceClose(text, inside, fence[1] ?? "```", openFences);
    if (close) {
      part.input = { text: text.slice(inside, close.start).trim(), reachesEnd: false };
      return close.end;
    }
  }
  const ticks = /^`{1,2}(?=[{｛])/.exec(text.slice(at, at + 3))?.[0].length ?? 0;
  if (/[{｛[［]/.test(text.charAt(at + ticks))) return readValue(text, at + ticks, part);
  const end = nextLabel(text, nextLine(text, at));
  const value = text.slice(at, end);
  if (/^["'“”„‘’]/.test(value)) {
    const read = readJson(value);
    if (read.status === "ok" && value.slice(read.end, nextLine(value, read.end)).trim() === "") {
      part.input = { text: value.slice(0, read.end), reachesEnd: false };
      return end;
    }
  }
  part.input = { text: closeEmphasis(withoutTokens(value), part.openEmphasis), reachesEnd: end >= text.length };
  return end;
}

/** Reads a JSON value by its own rules, so that labels inside its strings are text. */
function readValue(text: string, at: number, part: Part): number {
  const read = readJson(text, at, { bareWords: true });
  if (read.status === "ok" && read.missingClosers === 0) {
    const lineEnd = nextLine(text, read.end);
    // A text that only begins like a list (`[1, 2] + 3`) goes on to the end of its line.
    const end = /[[［]/.test(text.charAt(at)) ? lineEnd : read.end;
    part.input = { text: text.slice(at, end), reachesEnd: false };
    return lineEnd;
  }
  if (read.status !== "bad") {
    part.input = { text: text.slice(at), reachesEnd: true };
    return text.length;
  }
  const badLine = text.lastIndexOf("\n", read.at - 1) + 1;
  const end = nextLabel(text, badLine > at ? badLine : nextLine(text, at));
  part.input = { text: text.slice(at, end), reachesEnd: end >= text.length };
  return end;
}

/** Reads the line that names a tool, and an input in brackets behind the name. */
function readAction(text: string, part: Part): number {
  const line = valueLine(text, part.contentStart);
  if (line === undefined) {
    part.name = { text: "", reachesEnd: text.slice(part.contentStart).trim() === "" };
    return nextLine(text, part.contentStart);
  }
  const end = nextLine(text, line);
  const call = inlineCall.exec(text.slice(line, Math.min(end, line + 200)));
  if (call) {
    part.name = { text: call[0].replace(/[(（]\s*$/, ""), reachesEnd: false };
    return readValue(text, line + call[0].length, part);
  }
  part.name = { text: withoutTokens(text.slice(line, end)), reachesEnd: text.charAt(end - 1) !== "\n" };
  return end;
}

/** Where a label's value begins: on its line, or on the next one that is not blank and has no label. */
function valueLine(text: string, start: number): number | undefined {
  const at = skipWhite(text, start);
  if (at >= text.length) return undefined;
  const lineStart = text.lastIndexOf("\n", at) + 1;
  return lineStart > start && labelAtLine(text, lineStart) ? undefined : at;
}

function nextLabel(text: string, lineStart: number): number {
  let at = lineStart;
  while (at < text.length && !labelAtLine(text, at)) at = nextLine(text, at);
  return at;
}

/** The line that closes a fence. `open` keeps the marks that no later line closes, so that none is searched for twice. */
function findFenceClose(
  text: string,
  from: number,
  marker: string,
  open: Set<string>,
): { start: number; end: number } | undefined {
  if (open.has(marker)) return undefined;
  for (let at = text.indexOf(marker, from); at >= 0;) {
    const lineStart = text.lastIndexOf("\n", at) + 1;
    const end = nextLine(text, at);
    const isAlone = text.slice(lineStart, at).trim() === "" && text.slice(at + marker.length, end).trim() === "";
    if (isAlone && lineStart >= from) return { start: lineStart, end };
    at = text.indexOf(marker, end);
  }
  open.add(marker);
  return undefined;
}

/** Takes away the emphasis that was opened before a label and closed behind its first line. */
export function closeEmphasis(content: string, open: string): string {
  const text = content.trim();
  if (open === "") return text;
  const lineEnd = text.indexOf("\n");
  const line = (lineEnd < 0 ? text : text.slice(0, lineEnd)).trimEnd();
  if (!line.endsWith(open)) return text;
  return line.slice(0, -open.length).trimEnd() + (lineEnd < 0 ? "" : text.slice(lineEnd));
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function skipWhite(text: string, start: number): number {
  let at = start;
  while (at < text.length && /[\s\u200b\ufeff]/.test(text.charAt(at))) at++;
  return at;
}
