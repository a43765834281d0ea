// The example tasks: each of them is done by the rehearsal model under every pattern that has tools, over the bundled data.
import { describe, expect, test } from "vitest";
import { languageOf, patterns } from "../../src/engine/index.ts";
import { exampleTexts } from "../../src/ui/messages/en-examples.ts";
import { textsOf } from "../../src/ui/messages/index.ts";
import { examples } from "../../src/ui/parts/examples.ts";
import { calledIn, eventsOf, run } from "../engine/model/rehearsal/runs.ts";

const t = textsOf(exampleTexts);
const tasks = examples.map(({ task }) => t(task));
const withTools = patterns.filter(({ usesTools }) => usesTools).map(({ id }) => id);
const notDone = /I cannot do this task|I did not understand|这个任务我做不了|没有看懂/;

test("all five patterns with tools are looked at, in both languages", () => {
  expect(withTools).toHaveLength(5);
  expect(new Set(tasks.map(languageOf))).toEqual(new Set(["en", "zh"]));
});

describe.each(withTools)("under %s", (pattern) => {
  test.each(tasks)("%s", async (task) => {
    const { outcome, answer, log } = await run(task, pattern);
    expect(outcome.status).toBe("completed");
    expect(answer).not.toMatch(notDone);
    expect(calledIn(log).length).toBeGreaterThan(0);
    for (const { failure } of eventsOf(log, "observation")) expect(failure).toBeUndefined();
  });
});

test.each(tasks)("as a single prompt says what it cannot look up: %s", async (task) => {
  const { outcome, answer, log } = await run(task, "single");
  expect(outcome.status).toBe("completed");
  expect(calledIn(log)).toEqual([]);
  expect(answer).toMatch(/rule|规则|could not|cannot|无法|不能|没有/);
});

test("the report from several experts' views is worked out side by side", async () => {
  for (const task of [t("example.experts"), t("example.experts.zh")]) {
    const { log } = await run(task, "multi-agent");
    const agents = eventsOf(log, "span.start").filter(({ kind, item }) => kind === "agent" && item !== undefined);
    const ids = new Set(agents.map(({ span }) => span));
    const firstEnd = eventsOf(log, "span.end").find(({ span }) => ids.has(span));
    expect(agents).toHaveLength(3);
    // Two of them are under way before the first has ended.
    expect(agents.filter(({ seq }) => seq < (firstEnd?.seq ?? 0))).toHaveLength(2);
  }
});

test("the founding examples tell what they once took", () => {
  const notes = examples.flatMap(({ note }) => (note ? [t(note)] : []));
  const telling = (...figures: string[]) => notes.filter((note) => figures.every((figure) => note.includes(figure)));
  expect(telling("47", "120", "3")).toHaveLength(2);
  expect(telling("40", "200")).toHaveLength(2);
});
