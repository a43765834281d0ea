// The tool `read_document`. What it does is loaded with its first call.
import { z } from "../schema.ts";
import { defineTool } from "./tool.ts";

export const readDocument = defineTool({
  name: "read_document",
  readOnly: true,
  needs: "documents",
  description:
    "Gives one page of a document that search_documents found, and says how many pages it has. " +
    'Example: {"id": "sotu-2009-barack-obama", "page": 2}',
  input: z.object({
    id: z.string().check(z.describe("the id of a hit")),
    page: z.optional(z.int().check(z.minimum(1), z.describe("from 1; default 1"))),
  }),
  run: async ({ id, page = 1 }, context) => (await import("./document-answers.ts")).read(id, page, context),
});
