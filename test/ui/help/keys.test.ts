// The sheet of keys names no key of the graph that does nothing, and leaves none out.
import { expect, test } from "vitest";
import { readKey, type KeyActions } from "../../../src/ui/graph/keys.ts";
import { combinations, keyParts } from "../../../src/ui/help/keys.ts";

const arrows: Record<string, string> = {
  "←": "ArrowLeft",
  "↑": "ArrowUp",
  "→": "ArrowRight",
  "↓": "ArrowDown",
  "−": "-",
};

test("every key that the sheet names for the graph does something there, and together they do all that it can", () => {
  const done = new Set<string>();
  const note = (name: string) => () => (done.add(name), true);
  const actions: KeyActions = {
    walk: note("walk"),
    move: note("move"),
    undo: note("undo"),
    first: note("first"),
    last: note("last"),
    open: note("open"),
    fold: note("fold"),
    zoom: note("zoom"),
    fit: note("fit"),
    arrange: note("arrange"),
  };
  const lines = keyParts.find(({ name }) => name === "graph")?.lines ?? [];
  for (const keys of lines.flatMap(([text]) => combinations(text))) {
    const named = keys.at(-1) ?? "";
    const key = arrows[named] ?? (named.length === 1 ? named.toLowerCase() : named);
    let isTaken = false;
    const event = {
      key,
      altKey: keys.includes("Alt"),
      ctrlKey: keys.includes("Ctrl"),
      metaKey: keys.includes("⌘"),
      shiftKey: false,
      preventDefault: () => (isTaken = true),
    };
    readKey(event as unknown as KeyboardEvent, actions);
    expect(isTaken, keys.join("+")).toBe(true);
  }
  expect([...done].sort()).toEqual(Object.keys(actions).sort());
});
