// What the tools on documents share: the port, and dates as a model may write them.
import { FailureError } from "../errors.ts";
import { z } from "../schema.ts";
import type { Documents } from "./data.ts";
import type { ToolContext } from "./tool.ts";

/** @throws FailureError `tool-failed` where the run was given no documents */
export function documentsOf({ documents }: ToolContext): Documents {
  if (documents) return documents;
  throw new FailureError(
    "tool-failed",
    "There are no documents in this run: it was started without the port `documents`.",
  );
}

/** A date as exact as one likes: a year, a month, a day. */
export const dateInput = (what: string) =>
  z
    .string()
    .check(
      z.regex(/^\d{4}(-\d{2}(-\d{2})?)?$/, "must be a date like 2009, 2009-02 or 2009-02-24"),
      z.describe(`${what}: YYYY, YYYY-MM or YYYY-MM-DD`),
    );
