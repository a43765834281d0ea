// CSV and TSV as a raw table: the first row names the columns.
import Papa from "papaparse";
import { FileProblem, type RowCode } from "./file-problem.ts";
import type { RawTable, RowListener } from "./raw-table.ts";

const rowsBetweenProgress = 5_000;

/**
 * @param name of the file: `.tsv` says what stands between the values; else it is found out
 * @throws Error if there is no row, or the first one names no columns
 */
export function readDelimited(given: string, name: string): RawTable {
  // A file put together from several may end its lines in both ways.
  const text = given.includes("\n") ? given.replaceAll("\r\n", "\n") : given;
  const delimiter = /\.(tsv|tab)$/i.test(name) ? "\t" : guessDelimiter(text);
  let header: string[] | undefined;
  Papa.parse<string[]>(text, {
    delimiter,
    skipEmptyLines: true,
    step: ({ data }, parser) => {
      header = data;
      parser.abort();
    },
  });
  if (!header) throw new FileProblem("empty", "The file is empty.");
  const columns = header.map((column, at) => column.trim() || `column_${at + 1}`);
  return { columns, each: (listener) => eachRow(text, delimiter, columns.length, listener) };
}

function guessDelimiter(text: string): string {
  // Part of a row would mislead it.
  const { meta } = Papa.parse<string[]>(text.slice(0, 200_000), { preview: 20, skipEmptyLines: true });
  return meta.delimiter || ",";
}

function eachRow(text: string, delimiter: string, width: number, listener: RowListener): void {
  let isHeader = true;
  let line = 1;
  let read = 0;
  let count = 0;
  Papa.parse<string[]>(text, {
    delimiter,
    step: ({ data, errors, meta }) => {
      const startLine = line;
      line += newlines(text, read, meta.cursor);
      read = meta.cursor;
      if (data.length === 1 && data[0]?.trim() === "") return;
      if (isHeader) return void (isHeader = false);
      if (++count % rowsBetweenProgress === 0) listener.progress(read / text.length);
      const [error] = errors;
      if (error) {
        listener.problem({ line: startLine, code: codes[error.code] ?? "other", values: { why: error.message } });
      } else if (data.length !== width) {
        listener.problem({ line: startLine, code: "width", values: { count: data.length, width } });
      } else listener.row(data, startLine);
    },
  });
}

const codes: Readonly<Record<string, RowCode>> = { MissingQuotes: "open-quote", InvalidQuotes: "after-quote" };

function newlines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at !== -1 && at < to; at = text.indexOf("\n", at + 1)) count++;
  // Files of old Macs end their lines with a carriage return alone.
  if (count === 0)
    for (let at = text.indexOf("\r", from); at !== -1 && at < to; at = text.indexOf("\r", at + 1)) count++;
  return count;
}
