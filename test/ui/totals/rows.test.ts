// The totals as a table: names, shares, order, CSV; and the dearest calls.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { graph } from "../../../src/engine/derive/graph.ts";
import { totals } from "../../../src/engine/derive/totals.ts";
import { groupings } from "../../../src/engine/derive/totals-types.ts";
import type { Fact, FactOf } from "../../../src/engine/events.ts";
import { amountText, callLine, callWords, dearest } from "../../../src/ui/totals/calls.ts";
import {
  columnsOf,
  costText,
  csvOf,
  groupingsOf,
  measureOf,
  orderAfter,
  rowsOf,
  shareText,
  sorted,
  wholeOf,
} from "../../../src/ui/totals/rows.ts";
import { call, close, open, reactFacts, reply, runStart, stamp } from "../../fixtures/log.ts";
import { multiAgentLog, planExecuteLog } from "../../fixtures/pattern-logs.ts";

const costing = (span: string, usd: number, tokens = 10): Fact => ({
  ...(reply(span, `Reply ${span}`) as FactOf<"model.reply">),
  usd,
  usage: { inputTokens: tokens, outputTokens: 0 },
});
const agent = (span: string, name: string, usd: number): Fact[] => [
  open(span, "agent", name),
  open(`${span}.1`, "model", "executor"),
  costing(`${span}.1`, usd),
  close(`${span}.1`),
  close(span),
];
const team = (...members: [string, number][]) =>
  totals.of(
    stamp([
      runStart("?"),
      open("1", "agent", "multi-agent"),
      ...members.flatMap(([name, usd], index) => agent(`1.${index + 1}`, name, usd)),
    ]),
  );

describe("rows", () => {
  test("have names of which no two are alike, and a share of what the run cost", () => {
    const rows = rowsOf(team(["expert", 0.1], ["expert", 0.3], ["", 0]), "agent");
    expect(rows.map(({ name, share, span, isOwn }) => [name, share, span, isOwn])).toEqual([
      ["expert", 0.25, "1.1", true],
      ["expert (2)", 0.75, "1.2", true],
      ["1.3", 0, "1.3", true],
    ]);
  });

  test("of what belongs to nobody are named, and go to their dearest call", () => {
    const view = totals.of(planExecuteLog());
    const named = (grouping: (typeof groupings)[number]) =>
      rowsOf(view, grouping).map(({ name, span, isOwn }) => [name, span, isOwn]);
    expect(named("step")[0]).toEqual(["Planning", "1.1.1", false]);
    expect(named("step").at(-1)).toEqual(["Outside the steps", "1.11", false]);
    expect(named("agent").map(([name]) => name)).toEqual(["Planning", "Steps", "Review", "Main agent"]);
    expect(named("tool")[0]).toEqual(["Model calls", "1.1.1", false]);
  });

  test("are of tokens where the run is free, and of time where it used no model", () => {
    const free = totals.of(
      stamp([runStart("?"), open("1", "agent", "react"), open("1.1", "model", "main"), costing("1.1", 0)]),
    );
    expect([measureOf(free), rowsOf(free, "agent")[0]?.share]).toEqual(["tokens", 1]);
    const tool = totals.of(
      stamp([runStart("?"), open("1", "agent", "react"), open("1.1", "tool", "a"), call("1.1", "a", {}), close("1.1")]),
    );
    expect([measureOf(tool), rowsOf(tool, "tool").map(({ share }) => share)]).toEqual(["time", [1]]);
    expect(measureOf(team(["a", 0.1]))).toBe("usd");
  });

  test("with nothing in them are left out; steps are offered where there are some", () => {
    const view = totals.of(planExecuteLog());
    expect(rowsOf(view, "step").map(({ name }) => name)).not.toContain("Check the results");
    expect(groupingsOf(view, groupings)).toContain("step");
    expect(groupingsOf(totals.of(stamp(reactFacts(2))), groupings)).not.toContain("step");
  });
});

describe("order", () => {
  const view = team(["b 10", 0.1], ["a", 0.3], ["b 9", 0.3]);
  const names = (order: Parameters<typeof sorted>[1]) => sorted(rowsOf(view, "agent"), order).map(({ name }) => name);

  test("of figures begins with the largest, of names with A, numbers in them by size", () => {
    expect(names({ column: "usd", descending: true })).toEqual(["a", "b 9", "b 10"]);
    expect(names({ column: "name", descending: false })).toEqual(["a", "b 9", "b 10"]);
    expect(names({ column: "usd", descending: false })).toEqual(["b 10", "a", "b 9"]);
  });

  test("is turned round by a second click", () => {
    const byCost = orderAfter({ column: "share", descending: true }, "usd");
    expect([byCost, orderAfter(byCost, "usd"), orderAfter(byCost, "name")]).toEqual([
      { column: "usd", descending: true },
      { column: "usd", descending: false },
      { column: "name", descending: false },
    ]);
  });
});

describe("figures", () => {
  test("say how well they are known", () => {
    expect([costText(0.004, "reported"), costText(0.004, "estimated"), costText(0.004, "at-most")]).toEqual([
      "$0.004",
      "≈$0.004",
      "≤$0.004",
    ]);
    expect(costText(0, "at-most")).toBe("$0");
  });

  test("of a share never round something to nothing", () => {
    expect([0, 0.000_1, 0.014, 0.5, 1].map(shareText)).toEqual(["0%", "<1%", "1%", "50%", "100%"]);
  });

  test("of cached and reasoning tokens have a column where there are some", () => {
    const plain = team(["a", 0.1]);
    expect(columnsOf(plain)).not.toContain("cachedTokens");
    const cached: Fact = {
      ...(costing("1.1", 0.1) as FactOf<"model.reply">),
      usage: { inputTokens: 9, outputTokens: 1, cachedTokens: 4 },
    };
    const view = totals.of(stamp([runStart("?"), open("1", "agent", "react"), open("1.1", "model", "main"), cached]));
    expect(columnsOf(view)).toContain("cachedTokens");
    expect(columnsOf(view)).not.toContain("reasoningTokens");
  });
});

test("CSV holds the numbers themselves, quotes what needs it, and no name is a formula", () => {
  const view = team(['=HYPERLINK("x"), y', 0.000_000_21], ["财务", 0.5]);
  const lines = csvOf(rowsOf(view, "agent"), wholeOf(view), "agent").trim().split("\n");
  expect(lines[0]).toBe(
    "agent,cost_usd,certainty,share,input_tokens,output_tokens,cached_tokens,reasoning_tokens,model_calls,tool_calls,recalled_calls,working_ms,waiting_ms",
  );
  expect(lines[1]).toMatch(/^"'=HYPERLINK\(""x""\), y",0\.00000021,reported,0,10,/);
  expect(lines[2]).toMatch(/^财务,0\.5,reported,1,10,0,0,0,0,0,0,20,20$/);
  expect(lines[3]).toMatch(/^Whole run,0\.50000021,reported,1,20,/);
});

describe("the dearest calls", () => {
  const view = team(["a", 0.1], ["b", 0.3], ["c", 0]);

  test("come first, each with its part, and what was free is left out", () => {
    const { calls, count, whole } = dearest(view, "usd");
    expect(calls.map((one) => [one.span, amountText(one, view, "usd")])).toEqual([
      ["1.2.1", "$0.30"],
      ["1.1.1", "$0.10"],
    ]);
    expect([count, whole / 1e12]).toEqual([2, 0.4]);
    expect(dearest(view, "tokens").calls).toHaveLength(3);
  });

  test("are the same however few are asked for", () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 12 }), (all, most) => {
        const view = team(...all.map((usd): [string, number] => ["a", usd / 10]));
        const every = dearest(view, "usd");
        const few = dearest(view, "usd", most);
        expect(few.calls).toEqual(every.calls.slice(0, most));
        expect([few.count, few.whole]).toEqual([every.count, every.whole]);
      }),
    );
  });

  test("are called what the graph calls them", () => {
    const log = multiAgentLog();
    const [first] = dearest(totals.of(log), "usd").calls;
    if (!first) throw new Error("There is no call.");
    expect(callWords(first, graph.of(log)).title).toBe("Thought");
    expect(callLine(first, { title: "Thought", agent: "finance", by: "$0.001" })).toBe(
      "finance: Thought · 30 ms to 50 ms · $0.001 · 120 tokens · $0.001 by then",
    );
  });
});
