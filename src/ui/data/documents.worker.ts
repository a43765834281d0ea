// The worker that holds the documents: the index of their words, the bundled texts, and those of dropped files.
import { decode } from "./decode.ts";
import { fetchBundled } from "./fetch-bundled.ts";
import { describeText } from "./describe-text.ts";
import { createTextDocuments, type TextDocument } from "./text-documents.ts";
import { FileProblem } from "./file-problem.ts";
import { serve } from "./worker-serve.ts";

const documents = createTextDocuments();

const handlers = {
  async start({ documentsUrl }: { documentsUrl: string }) {
    documents.add(await fetchBundled<TextDocument[]>(documentsUrl));
  },
  async addFile({ file, id, source }: { file: File; id: string; source: string }) {
    const { text, encoding } = decode(new Uint8Array(await file.arrayBuffer()));
    if (text.trim() === "") throw new FileProblem("empty", "The file is empty.");
    if (text.includes("\0")) throw new FileProblem("not-text", "The file is not text.");
    documents.add([{ id, source, text, ...describeText(text, file.name) }]);
    const info = documents.list().find((document) => document.id === id);
    if (!info) throw new FileProblem("not-taken", "The document was not taken in.");
    return { info, encoding };
  },
  remove: ({ id }: { id: string }) => documents.remove(id),
  list: (_: Record<never, never>) => documents.list(),
  search: ({ query, ...options }: { query: string; from?: string; to?: string; limit: number }) =>
    documents.search(query, options),
  read: ({ id, page }: { id: string; page: number }) => documents.read(id, page),
};

export type DocumentsHandlers = typeof handlers;

serve(handlers);
