// The transcript as Markdown: headings, labels, and fences that nothing breaks out of.
import { expect, test } from "vitest";
import { graph, transcript, type RunEvent } from "../../../src/engine/index.ts";
import { markdownOf } from "../../../src/ui/transcript/markdown.ts";
import { call, open, reactFacts, runStart, stamp } from "../../fixtures/log.ts";
import { multiAgentLog } from "../../fixtures/pattern-logs.ts";

const textOf = (log: readonly RunEvent[], title = "Title") => markdownOf(transcript.of(log).rows, graph.of(log), title);

test("tells a run from its title to its answer", () => {
  const text = textOf(stamp(reactFacts(1)), "Ten times five");
  expect(text.split("\n\n").map((part) => part.trim())).toEqual([
    "# Run: Ten times five",
    expect.stringMatching(/^Pattern ReAct, started .*2026/),
    "**Task**",
    "Calculate 10*5 again and again.",
    "## Turn 1",
    "**Reply**",
    "Thought 1",
    "**calculator**",
    '```\n{"expression":"10*5"}\n```',
    "**Result**",
    "```\n50\n```",
    "## Turn 2",
    "**Reply**",
    "The answer is 50.",
    "**Answer**",
    "The answer is 50.",
  ]);
});

test("what a tool gives cannot end its fence", () => {
  const log = stamp([
    runStart("Task"),
    open("1", "agent", "react"),
    open("1.1", "tool", "read_file"),
    call("1.1", "read_file", "a.md"),
    { type: "observation", span: "1.1", output: "````\n# not a heading\n````" },
  ]);
  expect(textOf(log)).toContain("`````\n````\n# not a heading\n````\n`````");
});

test("a title of several lines stays one heading", () => {
  expect(textOf(stamp([runStart("Task")]), "one\n# two").split("\n")[0]).toBe("# Run: one # two");
});

test("a team's transcript holds what was handed over, written and read", () => {
  const text = textOf(multiAgentLog());
  for (const words of ["hands over to finance", "on the blackboard", "read the blackboard"])
    expect(text).toContain(words);
});
