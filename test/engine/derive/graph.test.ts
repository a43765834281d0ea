// The graph of a run: what becomes a node, what an edge, and what comes in a strange order.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { graph } from "../../../src/engine/derive/graph.ts";
import type { GraphView } from "../../../src/engine/derive/graph-notes.ts";
import { answerNode } from "../../../src/engine/derive/graph-types.ts";
import type { Fact } from "../../../src/engine/events.ts";
import { call, close, open, parallelFacts, reactFacts, reply, runStart, stamp } from "../../fixtures/log.ts";
import { multiAgentLog, planExecuteLog, supervisorLog } from "../../fixtures/pattern-logs.ts";

const graphOf = (facts: readonly Fact[]): GraphView => graph.of(stamp(facts));
const causes = (view: GraphView): string[] =>
  view.edges.filter((edge) => edge.kind === "causes").map((edge) => `${edge.from} → ${edge.to}`);
const node = (view: GraphView, id: string) => {
  const found = view.nodes.get(id);
  if (!found) throw new Error(`There is no node ${id}. There are: ${view.order.join(", ")}.`);
  return found;
};
/** The graph as an indented list, in the order of the nodes. */
function drawn(view: GraphView): string[] {
  const depth = (id: string | null): number => (id === null ? 0 : 1 + depth(node(view, id).group));
  return view.order.map((id) => {
    const { kind, label, detail, result, state, group } = node(view, id);
    return `${"  ".repeat(depth(group))}${kind} ${label}: ${detail}${result && ` → ${result}`} (${state})`;
  });
}

describe("nodes", () => {
  test("are the run, its turns, thoughts, calls with what came back, and the answer", () => {
    const view = graphOf([
      runStart("10*5?"),
      open("1", "agent", "react"),
      open("1.1", "iteration", "turn 1"),
      open("1.1.1", "model", "main"),
      reply("1.1.1", "I multiply.", "calculator"),
      close("1.1.1"),
      open("1.1.2", "tool", "calculator", ["1.1.1"]),
      call("1.1.2", "calculator", { expression: "10*5", digits: 2 }),
      { type: "observation", span: "1.1.2", output: 50 },
      close("1.1.2"),
      close("1.1"),
      open("1.2", "iteration", "turn 2"),
      open("1.2.1", "model", "main", ["1.1.2"]),
      reply("1.2.1", "It is 50."),
      close("1.2.1"),
      close("1.2"),
      close("1"),
      { type: "run.end", status: "completed", answer: "It is 50." },
    ]);
    expect(drawn(view)).toEqual([
      "agent react: 10*5? (ok)",
      "  iteration turn 1:  (ok)",
      "    model main: I multiply. (ok)",
      "    tool calculator: expression: 10*5, digits: 2 → 50 (ok)",
      "  iteration turn 2:  (ok)",
      "    model main: It is 50. (ok)",
      "  answer : It is 50. (ok)",
    ]);
    expect(causes(view)).toEqual(["1.1.1 → 1.1.2", "1.1.2 → 1.2.1", `1.2.1 → ${answerNode}`]);
  });

  test("add up what was spent inside them", () => {
    const view = graphOf(reactFacts(4));
    expect(node(view, "1.2")).toMatchObject({ tokens: 120, usd: 0.001 });
    expect(node(view, "1").tokens).toBe(5 * 120);
  });

  test("show a thought rather than the reply it was read from, in whichever order they come", () => {
    const start = [runStart("?"), open("1", "agent", "react"), open("1.1", "model", "main")];
    const thought: Fact = { type: "thought", span: "1.1", text: "Multiply." };
    const text = reply("1.1", "Thought: Multiply.\nAction: calculator", "calculator");
    expect(node(graphOf([...start, text, thought]), "1.1").detail).toBe("Multiply.");
    expect(node(graphOf([...start, thought, text]), "1.1").detail).toBe("Multiply.");
  });

  test("fail with their reason", () => {
    const failure = { code: "bad-arguments", message: "expression is missing" };
    const view = graphOf([
      runStart("?"),
      open("1", "agent", "react"),
      open("1.1", "tool", "calculator"),
      { type: "observation", span: "1.1", failure },
      { type: "span.end", span: "1.1", status: "failed", failure },
    ]);
    expect(node(view, "1.1")).toMatchObject({ state: "failed", result: "expression is missing" });
  });

  test("wait while the run waits for a person", () => {
    const held: Fact[] = [
      runStart("?"),
      open("1", "agent", "react"),
      { type: "hold", span: "1", id: "h1", kind: "pause" },
    ];
    expect(node(graphOf(held), "1").state).toBe("waiting");
    const decision: Fact = { type: "decision", span: "1", hold: "h1", by: "person", choice: "resume" };
    expect(node(graphOf([...held, decision]), "1").state).toBe("running");
  });

  test("carry marks for loop rules, limits and warnings", () => {
    const view = graphOf([
      runStart("?"),
      open("1", "agent", "react"),
      { type: "nudge", span: "1", rule: "same-call", count: 3, spans: [], text: "Again?" },
      { type: "limit", span: "1", limit: "iterations", value: 10, used: 10, message: "No more turns." },
      { type: "warning", span: "1", code: "x", message: "Hm." },
    ]);
    expect(node(view, "1").marks.map((mark) => mark.kind)).toEqual(["nudge", "limit", "warning"]);
  });

  test("stand side by side in a row only while they run at once, and use a free lane again", () => {
    const view = graphOf([
      runStart("?"),
      open("1", "agent", "react"),
      open("1.1", "tool", "a"),
      open("1.2", "tool", "b"),
      close("1.1"),
      open("1.3", "tool", "c"),
      close("1.2"),
      close("1.3"),
      open("1.4", "tool", "d"),
    ]);
    const places = ["1.1", "1.2", "1.3", "1.4"].map((id) => [node(view, id).row, node(view, id).lane]);
    expect(places).toEqual([
      [1, 0],
      [1, 1],
      [1, 0],
      [2, 0],
    ]);
  });

  test("of a call of a tool hold nothing: an agent that it starts stands in the same group", () => {
    const view = graphOf([
      runStart("?"),
      open("1", "agent", "supervisor"),
      open("1.1", "tool", "delegate"),
      open("1.1.1", "agent", "helper"),
    ]);
    expect(node(view, "1.1.1").group).toBe("1");
    expect(view.edges).toContainEqual(expect.objectContaining({ from: "1.1", to: "1.1.1", kind: "contains" }));
  });

  test("cost the same for huge and hostile values", () => {
    const huge = { text: "🙂".repeat(2_000_000), list: Array.from({ length: 100_000 }, (_, index) => index) };
    const view = graphOf(
      [runStart("?"), open("1", "agent", "x"), open("__proto__", "tool", "constructor", [], "1")].concat(
        call("__proto__", "t", huge),
      ),
    );
    const { detail } = node(view, "__proto__");
    expect(detail.length).toBeLessThan(300);
    expect(detail.isWellFormed()).toBe(true);
  });
});

describe("the answer", () => {
  test("comes from the reply that holds its text, not from the last one", () => {
    const view = graphOf([
      runStart("?"),
      open("1", "agent", "x"),
      open("1.1", "model", "main"),
      reply("1.1", "Final Answer: it is 50"),
      open("1.2", "model", "reviewer"),
      reply("1.2", "Looks good."),
      { type: "run.end", status: "completed", answer: "it is 50" },
    ]);
    expect(causes(view)).toEqual([`1.1 → ${answerNode}`]);
  });

  test("has no cause where there is none", () => {
    const stop = { code: "limit", message: "No money left.", limit: "usd" } as const;
    const view = graphOf([
      runStart("?"),
      open("1", "agent", "x"),
      open("1.1", "model", "main"),
      reply("1.1", "Hm."),
      { type: "run.end", status: "stopped", answer: null, stop },
    ]);
    expect(causes(view)).toEqual([]);
    expect(node(view, answerNode)).toMatchObject({ state: "stopped", result: "No money left.", detail: "" });
  });
});

describe("strange orders", () => {
  test("an edge waits for its end, and one to a ghost never shows", () => {
    const start = [runStart("?"), open("1", "agent", "x"), open("1.2", "model", "b", ["1.1", "ghost"])];
    expect(causes(graphOf(start))).toEqual([]);
    expect(causes(graphOf([...start, open("1.1", "tool", "a")]))).toEqual(["1.1 → 1.2"]);
  });

  test("a node that comes twice is updated and keeps its place", () => {
    const view = graphOf([
      runStart("?"),
      open("1", "agent", "x"),
      open("1.1", "tool", "first"),
      open("1.2", "tool", "other"),
      open("1.1", "tool", "second", ["1.2"]),
    ]);
    expect(view.order).toEqual(["1", "1.1", "1.2"]);
    expect(node(view, "1.1")).toMatchObject({ label: "second", row: 1, lane: 0 });
    expect(causes(view)).toEqual(["1.2 → 1.1"]);
  });

  test("cycles, self-loops, a span inside itself and missing parents are kept", () => {
    const view = graphOf([
      runStart("?"),
      open("1", "agent", "x"),
      open("a", "step", "a", ["b", "a"], "b"),
      open("b", "step", "b", ["a"], "a"),
      open("c", "step", "c", [], "c"),
      open("d", "model", "d", [], "nowhere"),
      reply("b", "spends in a circle"),
    ]);
    expect(causes(view).sort()).toEqual(["a → a", "a → b", "b → a"]);
    expect(["a", "b", "c", "d"].map((id) => node(view, id).group)).toEqual(["1", "a", "1", "1"]);
  });

  const logs = fc.oneof(
    fc.integer({ min: 0, max: 6 }).map((turns) => reactFacts(turns)),
    fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 2 })).map(([a, t]) => parallelFacts(a, t)),
  );
  const shuffled = logs.chain((facts) =>
    fc.shuffledSubarray(facts, { minLength: facts.length }).map((mixed) => ({ facts, mixed })),
  );

  test("any order gives the same nodes with the same words, and the same edges", () => {
    const words = (view: GraphView) =>
      [...view.nodes.values()]
        .filter((one) => one.kind !== "answer")
        .map(({ id, kind, label, detail, result, state, calls }) => ({ id, kind, label, detail, result, state, calls }))
        .sort((a, b) => (a.id < b.id ? -1 : 1));
    const ends = (view: GraphView) =>
      view.edges
        .filter((edge) => edge.to !== answerNode)
        .map((edge) => `${edge.from} ${edge.kind} ${edge.to}`)
        .sort();
    fc.assert(
      fc.property(shuffled, ({ facts, mixed }) => {
        expect(words(graphOf(mixed))).toEqual(words(graphOf(facts)));
        expect(ends(graphOf(mixed))).toEqual(ends(graphOf(facts)));
      }),
      { numRuns: 200 },
    );
  });

  test("the lists of nodes and edges only ever grow", () => {
    fc.assert(
      fc.property(shuffled, ({ mixed }) => {
        let view = graph.start();
        let [nodes, edges]: [string[], unknown[]] = [[], []];
        for (const event of stamp([...mixed, ...mixed])) {
          view = graph.add(view, event);
          expect(view.order.slice(0, nodes.length)).toEqual(nodes);
          expect(view.edges.slice(0, edges.length)).toEqual(edges);
          for (const edge of view.edges) expect(view.nodes.has(edge.from) && view.nodes.has(edge.to)).toBe(true);
          [nodes, edges] = [[...view.order], [...view.edges]];
        }
        expect(new Set(nodes).size).toBe(nodes.length);
      }),
      { numRuns: 60 },
    );
  });
});

describe("between agents", () => {
  const told = (view: GraphView) =>
    view.edges
      .filter(({ label }) => label)
      .map(
        ({ from, to, kind, label }) => `${from} ${kind} ${to}: ${JSON.stringify(Object.values(label ?? {}).slice(1))}`,
      );
  const wrote = (span: string, key: string): Fact => ({
    type: "board.write",
    span,
    key,
    version: 1,
    author: key,
    text: "Found.",
  });
  const shown = (span: string, ...keys: string[]): Fact => ({
    type: "board.read",
    span,
    agent: "writer",
    entries: keys.map((key) => ({ key, version: 1 })),
  });
  const handoff = (span: string, to: string): Fact => ({
    type: "handoff",
    span,
    from: "coordinator",
    to,
    task: `do ${to}`,
  });
  const planned = (span: string): Fact => ({ type: "plan", span, revision: 0, by: "model", why: "", items: [] });

  test("an edge says what was handed over, and one from each author what was read", () => {
    const view = graph.of(multiAgentLog());
    expect(told(view)).toEqual([
      '1.1 handoff 1.2: ["Trend and volatility of the share"]',
      '1.1 handoff 1.3: ["What was said of the economy"]',
      `1.1 handoff 1.4: ["Write the report, its risks from finance's findings"]`,
      '1.2 reads 1.4: [["finance"]]',
      '1.3 reads 1.4: [["news"]]',
    ]);
    expect(node(view, "1.2")).toMatchObject({ posts: ["finance"], modelCalls: 2, toolCalls: 1 });
  });

  test("a review judges the plan beside it", () => {
    expect(told(graph.of(supervisorLog()))).toEqual([
      "1.1.5 judges 1.1.1: [false,0.45]",
      "1.2.5 judges 1.2.1: [true,0.9]",
    ]);
    expect(told(graph.of(planExecuteLog()))).toEqual(["1.8 judges 1.1: [false,null]"]);
  });

  test("what is told before its agents or entries are there waits for them", () => {
    const team = [open("1.1", "plan", "plan"), open("1.2", "agent", "a"), open("1.3", "agent", "writer")];
    const facts = [
      planned("1.1"),
      handoff("1", "writer"),
      wrote("1.2", "a"),
      shown("1.3", "a", "a"),
      wrote("1.3", "writer"),
    ];
    const expected = ['1.1 handoff 1.3: ["do writer"]', '1.2 reads 1.3: [["a"]]'];
    const start = [runStart("?"), open("1", "agent", "m")];
    expect(told(graphOf([...start, ...team, ...facts])).sort()).toEqual(expected);
    expect(
      told(graphOf([...start, ...facts.toReversed(), ...team]))
        .sort()
        .map((line) => line.replace("1 h", "1.1 h")),
    ).toEqual(expected);
  });

  test("an agent that reads what it wrote itself has no edge to itself, and a review without a plan has none at all", () => {
    const view = graphOf([
      open("1", "agent", "m"),
      open("1.1", "agent", "a"),
      wrote("1.1", "a"),
      shown("1.1", "a"),
      open("1.2", "review", "review"),
      { type: "review", span: "1.2", passed: true, score: null, feedback: "" },
    ]);
    expect(told(view)).toEqual([]);
  });

  test("a second agent of a name takes its own task", () => {
    const view = graphOf([
      open("1", "agent", "m"),
      handoff("1", "a"),
      open("1.1", "agent", "a"),
      close("1.1"),
      handoff("1", "a"),
      open("1.2", "agent", "a"),
    ]);
    expect(view.edges.filter(({ kind }) => kind === "handoff").map(({ to }) => to)).toEqual(["1.1", "1.2"]);
  });
});

test("a reply in JSON shows what it was read as: the steps of a plan, the feedback of a review", () => {
  const plan = graph.of(planExecuteLog());
  expect(node(plan, "1.1.1").detail).toMatch(/^1\. List the tables that hold share prices 2\. Read/);
  expect(node(plan, "1.8.1").detail).toBe("What was said of the economy is missing.");
  expect(node(graph.of(multiAgentLog()), "1.1.1").detail).toMatch(/^1\. finance: Trend/);
  // Were it told before the reply came, it would not be replaced by it.
  const facts = [
    runStart("?"),
    open("1", "agent", "p"),
    open("1.1", "review", "review"),
    open("1.1.1", "model", "reviewer"),
  ];
  const verdict: Fact = { type: "review", span: "1.1", passed: false, score: null, feedback: "More." };
  expect(node(graphOf([...facts, verdict, reply("1.1.1", "{}")]), "1.1.1").detail).toBe("More.");
});
