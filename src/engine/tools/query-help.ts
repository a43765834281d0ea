// What a model is told of a query that failed: the tables and columns there are, and what was probably meant.
import { FailureError } from "../errors.ts";
import type { TableInfo, Tables } from "./data.ts";
import { nearest } from "./nearest.ts";
import type { ToolContext } from "./tool.ts";

/** @throws FailureError `tool-failed` where the run was given no tables */
export function tablesOf({ tables }: ToolContext): Tables {
  if (tables) return tables;
  throw new FailureError("tool-failed", "There are no tables in this run: it was started without the port `tables`.");
}

/** Functions of other databases, and how SQLite says the same. */
const otherWords: Record<string, string> = {
  year: "strftime('%Y', date)",
  month: "strftime('%m', date)",
  day: "strftime('%d', date)",
  extract: "strftime('%Y', date)",
  date_trunc: "strftime('%Y-%m', date)",
  date_part: "strftime('%Y', date)",
  date_format: "strftime('%Y-%m', date)",
  to_char: "strftime('%Y-%m', date)",
  datediff: "julianday(a) - julianday(b)",
  to_date: "the text itself: dates are stored as YYYY-MM-DD",
  std: "stddev",
  percentile_cont: "median",
  var: "variance",
};

/**
 * What helps to repair a query that failed: for a name that does not exist the names that do, the nearest one first, as a
 * hint and never as a correction.
 *
 * @param why what SQLite said
 * @returns lines for the model; "" where nothing helps
 */
export function helpWith(why: string, sql: string, tables: readonly TableInfo[]): string {
  const [, kind = "", name = ""] = /no such (table|column|function): (?:\w+\.)?["'`]?([^"'`\s]+)/.exec(why) ?? [];
  if (kind === "table") return `${hint(name, tables.map(nameOf))}${tableNames(tables)}`;
  if (kind === "column") {
    const read = tables.filter((table) => mentions(sql, table.name));
    const seen = read.length > 0 ? read : tables;
    const columns = seen.flatMap((table) => table.columns.map(nameOf));
    return `${hint(name, columns)}${seen.map(columnsOf).join("\n")}`;
  }
  if (kind === "function") {
    const other = otherWords[name.toLowerCase()];
    return other === undefined ? "" : `SQLite writes that as ${other}.`;
  }
  if (/syntax error|unrecognized token|incomplete input/.test(why)) {
    return `The query is to be one statement of SQLite. ${tableNames(tables)}`;
  }
  return "";
}

const nameOf = ({ name }: { readonly name: string }) => name;

function hint(name: string, known: readonly string[]): string {
  const close = nearest(name, known);
  return close === undefined ? "" : `Did you mean ${close}? `;
}

function tableNames(tables: readonly TableInfo[]): string {
  if (tables.length === 0) return "There are no tables.";
  return `The tables are: ${tables.map(nameOf).join(", ")}.`;
}

const mostColumns = 80;

function columnsOf({ name, columns }: TableInfo): string {
  const names = columns.slice(0, mostColumns).map((column) => column.name);
  const more = columns.length > mostColumns ? `, and ${columns.length - mostColumns} more` : "";
  return `The columns of ${name} are: ${names.join(", ")}${more}.`;
}

function mentions(sql: string, table: string): boolean {
  const words: readonly string[] = sql.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words.includes(table.toLowerCase());
}
