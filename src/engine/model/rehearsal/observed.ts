// What the tools on data gave back, as rows and hits; null where an observation is of another form.
import type { Outcome } from "./skill.ts";

export type Row = Readonly<Record<string, string | number | null>>;

/** The rows of a query, each by its columns' names. */
export function rowsOf({ value }: Outcome): Row[] | null {
  if (!isObject(value) || !Array.isArray(value["columns"]) || !Array.isArray(value["rows"])) return null;
  const columns = value["columns"].map(String);
  return value["rows"]
    .filter(Array.isArray)
    .map((cells: unknown[]) => Object.fromEntries(columns.map((column, index) => [column, cellOf(cells[index])])));
}

export interface ListedTable {
  name: string;
  columns: readonly { name: string; type: string }[];
  about: string;
}

/** The tables that `list_tables` told of. */
export function tablesOf({ value, text }: Outcome): ListedTable[] | null {
  const list = Array.isArray(value) ? value : objectsIn(text).filter((each) => "columns" in each);
  if (!Array.isArray(value) && list.length === 0) return null;
  return list.filter(isObject).flatMap(({ name, columns, about }) => {
    if (typeof name !== "string" || !isObject(columns)) return [];
    const list = Object.entries(columns).map(([column, type]) => ({ name: column, type: String(type) }));
    return [{ name, columns: list, about: typeof about === "string" ? about : "" }];
  });
}

export interface Hit {
  id: string;
  title: string;
  date: string;
  snippet: string;
}

/** The documents that `search_documents` found, best first. */
export function hitsOf({ value, text }: Outcome): Hit[] | null {
  const whole = isObject(value) && Array.isArray(value["hits"]) ? value["hits"] : null;
  const list = whole ?? objectsIn(text).filter((each) => "title" in each && "snippet" in each);
  if (whole === null && list.length === 0) return null;
  return list.filter(isObject).map(({ id, title, date, snippet }) => ({
    id: String(id),
    title: String(title),
    date: typeof date === "string" ? date : "",
    snippet: String(snippet ?? "")
      .replace(/\s+/g, " ")
      .trim(),
  }));
}

/** Date and title; a date that the title tells anyway is left out. */
export const dated = ({ date, title }: Hit, separator: string): string =>
  date === "" || title.includes(date) ? title : `${date}${separator}${title}`;

/** The objects that are whole in a text that was shortened in its middle; those inside others are not looked for. */
function objectsIn(text: string): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = [];
  for (let at = text.indexOf("{"); at >= 0; at = text.indexOf("{", at + 1)) {
    const end = objectEnd(text, at);
    const value = end < 0 ? null : parsed(text.slice(at, end));
    if (!isObject(value)) continue;
    found.push(value);
    at = end - 1;
  }
  return found;
}

function objectEnd(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (inString) {
      if (character === "\\") at += 1;
      else if (character === '"') inString = false;
      else if (character === "\n") return -1;
    } else if (character === '"') inString = true;
    else if (character === "{") depth += 1;
    else if (character === "}" && --depth === 0) return at + 1;
  }
  return -1;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const cellOf = (cell: unknown) => (typeof cell === "string" || typeof cell === "number" ? cell : null);

/** With its sign, as changes are told. */
export function signed(value: string | number | null | undefined): string {
  return typeof value === "number" && value > 0 ? `+${value}` : String(value ?? "?").replace(/^-/, "−");
}
