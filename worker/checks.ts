// Zod as the Worker uses it: few kinds of schema and short messages, since all of it is loaded with every isolate.
import { isRecord } from "../src/engine/model/json.ts";
import { z } from "../src/engine/zod.ts";

export { problem, z, type Problem } from "../src/engine/zod.ts";

z.config({ localeError: ({ code, expected }) => `expected ${code === "invalid_type" ? expected : "something else"}` });

/**
 * A value by its own rule. Zod's kinds for text, numbers and so on would weigh more than the whole of the Worker's configuration.
 *
 * @param expected - what the value should be; the message never repeats the value, which may be a key
 */
export function such<T>(holds: (value: unknown) => boolean, expected: string): z.ZodMiniType<T> {
  const check: z.core.CheckFn<unknown> = ({ value, issues }) => {
    if (!holds(value)) issues.push({ code: "custom", input: value, message: `expected ${expected}` });
  };
  return z.unknown().check(check) as z.ZodMiniType<T>;
}

/** The same for a field that may be left out. */
export const suchIfAny = <T>(holds: (value: unknown) => boolean, expected: string) =>
  such<T | undefined>((value) => value === undefined || holds(value), expected);

/** Checks an object. A field that is left out counts as undefined; zod would need `optional` for that, another of its heavy kinds. */
export function check<Shape extends Record<string, z.ZodMiniType>>(schema: z.ZodMiniObject<Shape>, value: unknown) {
  const leftOut = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, undefined]));
  return z.safeParse(schema, isRecord(value) ? { ...leftOut, ...value } : value);
}

export const isText = (holds: (text: string) => boolean) => (value: unknown) =>
  typeof value === "string" && holds(value);

export const isFlag = (value: unknown): boolean => typeof value === "boolean";

export const oneOfIfAny = <Word extends string>(...words: Word[]) =>
  suchIfAny<Word>((value) => words.includes(value as Word), `one of ${words.join(", ")}`);

export const isPositiveCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;

export const positiveCount = [isPositiveCount, "a whole number of 1 or more"] as const;
