// What loop rules found, on the graph: the nodes that were compared, their ties, and a streak that goes on.
import fc from "fast-check";
import { expect, test } from "vitest";
import { graph } from "../../../src/engine/derive/graph.ts";
import type { Fact } from "../../../src/engine/events.ts";
import { close, open, runStart, stamp } from "../../fixtures/log.ts";

const turn = (number: number): Fact[] => [
  open(`1.${number}`, "iteration", `turn ${number}`),
  open(`1.${number}.1`, "tool", "search"),
  close(`1.${number}.1`),
];
const calls = (...numbers: number[]) => numbers.map((number) => `1.${number}.1`);
const nudge = (turn: number, count: number, spans: string[], more: Partial<Fact & { type: "nudge" }> = {}): Fact => ({
  type: "nudge",
  span: `1.${turn}`,
  level: "nudge",
  rule: "little_new",
  count,
  spans,
  text: "Take another way.",
  ...more,
});
const start = [runStart("Find it."), open("1", "agent", "react")];
const viewOf = (facts: readonly Fact[]) => graph.of(stamp([...start, ...facts]));
const ties = (facts: readonly Fact[]) =>
  viewOf(facts).edges.flatMap(({ kind, from, to }) => (kind === "repeats" ? [`${from} → ${to}`] : []));

test("ties the calls that a rule compared, one after the other, and tells each of them of the loop", () => {
  const facts = [...turn(1), ...turn(2), ...turn(3), ...turn(4), nudge(4, 3, calls(2, 3, 4))];
  expect(ties(facts)).toEqual(["1.2.1 → 1.3.1", "1.3.1 → 1.4.1"]);
  const view = viewOf(facts);
  expect(view.loops).toEqual([
    { rule: "little_new", level: "nudge", count: 3, nodes: calls(2, 3, 4), text: "Take another way." },
  ]);
  expect([1, 2, 3, 4].map((number) => view.nodes.get(`1.${number}.1`)?.loops)).toEqual([[], [0], [0], [0]]);
});

test("a streak that goes on is one loop, with its last count and level", () => {
  const facts = [
    ...[1, 2, 3, 4].flatMap(turn),
    nudge(4, 4, calls(1, 2, 3, 4)),
    ...[5, 6, 7].flatMap(turn),
    nudge(7, 7, calls(1, 2, 3, 4, 5, 6, 7), { level: "stop" }),
  ];
  expect(viewOf(facts).loops).toMatchObject([{ level: "stop", count: 7, nodes: calls(1, 2, 3, 4, 5, 6, 7) }]);
  expect(ties(facts)).toHaveLength(6);
});

test("two streaks of one rule are two loops", () => {
  const facts = [
    ...[1, 2, 3].flatMap(turn),
    nudge(3, 3, calls(1, 2, 3)),
    ...[4, 5, 6].flatMap(turn),
    nudge(6, 3, calls(4, 5, 6)),
  ];
  expect(viewOf(facts).loops.map(({ nodes }) => nodes)).toEqual([calls(1, 2, 3), calls(4, 5, 6)]);
});

test("another rule over the same calls is a loop of its own", () => {
  const facts = [
    ...[1, 2, 3].flatMap(turn),
    nudge(3, 3, calls(1, 2, 3)),
    nudge(3, 3, calls(1, 2, 3), { rule: "no_progress", level: "stop" }),
  ];
  const view = viewOf(facts);
  expect(view.loops.map(({ rule }) => rule)).toEqual(["little_new", "no_progress"]);
  expect(view.nodes.get("1.2.1")?.loops).toEqual([0, 1]);
});

test("an older log, which names no level, was told", () => {
  const { level: _, ...old } = nudge(2, 2, calls(1, 2)) as Fact & { type: "nudge" };
  expect(viewOf([...turn(1), ...turn(2), old]).loops[0]?.level).toBe("nudge");
});

test("a chant is a loop of the one reply that was cut, and ties nothing", () => {
  const facts: Fact[] = [
    open("1.1", "model", "main"),
    { type: "nudge", span: "1.1", level: "stop", rule: "chanting", count: 10, spans: ["1.1"], text: "Again." },
  ];
  expect(viewOf(facts).nodes.get("1.1")?.loops).toEqual([0]);
  expect(ties(facts)).toEqual([]);
});

test("calls that come after the rule spoke, in any order, are told of it too, and lists only grow", () => {
  const facts = [...turn(1), ...turn(2), ...turn(3), nudge(3, 3, calls(1, 2, 3))];
  fc.assert(
    fc.property(fc.shuffledSubarray(facts, { minLength: facts.length }), (shuffled) => {
      let view = graph.start();
      let seen = 0;
      for (const event of stamp([...start, ...shuffled])) {
        view = graph.add(view, event);
        expect(view.edges.length).toBeGreaterThanOrEqual(seen);
        seen = view.edges.length;
      }
      expect(view.edges.filter(({ kind }) => kind === "repeats")).toHaveLength(2);
      for (const id of calls(1, 2, 3)) expect(view.nodes.get(id)?.loops).toEqual([0]);
    }),
  );
});

test("of thousands of loops each is found by its own nodes", () => {
  const facts = Array.from({ length: 3_000 }, (_, at) => [
    ...turn(2 * at + 1),
    ...turn(2 * at + 2),
    nudge(2 * at + 2, 2, calls(2 * at + 1, 2 * at + 2)),
  ]).flat();
  const view = viewOf(facts);
  expect(view.loops).toHaveLength(3_000);
  expect(view.nodes.get("1.6000.1")?.loops).toEqual([2_999]);
});
