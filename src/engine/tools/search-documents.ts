// The tool `search_documents`. What it does is loaded with its first call.
import { z } from "../schema.ts";
import { defineTool } from "./tool.ts";

const defaultLimit = 5;
const mostHits = 20;

/** As exact as one likes. */
const dateInput = (what: string) =>
  z
    .string()
    .check(
      z.regex(/^\d{4}(-\d{2}(-\d{2})?)?$/, "must be a date like 2009, 2009-02 or 2009-02-24"),
      z.describe(`${what}: YYYY, YYYY-MM or YYYY-MM-DD`),
    );

export const searchDocuments = defineTool({
  name: "search_documents",
  readOnly: true,
  needs: "documents",
  description:
    "Finds documents by their words, best first, each with title, date, a passage and its page. No internet: only the " +
    "documents of this page (State of the Union addresses since 1960, in English, and texts that the person added). " +
    'Example: {"query": "unemployment recession jobs", "from": "2008", "to": "2010"}',
  input: z.object({
    query: z.string().check(z.trim(), z.minLength(1), z.describe("a few words that the text would hold")),
    from: z.optional(dateInput("earliest date")),
    to: z.optional(dateInput("latest date")),
    limit: z.optional(
      z.int().check(z.minimum(1), z.maximum(mostHits), z.describe(`most documents; default ${defaultLimit}`)),
    ),
  }),
  run: async ({ limit = defaultLimit, ...input }, context) =>
    (await import("./document-answers.ts")).search({ limit, ...input }, context),
});
