// Zod as the whole house uses it: no code built from strings, and one way to say what is wrong with a value. Without the locale, which
// schema.ts adds, it is small enough for the Worker.
import * as z from "zod/mini";

// A strict Content-Security-Policy reports the `new Function` that zod's fast path tries.
z.config({ jitless: true });

export { z };

/** Any zod 4 schema, classic or mini. */
export type Schema<Out = unknown> = z.core.$ZodType<Out>;

/** What is wrong with a value, one problem a line. */
export function problems(error: z.core.$ZodError): string {
  return error.issues.map(problem).join("\n");
}

/** Where in a value something is wrong, and how. */
export type Problem = Pick<z.core.$ZodIssue, "path" | "message">;

/** A problem in words: `path: what was expected`. */
export function problem({ path, message }: Problem): string {
  return `${pathText(path) || "the value"}: ${message}`;
}

function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("")
    .replace(/^\./, "");
}
