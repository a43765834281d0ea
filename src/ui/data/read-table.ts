// A file of values to a table with types: looked through once for its types, and once more for its values.
import type { Cell, ColumnType, TableColumn } from "../../engine/index.ts";
import { convert, createTypeWatcher, type TypeGuess } from "./column-types.ts";
import { readDelimited } from "./delimited.ts";
import { FileProblem } from "./file-problem.ts";
import { readJsonTable } from "./json-table.ts";
import { sqlNames } from "./names.ts";
import type { RawCell, RawTable, RowProblem } from "./raw-table.ts";
import type { Fill } from "./sql-tables.ts";

export interface TableFileReport {
  readonly columns: readonly TableColumn[];
  readonly rows: number;
  /** rows left out, the first ones with their lines */
  readonly leftOut: { readonly count: number; readonly first: readonly RowProblem[] };
  /** values that do not fit the type of their column, and are empty now */
  readonly unfit: { readonly count: number; readonly first: readonly RowProblem[] };
}

export interface TableFileOptions {
  /** types that a person chose, by column */
  readonly types?: Readonly<Record<string, ColumnType>>;
  /** from 0 to 1 */
  progress(part: number): void;
}

const mostTold = 20;
const mostColumns = 1_000;

export const isJsonName = (name: string) => /\.(json|jsonl|ndjson)$/i.test(name);

/**
 * @param keep makes the table; called once
 * @throws Error that says why no table can be made of the file
 */
export function readTableFile(
  text: string,
  name: string,
  { types = {}, progress }: TableFileOptions,
  keep: (columns: readonly TableColumn[], fill: Fill) => void,
): TableFileReport {
  const raw = isJsonName(name) ? readJsonTable(text) : readDelimited(text, name);
  if (raw.columns.length > mostColumns) {
    const values = { columns: raw.columns.length, most: mostColumns };
    throw new FileProblem(
      "too-many-columns",
      `The file has ${values.columns} columns. At most ${mostColumns} can be read.`,
      { values },
    );
  }
  const names = sqlNames(raw.columns, "column");
  const { guesses, rows, leftOut } = lookThrough(raw, (part) => progress(part / 2));
  if (rows === 0) {
    const [first] = leftOut.first;
    if (!first) throw new FileProblem("no-rows", "The file has no rows.");
    const { line, ...row } = first;
    throw new FileProblem("no-usable-row", `No row can be used. Line ${line}: ${row.code}.`, { values: { line }, row });
  }
  const readAs = guesses.map((guess, at) => ({ ...guess, type: types[names[at] ?? ""] ?? guess.type }));
  const columns = names.map((column, at) => ({ name: column, type: readAs[at]?.type ?? "text" }));
  const unfit = problemList();
  keep(columns, (insert) =>
    raw.each({
      row: (cells, line) =>
        insert(readAs.map((as, at) => fitted(cells[at] ?? null, as, line, names[at] ?? "", unfit.add))),
      problem() {},
      progress: (part) => progress(0.5 + part / 2),
    }),
  );
  return { columns, rows, leftOut, unfit: unfit.list };
}

function lookThrough(raw: RawTable, progress: (part: number) => void) {
  const watchers = raw.columns.map(createTypeWatcher);
  const leftOut = problemList();
  let rows = 0;
  raw.each({
    row: (cells) => {
      rows += 1;
      cells.forEach((cell, at) => watchers[at]?.see(cell));
    },
    problem: leftOut.add,
    progress,
  });
  return { guesses: watchers.map((watcher) => watcher.guess()), rows, leftOut: leftOut.list };
}

function fitted(
  value: RawCell,
  as: TypeGuess,
  line: number,
  column: string,
  unfit: (problem: RowProblem) => void,
): Cell {
  const cell = convert(value, as);
  if (cell !== undefined) return cell;
  unfit({ line, code: "misfit", values: { column, value: JSON.stringify(value).slice(0, 60), type: as.type } });
  return null;
}

/** All are counted, the first ones kept. */
function problemList() {
  const list = { count: 0, first: [] as RowProblem[] };
  return {
    list: list as TableFileReport["leftOut"],
    add(problem: RowProblem) {
      list.count += 1;
      if (list.first.length < mostTold) list.first.push(problem);
    },
  };
}
