// Fields of an object that a model wrote, whatever it calls them: `toolName`, `tool_name`, "Tool name".
import { isObject } from "./coerce.ts";
import { BareWord } from "./json-values.ts";

export type Fields = ReadonlyMap<string, unknown>;

/** The values of an object by their folded keys. Of keys that fold alike the first counts. */
export function fieldsOf(object: Readonly<Record<string, unknown>>): Fields {
  const fields = new Map<string, unknown>();
  for (const [key, value] of Object.entries(object)) {
    const folded = foldKey(key);
    if (!fields.has(folded)) fields.set(folded, value);
  }
  return fields;
}

export const foldKey = (key: string): string => (/^[a-z]*$/.test(key) ? key : key.toLowerCase().replace(/[\s_-]/g, ""));

/** The first of the named fields that holds something; else undefined. */
export function firstField(fields: Fields, names: readonly string[]): unknown {
  for (const name of names) {
    const value = fields.get(name);
    if (!isNothing(value)) return value;
  }
  return undefined;
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");

/** A value as text for a person: lists line by line, objects as `key: value`, nothing as "". */
export function textOf(value: unknown, separator = "\n"): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  if (value instanceof BareWord) return value.text;
  if (Array.isArray(value))
    return value
      .map((item) => textOf(item, "; "))
      .filter(Boolean)
      .join(separator);
  if (!isObject(value)) return String(value as number | boolean);
  const parts = Object.entries(value).map(([key, part]) => [key, textOf(part, "; ")] as const);
  return parts.flatMap(([key, part]) => (part ? [`${key}: ${part}`] : [])).join(separator);
}

const sample =
  /^(?:\.{2,}|…+|<[^<>]*>|\[[^[\]]*\]|\{[^{}]*\}|string|text|description|agent|task|(?:the )?step description|what (?:to do|(?:this|the) step does|it has to find out or do)|name of an? (?:agent|tool)|字符串|文本|描述|步骤描述|这一步做什么|它要查明或完成什么)$/iu;

/** True for a text that stands for another in an example of a format: `...`, `<what to do>`, `string`. */
export function isSample(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.length <= 100 && sample.test(trimmed);
}
