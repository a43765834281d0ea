// The score board as figures: a row for each pattern, made of its runs' own logs; who is best, and in which order they stand.
import type { ScoreRow } from "../../engine/index.ts";
import { locale } from "../messages/index.ts";
import type { RaceRun } from "./race.svelte.ts";

type Finished = Pick<RaceRun, "pattern" | "seed" | "row" | "verdicts" | "judgement">;

export const columnIds = [
  "verdict",
  "usd",
  "tokens",
  "ms",
  "modelCalls",
  "toolCalls",
  "steps",
  "iterations",
  "completeness",
  "accuracy",
  "hallucinationRate",
] as const;
export type ColumnId = (typeof columnIds)[number];

/** Which way a column is better. Turns and steps are neither. */
export const better: Readonly<Record<ColumnId, "low" | "high" | null>> = {
  verdict: "high",
  usd: "low",
  tokens: "low",
  ms: "low",
  modelCalls: "low",
  toolCalls: null,
  steps: null,
  iterations: null,
  completeness: "high",
  accuracy: "high",
  hallucinationRate: "low",
};

/** What a column says of one run; null: nothing is known. A verdict is the share of checks that hold, among those with a verdict. */
export function valueOf(column: ColumnId, { row, verdicts, judgement }: Finished): number | null {
  if (!row) return null;
  switch (column) {
    case "verdict": {
      const known = verdicts.filter(({ passed }) => passed !== null);
      return known.length === 0 ? null : known.filter(({ passed }) => passed).length / known.length;
    }
    case "completeness":
    case "accuracy":
      return judgement?.scores?.[column] ?? null;
    default:
      return row[column];
  }
}

export interface Cell {
  /** of the values that there are: the only one, or the middle one */
  readonly value: number | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly count: number;
}

export interface BoardRow {
  readonly pattern: string;
  readonly runs: readonly Finished[];
  readonly cells: Readonly<Record<ColumnId, Cell>>;
  /** of its runs, the worst */
  readonly status: ScoreRow["status"];
  readonly completed: number;
}

/** A row for each pattern, in the order in which they were chosen. */
export function boardRows(patterns: readonly string[], runs: readonly Finished[]): BoardRow[] {
  return patterns.map((pattern) => {
    const own = runs.filter((run) => run.pattern === pattern);
    const cells = Object.fromEntries(columnIds.map((id) => [id, cellOf(own.map((run) => valueOf(id, run)))]));
    const statuses = own.map(({ row }) => row?.status ?? "running");
    return {
      pattern,
      runs: own,
      cells: cells as Record<ColumnId, Cell>,
      status: (["running", "failed", "stopped"] as const).find((status) => statuses.includes(status)) ?? "completed",
      completed: statuses.filter((status) => status === "completed").length,
    };
  });
}

function cellOf(values: readonly (number | null)[]): Cell {
  const known = values.filter((value) => value !== null).sort((one, other) => one - other);
  const [lower, upper] = [known[(known.length - 1) >> 1], known[known.length >> 1]];
  const value = lower === undefined || upper === undefined ? null : lower === upper ? lower : (lower + upper) / 2;
  return { value, min: known[0] ?? null, max: known.at(-1) ?? null, count: known.length };
}

/** The patterns that are best in a column: among those whose runs completed, and only where they differ. */
export function bestIn(column: ColumnId, rows: readonly BoardRow[]): ReadonlySet<string> {
  const way = better[column];
  const fit = rows.filter(({ status, cells }) => status === "completed" && cells[column].value !== null);
  const values = fit.map(({ cells }) => cells[column].value ?? 0);
  if (way === null || new Set(values).size < 2) return new Set();
  const best = way === "low" ? Math.min(...values) : Math.max(...values);
  return new Set(fit.filter(({ cells }) => cells[column].value === best).map(({ pattern }) => pattern));
}

export interface Order {
  readonly column: ColumnId | "pattern";
  readonly down: boolean;
}

/** Sorted by a column; rows that it says nothing of come last either way, and equal ones stay as they were. */
export function sorted(
  rows: readonly BoardRow[],
  order: Order | null,
  nameOf: (pattern: string) => string,
): BoardRow[] {
  if (!order) return [...rows];
  const { column, down } = order;
  const sign = down ? -1 : 1;
  return [...rows].sort((one, other) => {
    if (column === "pattern") return sign * nameOf(one.pattern).localeCompare(nameOf(other.pattern), locale());
    const [a, b] = [one.cells[column].value, other.cells[column].value];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (a - b);
  });
}
