// Cards: what changes on one makes no work for the others.
import { describe, expect, test } from "vitest";
import { graph } from "../../../src/engine/index.ts";
import { createCards, type CardSource } from "../../../src/ui/graph/cards.ts";
import { drawnOf } from "../../../src/ui/graph/folds.ts";
import { createLayout } from "../../../src/ui/graph/layout.ts";
import { close, open, runStart, stamp } from "../../fixtures/log.ts";

const begin = stamp([
  runStart("t"),
  open("1", "agent", "react"),
  open("1.1", "iteration", "turn 1"),
  open("1.1.1", "model", "model"),
]);

function shown(events: typeof begin) {
  const cardsOf = createCards();
  const layout = createLayout();
  let view = events.reduce(graph.add, graph.start());
  const source: CardSource = {
    graph: view,
    texts: new Map(),
    running: true,
    measure: "none",
    marked: null,
    entry: "1",
    gone: undefined,
    signs: new Map(),
  };
  const look = (changed: Partial<CardSource> = {}) => {
    layout.advance(view);
    const drawn = drawnOf([...layout.places.values()], view, new Set());
    return cardsOf(drawn, { ...source, graph: view, ...changed });
  };
  return {
    look,
    take: (event: (typeof begin)[number]) => void (view = graph.add(view, event)),
  };
}

const changed = (before: readonly object[], after: readonly object[]) =>
  after.flatMap((card, at) => (card === before[at] ? [] : [at]));

describe("a card", () => {
  test("stays the same object while nothing of it changes", () => {
    const { look } = shown(begin);
    expect(changed(look(), look())).toEqual([]);
  });

  test("is made anew when its node changes, and it alone", () => {
    const { look, take } = shown(begin);
    const before = look();
    take({ ...close("1.1.1"), seq: 9, at: 90 });
    const after = look();
    expect(changed(before, after)).toEqual([2]);
    expect(after[2]?.node.state).toBe("ok");
  });

  test("of a group is made anew when its frame grows", () => {
    const { look, take } = shown(begin);
    const before = look();
    take({ ...open("1.1.2", "tool", "calculator"), seq: 9, at: 90 });
    const after = look();
    // The run counts the call, too.
    expect(changed(before, after)).toEqual([0, 1, 3]);
    expect(after[1]?.frame?.width).toBeGreaterThan(before[1]?.frame?.width ?? Infinity);
  });

  test("tells what its model writes, whether it is selected, and whether Tab reaches it", () => {
    const { look } = shown(begin);
    const before = look();
    const after = look({ texts: new Map([["1.1.1", "Half"]]), marked: "1.1", entry: "1.1" });
    expect(changed(before, after)).toEqual([0, 1, 2]);
    expect(after.map(({ typing, selected, reachable }) => ({ typing, selected, reachable }))).toEqual([
      { typing: undefined, selected: false, reachable: false },
      { typing: undefined, selected: true, reachable: true },
      { typing: "Half", selected: false, reachable: false },
    ]);
  });

  test("hears no more of what was written once its node has ended", () => {
    const { look, take } = shown(begin);
    take({ ...close("1.1.1"), seq: 9, at: 90 });
    expect(look({ texts: new Map([["1.1.1", "Half"]]) })[2]?.typing).toBeUndefined();
  });
});
