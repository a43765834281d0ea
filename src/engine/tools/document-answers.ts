// What the tools on documents do: search and read, and say honestly what is not there.
import { FailureError } from "../errors.ts";
import type { DocumentPage, Documents } from "./data.ts";
import { nearest } from "./nearest.ts";
import type { ToolContext } from "./tool.ts";

const mostIds = 20;

/** @throws FailureError `tool-failed` where the run was given no documents */
function documentsOf({ documents }: ToolContext): Documents {
  if (documents) return documents;
  throw new FailureError(
    "tool-failed",
    "There are no documents in this run: it was started without the port `documents`.",
  );
}

export interface SearchInput {
  query: string;
  from?: string | undefined;
  to?: string | undefined;
  limit: number;
}

/** Hits, how many there are in all, and a note where that says too little. */
export async function search({ query, from, to, limit }: SearchInput, context: ToolContext) {
  const dated = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  const result = await documentsOf(context).search(query, { limit, signal: context.signal, ...dated });
  const { hits, found, searched, words } = result;
  const dates = `${from === undefined ? "" : ` from ${from}`}${to === undefined ? "" : ` to ${to}`}`;
  const note = () => {
    if (searched === 0) return dates ? `There is no document${dates}.` : "There are no documents.";
    if (words.length === 0)
      return `${JSON.stringify(query)} says nothing of a subject. Search for words that only some texts hold.`;
    if (found === 0) return `None of the ${searched} documents${dates} holds any of these words: ${words.join(", ")}.`;
    return found > hits.length ? `${found - hits.length} more documents hold some of these words.` : undefined;
  };
  const said = note();
  return { found, hits, ...(said !== undefined && { note: said }) };
}

/** @throws FailureError `bad-arguments` where there is no such document, or no such page */
export async function read(id: string, page: number, context: ToolContext): Promise<DocumentPage> {
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
  const hint = close === undefined ? "" : `Did you mean ${close}? `;
  throw new FailureError("bad-arguments", `There is no document ${JSON.stringify(id)}. ${hint}${idsText(ids)}`);
}

function idsText(ids: readonly string[]): string {
  if (ids.length === 0) return "There are no documents.";
  if (ids.length <= mostIds) return `The ids are: ${ids.join(", ")}.`;
  return `search_documents finds the ids of all ${ids.length}.`;
}
