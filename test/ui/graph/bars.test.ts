// The bars on the nodes: what they measure, and how long they are.
import { describe, expect, test } from "vitest";
import { graph } from "../../../src/engine/derive/graph.ts";
import { answerNode } from "../../../src/engine/derive/graph-types.ts";
import type { Fact } from "../../../src/engine/events.ts";
import { tookOf, steadied, wholeOf } from "../../../src/ui/graph/bars.ts";
import { call, close, open, reactFacts, reply, runStart, stamp } from "../../fixtures/log.ts";

const free = (span: string): Fact => ({ ...reply(span, "Hm."), usd: 0 }) as Fact;
const toolRun = [
  runStart("?"),
  open("1", "agent", "react"),
  open("1.1", "tool", "a"),
  call("1.1", "a", {}),
  close("1.1"),
];
const view = (facts: readonly Fact[]) => graph.of(stamp(facts));

describe("by themselves bars measure", () => {
  test("the cost", () => {
    expect(wholeOf(view(reactFacts(1)), "auto")).toEqual({ measure: "usd", whole: 0.002 });
  });
  test("the tokens of a run that is free", () => {
    const facts = [runStart("?"), open("1", "agent", "react"), open("1.1", "model", "main"), free("1.1")];
    expect(wholeOf(view(facts), "auto")).toEqual({ measure: "tokens", whole: 120 });
  });
  test("the time where no model was used", () => {
    expect(wholeOf(view([...toolRun, close("1")]), "auto")).toEqual({ measure: "time", whole: 40 });
  });
  test("nothing before there is a node, and nothing when they are off", () => {
    expect(wholeOf(graph.start(), "auto").measure).toBe("none");
    expect(wholeOf(view(reactFacts(1)), "none").measure).toBe("none");
  });
});

test("a call's bar is its own part, a group's that of all inside it; the whole run and its answer have none", () => {
  const { nodes } = view(reactFacts(1));
  const part = (id: string) => {
    const node = nodes.get(id);
    if (!node) throw new Error(`There is no node ${id}.`);
    return tookOf(node, "usd");
  };
  expect(["1.1.1", "1.1", "1.1.2", "1", answerNode].map(part)).toEqual([0.001, 0.001, 0, 0, 0]);
});

test("what goes on has no bar of time yet", () => {
  const running = view(toolRun.slice(0, -1)).nodes.get("1.1");
  const ended = view(toolRun).nodes.get("1.1");
  expect([running && tookOf(running, "time"), ended && tookOf(ended, "time")]).toEqual([0, 20]);
});

test("the whole grows in small steps while a run goes on, and is exact when it is over", () => {
  const steps = new Set(Array.from({ length: 400 }, (_, n) => steadied(1_000 + n, true)));
  expect(steps.size).toBeLessThan(12);
  for (let n = 1; n < 1e6; n *= 1.7) {
    const shown = steadied(n, true);
    expect(shown / n).toBeGreaterThanOrEqual(1 - 1e-9);
    expect(shown / n).toBeLessThan(1.041);
    expect(steadied(n, false)).toBe(n);
  }
  expect(steadied(0, true)).toBe(1);
});
