// The tidy tree: where nodes stand in it, by recorded parents, and what lines tie them.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { graph, type RunEvent } from "../../../src/engine/index.ts";
import { overlap, right } from "../../../src/ui/graph/box.ts";
import { cellsOf } from "../../../src/ui/graph/grid.ts";
import { treeLayout } from "../../../src/ui/graph/tree-layout.ts";
import { treeNeighbour } from "../../../src/ui/graph/walk.ts";
import { close, open, reactFacts, runStart, stamp } from "../../fixtures/log.ts";

const shown = (events: readonly RunEvent[]) => events.reduce(graph.add, graph.start());
const react = () => shown(stamp(reactFacts(6)));

const of = (layout: ReturnType<typeof treeLayout>, id: string) => {
  const place = layout.places.get(id);
  if (!place) throw new Error(`${id} has no place.`);
  return place;
};

describe("the tidy tree", () => {
  test("has a place for each node, and none lies over another", () => {
    const view = react();
    const layout = treeLayout(view);
    expect(layout.places.size).toBe(view.order.length);
    const faces = [...layout.places.values()].map(({ face }) => face);
    for (const [at, face] of faces.entries()) {
      expect(faces.slice(at + 1).filter((other) => overlap(face, other))).toEqual([]);
    }
  });

  test("puts what is held right of what holds it, and siblings below one another as they came", () => {
    const layout = treeLayout(react());
    const [root, first, second, third] = ["1", "1.1", "1.2", "1.3"].map((id) => of(layout, id).face);
    expect([first, second, third].map((face) => face?.x)).toEqual(Array(3).fill(first?.x));
    expect(first?.x).toBeGreaterThan(root ? right(root) : Infinity);
    expect([first?.y, second?.y, third?.y].toSorted((a = 0, b = 0) => a - b)).toEqual([first?.y, second?.y, third?.y]);
  });

  test("goes by the recorded parent where the graph shows a node beside it", () => {
    const events = stamp([
      runStart("t"),
      open("1", "agent", "supervisor"),
      open("1.1", "tool", "ask_expert"),
      open("1.1.1", "agent", "expert"),
      close("1.1.1"),
    ]);
    const layout = treeLayout(shown(events));
    expect(of(layout, "1.1.1").face.x).toBeGreaterThan(right(of(layout, "1.1").face));
  });

  test("ties each node to its parent once, and to its causes", () => {
    const view = react();
    const { routes } = treeLayout(view);
    const kinds = Map.groupBy(routes, ({ edge }) => edge.kind);
    expect(kinds.get("contains")?.length).toBe(view.order.length - 1);
    expect(kinds.get("causes")?.length).toBe(view.edges.filter(({ kind }) => kind === "causes").length);
  });

  test("finds what lies in view, and goes from the outside inwards", () => {
    const layout = treeLayout(react());
    const { face } = of(layout, "1.4");
    expect(layout.inside(cellsOf(face)).places).toContain(of(layout, "1.4"));
    const depths = new Map<string, number>();
    layout.visit(layout.bounds ?? face, ({ node }, _, depth) => (depths.set(node, depth), true));
    expect([depths.size, depths.get("1"), depths.get("1.4")]).toEqual([layout.places.size, 0, 1]);
  });

  test("places spans whose parents never came, come late or run in circles", () => {
    const id = fc.constantFrom("a", "b", "c", "d", "e");
    const spans = fc.array(fc.tuple(id, fc.option(id)), { maxLength: 12 });
    fc.assert(
      fc.property(spans, (pairs) => {
        const view = shown(
          stamp([runStart("t"), ...pairs.map(([span, parent]) => open(span, "agent", "x", [], parent))]),
        );
        const { places } = treeLayout(view);
        expect([...places.keys()].toSorted()).toEqual([...view.order].toSorted());
        for (const { face } of places.values()) expect(Object.values(face).every(Number.isFinite)).toBe(true);
      }),
    );
  });

  test("arrow keys go to what holds a node, to the first that it holds, and along its column", () => {
    const layout = treeLayout(react());
    expect(treeNeighbour(layout, "1.3", "left")).toBe("1");
    expect(treeNeighbour(layout, "1", "right")).toBe("1.1");
    expect(treeNeighbour(layout, "1.2", "down")).toBe("1.3");
    expect(treeNeighbour(layout, "1.2", "up")).toBe("1.1");
    expect(treeNeighbour(layout, "1", "left")).toBeNull();
  });

  test("of ten thousand nodes is made in well under a second", () => {
    const view = shown(stamp(reactFacts(3_300)));
    expect(view.order.length).toBeGreaterThan(9_000);
    const begun = performance.now();
    treeLayout(view);
    expect(performance.now() - begun).toBeLessThan(1_000);
  });
});
