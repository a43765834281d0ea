// The graph of a plan: order, rings, rounds, what can run and what never will.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  blockedSteps,
  finalStep,
  findCycle,
  readySteps,
  topologicalOrder,
  waves,
  type PlanNode,
  type StepState,
} from "../../../src/engine/protocol/plan-graph.ts";

/** `"a, b<a, c<a b, d?"`: steps with what they need; `?` can be done without. */
const graph = (text: string): PlanNode[] =>
  text.split(",").map((part) => {
    const [name = "", needs = ""] = part.trim().split("<");
    return { id: name.replace("?", ""), dependsOn: needs.split(" ").filter(Boolean), optional: name.endsWith("?") };
  });
const states = (text: string): Map<string, StepState> =>
  new Map(text.split(" ").map((pair) => pair.split(":") as [string, StepState]));

describe("order", () => {
  test.each([
    ["a, b, c", "a b c"],
    ["a<b, b", "b a"],
    ["a<d, b, c, d", "b c d a"],
    ["d<b c, b<a, c<a, a", "a b c d"],
    ["a, b<z", "a b"],
    ["a, b<c, c<b, d<c", "a"],
  ])("%s → %s", (text, order) => {
    expect(topologicalOrder(graph(text)).join(" ")).toBe(order);
  });
});

describe("rings", () => {
  test.each([
    ["a, b<a", undefined],
    ["a<a", "a a"],
    ["a, b<d, c<b, d<c a", "b d c b"],
    ["a<b, b<z", undefined],
  ])("%s → %s", (text, ring) => {
    expect(findCycle(graph(text))?.join(" ")).toBe(ring);
  });

  test("a chain of 100,000 steps is walked without a deep stack, in order and in search of a ring", () => {
    const chain = Array.from({ length: 100_000 }, (_, index) => ({
      id: String(index),
      dependsOn: [String(index + 1)],
    }));
    expect(findCycle(chain)).toBeUndefined();
    expect(topologicalOrder(chain)[0]).toBe("99999");
    expect(findCycle([...chain, { id: "100000", dependsOn: ["0"] }])).toHaveLength(100_002);
  });
});

test.each([
  ["w<f n, f, n", "f n / w"],
  ["a, b<a, c<b, d<a", "a / b d / c"],
])("waves of %s are %s", (text, rounds) => {
  expect(
    waves(graph(text))
      .map((round) => round.join(" "))
      .join(" / "),
  ).toBe(rounds);
});

describe("what can run", () => {
  test.each([
    ["a, b, c<a", "a:pending", "a b", ""],
    ["a, b, c<a", "a:done b:running", "c", ""],
    ["a, b<a, c<b, d", "a:failed", "d", "b c"],
    ["a, b<a, c<b d, d", "a:skipped d:done", "", "b c"],
    ["a?, b<a", "a:failed", "b", ""],
    ["a?, b<a", "a:running", "", ""],
    ["a, b?<a, c<b", "a:failed", "", "b"],
    ["b<old", "old:done", "b", ""],
    ["b<old", "old:failed", "", "b"],
  ])("%s with %s: ready %s, blocked %s", (text, given, ready, blocked) => {
    expect(readySteps(graph(text), states(given)).join(" ")).toBe(ready);
    expect(blockedSteps(graph(text), states(given)).join(" ")).toBe(blocked);
  });
});

test.each([
  ["a, b<a, c<b", "c"],
  ["a<b, b", "a"],
  ["a, b, c<a", "c"],
  ["a<a", undefined],
])("the final step of %s is %s", (text, last) => {
  expect(finalStep(graph(text))).toBe(last);
});

const anyGraph = fc
  .integer({ min: 1, max: 12 })
  .chain((size) =>
    fc
      .array(fc.uniqueArray(fc.nat(size - 1), { maxLength: 4 }), { minLength: size, maxLength: size })
      .map((needs) => needs.map((list, index): PlanNode => ({ id: String(index), dependsOn: list.map(String) }))),
  );

test("the order holds each step after what it needs, and all of them unless there is a ring", () => {
  fc.assert(
    fc.property(anyGraph, (nodes) => {
      const order = topologicalOrder(nodes);
      const places = new Map(order.map((id, place) => [id, place]));
      for (const { id, dependsOn } of nodes) {
        const place = places.get(id);
        if (place === undefined) continue;
        for (const needed of dependsOn) expect(places.get(needed)).toBeLessThan(place);
      }
      const ring = findCycle(nodes);
      expect(order.length === nodes.length).toBe(ring === undefined);
      if (ring) {
        expect(ring[0]).toBe(ring.at(-1));
        for (const [index, id] of ring.slice(0, -1).entries()) {
          expect(nodes.find((node) => node.id === id)?.dependsOn).toContain(ring[index + 1]);
        }
      }
    }),
  );
});

test("running what is ready and skipping what is blocked settles every step of a plan without rings", () => {
  fc.assert(
    fc.property(anyGraph, fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), (nodes, outcomes) => {
      fc.pre(findCycle(nodes) === undefined);
      const settled = new Map<string, StepState>();
      for (let round = 0; round <= nodes.length && settled.size < nodes.length; round++) {
        for (const id of blockedSteps(nodes, settled)) settled.set(id, "skipped");
        for (const id of readySteps(nodes, settled)) settled.set(id, outcomes[Number(id)] ? "done" : "failed");
      }
      expect(settled.size).toBe(nodes.length);
    }),
  );
});
