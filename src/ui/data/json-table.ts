// JSON as a raw table: an array of objects, an array of arrays that begins with the names, or one JSON object a line.
import { FileProblem, type RowFault } from "./file-problem.ts";
import type { RawCell, RawTable } from "./raw-table.ts";

type Item = { readonly value: unknown; readonly line: number };

/** @throws Error that says what is wrong and what is expected */
export function readJsonTable(text: string): RawTable {
  const items = itemsOf(text);
  const [first] = items;
  if (!first) throw new FileProblem("no-rows", "The file holds no rows.");
  return Array.isArray(first.value) ? ofArrays(items) : ofObjects(items);
}

const expected =
  "A table is an array of objects, an array of arrays that begins with the names of the columns, or one object a line.";

function itemsOf(text: string): Item[] {
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch (error) {
    const lines = objectLines(text);
    if (lines) return lines;
    const why = error instanceof Error ? error.message : String(error);
    throw new FileProblem("not-json", `The file is not JSON: ${why}`, { values: { why } });
  }
  const list = Array.isArray(whole) ? whole : onlyList(whole);
  if (!list) throw new FileProblem("no-table", `The file holds no table. ${expected}`);
  return list.map((value, index) => ({ value, line: index + 1 }));
}

/** One object a line, as of a log; null: not that. A line that is none is kept as such, to be reported. */
function objectLines(text: string): Item[] | null {
  const items: Item[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    try {
      items.push({ value: JSON.parse(line), line: index + 1 });
    } catch {
      if (items.length === 0) return null;
      items.push({ value: undefined, line: index + 1 });
    }
  }
  return items.length > 1 && isRecord(items[0]?.value) ? items : null;
}

/** The one list in an object such as `{"data": […]}`. */
function onlyList(whole: unknown): unknown[] | null {
  if (!isRecord(whole)) return null;
  const lists = Object.values(whole).filter((value) => Array.isArray(value));
  return lists.length === 1 ? (lists[0] ?? null) : null;
}

function ofObjects(items: readonly Item[]): RawTable {
  const columns = new Set<string>();
  for (const { value } of items) if (isRecord(value)) for (const key of Object.keys(value)) columns.add(key);
  if (columns.size === 0) throw new FileProblem("no-table", `The file holds no table. ${expected}`);
  const names = [...columns];
  return fromItems(items, names, (value) =>
    isRecord(value)
      ? names.map((name) => (Object.hasOwn(value, name) ? cellOf(value[name]) : null))
      : { code: "not-an-object", values: {} },
  );
}

function ofArrays([header, ...items]: readonly Item[]): RawTable {
  const names = (header?.value as unknown[]).map((name, at) =>
    name === null || name === "" ? `column_${at + 1}` : String(name),
  );
  return fromItems(items, names, (value) => {
    if (!Array.isArray(value)) return { code: "not-an-array", values: {} };
    return value.length === names.length
      ? value.map(cellOf)
      : { code: "width", values: { count: value.length, width: names.length } };
  });
}

/** `read` gives the cells, or what is wrong. */
function fromItems(
  items: readonly Item[],
  columns: readonly string[],
  read: (value: unknown) => RawCell[] | RowFault,
): RawTable {
  return {
    columns,
    each: ({ row, problem, progress }) => {
      for (const [index, { value, line }] of items.entries()) {
        const cells = read(value);
        if (Array.isArray(cells)) row(cells, line);
        else problem({ line, ...cells });
        if (index % 5_000 === 4_999) progress(index / items.length);
      }
    },
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function cellOf(value: unknown): RawCell {
  switch (typeof value) {
    case "string":
    case "number":
    case "boolean":
      return value;
    default:
      return value === null || value === undefined ? null : JSON.stringify(value);
  }
}
