// Bars as paths: only what is in view, pixels shared, the bar at a point, and the way from bar to bar.
import { describe, expect, test } from "vitest";
import { criticalPath, timeline, type RunEvent } from "../../../src/engine/index.ts";
import {
  barAt,
  barPaths,
  chartOf,
  criticalLine,
  rowHeight,
  topOf,
  waitShapes,
  type Window,
} from "../../../src/ui/timeline/shapes.ts";
import { besideBar } from "../../../src/ui/timeline/walk.ts";
import { barWords, pathWords } from "../../../src/ui/timeline/words.ts";
import { close, open, parallelFacts, reactFacts, runStart, stamp } from "../../fixtures/log.ts";
import { multiAgentLog } from "../../fixtures/pattern-logs.ts";

const chartOfLog = (log: readonly RunEvent[]) => chartOf(timeline.of(log));

/** `width` px for the ms from `from` to `to`. */
const window = (width: number, from: number, to: number): Window => ({
  x: (ms) => ((ms - from) / (to - from)) * width,
  width,
  top: 0,
  bottom: 10_000,
});
const rects = (path: string | undefined) => path?.match(/M/g)?.length ?? 0;

const log = stamp([
  runStart("Task"),
  open("1", "agent", "react"),
  open("1.1", "model", "main"),
  close("1.1"),
  open("1.2", "tool", "a"),
  open("1.3", "tool", "b"),
  close("1.2", "failed"),
  close("1.3"),
  open("1.4", "model", "main"),
  close("1.4"),
  close("1"),
]);
const chart = chartOfLog(log);

describe("what is drawn", () => {
  test("a path for each look, with a bar for each span", () => {
    const { paths } = barPaths(chart, window(1_000, 0, 100));
    expect([...paths].map(([look, path]) => [look, rects(path)])).toEqual([
      ["agent", 1],
      ["model", 2],
      ["failed", 1],
      ["tool", 1],
    ]);
  });

  test("nothing that is out of view", () => {
    const { paths } = barPaths(chart, window(1_000, 75, 95));
    expect([...paths.keys()]).toEqual(["agent", "model"]);
    expect(barPaths(chart, { ...window(1_000, 0, 100), top: 500, bottom: 900 }).paths.size).toBe(0);
  });

  test("ten thousand spans take no more shapes than there are pixels", () => {
    const long = chartOfLog(stamp(reactFacts(3_000)));
    expect(long.bars.size).toBeGreaterThan(9_000);
    const { paths } = barPaths(long, window(800, 0, long.lastAt));
    const all = [...paths.values()].reduce((sum, path) => sum + rects(path), 0);
    expect(all).toBeLessThan(800 * 3);
    expect(all).toBeGreaterThan(100);
    const line = criticalLine(long, criticalPath([...long.bars.values()], long.lastAt), window(800, 0, long.lastAt));
    expect(line.split("H").length).toBeLessThan(1_500);
  });

  test("the critical path is one line from the beginning to the end", () => {
    const path = criticalPath([...chart.bars.values()], chart.lastAt);
    const line = criticalLine(chart, path, window(1_000, 0, chart.lastAt));
    expect(line).toMatch(/^M0 /);
    expect(line).toMatch(/H1000$/);
  });

  test("waits that are wide enough to be seen", () => {
    const { waits } = timeline.of(log);
    expect(waits.length).toBeGreaterThan(0);
    expect(waitShapes(chart, waits, window(1_000, 0, 100))).toHaveLength(waits.length);
    expect(waitShapes(chart, waits, window(10, 0, 100_000))).toEqual([]);
  });
});

describe("the bar at a point", () => {
  const view = window(1_000, 0, 100);
  test.for(["1", "1.1", "1.2", "1.3", "1.4"])("is found in its middle: %s", (span) => {
    const bar = chart.bars.get(span);
    if (!bar) throw new Error(`no bar ${span}`);
    const x = (view.x(bar.startedAt) + view.x(bar.endedAt ?? 0)) / 2;
    expect(barAt(chart, { x, y: topOf(chart, bar) + rowHeight / 2 }, view)?.span).toBe(span);
  });

  test("is the nearest within a few pixels, and none further away", () => {
    const bar = chart.bars.get("1.4");
    const y = topOf(chart, bar ?? { lane: 0, row: 0 }) + 4;
    expect(barAt(chart, { x: view.x(bar?.startedAt ?? 0) - 3, y }, view)?.span).toBe("1.4");
    expect(barAt(chart, { x: view.x(bar?.startedAt ?? 0) - 20, y }, view)).toBeNull();
    expect(barAt(chart, { x: 5, y: 9_999 }, view)).toBeNull();
  });
});

test("arrow keys go along a row, and to what runs at that time above and below", () => {
  const go = (from: string, key: string) => {
    const bar = chart.bars.get(from);
    return bar && besideBar(chart, bar, key)?.span;
  };
  expect(go("1.1", "ArrowRight")).toBe("1.2");
  expect(go("1.2", "ArrowLeft")).toBe("1.1");
  expect(go("1.2", "ArrowDown")).toBe("1.3");
  expect(go("1.3", "ArrowUp")).toBe("1.2");
  expect(go("1", "ArrowUp")).toBeUndefined();
  expect(go("1.4", "ArrowRight")).toBeUndefined();
});

test("down from the last row of an agent leads to the next agent", () => {
  const team = chartOfLog(stamp(parallelFacts(2, 2)));
  const last = [...team.bars.values()].findLast(({ lane }) => lane === 1);
  expect(last && besideBar(team, last, "ArrowDown")?.lane).toBe(2);
});

test("a bar and the path are told in words", () => {
  const bar = chart.bars.get("1.2");
  expect(bar && barWords(chart, bar, true)).toBe("a, Failed, from 40 ms for 20 ms, on the critical path");
  const team = chartOfLog(multiAgentLog());
  expect(pathWords(team, criticalPath([...team.bars.values()], team.lastAt))).toMatch(/^\d+ % \w+/);
});
