// Where the money went: rows that add up to the run, in every grouping, at every moment.
import { describe, expect, test } from "vitest";
import { timesOf, totals, type TotalsView } from "../../../src/engine/derive/totals.ts";
import { groupings, type Grouping, type TotalsRow } from "../../../src/engine/derive/totals-types.ts";
import { usage } from "../../../src/engine/derive/usage.ts";
import type { Fact, FactOf, RunEvent } from "../../../src/engine/events.ts";
import { patterns, scripted, startRun } from "../../../src/engine/index.ts";
import { call, close, open, parallelFacts, reactFacts, reply, runStart, stamp } from "../../fixtures/log.ts";
import { multiAgentLog, openItem, planExecuteLog, supervisorLog } from "../../fixtures/pattern-logs.ts";
import { anyPattern, byPattern, tools } from "../contract-scripts.ts";
import { say } from "../support.ts";

type Sum = Pick<TotalsRow, "modelCalls" | "toolCalls" | "picoUsd" | "tokens">;
const nothing = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, reasoningTokens: 0, totalTokens: 0 };

function sumOf(rows: Iterable<Sum>): Sum {
  const sum = { modelCalls: 0, toolCalls: 0, picoUsd: 0, tokens: { ...nothing } };
  for (const { modelCalls, toolCalls, picoUsd, tokens } of rows) {
    sum.modelCalls += modelCalls;
    sum.toolCalls += toolCalls;
    sum.picoUsd += picoUsd;
    for (const kind of Object.keys(nothing) as (keyof typeof nothing)[]) sum.tokens[kind] += tokens[kind];
  }
  return sum;
}

/** Each grouping adds up to what the meters show, at every moment of the log. */
function addsUp(log: readonly RunEvent[]): void {
  let view = totals.start();
  let meters = usage.start();
  for (const event of log) {
    view = totals.add(view, event);
    meters = usage.add(meters, event);
    const run = {
      modelCalls: meters.figures.modelCalls,
      toolCalls: meters.figures.toolCalls,
      picoUsd: Math.round(meters.usd * 1e12),
      tokens: meters.tokens,
    };
    expect(sumOf([view.run])).toEqual(run);
    expect(view.run.certainty).toBe(meters.certainty);
    for (const grouping of groupings) {
      const rows = [...view.rows[grouping].values()];
      // A call whose request has not come belongs to no model yet, and has used nothing.
      expect(sumOf(rows), `${grouping} at event ${event.seq}`).toEqual(run);
      const whole = timesOf(view, view.run).workingMs;
      for (const row of rows) {
        const { workingMs, waitingMs } = timesOf(view, row);
        expect(workingMs).toBeGreaterThanOrEqual(0);
        expect(workingMs).toBeLessThanOrEqual(whole);
        expect(waitingMs).toBeGreaterThanOrEqual(0);
      }
    }
    expect(view.calls.reduce((sum, { picoUsd }) => sum + picoUsd, 0)).toBe(run.picoUsd);
    expect(view.spending.at(-1)?.picoUsd ?? 0).toBe(run.picoUsd);
  }
}

const nameOf = ({ subject }: TotalsRow): string =>
  "name" in subject
    ? subject.name || "main"
    : "tool" in subject
      ? subject.tool
      : "phase" in subject
        ? subject.phase
        : "model" in subject
          ? `${subject.model} (${subject.role})`
          : subject.kind;
const rowsOf = (view: TotalsView, grouping: Grouping) => [...view.rows[grouping].values()];
const byName = (view: TotalsView, grouping: Grouping) =>
  Object.fromEntries(
    rowsOf(view, grouping).map((row) => [nameOf(row), [row.modelCalls, row.toolCalls, row.tokens.totalTokens]]),
  );
const request = (span: string, model = "m", role: FactOf<"model.request">["role"] = "main"): Fact => ({
  type: "model.request",
  span,
  model,
  role,
  messages: [],
  maxOutputTokens: 100,
  reserved: { tokens: 0, usd: 0 },
});
/** Facts at moments of their own. */
const at = (...facts: readonly (readonly [number, Fact])[]): RunEvent[] =>
  facts.map(([at, fact], seq) => ({ ...fact, seq, at }));

describe("rows add up to the run", () => {
  test.each([
    ["a ReAct run", stamp(reactFacts(12))],
    ["agents side by side", stamp(parallelFacts(3, 4))],
    ["Plan-and-Execute", planExecuteLog()],
    ["Multi-Agent", multiAgentLog()],
    ["Supervisor", supervisorLog()],
  ])("of a log of %s", (_, log) => addsUp(log));

  const runs = patterns.flatMap(({ id }) =>
    [...anyPattern, ...(byPattern[id] ?? [])].map((script) => [id, script.name, script] as const),
  );
  const price = { inputUsdPerMillion: 0.15, outputUsdPerMillion: 0.6 };
  const start = (pattern: string, { replies, options }: (typeof anyPattern)[number]) =>
    startRun("What is 1 + 2?", {
      pattern,
      models: { main: scripted(replies(), { price }) },
      tools: tools.map((tool) => ({ ...tool, usdPerCall: 0.0003 })),
      seed: 1,
      clock: { now: () => performance.now(), wall: () => 0, after: quick },
      ...options,
    });
  const quick = (ms: number, fire: () => void) => {
    const timer = setTimeout(fire, ms < 10_000 ? 0 : ms);
    return () => clearTimeout(timer);
  };

  test.each(runs)("of %s, whose model %s", async (pattern, _, script) => {
    const run = start(pattern, script);
    await run.finished;
    addsUp(run.log);
  });

  test.each(patterns.map(({ id }) => id))("of %s, stopped after any event", async (pattern) => {
    const script = byPattern[pattern]?.[0] ?? { name: "", replies: () => [say("3")] };
    const whole = start(pattern, script);
    await whole.finished;
    for (let last = 0; last < whole.log.length; last += 3) {
      const run = start(pattern, script);
      run.subscribe((event) => event.seq === last && run.stop());
      await run.finished;
      addsUp(run.log);
    }
  });

  test("of a log that tells of calls that never began", () => {
    addsUp(stamp([runStart("?"), reply("1.7", "lost"), call("1.8", "add", {}), request("1.9", "m", "planner")]));
  });
});

const model = (span: string, name = "main", role: FactOf<"model.request">["role"] = "main"): Fact[] => [
  open(span, "model", name),
  request(span, "m", role),
  reply(span, "Hm."),
  close(span),
];
const tool = (span: string, name: string, usd?: number): Fact[] => [
  open(span, "tool", name),
  { ...(call(span, name, {}) as FactOf<"tool.call">), ...(usd !== undefined && { usd }) },
  { type: "observation", span, output: 1 },
  close(span),
];

describe("who a call belongs to", () => {
  test("agents of one name stay apart, and what is done beside them has a name", () => {
    const view = totals.of(
      stamp([
        runStart("?"),
        open("1", "agent", "multi-agent"),
        open("1.1", "plan", "decomposition"),
        ...model("1.1.1", "planner", "planner"),
        close("1.1"),
        openItem("1.2", "agent", "expert", "a"),
        openItem("1.3", "agent", "expert", "b"),
        open("1.2.1", "iteration", "turn 1"),
        ...model("1.2.1.1", "executor", "executor"),
        ...tool("1.2.1.2", "search"),
        close("1.2.1"),
        ...model("1.2.2", "closing call"),
        close("1.2"),
        ...model("1.3.1", "executor", "executor"),
        close("1.3"),
        ...model("1.4", "synthesis", "planner"),
        close("1"),
      ]),
    );
    const rows = rowsOf(view, "agent").map((row) => [row.id, nameOf(row), row.modelCalls, row.toolCalls]);
    expect(rows).toEqual([
      ["phase planning", "planning", 1, 0],
      ["1.2", "expert", 2, 1],
      ["1.3", "expert", 1, 0],
      ["phase synthesis", "synthesis", 1, 0],
    ]);
    expect(rowsOf(view, "step").map((row) => [row.id, nameOf(row), row.modelCalls])).toEqual([
      ["phase planning", "planning", 1],
      ["1.2", "expert", 2],
      ["1.3", "expert", 1],
      ["phase synthesis", "synthesis", 1],
    ]);
    expect(byName(view, "model")).toMatchObject({
      "m (planner)": [2, 0, 240],
      "m (executor)": [2, 0, 240],
      "m (main)": [1, 0, 120],
      "tool-calls": [0, 1, 0],
    });
    expect(byName(view, "tool")).toEqual({ "model-calls": [5, 0, 600], search: [0, 1, 0] });
    expect(byName(view, "phase")).toMatchObject({ planning: [1, 0, 120], turns: [2, 1, 240], closing: [1, 0, 120] });
  });

  test("steps are told by their spans, and what lies between them by its phase", () => {
    const view = totals.of(planExecuteLog());
    expect(rowsOf(view, "step").map((row) => [nameOf(row), row.toolCalls, row.span])).toEqual([
      ["planning", 0, "1.1.1"],
      ["List the tables", 1, "1.2"],
      ["Find what was said of the economy", 1, "1.3"],
      ["Prices of AAPL", 1, "1.4"],
      ["Prices of the index", 1, "1.5"],
      ["Compare the growth", 0, "1.6"],
      ["Check the results", 0, "1.7"],
      ["review", 0, "1.8.1"],
      ["List the addresses", 1, "1.10"],
      ["turns", 0, "1.11"],
    ]);
  });

  test("a notebook's calls belong to the sub-task that was in progress when they began", () => {
    const plan = (...states: ("todo" | "in_progress" | "done")[]): Fact => ({
      type: "plan",
      span: "1.1",
      revision: 0,
      by: "model",
      why: "",
      items: states.map((state, index) => ({ id: `t${index}`, name: `Part ${index}`, description: "", state })),
    });
    const step = (item: string, state: "in_progress" | "done"): Fact => ({ type: "plan.step", span: "1", item, state });
    const view = totals.of(
      stamp([
        runStart("?"),
        open("1", "agent", "plan-notebook"),
        open("1.1", "tool", "create_plan"),
        call("1.1", "create_plan", {}),
        plan("todo", "todo"),
        close("1.1"),
        step("t0", "in_progress"),
        ...model("1.2"),
        open("1.3", "tool", "finish_subtask"),
        call("1.3", "finish_subtask", {}),
        step("t0", "done"),
        step("t1", "in_progress"),
        close("1.3"),
        ...model("1.4"),
        ...model("1.5"),
        plan("done", "done"),
        ...model("1.6"),
      ]),
    );
    expect(byName(view, "step")).toEqual({ turns: [1, 1, 120], "Part 0": [1, 1, 120], "Part 1": [2, 0, 240] });
  });
});

describe("money", () => {
  test("adds up as whole numbers of 10^-12 dollar, with how well it is known", () => {
    const paid = (span: string, usd: number, certainty?: "estimated" | "at-most"): Fact => ({
      ...(reply(span, "") as FactOf<"model.reply">),
      usd,
      ...(certainty && { certainty }),
    });
    const log = stamp([
      runStart("?"),
      open("1", "agent", "react"),
      ...[0.1, 0.2].flatMap((usd, index) => [open(`1.${index + 1}`, "model", "main"), paid(`1.${index + 1}`, usd)]),
      openItem("1.3", "step", "One", "s1"),
      open("1.3.1", "model", "executor"),
      request("1.3.1", "m", "executor"),
      paid("1.3.1", 0.7, "at-most"),
      ...tool("1.4", "search", 0.001),
    ]);
    const view = totals.of(log);
    expect([view.run.picoUsd, view.run.certainty]).toEqual([1_001_000_000_000, "at-most"]);
    const steps = rowsOf(view, "step").map((row) => [nameOf(row), row.picoUsd, row.certainty]);
    expect(steps).toEqual([
      ["turns", 301_000_000_000, "reported"],
      ["One", 700_000_000_000, "at-most"],
    ]);
    expect(view.spending.map(({ span, picoUsd }) => [span, picoUsd / 1e12])).toEqual([
      ["1.1", 0.1],
      ["1.2", 0.3],
      ["1.3.1", 1],
      ["1.4", 1.001],
    ]);
  });

  test("a failed call keeps what it cost; one that was cut off before it ran is no call", () => {
    const failure = { code: "cut-off", message: "" };
    const view = totals.of(
      stamp([
        runStart("?"),
        open("1", "agent", "react"),
        open("1.1", "model", "main"),
        request("1.1"),
        { ...(reply("1.1", "half") as FactOf<"model.reply">), certainty: "at-most" },
        close("1.1", "failed"),
        open("1.2", "tool", "add"),
        call("1.2", "add", {}),
        { type: "observation", span: "1.2", failure },
        close("1.2", "failed"),
      ]),
    );
    expect(view.run).toMatchObject({ modelCalls: 1, toolCalls: 0, picoUsd: 1e9, certainty: "at-most" });
    expect(view.calls.map(({ failed }) => failed)).toEqual([true, true]);
  });

  test("what was recalled from an earlier log costs and counts nothing, and is told", () => {
    const facts = [...model("1.1"), ...tool("1.2", "search", 0.5)];
    const log = stamp([runStart("?"), open("1", "agent", "react"), ...facts]).map((event) => ({
      ...event,
      recalled: true,
    }));
    const view = totals.of(log);
    expect(view.run).toMatchObject({ modelCalls: 0, toolCalls: 0, picoUsd: 0, recalled: 2, tokens: nothing });
    expect(view.calls.every(({ recalled }) => recalled)).toBe(true);
    addsUp(log);
  });
});

describe("time", () => {
  const hold = (id: string): Fact => ({ type: "hold", span: "1", id, kind: "pause" });
  const go = (hold: string): Fact => ({ type: "decision", span: "1", hold, by: "person", choice: "resume" });
  const agent = (view: TotalsView, id: string) => {
    const row = view.rows.agent.get(id);
    if (!row) throw new Error(`There is no agent ${id}.`);
    return timesOf(view, row);
  };

  test("of calls side by side counts once in a row, and once in each row", () => {
    const view = totals.of(
      at(
        [0, runStart("?")],
        [0, open("1", "agent", "multi-agent")],
        [0, open("1.1", "agent", "one")],
        [0, open("1.2", "agent", "two")],
        [10, open("1.1.1", "tool", "a")],
        [20, open("1.1.2", "tool", "b")],
        [25, open("1.2.1", "tool", "c")],
        [30, close("1.1.1")],
        [50, close("1.1.2")],
        [60, close("1.1")],
        [75, close("1.2.1")],
        [80, close("1.2")],
      ),
    );
    expect(agent(view, "1.1")).toEqual({ workingMs: 40, waitingMs: 20 });
    expect(agent(view, "1.2")).toEqual({ workingMs: 50, waitingMs: 30 });
    expect(timesOf(view, view.run)).toEqual({ workingMs: 65, waitingMs: 15 });
  });

  test("in which the run is held is waited, not worked, however many hold it", () => {
    const log = at(
      [0, runStart("?")],
      [0, open("1", "agent", "react")],
      [0, open("1.1", "model", "main")],
      [10, hold("a")],
      [20, hold("b")],
      [40, go("a")],
      [50, go("b")],
      [70, close("1.1")],
      [70, hold("c")],
      [90, go("c")],
      [90, open("1.2", "tool", "slow")],
      [100, { type: "warning", span: "1", code: "x", message: "" }],
    );
    const view = totals.of(log);
    expect(agent(view, "1")).toEqual({ workingMs: 40, waitingMs: 60 });
    expect(view.calls.map(({ startedAt, endedAt }) => [startedAt, endedAt])).toEqual([
      [0, 30],
      [30, null],
    ]);
    expect([view.lastAt, view.clock]).toEqual([100, 40]);
    expect(agent(totals.of(log.slice(0, 5)), "1")).toEqual({ workingMs: 10, waitingMs: 10 });
  });
});
