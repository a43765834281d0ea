// The run as its spans: what each said, how it stands, what the limits are, how long it was held.
import { expect, test } from "vitest";
import { spans } from "../../../src/engine/derive/spans.ts";
import type { Fact, RunEvent } from "../../../src/engine/events.ts";
import { runStart } from "../../fixtures/log.ts";

/** One event every 10 ms. */
const log = (...facts: Fact[]): RunEvent[] => facts.map((fact, seq) => ({ ...fact, seq, at: seq * 10 }));
const root: Fact = { type: "span.start", span: "1", parent: null, kind: "agent", name: "react" };
const tool: Fact = { type: "span.start", span: "1.1", parent: "1", kind: "tool", name: "add" };

test("a span holds its events, its children and its end", () => {
  const failure = { code: "timeout", message: "late" };
  const { spans: all, start } = spans.of(
    log(
      runStart("Add"),
      root,
      tool,
      { type: "tool.call", span: "1.1", callId: "c", tool: "add", arguments: {} },
      { type: "observation", span: "1.1", failure },
      { type: "span.end", span: "1.1", status: "failed", failure },
    ),
  );
  expect(start?.task).toBe("Add");
  expect(all.get("1")).toMatchObject({ status: "running", endedAt: null, children: ["1.1"] });
  expect(all.get("1.1")).toMatchObject({ status: "failed", failure, startedAt: 20, endedAt: 50, parent: "1" });
  expect(all.get("1.1")?.events.map((event) => event.type)).toEqual(["tool.call", "observation"]);
});

test("an id that comes twice, and an event of a span that was never opened, change nothing", () => {
  const { spans: all } = spans.of(log(root, tool, tool, { type: "thought", span: "9", text: "?" }));
  expect([...all.keys()]).toEqual(["1", "1.1"]);
  expect(all.get("1")?.children).toEqual(["1.1"]);
});

test("what is held is counted once, however many hold it", () => {
  const hold = (id: string): Fact => ({ type: "hold", span: "1", id, kind: "pause" });
  const go = (hold: string): Fact => ({ type: "decision", span: "1", hold, by: "person", choice: "resume" });
  const events = log(root, hold("a"), hold("b"), go("a"), go("b"), hold("c"));
  const views = events.map((_event, index) => spans.of(events.slice(0, index + 1)));
  expect(views.map(({ heldMs }) => heldMs)).toEqual([0, 0, 0, 0, 30, 30]);
  expect(views.map(({ heldSince }) => heldSince)).toEqual([null, 10, 10, 10, null, 50]);
  expect(views.map(({ open }) => open.length)).toEqual([0, 1, 2, 1, 0, 1]);
});

test("the end of a run lets go of what is held", () => {
  const view = spans.of(
    log(
      root,
      { type: "hold", span: "1", id: "a", kind: "pause" },
      { type: "run.end", status: "stopped", answer: null },
    ),
  );
  expect(view).toMatchObject({ open: [], heldMs: 10, heldSince: null, lastAt: 20 });
});

test("a limit that a person raised is the limit from then on", () => {
  const view = spans.of(
    log(
      runStart("Add"),
      root,
      { type: "hold", span: "1", id: "a", kind: "limit", limit: "iterations", value: 10, used: 10 },
      { type: "decision", span: "1", hold: "a", by: "person", choice: "raise", value: 20 },
      { type: "hold", span: "1", id: "b", kind: "limit", limit: "__proto__", value: 1, used: 1 },
      { type: "decision", span: "1", hold: "b", by: "person", choice: "raise", value: 5 },
    ),
  );
  expect(view.budget?.iterations).toBe(20);
  expect(view.budget).toEqual({ ...view.start?.budget, iterations: 20 });
});
