// Zod, set up once for the whole house: English messages, and no code built from strings.
import * as z from "zod/mini";
import en from "zod/v4/locales/en.js";

// A strict Content-Security-Policy reports the `new Function` that zod's fast path tries.
z.config({ ...en(), jitless: true });

export { z };

/** Any zod 4 schema, classic or mini. */
export type Schema<Out = unknown> = z.core.$ZodType<Out>;

/** What is wrong with a value, one problem a line: `path: what was expected`. */
export function problems(error: z.core.$ZodError): string {
  return error.issues.map((issue) => `${pathText(issue.path) || "the value"}: ${issue.message}`).join("\n");
}

function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("")
    .replace(/^\./, "");
}
