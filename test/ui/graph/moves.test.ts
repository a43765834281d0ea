// Nodes that a person moved: they stay there, what they hold and their lines follow, and everything finds back.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { graph } from "../../../src/engine/derive/graph.ts";
import { overlap, type Box } from "../../../src/ui/graph/box.ts";
import { cellsOf } from "../../../src/ui/graph/grid.ts";
import { createLayout } from "../../../src/ui/graph/layout.ts";
import { arranged, movedBy, type Moves } from "../../../src/ui/graph/moves.ts";
import { parallelFacts, stamp } from "../../fixtures/log.ts";

const view = graph.of(stamp(parallelFacts(3, 4)));
const layout = createLayout();
layout.advance(view);
const put = (...moves: [string, number, number][]) =>
  arranged(
    layout,
    () => view,
    moves.reduce<Moves>((all, [node, x, y]) => movedBy(all, node, { x, y }), new Map()),
  );
const face = (of: typeof layout, id: string) => of.places.get(id)?.face as Box;

describe("a moved node", () => {
  test("is where it was put, and its lines end at it", () => {
    const now = put(["1.2.1.1", 300, -40]);
    const [before, after] = [face(layout, "1.2.1.1"), face(now, "1.2.1.1")];
    expect(after).toEqual({ ...before, x: before.x + 300, y: before.y - 40 });
    const lines = now.routes.filter(({ edge }) => edge.from === "1.2.1.1" && edge.kind === "causes");
    expect(lines.length).toBeGreaterThan(0);
    for (const { corners } of lines) {
      const [x = 0, y = 0] = corners;
      expect(x).toBeGreaterThanOrEqual(after.x);
      expect(x).toBeLessThanOrEqual(after.x + after.width);
      expect(y).toBeGreaterThanOrEqual(after.y);
      expect(y).toBeLessThanOrEqual(after.y + after.height);
    }
    expect(face(now, "1.2.1.2")).toEqual(face(layout, "1.2.1.2"));
  });

  test("takes with it what it holds, lines between them too", () => {
    const now = put(["1.3", 5_000, 100]);
    for (const [id, { face: was }] of layout.places) {
      const by = id === "1.3" || id.startsWith("1.3.") ? { x: 5_000, y: 100 } : { x: 0, y: 0 };
      expect(face(now, id)).toEqual({ ...was, x: was.x + by.x, y: was.y + by.y });
    }
    const inner = (of: typeof layout) => of.routes.find(({ edge }) => edge.from === "1.3.1.1" && edge.to === "1.3.1.2");
    expect(inner(now)?.corners.map((at, index) => at - (inner(layout)?.corners[index] ?? 0))).toEqual(
      inner(layout)?.corners.map((_, index) => (index % 2 === 0 ? 5_000 : 100)),
    );
  });

  test("that goes back is moved no more", () => {
    expect(movedBy(movedBy(new Map(), "1.2", { x: 3, y: 4 }), "1.2", { x: -3, y: -4 }).size).toBe(0);
    expect(put()).toBe(layout);
  });
});

test("what is in a box is found there, however nodes were moved", () => {
  const ids = fc.constantFrom(...view.order);
  const far = fc.integer({ min: -3_000, max: 3_000 });
  const spot = fc.record({
    x: far,
    y: far,
    width: fc.integer({ min: 1, max: 1_500 }),
    height: fc.integer({ min: 1, max: 1_500 }),
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(ids, far, far), { maxLength: 4 }), spot, (moves, box) => {
      const now = put(...moves);
      const there = [...now.places.values()].filter((place) => overlap(place.box, box)).map(({ node }) => node);
      const found = now
        .inside(cellsOf(box))
        .places.filter((place) => overlap(place.box, box))
        .map(({ node }) => node);
      expect(new Set(found)).toEqual(new Set(there));
      const visited = new Set<string>();
      now.visit(box, (place) => !!visited.add(place.node));
      for (const id of there) expect(visited).toContain(id);
    }),
  );
});
