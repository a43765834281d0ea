// Comparing what came out with what a vector expects: only the keys that it names count.
import { isDeepStrictEqual } from "node:util";

/** One case of a vector file. `run` gives the first difference, or null. */
export type VectorCase = { name: string; area: string } & ({ run: () => Promise<string | null> } | { skip: string });

/** Strings that count after trimming. */
const trimmed = new Set(["thought", "answer", "feedback"]);
/** Values that must be equal as a whole, with no key more. */
const whole = new Set(["args", "input", "value", "tasks", "states", "names", "waves", "order"]);
/** Lists in which null stands for "not compared". */
const gapped = new Set(["results"]);

/**
 * The first difference, as one line that names the path.
 *
 * @returns null if all that is expected is met
 */
export function firstDifference(expected: unknown, actual: unknown, path = "", key = ""): string | null {
  const differs = () => `${path || "result"}: expected ${show(expected)}, got ${show(actual)}`;
  if (whole.has(key)) return isDeepStrictEqual(plain(expected), plain(actual)) ? null : differs();
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return differs();
    for (const [place, wanted] of expected.entries()) {
      if (wanted === null && gapped.has(key)) continue;
      const difference = firstDifference(wanted, actual[place], `${path}[${place}]`);
      if (difference) return difference;
    }
    return null;
  }
  if (typeof expected === "object" && expected !== null) {
    if (typeof actual !== "object" || actual === null || Array.isArray(actual)) return differs();
    for (const [name, wanted] of Object.entries(expected)) {
      const got = Object.hasOwn(actual, name) ? (actual as Record<string, unknown>)[name] : undefined;
      const difference = firstDifference(wanted, got, path ? `${path}.${name}` : name, name);
      if (difference) return difference;
    }
    return null;
  }
  const isText = typeof expected === "string" && typeof actual === "string" && trimmed.has(key);
  return (isText ? expected.trim() === actual.trim() : Object.is(expected, actual)) ? null : differs();
}

/** Without prototypes, undefined members and the like. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
}

export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
