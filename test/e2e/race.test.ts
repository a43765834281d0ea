// Patterns race on the investment task in a real browser, with the rehearsal model: the board is what the runs' own logs say.
import { readFile } from "node:fs/promises";
import Papa from "papaparse";
import { beforeEach, expect, test } from "vitest";
import { patterns, type RunEvent } from "../../src/engine/index.ts";
import { scoreRow } from "../../src/engine/race/index.ts";
import { exampleTexts } from "../../src/ui/messages/en-examples.ts";
import { t } from "../../src/ui/messages/index.ts";
import { button, context, ended, exported, importFile, page, region, runs, task, usePage } from "./page-support.ts";

usePage();

/** The rehearsal model writes at the speed of a reader, who is not here: the page's clock runs faster, as in investment.test.ts. */
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

const board = () => page.getByRole("table", { name: "Score board" });
const races = () => page.getByRole("list", { name: "History" }).getByRole("button", { name: /^Race / });

async function choose(...ids: string[]): Promise<void> {
  await page.getByRole("combobox", { name: "Model", exact: true }).selectOption("rehearsal");
  await button("Race").click();
  for (const { id } of patterns) await page.locator(`input[type=checkbox][value="${id}"]`).setChecked(ids.includes(id));
}

async function race(words: string, ...ids: string[]): Promise<void> {
  await choose(...ids);
  await task().fill(words);
  await button("Run").click();
  if (ids.includes("plan-notebook")) await button("Approve", region("Is this plan right?")).click();
  await ended();
}

async function taken(kind: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent("download"), button(kind).click()]);
  return readFile(await download.path(), "utf8");
}

const rowsOf = (csv: string) =>
  Papa.parse<Record<string, string>>(csv.replace(/^\ufeff/, ""), { header: true, skipEmptyLines: true }).data;

test("six patterns at once: the plan that waits names its pattern, and every figure of the board is that of the run's own log", async () => {
  const ids = patterns.map(({ id }) => id);
  await choose(...ids);
  await task().fill(exampleTexts["example.investment"]);
  await button("Run").click();
  await page.getByText("PlanNotebook waits for you", { exact: true }).waitFor();
  await button("Approve", region("Is this plan right?")).click();
  await ended();

  const rows = rowsOf(await taken("CSV"));
  const own = rows.filter(({ source }) => source === "race");
  expect(own.map(({ pattern }) => pattern)).toEqual(ids);
  expect(rows.filter(({ source }) => source === "reference")).toHaveLength(4);
  const shown = await board().getByRole("row").allInnerTexts();
  for (const row of own) {
    await page.getByRole("button", { name: `Open ${t(`pattern.${row["pattern"]}.name` as never)}` }).click();
    await ended();
    const { events } = JSON.parse(await exported()) as { events: RunEvent[] };
    const score = scoreRow(events);
    expect(row).toMatchObject({
      status: "completed",
      usd: String(score.usd),
      tokens: String(score.tokens),
      ms: String(score.ms),
      model_calls: String(score.modelCalls),
      tool_calls: String(score.toolCalls),
      steps: String(score.steps),
      iterations: String(score.iterations),
      figures: String(score.figures),
      ungrounded_figures: "0",
      answer: score.answer,
    });
    const words = shown.find((line) => line.includes(score.tokens.toLocaleString("en")));
    expect(words, `the tokens of ${row["pattern"]} stand on the board`).toBeDefined();
    await races().first().click();
    await board().waitFor();
  }
});

test("a task that begins as a formula leaves as text, and the chart as a picture without script", async () => {
  await race('=HYPERLINK("http://a.example","10*5")', "single", "react");
  const csv = await taken("CSV");
  for (const row of rowsOf(csv)) expect(row["task"] ?? "").not.toMatch(/^[=+\-@]/);
  expect(rowsOf(csv)[0]?.["task"]).toBe(`'=HYPERLINK("http://a.example","10*5")`);
  expect(await taken("SVG")).toMatch(/^<svg xmlns=[\s\S]*<\/svg>\n$/);
  expect((await taken("PNG")).slice(1, 4)).toBe("PNG");
  expect(JSON.parse(await taken("JSON"))).toMatchObject({ format: "loopglass-race", patterns: ["single", "react"] });
});

test("checks give a verdict, columns sort, and the race comes back from the history after a reload, and after it was deleted", async () => {
  await race("Calculate 10*5, save the result to result.txt.", "single", "react");
  const verdicts = page.getByRole("list", { name: "Verdict" });
  await page.getByRole("combobox", { name: "The answer" }).selectOption("number");
  await page.getByLabel("Number", { exact: true }).fill("50");
  await button("Add check").click();
  await verdicts.getByText("ReAct").waitFor();
  await page.getByRole("combobox", { name: "The answer" }).selectOption("pattern");
  await page.getByLabel("Regular expression").fill("(?<=a)b");
  await button("Add check").click();
  await verdicts.getByText(/no verdict/).waitFor();

  await board().getByRole("button", { name: "Tokens" }).click();
  expect(await board().getByRole("columnheader", { name: "Tokens" }).getAttribute("aria-sort")).toBe("descending");
  const names = () => board().locator("tbody").first().getByRole("rowheader").allInnerTexts();
  expect(await names()).toEqual(["ReAct", "Single prompt"]);

  await page.reload();
  // Its runs stand behind it, and are found by searching.
  await expect.poll(() => runs().count()).toBe(1);
  await races().click();
  await verdicts.getByText("holds 50 ± 0").waitFor();
  await runs().first().hover();
  await button("Delete", runs().first()).click();
  await races().waitFor({ state: "detached" });
  await button("Undo").click();
  await races().waitFor();
  await verdicts.getByText("holds 50 ± 0").waitFor();
});

test("again ×5 shows the spread of five seeds", async () => {
  await race("Calculate 10*5.", "single", "react");
  await button("Again ×5").click();
  await page.getByText("Round 5 of 5").waitFor();
  await ended();
  await board().getByText("5 of 5").first().waitFor();
  const seeds = rowsOf(await taken("CSV")).flatMap(({ pattern, seed }) => (pattern === "react" ? [seed] : []));
  expect(seeds.slice(0, 5)).toEqual(["1", "2", "3", "4", "5"]);
});

test("stop all ends every lane", async () => {
  await choose("react", "plan-execute");
  await task().fill(exampleTexts["example.investment"]);
  await button("Run").click();
  await button("Stop all").click();
  await ended("Stopped");
});

test("a figure leads to the call that it came from, one that stands nowhere is marked and counted", async () => {
  await page.getByRole("combobox", { name: "Model", exact: true }).selectOption("rehearsal");
  await task().fill(exampleTexts["example.investment"]);
  await button("Run").click();
  await ended();
  await region("Answer")
    .getByText(/All \d+ figures stand in/)
    .waitFor();
  await region("Answer").getByRole("link", { name: "+759.8 %" }).click();
  await region("Inspector").getByRole("heading", { name: "query_table" }).waitFor();

  const text = await exported();
  await importFile("run.json", text.replaceAll("+759.8 %", "+758.8 %"));
  await region("Answer")
    .getByText(/1 of \d+ figures stands in nothing/)
    .waitFor();
  const loose = region("Answer").locator(".ungrounded");
  expect(await loose.allInnerTexts()).toEqual([expect.stringContaining("+758.8 %")]);
  expect(await loose.getAttribute("title")).toContain("Ungrounded");
});

test("two runs of a task are compared: where they part is named, and what each used after it", async () => {
  await race("Calculate 10*5.", "single", "react");
  await button("Open ReAct").click();
  await page.getByRole("searchbox").fill("10*5");
  // The race names its patterns, too.
  const single = runs().filter({ hasText: "Single prompt ·" });
  await single.hover();
  await button("Compare with the run on screen", single).click();
  await region("Comparison").getByText("They were started differently").waitFor();
  expect(await region("Comparison").getByRole("table").getByRole("row").count()).toBe(7);
  await button("Close the comparison").click();
  await region("Comparison").waitFor({ state: "detached" });
});
