// `{{step1_result}}`: how a plan's input or text names the result of another step.
import { BareWord, setOwn } from "./json-values.ts";

/**
 * A step's id: digits for `3`, "3", "step3" and "Step 3", otherwise the text as the planner wrote it ("s1", "1.2"). Always text,
 * so that one form serves as the key of a map, in the log and on the page, and the planner's own words stay valid.
 */
export type StepId = string;

/** A placeholder in a text. */
export interface Placeholder {
  start: number;
  end: number;
  /** the name inside, as an id */
  id: StepId;
  /** it is written `stepN…`, so that it can mean nothing else */
  isNumbered: boolean;
  /** it asks for a part of a result (`step1_result.price`), which there is no way to give */
  isPart: boolean;
}

const token = /\{\{\s*([^{}\n]{1,100}?)\s*\}\}/gu;
const numbered = /^step[\s_-]*(\d{1,9})(?:[\s_.]*(?:result|output)s?)?$/iu;
const named = /^(.+?)[\s_.]*(?:result|output)$/iu;
const exact = /^(.+)_result$/iu;

/** An id in its one form; undefined for what cannot be one. */
export function canonicalId(value: unknown): StepId | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : undefined;
  const text = (value instanceof BareWord ? value.text : value) as unknown;
  if (typeof text !== "string" || text.length > 200) return undefined;
  const bare = text
    .trim()
    .replace(/^[[("'“#]+|[\])"'”.]+$/gu, "")
    .trim();
  const digits = /^(?:(?:steps?|步骤|第)[\s_#.-]*)?0*(\d{1,15})\s*步?$/iu.exec(bare)?.[1];
  return digits ?? (bare === "" || bare.length > 100 ? undefined : bare);
}

/** All tokens in double braces that look like placeholders. Text ids have to be looked up: `{{title}}` may be a template's own. */
export function placeholdersIn(text: string): Placeholder[] {
  if (!text.includes("{{")) return [];
  return [...text.matchAll(token)].flatMap((match): Placeholder[] => {
    const inside = match[1] ?? "";
    const place = { start: match.index, end: match.index + match[0].length };
    const number = numbered.exec(inside)?.[1];
    if (number !== undefined) return [{ ...place, id: canonicalId(number) ?? number, isNumbered: true, isPart: false }];
    const part = /^step[\s_-]*(\d{1,9})(?!\d)/iu.exec(inside)?.[1];
    if (part !== undefined) return [{ ...place, id: canonicalId(part) ?? part, isNumbered: true, isPart: true }];
    const id = canonicalId(named.exec(inside)?.[1]);
    return id === undefined ? [] : [{ ...place, id, isNumbered: false, isPart: false }];
  });
}

/** The id that a placeholder in the exact form names: what filling in goes by. */
export function exactIdIn(text: string, { start, end }: Placeholder): StepId | undefined {
  return canonicalId(exact.exec(text.slice(start + 2, end - 2).trim())?.[1]);
}

/** The exact form of a placeholder. */
export const placeholderFor = (id: StepId): string => (/^\d+$/.test(id) ? `{{step${id}_result}}` : `{{${id}_result}}`);

/** Replaces placeholders by what `replace` gives; undefined leaves one as it is. One pass: what is put in is not looked at again. */
export function replacePlaceholders(text: string, replace: (found: Placeholder) => string | undefined): string {
  let result = "";
  let from = 0;
  for (const found of placeholdersIn(text)) {
    const instead = replace(found);
    if (instead === undefined) continue;
    result += text.slice(from, found.start) + instead;
    from = found.end;
  }
  return from === 0 ? text : result + text.slice(from);
}

/** Texts of a value, each replaced by what `change` gives for it. Keys stay as they are, and so does the value handed in. */
export function mapTexts(value: unknown, change: (text: string) => unknown): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== "object" || value === null || value instanceof BareWord) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(value)) setOwn(copy, key, mapTexts(part, change));
  return copy;
}

// While JSON is read, the braces of placeholders are other characters, two for two: models also write placeholders without
// quotes, where a number is wanted, and `{{` would be read as an object.
const cover = "\uE0F0\uE0F0";
const coverEnd = "\uE0F1\uE0F1";
const covered = /\uE0F0\uE0F0([^{}\n\uE0F0\uE0F1]{1,110}?)\uE0F1\uE0F1/gu;

export const hidePlaceholders = (text: string): string =>
  replacePlaceholders(text, ({ start, end }) => cover + text.slice(start + 2, end - 2) + coverEnd);

export const showPlaceholders = (text: string): string =>
  text.includes(cover) ? text.replace(covered, (_, inside: string) => `{{${inside}}}`) : text;

/** True for a text that is a hidden placeholder and nothing else. */
export const isHiddenPlaceholder = (text: string): boolean =>
  /^\s*\uE0F0\uE0F0[^\uE0F0\uE0F1]*\uE0F1\uE0F1\s*$/u.test(text);
export const holdsHiddenPlaceholder = (text: string): boolean => text.includes(cover);
