// The input of a plan's step, checked against the tool's schema as far as placeholders allow.
import type { Language } from "../events.ts";
import type { ToolSpec } from "../model/model.ts";
import { describeShape, explain, wording } from "./argument-words.ts";
import { readArguments } from "./arguments.ts";
import { coerce, isObject, requiredOf, type Misfit } from "./coerce.ts";
import { readJson } from "./json-reader.ts";
import { BareWord, setOwn, type WrittenNumbers } from "./json-values.ts";
import { holdsHiddenPlaceholder, isHiddenPlaceholder, showPlaceholders } from "./placeholders.ts";
import { meansNothing } from "./tool-names.ts";

export type StepInput = { ok: true; input: Record<string, unknown> } | { ok: false; message: string };

/**
 * Reads the input of a step that calls a tool: an object, JSON text, or a bare value for the one required parameter. A value
 * that is only a placeholder may stand for any type. Placeholders come hidden and leave shown.
 *
 * @param written digits of numbers, from the reader of the plan
 * @throws never
 */
export function readStepInput(raw: unknown, tool: ToolSpec, written: WrittenNumbers, language: Language): StepInput {
  const { parameters } = tool;
  if (isObject(raw)) return fit(raw, tool, written, language);
  const required = requiredOf(parameters);
  const [only] = required;
  const wrap = (value: unknown): StepInput => fit({ [only ?? ""]: value }, tool, written, language);
  const text = raw instanceof BareWord ? raw.text : (raw ?? "");
  if (typeof text !== "string")
    return required.length === 1 ? wrap(raw) : readArgumentsOf(JSON.stringify(raw), tool, language);
  if (holdsHiddenPlaceholder(text)) {
    if (required.length === 1 && isHiddenPlaceholder(text)) return wrap(text);
    const read = readJson(text, 0, { bareWords: true });
    if (read.status === "ok" && text.slice(read.end).trim() === "" && isObject(read.value)) {
      return fit(read.value, tool, read.written, language);
    }
  }
  return readArgumentsOf(text, tool, language);
}

/** The input of a step without a tool: kept for the model to see, whatever its form. */
export function readFreeInput(raw: unknown): Record<string, unknown> {
  const value = plain(raw ?? {});
  if (typeof value !== "string") return isObject(value) ? value : { input: value };
  if (value.trim() === "" || meansNothing(value)) return {};
  const read = readJson(value);
  const isWhole = read.status === "ok" && value.slice(read.end).trim() === "";
  return isWhole && isObject(read.value) ? read.value : { input: value };
}

function readArgumentsOf(text: string, tool: ToolSpec, language: Language): StepInput {
  const read = readArguments(text, tool.parameters, { finishReason: "stop", language });
  if (!read.ok) return { ok: false, message: showPlaceholders(read.message) };
  return { ok: true, input: plain(read.value) as Record<string, unknown> };
}

function fit(input: Record<string, unknown>, tool: ToolSpec, written: WrittenNumbers, language: Language): StepInput {
  const say = wording[language];
  const { value, misfits } = coerce(input, tool.parameters, written);
  const places = new Map<string, "alone" | "inside">();
  findPlaceholders(input, "", places);
  const wrong = misfits.filter((misfit) => !isExcused(misfit, places));
  const fail = (what: string): StepInput => ({
    ok: false,
    message: showPlaceholders(`${what} ${say.shape(describeShape(tool.parameters))}`),
  });
  if (wrong.length > 0) return fail(explain(wrong, say));
  const bare = findBareWord(value);
  return bare === undefined ? { ok: true, input: plain(value) as Record<string, unknown> } : fail(say.unquoted(bare));
}

/** What a placeholder will stand for is not known yet: alone it may be of any type, inside a text it may complete a choice. */
function isExcused({ path, kind }: Misfit, places: ReadonlyMap<string, "alone" | "inside">): boolean {
  const place = places.get(path);
  return place === "alone" || (place === "inside" && kind === "choice");
}

/** Notes the paths of texts that hold placeholders, written as in a misfit. */
function findPlaceholders(value: unknown, path: string, places: Map<string, "alone" | "inside">): void {
  const text = value instanceof BareWord ? value.text : value;
  if (typeof text === "string") {
    if (holdsHiddenPlaceholder(text)) places.set(path, isHiddenPlaceholder(text) ? "alone" : "inside");
  } else if (Array.isArray(value)) value.forEach((item, index) => findPlaceholders(item, `${path}[${index}]`, places));
  else if (isObject(value)) {
    for (const [key, part] of Object.entries(value))
      findPlaceholders(part, path === "" ? key : `${path}.${key}`, places);
  }
}

function findBareWord(value: unknown): string | undefined {
  if (value instanceof BareWord) return isHiddenPlaceholder(value.text) ? undefined : value.text;
  if (typeof value !== "object" || value === null) return undefined;
  return Object.values(value)
    .map(findBareWord)
    .find((found) => found !== undefined);
}

/** The value as plain JSON, placeholders shown, in keys too: there they are text that nothing replaces. */
function plain(value: unknown): unknown {
  if (value instanceof BareWord) return showPlaceholders(value.text);
  if (typeof value === "string") return showPlaceholders(value);
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(value)) setOwn(copy, showPlaceholders(key), plain(part));
  return copy;
}
