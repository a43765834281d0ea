// A race as rows and as JSON, to be taken along.
import type { ReferenceRow } from "../../engine/index.ts";
import type { RaceRecord } from "../history.ts";
import type { RaceRun } from "./race.svelte.ts";

export const csvHeader = [
  "source",
  "pattern",
  "seed",
  "run",
  "status",
  "stop",
  "usd",
  "tokens",
  "ms",
  "model_calls",
  "tool_calls",
  "steps",
  "iterations",
  "figures",
  "ungrounded_figures",
  "hallucination_rate",
  "completeness",
  "accuracy",
  "relevance",
  "judge",
  "judge_usd",
  "checks_passed",
  "checks_with_verdict",
  "answer",
  "task",
] as const;

type Row = (string | number | null)[];

/** A row for each run, as its log tells it, then the reference rows, which say so in `source`. Shares are 0..1, times in ms. */
export function csvRows(
  task: string,
  runs: readonly Pick<RaceRun, "pattern" | "seed" | "id" | "row" | "verdicts" | "judgement">[],
  reference: readonly ReferenceRow[],
): Row[] {
  const own = runs.map(({ pattern, seed, id, row, verdicts, judgement }): Row => {
    const known = verdicts.filter(({ passed }) => passed !== null);
    const { completeness = null, accuracy = null, relevance = null } = judgement?.scores ?? {};
    const figures: Row = row
      ? [row.usd, row.tokens, row.ms, row.modelCalls, row.toolCalls, row.steps, row.iterations, row.figures]
      : Array.from({ length: 8 }, () => null);
    return [
      ...["race", pattern, seed, id, row?.status ?? "running", row?.stop?.limit ?? row?.stop?.code ?? null],
      ...figures,
      ...[row?.ungrounded ?? null, row?.hallucinationRate ?? null, completeness, accuracy, relevance],
      ...[judgement?.model ?? null, judgement?.usd ?? null, known.filter(({ passed }) => passed).length, known.length],
      ...[row?.answer ?? null, task],
    ];
  });
  const measured = reference.map((row): Row => {
    const cells: Partial<Record<(typeof csvHeader)[number], string | number>> = {
      source: "reference",
      pattern: row.pattern,
      ms: row.ms,
      completeness: row.completeness,
      accuracy: row.accuracy,
      hallucination_rate: row.hallucinationRate,
    };
    return csvHeader.map((column) => cells[column] ?? null);
  });
  return [...own, ...measured];
}

/** The record with the verdicts and the reference, and what kind of file it is. */
export function raceJson(
  race: RaceRecord,
  runs: readonly Pick<RaceRun, "id" | "verdicts">[],
  reference: readonly ReferenceRow[],
): string {
  const verdicts = new Map(runs.map(({ id, verdicts }) => [id, verdicts]));
  const entries = race.entries.map((entry) => ({ ...entry, verdicts: verdicts.get(entry.run) ?? [] }));
  return `${JSON.stringify({ format: "loopglass-race", version: 1, ...race, entries, reference }, null, 2)}\n`;
}
