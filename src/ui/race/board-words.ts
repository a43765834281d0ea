// The score board's figures in words.
import { raceTexts } from "../messages/en-race.ts";
import { byLocale, textsOf } from "../messages/index.ts";
import { countText, durationText, usdText } from "../parts/format.ts";
import type { Cell, ColumnId } from "./board.ts";

const text = textsOf(raceTexts);
const percent = byLocale((locale) => new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 }));
const count = byLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }));

const writers: Readonly<Record<ColumnId, (value: number) => string>> = {
  verdict: (value) => percent().format(value),
  usd: usdText,
  tokens: (value) => countText(Math.round(value)),
  ms: durationText,
  modelCalls: (value) => count().format(value),
  toolCalls: (value) => count().format(value),
  steps: (value) => count().format(value),
  iterations: (value) => count().format(value),
  completeness: (value) => percent().format(value),
  accuracy: (value) => percent().format(value),
  hallucinationRate: (value) => percent().format(value),
};

/** A dash where nothing is known. */
export const valueText = (column: ColumnId, value: number | null): string =>
  value === null ? "–" : writers[column](value);

/** Least and most of several runs; null: they are the same, or there is one. */
export const rangeText = (column: ColumnId, { min, max }: Cell): string | null =>
  min === null || max === null || min === max
    ? null
    : text("range", { min: valueText(column, min), max: valueText(column, max) });

export const columnName = (column: ColumnId | "pattern" | "status"): string => text(`column.${column}`);
