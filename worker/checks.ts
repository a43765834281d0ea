// Zod as the Worker uses it: few kinds of schema and short messages, since all of it is loaded with every isolate.
import { isRecord } from "../src/engine/model/json.ts";
import { z, type Schema } from "../src/engine/zod.ts";

export { problem, z, type Problem } from "../src/engine/zod.ts";

z.config({ localeError: ({ code, expected }) => `expected ${code === "invalid_type" ? expected : "something else"}` });

/**
 * A value by its own rule. Zod's kinds for text, numbers and so on would weigh more than the whole of the Worker's configuration, and so
 * would the methods that its schemas have outside of its core.
 *
 * @param expected - what the value should be; the message never repeats the value, which may be a key
 */
export function such<T>(holds: (value: unknown) => boolean, expected: string): Schema<T> {
  const check: z.core.CheckFn<unknown> = ({ value, issues }) => {
    if (!holds(value)) issues.push({ code: "custom", input: value, message: `expected ${expected}` });
  };
  const checks = [{ _zod: { check, def: { check: "custom" }, onattach: [] } }] as unknown as z.core.$ZodCheck[];
  return new z.core.$ZodUnknown({ type: "unknown", checks }) as Schema<T>;
}

/** An object of such fields. */
export const fields = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  new z.core.$ZodObject({ type: "object", shape }) as z.core.$ZodObject<Shape>;

/** The same for a field that may be left out. */
export const suchIfAny = <T>(holds: (value: unknown) => boolean, expected: string) =>
  such<T | undefined>((value) => value === undefined || holds(value), expected);

/** Checks an object. A field that is left out counts as undefined; zod would need `optional` for that, another of its heavy kinds. */
export function check<Shape extends z.core.$ZodShape>(schema: z.core.$ZodObject<Shape>, value: unknown) {
  const leftOut = Object.fromEntries(Object.keys(schema._zod.def.shape).map((name) => [name, undefined]));
  return z.core.safeParse(schema, isRecord(value) ? { ...leftOut, ...value } : value);
}

export const isText = (holds: (text: string) => boolean) => (value: unknown) =>
  typeof value === "string" && holds(value);

export const isFlag = (value: unknown): boolean => typeof value === "boolean";

export const oneOfIfAny = <Word extends string>(...words: Word[]) =>
  suchIfAny<Word>((value) => words.includes(value as Word), `one of ${words.join(", ")}`);

export const isPositiveCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;

export const positiveCount = [isPositiveCount, "a whole number of 1 or more"] as const;
