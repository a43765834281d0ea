// A table as its file holds it: names, and rows of values that have no type yet. Gone through as often as needed.

import type { RowFault } from "./file-problem.ts";

export type RawCell = string | number | boolean | null;

export interface RowProblem extends RowFault {
  /** where the row begins, from 1; of JSON without lines the number of the item */
  readonly line: number;
}

export interface RowListener {
  row(cells: readonly RawCell[], line: number): void;
  /** A row that cannot be used. It is left out. */
  problem(problem: RowProblem): void;
  /** from 0 to 1, now and then */
  progress(part: number): void;
}

export interface RawTable {
  readonly columns: readonly string[];
  each(listener: RowListener): void;
}
