// The investment task in a real browser under each of the six patterns, with the rehearsal model over the bundled tables.
import { beforeEach, expect, test } from "vitest";
import { patterns, type RunEvent } from "../../src/engine/index.ts";
import { exampleTexts } from "../../src/ui/messages/en-examples.ts";
import { investmentFigures } from "../fixtures/investment.ts";
import {
  button,
  context,
  ended,
  exported,
  importFile,
  nodes,
  page,
  region,
  run,
  runs,
  standing,
  usePage,
} from "./page-support.ts";

usePage();

/**
 * The rehearsal model writes at the speed of a reader, who is not here, so the clock of the page runs faster. The page is the one
 * that people get: no setting of it knows of this. Long waits are limits of tools and queries, whose work is as slow as ever.
 */
beforeEach(async () => {
  await context.addInitScript(() => {
    const times = 20;
    const longMs = 9_000;
    const now = performance.now.bind(performance);
    const wait = setTimeout;
    performance.now = () => now() * times;
    Object.assign(globalThis, {
      setTimeout: (work: () => void, ms = 0, ...rest: unknown[]) => wait(work, ms < longMs ? ms / times : ms, ...rest),
    });
  });
  await page.reload();
});

const subject = "AMZN";
const others = ["AAPL", "GOOG", "IBM", "MSFT"];

/** In percent as it is told: one decimal place, a sign, a minus that is one. */
const percent = (value: number) => `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value)} %`;

/** What the answer must hold, computed from the prices without SQL. */
function figures(): string[] {
  const { changePercent, bestYear, worstYear, volatility, firstMonth, lastMonth } = investmentFigures(subject);
  const spread = (value: number) => `${Math.round(value * 10) / 10} %`;
  if (!bestYear || !worstYear) throw new Error("There are no years.");
  return [
    firstMonth,
    lastMonth,
    percent(changePercent),
    `Best: ${bestYear.year} (${percent(bestYear.changePercent)})`,
    `Worst: ${worstYear.year} (${percent(worstYear.changePercent)})`,
    `The monthly changes of ${subject} have a standard deviation of ${spread(volatility)}`,
    ...others.map((symbol) => `${symbol} ${percent(investmentFigures(symbol).changePercent)}`),
    ...others.map((symbol) => `${symbol} ${spread(investmentFigures(symbol).volatility)}`),
  ];
}

async function complete(pattern: string): Promise<{ text: string; events: RunEvent[]; answer: string }> {
  await page.getByRole("combobox", { name: "Model", exact: true }).selectOption("rehearsal");
  await page.locator(`input[type=radio][value="${pattern}"]`).check();
  await run(exampleTexts["example.investment"]);
  if (pattern === "plan-notebook") await button("Approve", region("Is this plan right?")).click();
  await ended();
  const text = await exported();
  const { events } = JSON.parse(text) as { events: RunEvent[] };
  const end = events.at(-1);
  return { text, events, answer: (end?.type === "run.end" && end.answer) || "" };
}

/** Deletes the run on screen, takes it in again from its file, and hands it out once more. */
async function throughFile(text: string): Promise<string> {
  await runs().first().hover();
  await button("Delete", runs().first()).click();
  await runs().first().waitFor({ state: "detached" });
  await standing().filter({ hasText: "Completed" }).waitFor({ state: "detached" });
  await importFile("run.json", text);
  await ended();
  return exported();
}

/** The names of all nodes. What is out of sight is not drawn. */
async function wholeGraph(): Promise<string[]> {
  const names = () => nodes().evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? "").sort());
  await page.emulateMedia({ reducedMotion: "reduce" });
  await button("Show all", region("Graph")).click();
  let now = await names();
  await expect
    .poll(async () => {
      const before = now;
      now = await names();
      return now.join() === before.join();
    })
    .toBe(true);
  return now;
}

const withTools = patterns.filter(({ usesTools }) => usesTools).map(({ id }) => id);

/** What the first meter counts, and whether a limit stands beside it: agents have each their own. */
const counted: Record<string, RegExp> = {
  react: /^Iterations \d+ \/ 10$/,
  "plan-execute": /^Steps \d+ \/ \d+$/,
  "multi-agent": /^Iterations \d+$/,
  supervisor: /^Rounds 1 \/ 3$/,
  "plan-notebook": /^Iterations \d+ \/ 50$/,
};

test("there are five patterns with tools, and one without", () => {
  expect([withTools.length, patterns.length]).toEqual([5, 6]);
});

test.each(withTools)(
  "under %s its figures are those of the data, and the run comes back from its file",
  async (pattern) => {
    const { text, events, answer } = await complete(pattern);
    for (const figure of figures()) expect(answer).toContain(figure);
    expect(answer).toMatch(/State of the Union address 20\d\d/);
    expect(events.filter(({ type }) => type === "warning" || type === "nudge")).toEqual([]);
    const meter = await page
      .locator("dl > div")
      .filter({ has: page.getByRole("meter") })
      .first()
      .innerText();
    expect(meter.replace(/\s+/g, " ").trim()).toMatch(counted[pattern] ?? /^$/);
    const shown = await region("Answer").innerText();
    // The same count stands under the answer.
    const [, unit, count] = /^(\w+?)s? (\d+)/.exec(meter.replace(/\s+/g, " ").trim()) ?? [];
    expect(shown.replace(/\s+/g, " ")).toContain(`${count} ${unit?.toLowerCase()}`);
    for (const figure of figures()) expect(shown).toContain(figure);
    const graph = await wholeGraph();
    expect(graph.length).toBeGreaterThan(events.filter(({ type }) => type === "tool.call").length);

    expect(await throughFile(text)).toBe(text);
    await expect.poll(wholeGraph).toEqual(graph);
    expect(await region("Answer").innerText()).toBe(shown);
  },
);

test("as a single prompt, without tools, it says so and makes up no figure; that run comes back too", async () => {
  const { text, answer } = await complete("single");
  expect(answer).toContain("I could not query the prices");
  expect(answer).not.toMatch(/\d/);
  await region("Answer").getByText("I could not query the prices").first().waitFor();
  expect(await throughFile(text)).toBe(text);
});
