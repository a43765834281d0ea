// Reads the arguments of a tool call, as a model wrote them, by the tool's parameter schema.
import type { Language } from "../events.ts";
import type { FinishReason } from "../model/model.ts";
import { describeParameter, describeShape, explain, wording } from "./argument-words.ts";
import { coerce, isObject, requiredOf, typesOf, type JsonSchema } from "./coerce.ts";
import { depthLimit, readJson } from "./json-reader.ts";
import { BareWord, type JsonRead, type WrittenNumbers } from "./json-values.ts";
import { meansNothing } from "./tool-names.ts";

export type { JsonSchema };

export type ArgumentsRead =
  | { ok: true; value: Record<string, unknown> }
  /** `message` names what is missing or wrong, and the shape that is expected */
  | { ok: false; reason: "missing_input" | "bad_input" | "truncated"; message: string };

export interface ArgumentsOptions {
  /** `length`: the model was cut off, so that nothing may be closed for it */
  finishReason: FinishReason;
  language?: Language;
}

/**
 * Reads arguments from a model's text: JSON (mended where nothing is invented), JSON inside a JSON string, or a bare text for
 * the one parameter it can mean. "" and "None" are `{}`. Values are fitted to the schema where nothing is lost; required
 * parameters are checked. Ranges and formats are left to the tool's own schema.
 *
 * @param parameters JSON Schema of the tool's input
 * @throws never
 */
export function readArguments(text: string, parameters: JsonSchema, options: ArgumentsOptions): ArgumentsRead {
  const quick = quickRead(text, parameters);
  return quick ?? readSlowly(text, parameters, options, false);
}

/** Valid JSON for an object that fits without knowing how its numbers were written: the common case. */
function quickRead(text: string, parameters: JsonSchema): ArgumentsRead | undefined {
  const first = text.charCodeAt(0);
  if (first !== 123 || mayNestTooDeep(text)) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { value, misfits, needsWritten } = coerce(parsed, parameters, null);
  return misfits.length === 0 && !needsWritten && isObject(value) ? { ok: true, value } : undefined;
}

function mayNestTooDeep(text: string): boolean {
  if (text.length <= depthLimit) return false;
  let openers = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if ((char === 123 || char === 91) && ++openers > depthLimit) return true;
  }
  return false;
}

function readSlowly(
  text: string,
  parameters: JsonSchema,
  options: ArgumentsOptions,
  isUnwrapped: boolean,
): ArgumentsRead {
  const say = wording[options.language ?? "en"];
  const shape = describeShape(parameters);
  const fail = (reason: "missing_input" | "bad_input" | "truncated", what: string): ArgumentsRead => ({
    ok: false,
    reason,
    message: `${what} ${say.shape(shape)}`,
  });
  const fit = (value: Record<string, unknown>, written: WrittenNumbers): ArgumentsRead => {
    const fitted = coerce(value, parameters, written);
    const bare = fitted.misfits.length === 0 ? findBareWord(fitted.value) : undefined;
    if (bare !== undefined) return fail("bad_input", say.unquoted(bare));
    if (fitted.misfits.length > 0) return fail("bad_input", explain(fitted.misfits, say));
    return { ok: true, value: fitted.value as Record<string, unknown> };
  };

  const input = unfence(text);
  if (input === "" && options.finishReason === "length") return fail("truncated", say.truncated);
  if (input === "" || meansNothing(input)) {
    if (requiredOf(parameters).length === 0) return { ok: true, value: {} };
    return fail(
      "missing_input",
      say.missing(requiredOf(parameters).map((name) => describeParameter(name, parameters))),
    );
  }

  const only = onlyText(parameters);
  const read = readJson(input, 0, { bareWords: true });
  const isWhole = read.status === "ok" && read.end >= input.length;

  if (isWhole && typeof read.value === "string") {
    if (!isUnwrapped && /^\s*[{｛]/.test(read.value)) return readSlowly(read.value, parameters, options, true);
    if (read.value.trim() === "") return readSlowly("", parameters, options, true);
    if (only !== undefined) return fit({ [only]: read.value }, new Map());
  } else if (/^[{｛]/.test(input)) {
    if (read.status === "ok") {
      // Some gateways glue two calls together; which of them is meant would be a guess.
      if (/^\s*[{｛]/.test(input.slice(read.end, read.end + 50))) return fail("bad_input", say.several);
      if (isObject(read.value) && isComplete(read, options)) return fit(read.value, read.written);
      return fail("truncated", say.truncated);
    }
    if (read.status === "truncated") return fail("truncated", say.truncated);
    if (read.status === "bad") return fail("bad_input", say.bad(read.problem, near(input, read.at)));
  } else if (only !== undefined) {
    if (options.finishReason === "length") return fail("truncated", say.truncated);
    const around = objectInProse(input);
    if (around && isComplete(around, options) && Object.hasOwn(around.value as object, only)) {
      return fit(around.value as Record<string, unknown>, around.written);
    }
    return fit({ [only]: input }, new Map());
  }

  const found = objectInProse(input);
  if (found && isComplete(found, options)) return fit(found.value as Record<string, unknown>, found.written);
  return fail("bad_input", say.notAnObject(near(input, 0)));
}

/** May the value stand as it was read? Closers are supplied only if the model ended by itself and the last value is whole. */
function isComplete(read: JsonRead & { status: "ok" }, { finishReason }: ArgumentsOptions): boolean {
  if (read.missingClosers === 0) return true;
  if (finishReason === "length" || finishReason === "content_filter") return false;
  // Some gateways report a cut as `tool_calls`; a number at the end may then lack digits.
  return finishReason === "stop" || !read.endsInNumber;
}

/** The text without a code fence around it, trimmed. */
function unfence(text: string): string {
  const trimmed = text.trim();
  const fence = /^(`{3,}|~{3,})(?:[^\n{[`]*\n|\s*json\d?\b)?/i.exec(trimmed);
  if (!fence) return trimmed;
  const body = trimmed.slice(fence[0].length);
  const close = body.lastIndexOf(fence[1] ?? "```");
  return (close < 0 || body.slice(close).trim() !== fence[1] ? body : body.slice(0, close)).trim();
}

/** The first JSON object inside other text. */
function objectInProse(text: string): (JsonRead & { status: "ok" }) | undefined {
  let at = -1;
  for (let attempts = 0; attempts < 16; attempts++) {
    at = text.indexOf("{", at + 1);
    if (at < 0) return undefined;
    const read = readJson(text, at);
    if (read.status === "ok") return isObject(read.value) ? read : undefined;
  }
  return undefined;
}

/** The parameter that a bare text must mean: the one that is required, or the only one there is, if it is a text. */
function onlyText(parameters: JsonSchema): string | undefined {
  const properties = isObject(parameters["properties"]) ? parameters["properties"] : {};
  const names = Object.keys(properties);
  const isText = (name: string): boolean => {
    const property = properties[name];
    return isObject(property) && typesOf(property, parameters).includes("string");
  };
  const required = requiredOf(parameters);
  if (required.length > 1) return undefined;
  return (required.length === 1 ? required : names.length === 1 ? names : []).find(isText);
}

function findBareWord(value: unknown): string | undefined {
  if (value instanceof BareWord) return value.text;
  if (typeof value !== "object" || value === null) return undefined;
  for (const part of Object.values(value)) {
    const found = findBareWord(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

const near = (text: string, at: number): string => JSON.stringify(text.slice(Math.max(0, at - 20), at + 30));
