// Fills the results of earlier steps into the input of a step, or into a text for a model.
import type { Language } from "../events.ts";
import { shorten } from "../text.ts";
import { coerce, isObject, type JsonSchema } from "./coerce.ts";
import { findJson } from "./json-candidates.ts";
import {
  exactIdIn,
  mapTexts,
  placeholdersIn,
  replacePlaceholders,
  type Placeholder,
  type StepId,
} from "./placeholders.ts";

/** How a step ended, as far as others may use it. */
export type StepResult = { state: "done"; output: unknown } | { state: "failed" | "skipped" };

export type Interpolation<Value> =
  | { ok: true; value: Value }
  /** the step must not run: `refs` have no result, in order of first use */
  | { ok: false; problem: "missing_result" | "failed_dependency"; refs: StepId[] };

/**
 * Puts results in place of `{{stepN_result}}` in the values of an input: in one pass, never in keys. A value that is only a
 * placeholder becomes the parsed result where the parameter wants no text; everywhere else a result goes in as text, whole.
 *
 * @param results by step id; steps that failed or were skipped too. A name that is no step's and not `stepN` is plain text.
 * @param parameters JSON Schema of the tool's input; without it all results go in as text
 * @throws never
 */
export function interpolate(
  input: Readonly<Record<string, unknown>>,
  results: ReadonlyMap<StepId, StepResult>,
  parameters?: JsonSchema,
): Interpolation<Record<string, unknown>> {
  const missing = unusable(input, results);
  if (missing) return missing;
  let filled = fill(input, results, (text) => text);
  if (parameters) {
    // Only what came from a result may change its type: the rest was fitted when the plan was read.
    const alone = fill(input, results, parseable);
    filled = pick(input, filled, coerce(alone, parameters, new Map()).value);
  }
  return { ok: true, value: isObject(filled) ? filled : {} };
}

/**
 * Puts results into a text for a model, such as a step's description.
 *
 * @param characters longest copy of one result; a longer one is shortened, with a mark
 */
export function interpolateText(
  text: string,
  results: ReadonlyMap<StepId, StepResult>,
  characters: number,
  language: Language = "en",
): Interpolation<string> {
  const missing = unusable(text, results);
  if (missing) return missing;
  const value = fill(text, results, (result) => shorten(result, characters, language));
  return { ok: true, value: typeof value === "string" ? value : "" };
}

function unusable(
  input: unknown,
  results: ReadonlyMap<StepId, StepResult>,
): (Interpolation<never> & { ok: false }) | undefined {
  const missing = new Set<StepId>();
  const failed = new Set<StepId>();
  mapTexts(input, (text) => {
    for (const found of placeholdersIn(text)) {
      const id = idOf(text, found, results);
      const result = id === undefined ? undefined : results.get(id);
      if (id === undefined || result?.state === "done") continue;
      (result ? failed : missing).add(id);
    }
    return text;
  });
  if (failed.size > 0) return { ok: false, problem: "failed_dependency", refs: [...failed] };
  return missing.size > 0 ? { ok: false, problem: "missing_result", refs: [...missing] } : undefined;
}

/** The step that a placeholder names; undefined if it is none. */
function idOf(text: string, found: Placeholder, results: ReadonlyMap<StepId, StepResult>): StepId | undefined {
  const id = exactIdIn(text, found);
  return id !== undefined && ((found.isNumbered && !found.isPart) || results.has(id)) ? id : undefined;
}

function fill(input: unknown, results: ReadonlyMap<StepId, StepResult>, change: (result: string) => string): unknown {
  return mapTexts(input, (text) =>
    replacePlaceholders(text, (found) => {
      const id = idOf(text, found, results);
      const result = id === undefined ? undefined : results.get(id);
      return result?.state === "done" ? change(textOf(result.output)) : undefined;
    }),
  );
}

/** `fitted` where the input is only a placeholder, `filled` everywhere else. */
function pick(input: unknown, filled: unknown, fitted: unknown): unknown {
  if (typeof input === "string") {
    const [found] = placeholdersIn(input);
    const isAlone = found !== undefined && input.trim().length === found.end - found.start;
    return isAlone && typeof fitted !== "string" && fitted !== undefined ? fitted : filled;
  }
  if (Array.isArray(input) && Array.isArray(filled) && Array.isArray(fitted)) {
    return input.map((item, index) => pick(item, filled[index], fitted[index]));
  }
  if (!isObject(input) || !isObject(filled) || !isObject(fitted)) return filled;
  const copy = { ...filled };
  for (const key of Object.keys(input)) {
    // `__proto__` is only ever text here: assigning it would be something else.
    if (key !== "__proto__" && Object.hasOwn(fitted, key)) copy[key] = pick(input[key], filled[key], fitted[key]);
  }
  return copy;
}

const textOf = (output: unknown): string => (typeof output === "string" ? output : (JSON.stringify(output) ?? ""));

/** Models put a list into a fence; the value is what is inside. */
function parseable(result: string): string {
  const text = result.trim();
  if (!text.startsWith("```") && !text.startsWith("~~~")) return result;
  const { values } = findJson(text, "stop");
  const [only] = values;
  if (!only || values.length > 1) return result;
  const around = text.slice(0, only.start) + text.slice(only.end);
  return /^(?:`+|~+)\s*(?:json\w?)?\s*(?:`+|~+)$/i.test(around) ? text.slice(only.start, only.end) : result;
}
