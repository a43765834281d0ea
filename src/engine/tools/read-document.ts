// The tool `read_document`.
import { FailureError } from "../errors.ts";
import { z } from "../schema.ts";
import { documentsOf } from "./document-help.ts";
import { nearest } from "./nearest.ts";
import { defineTool } from "./tool.ts";

const mostIds = 20;

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
  async run({ id, page = 1 }, context) {
    const documents = documentsOf(context);
    const found = await documents.read(id, page);
    if (found) return found;
    const all = await documents.list();
    const known = all.find((document) => document.id === id);
    if (known) {
      throw new FailureError("bad-arguments", `page: ${id} has ${known.pages} pages, so there is no page ${page}.`);
    }
    const ids = all.map((document) => document.id);
    const close = nearest(id, ids);
    throw new FailureError(
      "bad-arguments",
      `There is no document ${JSON.stringify(id)}. ${close === undefined ? "" : `Did you mean ${close}? `}` +
        (ids.length === 0
          ? "There are no documents."
          : ids.length <= mostIds
            ? `The ids are: ${ids.join(", ")}.`
            : `search_documents finds the ids of all ${ids.length}.`),
    );
  },
});
