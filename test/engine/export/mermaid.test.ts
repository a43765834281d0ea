// The graph as a Mermaid flowchart: complete where it fits, folded where it does not, and nobody's text is read as its own.
import fc from "fast-check";
import { expect, test } from "vitest";
import { graph } from "../../../src/engine/derive/graph.ts";
import { mermaid, mermaidLimits } from "../../../src/engine/export/mermaid.ts";
import type { Fact } from "../../../src/engine/events.ts";
import { multiAgentLog } from "../../fixtures/pattern-logs.ts";
import { close, open, parallelFacts, reactFacts, reply, runStart, stamp } from "../../fixtures/log.ts";

const chartOf = (facts: readonly Fact[]) => {
  const view = graph.of(stamp(facts));
  const name = (id: string) => view.nodes.get(id)?.label || view.nodes.get(id)?.kind || "";
  return mermaid(view, {
    name,
    inside: (id) => `${view.nodes.get(id)?.modelCalls} calls`,
    left: (count) => `${count} more`,
  });
};
/** What a flowchart of ours may hold, line by line; a label holds no sign that Mermaid reads as its own. */
const label = String.raw`\["[^"\[\]{}<>|\x60&\\]*(?:<br/>[^"\[\]{}<>|\x60&\\]*)?"\]`;
const lineOf = new RegExp(
  `^(flowchart TD|\\s*subgraph n\\d+${label}|\\s*end|\\s*n\\d+${label}:::\\w+|\\s*rest${label}|\\s*n\\d+ (-->|==>|-\\.->|-\\. \\w+ \\.->) n\\d+|\\s*classDef \\w+ [#\\w:,]+)$`,
);
const strangers = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .filter((line) => !lineOf.test(line));

test("groups are subgraphs, calls are nodes, and lines go by cause", () => {
  const { text, hidden } = chartOf(reactFacts(2));
  expect(hidden).toBe(0);
  expect(strangers(text)).toEqual([]);
  expect(text.match(/subgraph/g)).toHaveLength(4);
  expect(text).toMatch(/n\d+ --> n\d+/);
  expect(text).toContain("The answer is 50.");
});

test("a team's handovers and what was read are lines of their own", () => {
  const view = graph.of(multiAgentLog());
  const { text } = mermaid(view, { name: (id) => view.nodes.get(id)?.label ?? "", inside: () => "", left: String });
  expect(text).toContain("-. reads .->");
  expect(text).toContain("==>");
  expect(strangers(text)).toEqual([]);
});

test.for([
  ["a long run", reactFacts(400)],
  ["a large team", parallelFacts(30, 20)],
] as const)("%s is folded until Mermaid takes it, and says what it does not draw", ([, facts]) => {
  const { text, hidden } = chartOf(facts);
  expect(text.length).toBeLessThanOrEqual(mermaidLimits.letters);
  expect(text.match(/-->|==>|\.->/g)?.length ?? 0).toBeLessThanOrEqual(mermaidLimits.edges);
  expect(hidden).toBeGreaterThan(0);
  expect(strangers(text)).toEqual([]);
});

test("whatever a model writes stays words in a label", () => {
  const hostile = [
    `"]; click n0 "javascript:alert(1)"`,
    "`**md**` end\nsubgraph x",
    "%%{init: {'securityLevel':'loose'}}%%",
    "<img src=x onerror=alert(1)>",
    "#quot;#35;&lt;",
    "a --> b",
    "\ud83d",
    "مرحبا 你好 🙂",
  ];
  const said = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: "grapheme" }));
  fc.assert(
    fc.property(said, said, (words, name) => {
      const { text } = chartOf([
        runStart(words),
        open("1", "agent", name),
        open("1.1", "model", name),
        reply("1.1", words),
        close("1.1"),
      ]);
      expect(strangers(text)).toEqual([]);
      expect(text.isWellFormed()).toBe(true);
    }),
  );
});

test("an empty graph is an empty flowchart", () => {
  const { text, hidden } = chartOf([]);
  expect(hidden).toBe(0);
  expect(strangers(text)).toEqual([]);
});
