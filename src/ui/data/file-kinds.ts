// Which files the page takes in as data, and as what.

export const largestBytes = 200 * 1024 * 1024;

const tables = /\.(csv|tsv|tab|json|jsonl|ndjson)$/i;
const documents = /\.(txt|text|md|markdown|rst|log)$/i;

/** For the file chooser. */
export const accepted = ".csv,.tsv,.tab,.json,.jsonl,.ndjson,.txt,.text,.md,.markdown,.rst,.log";

/** null: neither */
export function kindOf({ name, type }: Pick<File, "name" | "type">): "table" | "document" | null {
  if (tables.test(name) || type === "text/csv") return "table";
  return documents.test(name) || type === "text/plain" || type === "text/markdown" ? "document" : null;
}

/** Whether a file is a run that this page wrote, told from its beginning. */
export async function isRunFile(file: File): Promise<boolean> {
  if (!/\.json$/i.test(file.name)) return false;
  return /^\s*\{\s*"format"\s*:\s*"loopglass/.test(await file.slice(0, 200).text());
}

/** An abort comes as the signal's own error, or as our failure by that name. */
export const isOurAbort = (error: unknown): boolean =>
  error instanceof Error && (error.name === "AbortError" || ("code" in error && error.code === "aborted"));
