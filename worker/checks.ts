// Zod as the Worker uses it: few kinds of schema and short messages, since all of it is loaded with every isolate.
import { isRecord } from "../src/engine/model/json.ts";
import { z } from "../src/engine/zod.ts";

export { problems, z } from "../src/engine/zod.ts";

z.config({
  localeError: (issue) =>
    issue.code === "invalid_type"
      ? `expected ${issue.expected}`
      : issue.code === "unrecognized_keys"
        ? `there is no field ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}`
        : issue.code === "invalid_value"
          ? `expected one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}`
          : "not as expected",
});

/** A check of one's own. The message says what is expected, and never repeats the value, which may be a key. */
export function must<T>(holds: (value: T) => boolean, message: string): z.core.CheckFn<T> {
  return ({ value, issues }) => {
    if (!holds(value)) issues.push({ code: "custom", input: value, message });
  };
}

export const isPositiveCount = (value: number): boolean => Number.isSafeInteger(value) && value > 0;

export const positiveCount = () => z.number().check(must(isPositiveCount, "expected a whole number of 1 or more"));

/** Any object; what stands in it is not looked at. */
export const anyObject = () =>
  z.unknown().check(must(isRecord, "expected an object")) as z.ZodMiniType<Record<string, unknown>>;
