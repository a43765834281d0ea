// The strip of spending: where its line, its limit and its marks lie.
import { expect, test } from "vitest";
import { totals } from "../../../src/engine/derive/totals.ts";
import type { Spending } from "../../../src/engine/derive/totals-types.ts";
import { mostLanes, spentBy, stripOf } from "../../../src/ui/totals/strip.ts";
import { parallelFacts, reactFacts, stamp } from "../../fixtures/log.ts";
import { planExecuteLog } from "../../fixtures/pattern-logs.ts";

const usd = ({ picoUsd }: Spending) => picoUsd / 1e12;
const layout = (view = totals.of(planExecuteLog()), limit: number | null = null, width = 600) =>
  stripOf(view, { amount: usd, limit, width, left: 0 });

test("a limit is drawn where it is near what was spent, and never presses the line flat", () => {
  const view = totals.of(planExecuteLog());
  const spent = view.run.picoUsd / 1e12;
  expect(layout(view, spent * 2).limitY).toBeGreaterThan(0);
  expect([layout(view, spent * 4).limitY, layout(view, null).limitY, layout(view, 0).limitY]).toEqual([
    null,
    null,
    null,
  ]);
});

test("each agent has a lane, and the last is shared by those that are too many", () => {
  const strip = layout(totals.of(stamp(parallelFacts(9, 2))));
  expect(strip.lanes).toHaveLength(mostLanes);
  expect(Math.max(...strip.marks.map(({ lane }) => lane))).toBe(mostLanes - 1);
});

test("failed calls have a mark of their own", () => {
  expect(layout().marks.filter(({ tone }) => tone === "failed")).toHaveLength(1);
});

test("ten thousand calls are no more marks than the strip is wide", () => {
  const view = totals.of(stamp(reactFacts(4_000)));
  expect(view.calls.length).toBeGreaterThan(9_000);
  const { marks, lineOfSpending } = layout(view);
  expect(marks.length).toBeLessThan(1_300);
  expect(lineOfSpending.length).toBeLessThan(60_000);
  expect(marks.every(({ x, width }) => Number.isFinite(x) && width > 0 && x + width <= 602)).toBe(true);
});

test("finds the call at a place, else the nearest one in its lane", () => {
  const view = totals.of(planExecuteLog());
  const strip = layout(view);
  view.calls.forEach((call, index) => {
    const lane = strip.lanes[strip.laneOf(call)];
    const middle = strip.xOf((call.startedAt + (call.endedAt ?? view.clock)) / 2);
    expect(strip.nearest(middle, (lane?.y ?? 0) + 3)).toBe(index);
  });
  expect(strip.nearest(-50, 0)).toBe(0);
  expect(layout(totals.start()).nearest(1, 1)).toBeNull();
});

test("tells what had been spent by a moment", () => {
  const { spending } = totals.of(planExecuteLog());
  expect(spentBy(spending, -1)).toBeUndefined();
  expect(spentBy(spending, 1e9)).toBe(spending.at(-1));
  expect(spentBy(spending, spending[0]?.at ?? 0)).toBe(spending[0]);
});
