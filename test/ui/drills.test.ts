// Drills on the page: kept, told in words, marked in the history, and the story's settings.
import { expect, test } from "vitest";
import { personaIds, startRun, rehearsal, tools, type Drills } from "../../src/engine/index.ts";
import { emptySummary, summarise } from "../../src/ui/history/summary.ts";
import { drillWords } from "../../src/ui/parts/drill-words.ts";
import { storySettings, storyToolPrices } from "../../src/ui/parts/story.ts";
import { firstSettings, noDrills, readSettings } from "../../src/ui/settings.svelte.ts";

const drills: Drills = {
  personas: [{ id: "loops" }, { id: "fails", rate: 0.3, status: 500 }, { id: "cut-off", fromCall: 3 }],
  faults: [
    { kind: "error", tool: "calculator", atCall: 2 },
    { kind: "timeout", rate: 0.5 },
  ],
  seed: 7,
};

test("are kept as they were chosen", () => {
  expect(readSettings(JSON.stringify({ drills })).drills).toEqual(drills);
});

test.each([
  { personas: [{ id: "nobody" }], faults: [], seed: 1 },
  { personas: [{ id: "loops", rate: 2 }], faults: [], seed: 1 },
  { personas: [], faults: [{ kind: "error", atCall: 0 }], seed: 1 },
  { personas: [], faults: [], seed: "x" },
  5,
])("begin anew where what was kept is none: %j", (kept) => {
  expect(readSettings(JSON.stringify({ drills: kept })).drills).toEqual(noDrills());
});

test("are told in one sentence, each with its share and its place", () => {
  expect(drillWords(drills)).toBe(
    "the model loops, fails with 500 (30 %), is cut off from call 3 on; tools: error of calculator at call 2, no answer (50 %)",
  );
  expect(drillWords({ ...drills, personas: [] })).toBe("tools: error of calculator at call 2, no answer (50 %)");
  for (const id of personaIds) expect(drillWords({ ...noDrills(), personas: [{ id }] })).toMatch(/^the model \w/);
});

test("mark the summary of a run that had one, and of no other", async () => {
  const summaryOf = async (personas: Drills["personas"]) => {
    const run = startRun("Calculate 1+1", {
      pattern: "single",
      models: { main: rehearsal({ charactersPerSecond: null, drills: personas }) },
    });
    await run.finished;
    const summary = emptySummary("a");
    for (const event of run.log) summarise(summary, event);
    return summary;
  };
  expect(await summaryOf([{ id: "contradicts" }])).toMatchObject({ drilled: true });
  expect(await summaryOf([])).not.toHaveProperty("drilled");
});

test("the story prices every tool as it was then: searches least, code most", () => {
  const prices = storyToolPrices();
  expect(Object.keys(prices)).toEqual(tools.map(({ name }) => name));
  expect([prices["search_documents"], prices["calculator"], prices["query_table"], prices["write_file"]]).toEqual([
    0.001, 0.01, 0.01, 0.005,
  ]);
});

test("the story keeps other models' prices, and what it needs is switched on", () => {
  const own = { inputUsdPerMillion: 1, outputUsdPerMillion: 2 };
  const settings = storySettings({ prices: { own }, toolsOff: ["search_documents", "delete_file"] }, "a task");
  expect(settings.prices).toEqual({
    own,
    rehearsal: { inputUsdPerMillion: 0, outputUsdPerMillion: 0, usdPerCall: 0.02 },
  });
  expect(settings).toMatchObject({ task: "a task", model: "rehearsal", toolsOff: ["delete_file"] });
  expect(readSettings(JSON.stringify({ ...firstSettings(), ...settings }))).toMatchObject(settings);
});
