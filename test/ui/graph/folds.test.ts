// Folding groups of the graph: what is drawn then, and that nothing else moves.
import { describe, expect, test } from "vitest";
import { graph } from "../../../src/engine/index.ts";
import { canFold, drawnOf, foldFor, linesOf, standIn } from "../../../src/ui/graph/folds.ts";
import { createLayout } from "../../../src/ui/graph/layout.ts";
import { multiAgentLog, planExecuteLog, supervisorLog } from "../../fixtures/pattern-logs.ts";

function scene(log = multiAgentLog(), ...ids: string[]) {
  const view = graph.of(log);
  const layout = createLayout();
  layout.advance(view);
  const folded = new Set(ids);
  const drawn = drawnOf([...layout.places.values()], view, folded);
  const lines = linesOf(layout.routes, view, folded, layout.places);
  return { view, layout, folded, drawn, lines };
}
const ends = ({ edge }: { edge: { from: string; to: string } }) => [edge.from, edge.to];

describe("a folded group", () => {
  test("hides what it holds and leaves all else where it was", () => {
    const whole = scene(multiAgentLog());
    const part = scene(multiAgentLog(), "1.2");
    const hidden = whole.drawn.filter(({ place }) => place.node.startsWith("1.2."));
    expect(hidden.length).toBe(5);
    expect(part.drawn).toHaveLength(whole.drawn.length - hidden.length);
    const faces = new Map(whole.drawn.map(({ place, face }) => [place.node, face]));
    for (const { place, face, folded } of part.drawn) {
      if (!folded) expect(face).toEqual(faces.get(place.node));
      else expect([face.x, face.y]).toEqual([place.face.x, place.face.y]);
    }
  });

  test("fits into its own place, so that it covers no other node", () => {
    for (const log of [planExecuteLog(), multiAgentLog(), supervisorLog()]) {
      const { layout } = scene(log);
      const groups = [...layout.places.values()].filter(canFold);
      expect(groups.length).toBeGreaterThan(3);
      for (const place of groups) {
        const card = drawnOf([place], graph.of(log), new Set([place.node]))[0];
        expect((card?.face.height ?? 0) <= place.box.height).toBe(true);
      }
    }
  });

  test("keeps the lines to and from it, each once, and loses those inside", () => {
    const { lines } = scene(supervisorLog(), "1.1", "1.2");
    expect(lines.map(ends).filter(([from]) => from?.startsWith("1.1"))).toEqual([]);
    const agents = scene(multiAgentLog(), "1.2");
    const reads = agents.lines.find(({ edge }) => edge.kind === "reads" && edge.from === "1.2");
    expect(reads?.corners.every(Number.isFinite)).toBe(true);
    expect(new Set(agents.lines.map(({ edge }) => edge.id)).size).toBe(agents.lines.length);
  });

  test("stands for all inside it, also for folded groups in it", () => {
    const { view } = scene();
    expect(standIn(view, new Set(["1.2", "1.2.1"]), "1.2.1.1")).toBe("1.2");
    expect(standIn(view, new Set(["1.2.1"]), "1.2.1.1")).toBe("1.2.1");
    expect(standIn(view, new Set(["1.2.1"]), "1.2.1")).toBe("1.2.1");
    expect(standIn(view, new Set(["1.2.1"]), "1.3")).toBe("1.3");
  });
});

test("a key pressed on a card folds the group around it; the run itself and an empty step cannot be folded", () => {
  const { view, layout } = scene(planExecuteLog());
  expect(foldFor(view, layout.places, "1.2.1")).toBe("1.2");
  expect(foldFor(view, layout.places, "1.2")).toBe("1.2");
  expect(foldFor(view, layout.places, "1")).toBeNull();
  expect(foldFor(view, layout.places, "1.7")).toBeNull();
});
