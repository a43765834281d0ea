// The totals as a table: rows with names, how they are sorted, and the same as CSV.
import { csvFormatRows } from "d3";
import {
  rootSpan,
  timesOf,
  type Grouping,
  type RowSubject,
  type Spent,
  type TotalsRow,
  type TotalsView,
} from "../../engine/index.ts";
import { byLocale, textsOf } from "../messages/index.ts";
import { totalsTexts } from "../messages/en-totals.ts";
import { headline, usdText } from "../parts/format.ts";

const t = textsOf(totalsTexts);

/** What shares are of: the cost, the tokens of a run that is free, the time of one that used no model. */
export type Measure = "usd" | "tokens" | "time";

/** The columns of figures, in their order. */
export const figures = [
  "usd",
  "share",
  "inputTokens",
  "outputTokens",
  "cachedTokens",
  "reasoningTokens",
  "modelCalls",
  "toolCalls",
  "workingMs",
  "waitingMs",
] as const;
export type Figure = (typeof figures)[number];
export type Column = "name" | Figure;

export type Row = Readonly<Record<Figure, number>> & {
  readonly id: string;
  readonly name: string;
  /** the span to select; null: there is none yet */
  readonly span: string | null;
  /** whether `span` stands for the row itself, not only for its dearest call */
  readonly isOwn: boolean;
  readonly certainty: Spent["certainty"];
  readonly recalled: number;
};

export function measureOf({ run }: TotalsView): Measure {
  if (run.picoUsd > 0) return "usd";
  return run.tokens.totalTokens > 0 ? "tokens" : "time";
}

/** The rows of a grouping in which something happened, as they came, each with its share of the run. */
export function rowsOf(view: TotalsView, grouping: Grouping): Row[] {
  const rows = [...view.rows[grouping].values()].filter(isUsed);
  const names = uniqueNames(rows.map(({ subject }) => nameOf(subject, grouping)));
  return rows.map((row, index) => asRow(view, row, names[index] ?? row.id));
}

export const wholeOf = (view: TotalsView): Row => asRow(view, view.run, t("totals.whole"));

function isUsed({ modelCalls, toolCalls, recalled, picoUsd, tokens, times }: TotalsRow): boolean {
  return modelCalls + toolCalls + recalled + picoUsd + tokens.totalTokens + times.open > 0;
}

function asRow(view: TotalsView, row: TotalsRow, name: string): Row {
  const { tokens, modelCalls, toolCalls, certainty, recalled, id, span, subject, picoUsd } = row;
  const { workingMs, waitingMs } = timesOf(view, row);
  const whole = timesOf(view, view.run).workingMs;
  const measure = measureOf(view);
  const part = {
    usd: () => picoUsd / view.run.picoUsd,
    tokens: () => tokens.totalTokens / view.run.tokens.totalTokens,
    time: () => (whole > 0 ? workingMs / whole : 0),
  };
  return {
    id,
    name,
    span,
    isOwn: (subject.kind === "agent" || subject.kind === "step") && span !== null,
    usd: picoUsd / 1e12,
    share: part[measure](),
    inputTokens: tokens.inputTokens,
    outputTokens: tokens.outputTokens,
    cachedTokens: tokens.cachedTokens,
    reasoningTokens: tokens.reasoningTokens,
    modelCalls,
    toolCalls,
    workingMs,
    waitingMs,
    certainty,
    recalled,
  };
}

/** What a row stands for, in words. */
export function nameOf(subject: RowSubject, grouping: Grouping): string {
  switch (subject.kind) {
    case "agent":
      return subject.span === rootSpan ? t("totals.agent.main") : headline(subject.name, 60) || subject.span;
    case "step":
      return headline(subject.name, 120) || (subject.item ?? "");
    case "model": {
      const model = subject.model || t("totals.model.unknown");
      return subject.role === "main"
        ? model
        : t("totals.model.role", { model, role: t(`totals.role.${subject.role}`) });
    }
    case "tool":
      return subject.tool;
    case "phase":
      return grouping === "step" && subject.phase === "turns"
        ? t("totals.step.none")
        : t(`totals.phase.${subject.phase}`);
    case "model-calls":
      return t("totals.calls.model");
    case "tool-calls":
      return t("totals.calls.tool");
    default:
      return subject satisfies never;
  }
}

/** Names of which no two are alike: the second "expert" is "expert (2)". */
function uniqueNames(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const number = (seen.get(name) ?? 0) + 1;
    seen.set(name, number);
    return number === 1 ? name : t("totals.name.again", { name, number });
  });
}

/** The groupings that tell something of this run: the others would be one row of what belongs to none. */
export function groupingsOf(view: TotalsView, all: readonly Grouping[]): Grouping[] {
  const hasSteps = [...view.rows.step.values()].some(({ subject }) => subject.kind === "step");
  return all.filter((grouping) => grouping !== "step" || hasSteps);
}

/** The figures that are shown: of cached and reasoning tokens only where there are some. */
export function columnsOf({ run }: TotalsView): Figure[] {
  return figures.filter(
    (figure) => (figure !== "cachedTokens" && figure !== "reasoningTokens") || run.tokens[figure] > 0,
  );
}

export interface Order {
  readonly column: Column;
  readonly descending: boolean;
}

/** The order after a click on a column's head: figures begin with the largest, names with A; a second click turns it round. */
export const orderAfter = (order: Order, column: Column): Order => ({
  column,
  descending: order.column === column ? !order.descending : column !== "name",
});

const collator = byLocale((locale) => new Intl.Collator(locale, { numeric: true }));

/** Rows in this order; what is alike stays as it came. */
export function sorted(rows: readonly Row[], { column, descending }: Order): Row[] {
  const sign = descending ? -1 : 1;
  return rows.toSorted(
    (a, b) => sign * (column === "name" ? collator().compare(a.name, b.name) : a[column] - b[column]),
  );
}

/** `$0.0042`, with a sign where it is not exactly known. */
export function costText(usd: number, certainty: Spent["certainty"]): string {
  if (usd === 0 || certainty === "reported") return usdText(usd);
  return `${certainty === "estimated" ? "≈" : "≤"}${usdText(usd)}`;
}

export function shareText(share: number): string {
  if (share === 0) return "0%";
  if (share < 0.01) return "<1%";
  return `${Math.floor(share * 100 + 0.5)}%`;
}

/** The rows and the whole run as CSV, with units in the head: figures as numbers, whatever is shown. */
export function csvOf(rows: readonly Row[], whole: Row, grouping: Grouping): string {
  const head = [
    grouping,
    "cost_usd",
    "certainty",
    "share",
    "input_tokens",
    "output_tokens",
    "cached_tokens",
    "reasoning_tokens",
    "model_calls",
    "tool_calls",
    "recalled_calls",
    "working_ms",
    "waiting_ms",
  ];
  const body = [...rows, whole].map((row) => [
    // A spreadsheet would take such a name for a formula, and names come from models.
    /^[=+\-@\t\r]/.test(row.name) ? `'${row.name}` : row.name,
    plain(row.usd),
    row.certainty,
    String(Math.round(row.share * 1e6) / 1e6),
    ...[row.inputTokens, row.outputTokens, row.cachedTokens, row.reasoningTokens].map(String),
    ...[row.modelCalls, row.toolCalls, row.recalled, row.workingMs, row.waitingMs].map(String),
  ]);
  return `${csvFormatRows([head, ...body])}\n`;
}

/** Without an exponent, which a spreadsheet may read as text: 0.00000021. */
const plain = (usd: number): string => usd.toFixed(12).replace(/\.?0+$/, "");
