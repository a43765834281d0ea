// JSON that strangers wrote: telling objects apart, and keeping half characters out of it.

/** Whether a value is an object with named members: no array, no null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Parses JSON; undefined where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const anySurrogateEscape = /\\u[dD][89a-fA-F]/;
// In this order: a pair, half of one, any other escape (so that in `\\ud83d` the second backslash starts nothing).
const escapes = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(\\u[dD][89a-fA-F][\da-fA-F]{2})|\\[^]/g;

/**
 * JSON text in which no lone surrogate stands, neither raw nor as an escape: each becomes U+FFFD.
 * A strict server refuses the whole request for one.
 */
export function wellFormedJson(json: string): string {
  const sound = json.isWellFormed() ? json : json.toWellFormed();
  if (!anySurrogateEscape.test(sound)) return sound;
  return sound.replace(escapes, (escape, lone: string | undefined) => (lone === undefined ? escape : "\\ufffd"));
}
