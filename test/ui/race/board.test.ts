// The score board as figures: cells, the best of each column, the order; calls on a common clock; checks as they are typed.
import { expect, test } from "vitest";
import { spans, type Judgement, type ScoreRow } from "../../../src/engine/index.ts";
import { bestIn, boardRows, sorted } from "../../../src/ui/race/board.ts";
import { readCheck } from "../../../src/ui/race/check-fields.ts";
import { laneBlocks } from "../../../src/ui/race/lane-blocks.ts";
import type { RaceRun } from "../../../src/ui/race/race.svelte.ts";
import { scoreRow } from "../../../src/engine/race/index.ts";
import { parallelFacts, stamp } from "../../fixtures/log.ts";
import { logOf } from "../../engine/race/logs.ts";

type Finished = Pick<RaceRun, "pattern" | "seed" | "row" | "verdicts" | "judgement">;

const base = scoreRow(logOf([{}], "It is 50."));
const judged = (accuracy: number): Judgement => ({
  scores: { completeness: 1, accuracy, relevance: 1 },
  feedback: "",
  model: "judge",
  usd: 0,
  tokens: 0,
  certainty: "reported",
});
const run = (pattern: string, row: Partial<ScoreRow> | null, more: Partial<Finished> = {}): Finished => ({
  pattern,
  seed: null,
  row: row && { ...base, ...row },
  verdicts: [],
  judgement: null,
  ...more,
});

test("of one run a cell holds its value, of several the middle one with least and most", () => {
  const runs = [run("a", { ms: 100 }), run("b", { ms: 3 }), run("b", { ms: 1 }), run("b", { ms: 8 }), run("b", null)];
  const [a, b] = boardRows(["a", "b"], runs);
  expect(a?.cells.ms).toEqual({ value: 100, min: 100, max: 100, count: 1 });
  expect(b?.cells.ms).toEqual({ value: 3, min: 1, max: 8, count: 3 });
  expect([a?.status, b?.status, b?.completed]).toEqual(["completed", "running", 3]);
});

test("a verdict is the share of checks that hold among those with a verdict; a judge's scores stand in their columns", () => {
  const verdicts = [{ passed: true }, { passed: false }, { passed: null }];
  const [row] = boardRows(["a"], [run("a", {}, { verdicts, judgement: judged(0.8) })]);
  expect([row?.cells.verdict.value, row?.cells.accuracy.value]).toEqual([0.5, 0.8]);
  expect(boardRows(["a"], [run("a", {})])[0]?.cells.verdict.value).toBeNull();
});

test("the best of a column is the least cost and the highest score, among runs that completed, where they differ", () => {
  const rows = boardRows(
    ["a", "b", "c", "d"],
    [
      run("a", { usd: 2 }, { judgement: judged(0.9) }),
      run("b", { usd: 1 }, { judgement: judged(0.8) }),
      run("c", { usd: 1 }),
      run("d", { usd: 0, status: "stopped" }),
    ],
  );
  expect([...bestIn("usd", rows)]).toEqual(["b", "c"]);
  expect([...bestIn("accuracy", rows)]).toEqual(["a"]);
  expect(bestIn("completeness", rows).size).toBe(0);
  expect(bestIn("toolCalls", rows).size).toBe(0);
});

test("sorting keeps rows that say nothing at the end, either way", () => {
  const rows = boardRows(["a", "b", "c"], [run("a", { ms: 5 }), run("b", null), run("c", { ms: 7 })]);
  const order = (down: boolean) => sorted(rows, { column: "ms", down }, String).map(({ pattern }) => pattern);
  expect(order(true)).toEqual(["c", "a", "b"]);
  expect(order(false)).toEqual(["a", "c", "b"]);
  expect(sorted(rows, { column: "pattern", down: true }, String)[0]?.pattern).toBe("c");
  expect(sorted(rows, null, String)).toEqual(rows);
});

test("calls side by side lie below each other, later ones take the first row that is free", () => {
  const view = spans.of(stamp(parallelFacts(2, 1)));
  const { blocks, rows } = laneBlocks(view, 10_000);
  for (const one of blocks) {
    for (const other of blocks) {
      if (one !== other && one.row === other.row) expect(one.to <= other.from || other.to <= one.from).toBe(true);
    }
  }
  expect(rows).toBeLessThan(blocks.length);
  expect(blocks.at(-1)?.row).toBe(0);
});

test("a call that has not ended reaches up to now", () => {
  const log = logOf([{}], "50");
  const open = log.findIndex((event) => event.type === "tool.call");
  const { blocks } = laneBlocks(spans.of(log.slice(0, open)), 500);
  expect(blocks.at(-1)).toMatchObject({ name: "calculator", to: 500, isOpen: true });
});

test("a check is read as people type it, and says what is wrong", () => {
  const number = (text: string, tolerance: string) => readCheck({ kind: "number", text, tolerance });
  expect(number("1,234.5", "0.5")).toEqual({
    check: { kind: "number", value: 1234.5, tolerance: 0.5, isPercent: false },
  });
  expect(number("−75.9", "1 %")).toEqual({ check: { kind: "number", value: -75.9, tolerance: 1, isPercent: true } });
  expect(number("12", "")).toMatchObject({ check: { tolerance: 0 } });
  expect(number("many", "0")).toEqual({ problem: "check.bad.number" });
  expect(number("1,2", "0")).toEqual({ problem: "check.bad.number" });
  expect(number("1", "-1")).toEqual({ problem: "check.bad.tolerance" });
  expect(readCheck({ kind: "contains", text: "  ", tolerance: "" })).toEqual({ problem: "check.bad.empty" });
  expect(readCheck({ kind: "pattern", text: "\\d+", tolerance: "" })).toEqual({
    check: { kind: "pattern", pattern: "\\d+" },
  });
});
