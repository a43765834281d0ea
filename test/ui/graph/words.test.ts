// What nodes say, and where the arrow keys go.
import { describe, expect, test } from "vitest";
import { graph } from "../../../src/engine/derive/graph.ts";
import { answerNode } from "../../../src/engine/derive/graph-types.ts";
import type { Fact } from "../../../src/engine/events.ts";
import { createLayout } from "../../../src/ui/graph/layout.ts";
import { neighbour } from "../../../src/ui/graph/walk.ts";
import { bodyOf, nameOf, stateOf } from "../../../src/ui/graph/words.ts";
import { call, close, open, reactFacts, reply, runStart, stamp } from "../../fixtures/log.ts";

const nodeOf = (id: string, facts: readonly Fact[]) => {
  const node = graph.of(stamp(facts)).nodes.get(id);
  if (!node) throw new Error(`There is no node ${id}.`);
  return node;
};
const name = (id: string, facts: readonly Fact[], running = true) => {
  const node = nodeOf(id, facts);
  return nameOf(node, stateOf(node, running));
};

describe("names", () => {
  test("say what a node is, how it stands and what came out", () => {
    const facts = reactFacts(1);
    expect(name("1", facts)).toBe("Task, done: Calculate 10*5 again and again.");
    expect(name("1.1", facts)).toBe("Turn 1, done");
    expect(name("1.1.1", facts)).toBe("Thought, done: Thought 1");
    expect(name("1.1.2", facts)).toBe("Tool call calculator, done: 50");
    expect(name(answerNode, facts)).toBe("Answer, done: The answer is 50.");
  });

  test("of what was left open say stopped once the run is over", () => {
    const facts = [
      runStart("?"),
      open("1", "agent", "react"),
      open("1.1", "tool", "slow"),
      call("1.1", "slow", { seconds: 9 }),
    ];
    expect(name("1.1", facts)).toBe("Tool call slow, running: seconds: 9");
    expect(name("1.1", facts, false)).toBe("Tool call slow, stopped: seconds: 9");
  });

  test("of an answer that is none say why", () => {
    const stop = { code: "aborted", message: "Stopped by you." } as const;
    const facts: Fact[] = [
      runStart("?"),
      open("1", "agent", "react"),
      { type: "run.end", status: "stopped", answer: null, stop },
    ];
    expect(name(answerNode, facts)).toBe("No answer, stopped: Stopped by you.");
  });
});

describe("a card", () => {
  const start = [runStart("?"), open("1", "agent", "react"), open("1.1", "model", "main")];
  test("shows what is being written while it is written, then what was written", () => {
    expect(bodyOf(nodeOf("1.1", start), "I mul")).toBe("I mul");
    expect(bodyOf(nodeOf("1.1", start), undefined)).toBe("Thinking…");
    expect(bodyOf(nodeOf("1.1", [...start, reply("1.1", "I multiply."), close("1.1")]), "I mul")).toBe("I multiply.");
  });

  test("names the tools of a reply without words", () => {
    expect(bodyOf(nodeOf("1.1", [...start, reply("1.1", "", "read_file", "clock"), close("1.1")]), undefined)).toBe(
      "Calls read_file, clock",
    );
  });

  test("shows no signs of Markdown, and leaves sums alone", () => {
    const text = reply("1.1", "## Result\n\n10*5*2 is **100**, see `a_b.txt` and __here__.");
    expect(bodyOf(nodeOf("1.1", [...start, text, close("1.1")]), undefined)).toBe(
      "Result 10*5*2 is 100, see a_b.txt and here.",
    );
  });
});

test("arrow keys go to what lies next on screen, and nowhere at the rim", () => {
  const layout = createLayout();
  layout.advance(graph.of(stamp(reactFacts(3))));
  expect(neighbour(layout, "1", "down")).toBe("1.1");
  expect(neighbour(layout, "1.1", "down")).toBe("1.1.1");
  expect(neighbour(layout, "1.1.1", "down")).toBe("1.1.2");
  expect(neighbour(layout, "1.1.2", "down")).toBe("1.2");
  expect(neighbour(layout, "1.3.2", "right")).toBe("1.3.3");
  expect(neighbour(layout, "1.3.3", "left")).toBe("1.3.2");
  expect(neighbour(layout, "1", "up")).toBeNull();
  expect(neighbour(layout, "1.1.1", "right")).toBeNull();
  expect(neighbour(layout, "ghost", "down")).toBeNull();
});
