// The tool `search_documents`.
import { z } from "../schema.ts";
import { dateInput, documentsOf } from "./document-help.ts";
import { defineTool } from "./tool.ts";

const defaultLimit = 5;
const mostHits = 20;

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
  async run({ query, from, to, limit = defaultLimit }, context) {
    const options = {
      limit,
      signal: context.signal,
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
    };
    const { hits, found, searched, words } = await documentsOf(context).search(query, options);
    const dates = `${from === undefined ? "" : ` from ${from}`}${to === undefined ? "" : ` to ${to}`}`;
    const note = () => {
      if (searched === 0) return dates ? `There is no document${dates}.` : "There are no documents.";
      if (words.length === 0)
        return `${JSON.stringify(query)} says nothing of a subject. Search for words that only some texts hold.`;
      if (found === 0)
        return `None of the ${searched} documents${dates} holds any of these words: ${words.join(", ")}.`;
      return found > hits.length ? `${found - hits.length} more documents hold some of these words.` : undefined;
    };
    const said = note();
    return { found, hits, ...(said !== undefined && { note: said }) };
  },
});
