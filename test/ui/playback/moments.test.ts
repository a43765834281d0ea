// The views of any moment of a run are those of the log up to it, in whatever order moments are looked at.
import fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { board, graph, plan, spans, usage, type Fact, type RunEvent } from "../../../src/engine/index.ts";
import { LiveRun } from "../../../src/ui/run.svelte.ts";
import { Moments } from "../../../src/ui/playback/moments.ts";
import { close, open, parallelFacts, reactFacts, runStart, stamp } from "../../fixtures/log.ts";
import { multiAgentLog, planExecuteLog, supervisorLog } from "../../fixtures/pattern-logs.ts";

const drawn = ({ nodes, order, edges, loops }: ReturnType<typeof graph.start>) => ({ nodes, order, edges, loops });

/** What each view shows; what a fold remembers for itself besides is its own affair. */
function shown(views: ReturnType<Moments["at"]>) {
  const { notes: _, ...planned } = views.plan;
  return structuredClone({ ...views, graph: drawn(views.graph), plan: planned });
}

const folded = (log: readonly RunEvent[]) =>
  shown({ graph: graph.of(log), spans: spans.of(log), usage: usage.of(log), plan: plan.of(log), board: board.of(log) });

/** A run whose agent goes round in circles: a rule speaks of calls again and again, also before they have begun. */
function loopLog(): RunEvent[] {
  const nudge = (count: number, spans: string[]): Fact => ({
    type: "nudge",
    span: "1",
    rule: "same-call",
    count,
    spans,
    text: "Again.",
  });
  const facts = reactFacts(6);
  facts.splice(20, 0, nudge(2, ["1.1.2", "1.2.2"]));
  facts.splice(30, 0, nudge(3, ["1.1.2", "1.2.2", "1.3.2"]), nudge(2, ["1.6.2", "1.5.2"]));
  return stamp(facts);
}

/** Spans that come after what is said of them, and holds within holds. */
const oddLog = stamp([
  runStart("Odd"),
  { type: "thought", span: "1.1", text: "before its span" },
  open("1", "agent", "react"),
  { type: "hold", span: "1", id: "h1", kind: "pause" },
  { type: "hold", span: "1.1", id: "h2", kind: "limit", limit: "iterations", value: 1, used: 1 },
  open("1.1", "model", "main"),
  { type: "board.read", span: "1", agent: "a", entries: [{ key: "k", version: 1 }] },
  { type: "decision", span: "1", hold: "h1", by: "person", choice: "resume" },
  { type: "board.write", span: "1.1", key: "k", version: 1, author: "a", text: "late" },
  { type: "decision", span: "1.1", hold: "h2", by: "person", choice: "raise", value: 5 },
  close("1.1", "failed"),
]);

const logs: Record<string, RunEvent[]> = {
  react: stamp(reactFacts(5)),
  "agents side by side": stamp(parallelFacts(3, 3)),
  "a plan": planExecuteLog(),
  "a team": multiAgentLog(),
  rounds: supervisorLog(),
  loops: loopLog(),
  "an odd order": oddLog,
};

describe.each(Object.entries(logs))("%s", (_, log) => {
  test("a moment shows what the log up to it holds, forwards and backwards", () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: log.length }), { minLength: 1, maxLength: 12 }), (counts) => {
        const moments = new Moments(log);
        for (const count of counts) expect(shown(moments.at(count))).toEqual(folded(log.slice(0, count)));
      }),
      { numRuns: 25 },
    );
  });
});

test("a moment stays as it is while the log grows, and the next one has what came", () => {
  const log = multiAgentLog();
  const growing = log.slice(0, 10);
  const moments = new Moments(growing);
  const before = shown(moments.at(6));
  growing.push(...log.slice(10));
  expect(shown(moments.at(6))).toEqual(before);
  expect(shown(moments.at(log.length))).toEqual(folded(log));
});

describe("a run on screen", () => {
  beforeEach(() => {
    vi.stubGlobal("requestAnimationFrame", () => 0);
    vi.stubGlobal("cancelAnimationFrame", () => {});
  });
  const opened = (log: RunEvent[]) => LiveRun.opened({ id: "r1", title: "", files: [], events: log });
  const viewsOf = ({ graph, spans, usage, plan, board }: LiveRun) => shown({ graph, spans, usage, plan, board });

  test("shows a moment in every view, and its end again", () => {
    const log = multiAgentLog();
    const run = opened(log);
    for (const count of [7, 3, log.length - 1, 1, 12]) {
      run.showAt(count);
      expect(run.moment).toBe(count);
      expect(viewsOf(run)).toEqual(folded(log.slice(0, count)));
      expect(run.events).toEqual(log.slice(0, count));
    }
    run.showAt(log.length);
    expect(run.moment).toBeNull();
    expect(viewsOf(run)).toEqual(folded(log));
  });

  test("goes on while a person looks back, and shows it all when they return", () => {
    const log = multiAgentLog();
    const run = new LiveRun("r1", "");
    log.slice(0, 8).forEach((event) => run.add(event));
    run.flush();
    run.showAt(4);
    log.slice(8).forEach((event) => run.add(event));
    run.flush();
    expect(run.moment).toBe(4);
    expect(viewsOf(run)).toEqual(folded(log.slice(0, 4)));
    expect([run.state, run.shownState, run.shownActive]).toEqual(["completed", "running", true]);
    expect(run.log).toEqual(log);
    run.showAt(null);
    expect(viewsOf(run)).toEqual(folded(log));
  });

  test("is kept whole, whatever moment is shown", () => {
    const log = multiAgentLog();
    const files = [{ name: "a.txt", text: "1" }];
    const run = LiveRun.opened({ id: "r1", title: "T", files, events: log });
    run.showAt(3);
    expect(run.files).toEqual([]);
    expect(run.record()).toEqual({ id: "r1", title: "T", files, events: log });
  });

  test("begins with its first event and ends with its last", () => {
    const run = opened(multiAgentLog());
    run.showAt(-5);
    expect(run.moment).toBe(1);
    run.showAt(1e9);
    expect(run.moment).toBeNull();
  });
});
