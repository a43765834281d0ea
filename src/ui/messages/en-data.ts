// Texts of the panel of tables and documents in English: loaded with it.
import type { ColumnType } from "../../engine/index.ts";
import type { FileCode, RowCode } from "../data/file-problem.ts";
import { part, type Text } from "./text.ts";

const types = {
  "data.type.integer": "whole number",
  "data.type.number": "number",
  "data.type.date": "date",
  "data.type.text": "text",
} as const satisfies Record<`data.type.${ColumnType}`, string>;

const rows = {
  "data.row.width": { one: "{count} value instead of {width}", other: "{count} values instead of {width}" },
  "data.row.open-quote": 'a quote (") that is never closed',
  "data.row.after-quote": 'text after a closing quote (")',
  "data.row.not-an-object": "not an object",
  "data.row.not-an-array": "not an array",
  "data.row.misfit": "{column}: {value} is no {type}",
  "data.row.other": "{why}",
} as const satisfies Record<`data.row.${RowCode}`, Text>;

const files = {
  "data.file.empty": "The file is empty.",
  "data.file.no-rows": "The file has no rows.",
  "data.file.no-usable-row": "No row can be used. Line {line}: {row}.",
  "data.file.too-many-columns": "The file has {columns} columns. At most {most} can be read.",
  "data.file.not-json": "The file is not JSON: {why}",
  "data.file.no-table":
    "The file holds no table. A table is an array of objects, an array of arrays that begins with the names of the columns, or one object a line.",
  "data.file.not-text": "The file is not text.",
  "data.file.not-taken": "The document was not taken in.",
} as const satisfies Record<`data.file.${FileCode}`, string>;

export const dataTexts = {
  [part]: "data",
  ...types,
  ...rows,
  ...files,
  "data.add": "Add files",
  "data.drop": "Drop CSV, TSV, JSON, text or Markdown anywhere on the page, or choose files.",
  "data.private": "They stay in this browser until you close the page. What a tool finds in them goes to the model.",
  "data.tables": "Tables",
  "data.documents": "Documents",
  "data.rows": { one: "{count} row", other: "{count} rows" },
  "data.pages": { one: "{count} page", other: "{count} pages" },
  "data.bundled": "{count} addresses, {from} to {to}",
  "data.sotu": "State of the Union addresses",
  "data.source": "Source: {source}",
  "data.licence": "Licence: {licence}",
  "data.encoding": "Read as {encoding}",
  "data.columns": "Columns of {name}",
  "data.type": "Type of {column}",
  "data.remove": "Remove {name}",
  "data.removed": "Removed {name}.",
  "data.reading": "Reading {name}",
  "data.cancel": "Cancel {name}",
  "data.dismiss": "Dismiss {name}",
  "data.left-out": { one: "{count} row was left out", other: "{count} rows were left out" },
  "data.unfit": {
    one: "{count} value does not fit its type and is empty now",
    other: "{count} values do not fit their types and are empty now",
  },
  "data.line": "Line {line}: {message}",
  "data.more": "and {count} more",
  "data.problem": "{name} was not read. {why}",
  "data.problem.unknown": "It is neither a table (CSV, TSV, JSON) nor text (plain or Markdown).",
  "data.problem.too-large": "It is larger than {most}.",
} as const;
