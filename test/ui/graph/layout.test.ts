// The layout of the graph: nothing moves, nothing overlaps, and it does not matter how often it is asked.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { graph } from "../../../src/engine/derive/graph.ts";
import type { Fact } from "../../../src/engine/events.ts";
import { overlap, type Box } from "../../../src/ui/graph/box.ts";
import { cellsOf } from "../../../src/ui/graph/grid.ts";
import { createLayout, type Layout } from "../../../src/ui/graph/layout.ts";
import { pathOf } from "../../../src/ui/graph/routes.ts";
import { gaps } from "../../../src/ui/graph/sizes.ts";
import { multiAgentLog, planExecuteLog, supervisorLog } from "../../fixtures/pattern-logs.ts";
import { close, open, parallelFacts, reactFacts, runStart, stamp } from "../../fixtures/log.ts";

/** Lays out a log, `step` events at a time; `look` is called after each step. */
function layOut(facts: readonly Fact[], step = 1, look: (layout: Layout) => void = () => {}): Layout {
  const layout = createLayout();
  let view = graph.start();
  for (const [index, event] of stamp(facts).entries()) {
    view = graph.add(view, event);
    if ((index + 1) % step !== 0) continue;
    layout.advance(view);
    look(layout);
  }
  layout.advance(view);
  return layout;
}
const face = (layout: Layout, id: string): Box => {
  const place = layout.places.get(id);
  if (!place) throw new Error(`${id} was not placed.`);
  return place.face;
};
const facesOf = (layout: Layout) => [...layout.places.values()].map(({ node, face }) => [node, { ...face }] as const);
const pathsOf = (layout: Layout) => layout.routes.map((route) => [route.edge.id, pathOf(route)] as const);
/** Boxes of cards and headers that cover one another. */
function collisions(layout: Layout): string[] {
  const places = [...layout.places.values()];
  return places.flatMap((one, index) =>
    places
      .slice(index + 1)
      .flatMap((other) => (overlap(one.face, other.face) ? [`${one.node} and ${other.node}`] : [])),
  );
}

describe("places", () => {
  test("never move by a pixel while a thousand events arrive", () => {
    const facts = reactFacts(125);
    expect(facts.length).toBeGreaterThan(1_000);
    let before: ReturnType<typeof facesOf> = [];
    let paths: ReturnType<typeof pathsOf> = [];
    layOut(facts, 1, (layout) => {
      expect(facesOf(layout).slice(0, before.length)).toEqual(before);
      expect(pathsOf(layout).slice(0, paths.length)).toEqual(paths);
      [before, paths] = [facesOf(layout), pathsOf(layout)];
    });
    expect(before).toHaveLength(2 + 126 + 126 + 125 + 41);
  });

  test("run downwards, with the calls of a turn beneath its thought and side by side", () => {
    const layout = layOut(reactFacts(3));
    const [thought, first, second, next] = ["1.3.1", "1.3.2", "1.3.3", "1.4.1"].map((id) => face(layout, id));
    expect(first?.y).toBeGreaterThan((thought?.y ?? 0) + (thought?.height ?? 0));
    expect(second?.y).toBe(first?.y);
    expect(second?.x).toBeGreaterThan((first?.x ?? 0) + (first?.width ?? 0));
    expect(next?.y).toBeGreaterThan((first?.y ?? 0) + (first?.height ?? 0));
    expect(next?.x).toBe(thought?.x);
  });

  test("of agents side by side begin at one height, each in a lane of its own", () => {
    const layout = layOut(parallelFacts(3, 2));
    const lanes = ["1.2", "1.3", "1.4"].map((id) => layout.places.get(id)?.box);
    expect(new Set(lanes.map((box) => box?.y)).size).toBe(1);
    expect(overlap(lanes[0] as Box, lanes[1] as Box) || overlap(lanes[1] as Box, lanes[2] as Box)).toBe(false);
  });

  test("of six agents at once stand in six lanes, in each of them turn below turn as time goes", () => {
    const layout = layOut(parallelFacts(6, 3));
    const agents = [2, 3, 4, 5, 6, 7].map((number) => `1.${number}`);
    const lanes = agents.map((id) => layout.places.get(id)?.box as Box);
    expect(new Set(lanes.map(({ y }) => y)).size).toBe(1);
    for (const [at, lane] of lanes.entries())
      expect(lanes.slice(at + 1).filter((other) => overlap(lane, other))).toEqual([]);
    for (const agent of agents) {
      const turns = [1, 2, 3].map((turn) => layout.places.get(`${agent}.${turn}`)?.box as Box);
      expect(new Set(turns.map(({ x }) => x)).size).toBe(1);
      for (const [at, turn] of turns.entries())
        for (const next of turns.slice(at + 1)) expect(next.y).toBeGreaterThan(turn.y + turn.height);
    }
  });

  test("lie inside the frame of their group", () => {
    const layout = layOut(parallelFacts(2, 2));
    const frame = layout.places.get("1.2.1")?.box as Box;
    for (const id of ["1.2.1.1", "1.2.1.2", "1.2.1.3", "1.2.1.4"]) {
      const { x, y, width, height } = face(layout, id);
      expect(x).toBeGreaterThan(frame.x);
      expect(y).toBeGreaterThan(frame.y);
      expect(x + width).toBeLessThan(frame.x + frame.width);
      expect(y + height).toBeLessThan(frame.y + frame.height);
    }
  });

  test("of agents inside agents side by side find room beyond all others", () => {
    const facts = [runStart("?"), open("1", "agent", "root"), open("1.1", "agent", "a"), open("1.2", "agent", "b")];
    for (const child of [1, 2, 3])
      facts.push(open(`1.1.${child}`, "agent", "inner"), open(`1.1.${child}.1`, "tool", "t"));
    facts.push(open("1.2.1", "tool", "t"), open("1.2.2", "tool", "t"), open("1.1.1.2", "tool", "t"), close("1.2.1"));
    const layout = layOut(facts);
    expect(collisions(layout)).toEqual([]);
  });

  test("do not depend on how many events come at once, and never overlap", () => {
    const logs = fc.oneof(
      fc.integer({ min: 0, max: 12 }).map((turns) => reactFacts(turns)),
      fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 3 })).map(([a, t]) => parallelFacts(a, t)),
    );
    fc.assert(
      fc.property(logs, fc.integer({ min: 1, max: 50 }), (facts, step) => {
        const whole = layOut(facts, facts.length);
        const pieces = layOut(facts, step);
        expect(facesOf(pieces)).toEqual(facesOf(whole));
        expect(pathsOf(pieces)).toEqual(pathsOf(whole));
        expect(collisions(whole)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  test("stay where they are whatever order the events come in", () => {
    const mixed = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 2 })).chain(([agents, turns]) => {
      const facts = [
        ...parallelFacts(agents, turns),
        open("x", "step", "x", ["x", "ghost", "y"], "y"),
        open("y", "step", "y", ["x"], "x"),
      ];
      return fc.shuffledSubarray(facts, { minLength: facts.length });
    });
    fc.assert(
      fc.property(mixed, (facts) => {
        let before: ReturnType<typeof facesOf> = [];
        const layout = layOut([...facts, ...facts], 1, (now) => {
          expect(facesOf(now).slice(0, before.length)).toEqual(before);
          before = facesOf(now);
        });
        for (const [, { x, y, width, height }] of before)
          expect([x, y, width, height].every(Number.isFinite)).toBe(true);
        for (const route of layout.routes) expect(pathOf(route)).not.toMatch(/NaN|Infinity|undefined/);
      }),
      { numRuns: 60 },
    );
  });
});

describe("lines", () => {
  test("pass through no card", () => {
    const facts = [
      runStart("?"),
      open("1", "agent", "x"),
      open("1.1", "iteration", "turn 1"),
      open("1.1.1", "model", "main"),
      close("1.1.1"),
      ...[2, 3, 4].flatMap((n) => [open(`1.1.${n}`, "tool", "write", ["1.1.1"]), close(`1.1.${n}`)]),
      close("1.1"),
      open("1.2", "iteration", "turn 2"),
      open("1.2.1", "model", "main", ["1.1.2", "1.1.3", "1.1.4"]),
    ];
    const layout = layOut(facts);
    for (const route of layout.routes.filter((one) => one.edge.kind === "causes")) {
      const { edge } = route;
      const path = pathOf(route);
      const points = [...path.matchAll(/[MLQ](-?[\d.]+) (-?[\d.]+)(?: (-?[\d.]+) (-?[\d.]+))?/g)].map((match) => ({
        x: Number(match[3] ?? match[1]),
        y: Number(match[4] ?? match[2]),
      }));
      for (const [index, from] of points.entries()) {
        const to = points[index + 1];
        if (!to) continue;
        const strip = {
          x: Math.min(from.x, to.x),
          y: Math.min(from.y, to.y),
          width: Math.abs(to.x - from.x),
          height: Math.abs(to.y - from.y),
        };
        for (const place of layout.places.values()) {
          if (place.framed || place.node === edge.from || place.node === edge.to || place.node === "1") continue;
          expect(overlap(place.face, strip), `${edge.from} → ${edge.to} over ${place.node}`).toBe(false);
        }
      }
    }
  });

  test("to what came earlier go back, and to itself around", () => {
    const layout = layOut([
      runStart("?"),
      open("1", "agent", "x"),
      open("1.1", "tool", "a", ["1.2", "1.1"]),
      close("1.1"),
      open("1.2", "tool", "b"),
    ]);
    expect(layout.routes.filter((one) => one.edge.kind === "causes").map((one) => one.shape)).toEqual(["back", "back"]);
  });
});

test("only what lies in view is found, and all of it from afar", () => {
  const layout = layOut(reactFacts(300));
  const near = layout.inside(cellsOf({ x: 0, y: 20_000, width: 800, height: 600 }));
  expect(near.places.length).toBeGreaterThan(5);
  expect(near.places.length).toBeLessThan(60);
  const far = layout.inside(cellsOf(layout.bounds as Box));
  expect(far.places).toHaveLength(layout.places.size);
});

describe("runs with a plan, a team or rounds", () => {
  const logs = { "plan-execute": planExecuteLog(), "multi-agent": multiAgentLog(), supervisor: supervisorLog() };
  test.each(Object.entries(logs))("hold still and cover nothing: %s", (_pattern, log) => {
    let before: ReturnType<typeof facesOf> = [];
    let paths: ReturnType<typeof pathsOf> = [];
    const layout = layOut(log, 1, (layout) => {
      expect(facesOf(layout).slice(0, before.length)).toEqual(before);
      expect(pathsOf(layout).slice(0, paths.length)).toEqual(paths);
      [before, paths] = [facesOf(layout), pathsOf(layout)];
    });
    expect(collisions(layout)).toEqual([]);
  });

  test("steps side by side stand close, one call wide", () => {
    const layout = layOut(planExecuteLog());
    const [one, other] = ["1.4", "1.5"].map((id) => layout.places.get(id)?.box as Box);
    expect(other?.y).toBe(one?.y);
    expect((other?.x ?? 0) - (one?.x ?? 0) - (one?.width ?? 0)).toBe(gaps.lane);
  });

  test("a line ends at the step, not at the call in it, and is drawn once for both", () => {
    const layout = layOut([
      runStart("?"),
      open("1", "agent", "plan-execute"),
      open("1.1", "step", "first"),
      open("1.1.1", "tool", "a"),
      close("1.1.1"),
      close("1.1"),
      open("1.2", "step", "second", ["1.1"]),
      open("1.2.1", "tool", "b", ["1.1"]),
      open("1.2.2", "model", "executor", ["1.1.1", "1.2.1"]),
    ]);
    const lines = layout.routes.filter(({ edge }) => edge.kind === "causes").map(({ edge }) => [edge.from, edge.to]);
    expect(lines).toEqual([
      ["1.1", "1.2"],
      ["1.2.1", "1.2.2"],
    ]);
  });

  test("what is read goes the way of what is used, with words of its own", () => {
    const layout = layOut(multiAgentLog());
    const between = layout.routes.filter(({ edge }) => edge.from === "1.2" && edge.to === "1.4");
    expect(between.map(({ edge }) => edge.kind)).toEqual(["causes", "reads"]);
    expect(new Set(between.map((route) => pathOf(route))).size).toBe(1);
  });
});
