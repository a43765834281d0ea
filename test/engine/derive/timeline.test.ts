// The run as bars over time: lanes, rows that never overlap, waiting, and the chain that decided how long it took.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { criticalPath } from "../../../src/engine/derive/critical-path.ts";
import { timeline, type TimelineBar } from "../../../src/engine/derive/timeline.ts";
import type { Fact, RunEvent } from "../../../src/engine/events.ts";
import { close, open, parallelFacts, reactFacts, runStart, stamp } from "../../fixtures/log.ts";
import { multiAgentLog, planExecuteLog, supervisorLog } from "../../fixtures/pattern-logs.ts";

/** Facts with the ms at which they are said. */
const at = (...timed: readonly (readonly [number, Fact])[]): RunEvent[] =>
  timed.map(([ms, fact], seq) => ({ ...fact, seq, at: ms }));

const pathOf = (log: readonly RunEvent[]) => {
  const { bars, lastAt } = timeline.of(log);
  return criticalPath(bars, lastAt);
};
const words = (log: readonly RunEvent[]) => pathOf(log).map(({ span, from, to }) => `${span} ${from}–${to}`);
const waits = (log: readonly RunEvent[]) =>
  timeline.of(log).waits.map(({ why, lane, from, to }) => `${why} ${lane ?? "run"} ${from}–${to}`);

const logs: readonly (readonly [string, RunEvent[]])[] = [
  ["turns", stamp(reactFacts(4))],
  ["agents side by side", stamp(parallelFacts(3, 3))],
  ["a plan", planExecuteLog()],
  ["a team", multiAgentLog()],
  ["rounds", supervisorLog()],
];

describe("bars", () => {
  test("each agent has a lane, and what runs inside a span lies below it", () => {
    const { bars, lanes } = timeline.of(stamp(parallelFacts(2, 1)));
    expect(lanes.map(({ name }) => name)).toEqual(["multi-agent", "specialist 1.2", "specialist 1.3"]);
    const place = (span: string) => bars.find((bar) => bar.span === span);
    expect([place("1"), place("1.2"), place("1.2.1"), place("1.2.1.1")].map((bar) => [bar?.lane, bar?.row])).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
      [1, 2],
    ]);
  });

  test("calls side by side get a row each, which is used again", () => {
    const log = stamp([
      runStart("Task"),
      open("1", "agent", "react"),
      open("1.1", "tool", "a"),
      open("1.2", "tool", "b"),
      close("1.1"),
      open("1.3", "tool", "c"),
    ]);
    expect(timeline.of(log).bars.map(({ row }) => row)).toEqual([0, 1, 2, 1]);
    expect(timeline.of(log).lanes[0]?.rows).toBe(3);
  });

  test.for(logs)("no two bars of a row overlap, and every bar lies below its parent: %s", ([, log]) => {
    const { bars, lastAt } = timeline.of(log);
    const bySpan = new Map(bars.map((bar) => [bar.span, bar]));
    const rows = new Map<string, TimelineBar[]>();
    for (const bar of bars) {
      const parent = bar.parent === null ? undefined : bySpan.get(bar.parent);
      if (parent?.lane === bar.lane) expect(bar.row).toBeGreaterThan(parent.row);
      const key = `${bar.lane} ${bar.row}`;
      const before = rows.get(key)?.at(-1);
      if (before) expect(before.endedAt ?? lastAt).toBeLessThanOrEqual(bar.startedAt);
      rows.set(key, [...(rows.get(key) ?? []), bar]);
    }
  });

  test("a span that comes twice counts once, and one without its parent has a lane of its own", () => {
    const { bars, lanes } = timeline.of(
      stamp([runStart("Task"), open("1.1", "model", "m", [], "1"), open("1.1", "model", "m", [], "1"), close("1.1")]),
    );
    expect([bars.length, lanes.length]).toEqual([1, 1]);
  });
});

describe("waiting", () => {
  test("the time between two calls, and before a call is tried again", () => {
    const log = at(
      [0, runStart("Task")],
      [0, open("1", "agent", "react")],
      [5, open("1.1", "model", "main")],
      [20, close("1.1", "failed")],
      [60, open("1.2", "model", "main")],
      [80, close("1.2")],
      [90, open("1.3", "tool", "a")],
      [95, close("1.3")],
      [95, close("1")],
    );
    expect(waits(log)).toEqual(["queue 0 0–5", "retry 0 20–60", "queue 0 80–90"]);
  });

  test("the run does not wait while an agent of it works, and a held run waits as a whole", () => {
    const log = at(
      [0, runStart("Task")],
      [0, open("1", "agent", "team")],
      [0, open("1.1", "agent", "one")],
      [0, open("1.1.1", "model", "m")],
      [10, close("1.1.1")],
      [20, { type: "hold", span: "1", id: "h", kind: "pause" }],
      [25, { type: "hold", span: "1", id: "i", kind: "limit" }],
      [50, { type: "decision", span: "1", hold: "h", by: "person", choice: "resume" }],
      [70, { type: "decision", span: "1", hold: "i", by: "person", choice: "raise" }],
      [75, open("1.1.2", "tool", "a")],
    );
    expect(waits(log)).toEqual(["queue 1 10–20", "hold run 20–70", "queue 1 70–75"]);
    expect(waits(log.slice(0, 7))).toEqual(["queue 1 10–20", "hold run 20–null"]);
  });
});

describe("the critical path", () => {
  test("goes through the slower of two calls side by side", () => {
    const log = at(
      [0, runStart("Task")],
      [0, open("1", "agent", "react")],
      [0, open("1.1", "model", "main")],
      [10, close("1.1")],
      [10, open("1.2", "tool", "slow")],
      [10, open("1.3", "tool", "fast")],
      [15, close("1.3")],
      [40, close("1.2")],
      [45, open("1.4", "model", "main")],
      [60, close("1.4")],
      [60, close("1")],
    );
    expect(words(log)).toEqual(["1.1 0–10", "1.2 10–40", "1 40–45", "1.4 45–60"]);
  });

  test("goes into the agent that ended last, and leaves out what it did not wait for", () => {
    const log = at(
      [0, runStart("Task")],
      [0, open("1", "agent", "team")],
      [0, open("1.1", "agent", "one")],
      [0, open("1.2", "agent", "two")],
      [0, open("1.1.1", "model", "m")],
      [0, open("1.2.1", "model", "m")],
      [30, close("1.1.1")],
      [30, close("1.1")],
      [50, close("1.2.1")],
      [50, open("1.2.2", "tool", "t")],
      [70, close("1.2.2")],
      [70, close("1.2")],
      [70, open("1.3", "model", "synthesis")],
      [90, close("1.3")],
      [90, close("1")],
    );
    expect(words(log)).toEqual(["1.2.1 0–50", "1.2.2 50–70", "1.3 70–90"]);
  });

  test("of a run that goes on ends now", () => {
    const log = at(
      [0, runStart("Task")],
      [0, open("1", "agent", "react")],
      [5, open("1.1", "model", "main")],
      [30, { type: "warning", span: "1.1", code: "x", message: "x" }],
    );
    expect(words(log)).toEqual(["1 0–5", "1.1 5–30"]);
  });

  test("a log of nothing has none", () => {
    expect(pathOf([])).toEqual([]);
  });

  const spanTree = fc.array(fc.record({ parent: fc.nat(30), start: fc.nat(50), length: fc.nat(50) }), {
    maxLength: 30,
  });
  test("covers the run from beginning to end without gap, in spans that were open then", () => {
    fc.assert(
      fc.property(spanTree, (spans) => {
        const bars = spans.map(({ parent, start, length }, index): TimelineBar => ({
          span: String(index),
          parent: parent < index ? String(parent) : null,
          kind: "tool",
          name: "",
          lane: 0,
          row: 0,
          startedAt: start,
          endedAt: start + length,
          status: "ok",
        }));
        const lastAt = Math.max(0, ...bars.map(({ endedAt }) => endedAt ?? 0));
        const path = criticalPath(bars, lastAt);
        let cursor = 0;
        for (const { span, from, to } of path) {
          expect(from).toBe(cursor);
          expect(to).toBeGreaterThan(from);
          const bar = span === null ? undefined : bars[Number(span)];
          if (bar) expect(bar.startedAt <= from && to <= (bar.endedAt ?? lastAt)).toBe(true);
          cursor = to;
        }
        expect(cursor).toBe(lastAt);
      }),
    );
  });

  test.for(logs)("of a recorded run ends with its end: %s", ([, log]) => {
    const { lastAt } = timeline.of(log);
    const path = pathOf(log);
    expect([path[0]?.from, path.at(-1)?.to]).toEqual([0, lastAt]);
  });
});

test.for(logs)("any first part of a log is the timeline of that moment: %s", ([, log]) => {
  const shown = ({ bars, lanes, waits, lastAt }: ReturnType<typeof timeline.start>) => ({ bars, lanes, waits, lastAt });
  let view = timeline.start();
  for (const [place, event] of log.entries()) {
    view = timeline.add(view, event);
    expect(shown(view)).toEqual(shown(timeline.of(log.slice(0, place + 1))));
  }
});
