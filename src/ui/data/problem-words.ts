// Why a file or a row of it cannot be read, in the language of the page.
import type { ColumnType } from "../../engine/index.ts";
import { dataTexts } from "../messages/en-data.ts";
import { textsOf, type Text } from "../messages/index.ts";
import type { FileProblem, RowFault } from "./file-problem.ts";

const t = textsOf(dataTexts);
const filled = textsOf(dataTexts as Readonly<Record<string, Text>>);

/** What is wrong with a row, without its line. */
export function rowWords({ code, values }: RowFault): string {
  const type = values["type"];
  return filled(`data.row.${code}`, {
    count: 0,
    ...values,
    ...(type !== undefined && { type: t(`data.type.${type as ColumnType}`) }),
  });
}

/** Why no table or document could be made of a file; what the error says, where it has no code. */
export function fileWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // It may come from a worker, which knows no classes of the page.
  const { code, values, row } = error as Partial<FileProblem>;
  if (code === undefined || !Object.hasOwn(dataTexts, `data.file.${code}`)) return error.message;
  return filled(`data.file.${code}`, { count: 0, ...values, ...(row && { row: rowWords(row) }) });
}
