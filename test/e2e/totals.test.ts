// The totals below the graph, and the bars on its nodes, in a real browser.
import { describe, expect, test } from "vitest";
import { usage } from "../../src/engine/derive/usage.ts";
import type { RunEvent } from "../../src/engine/index.ts";
import { writeRun } from "../../src/engine/record.ts";
import { multiAgentLog, planExecuteLog } from "../fixtures/pattern-logs.ts";
import { button, chinese, ended, importFile, model, openPage, page, region, run, usePage } from "./page-support.ts";

usePage();

const show = async (events: RunEvent[]) => {
  await importFile("run.json", writeRun({ id: "r1", title: "A run", files: [], events }));
  await region("Graph").getByRole("treeitem").first().waitFor();
};
const open = async () => {
  await button("Totals").click();
  await region("Totals").getByRole("table").waitFor();
};
const by = (grouping: string) => region("Totals").locator("label").filter({ hasText: grouping });
const rows = () => region("Totals").getByRole("table").locator("tbody tr");
const column = (cells: readonly string[][], place: number) => cells.map((row) => row[place] ?? "");
/** The texts of the table: of each row its head and its figures. */
const cells = (part: "tbody" | "tfoot") =>
  region("Totals")
    .getByRole("table")
    .locator(`${part} tr`)
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent?.trim() ?? "")));
const number = (text: string) => Number(text.replace(/[^\d.]/g, ""));
const sum = (texts: readonly string[]) => texts.reduce((all, text) => all + number(text), 0);
const strip = () => page.getByRole("slider", { name: "Spending over time" });
const focusedNode = () => region("Graph").locator("[role=treeitem][aria-selected=true]");

test("a run's totals add up to its meters, in every grouping", async () => {
  await page.getByRole("combobox", { name: "Model", exact: true }).selectOption("local-model");
  model.reply(
    { text: "First I multiply.", calls: [{ name: "calculator", arguments: { expression: "6*7" } }] },
    { calls: [{ name: "current_time", arguments: {} }] },
    { text: "It is 42." },
  );
  await run("What is 6*7?");
  await ended();
  await open();
  const meter = async (name: string) =>
    number((await page.getByRole("meter", { name, exact: true }).getAttribute("aria-valuenow")) ?? "");
  const [calls, tools, tokens, cost] = await Promise.all(["Model calls", "Tool calls", "Tokens", "Cost"].map(meter));
  expect([calls, tools]).toEqual([3, 2]);
  for (const grouping of ["Agent", "Model", "Tool", "Phase"]) {
    await by(grouping).click();
    const [body, foot] = [await cells("tbody"), await cells("tfoot")];
    expect(sum(column(body, 3)) + sum(column(body, 4)), grouping).toBe(tokens);
    expect([sum(column(body, 5)), sum(column(body, 6))], grouping).toEqual([calls, tools]);
    expect(sum(column(body, 1)), grouping).toBeCloseTo(cost ?? NaN, 5);
    expect(number(foot[0]?.[1] ?? ""), grouping).toBeCloseTo(cost ?? NaN, 5);
  }
  await by("Tool").click();
  expect(column(await cells("tbody"), 0)).toEqual(
    expect.arrayContaining(["Model calls", "calculator", "current_time"]),
  );
});

describe("a click", () => {
  test("on a row shows its agent on the graph and in the inspector", async () => {
    // The view is where it goes, at once.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await show(multiAgentLog());
    await open();
    await rows().filter({ hasText: "writer" }).click();
    await region("Inspector").getByRole("heading", { name: "writer", exact: true }).waitFor();
    expect(await focusedNode().getAttribute("aria-label")).toContain("writer, done");
    const stage = await region("Graph").boundingBox();
    await expect
      .poll(async () => {
        const box = await focusedNode().boundingBox();
        return box && stage && box.y >= stage.y && box.y + box.height <= stage.y + stage.height;
      })
      .toBe(true);
    // Closing the inspector leaves the view where it is, and so does a click on another node.
    const view = () => page.locator(".plane").evaluate((plane) => plane.getAttribute("style"));
    const before = await view();
    await button("Back to the overview", region("Inspector")).click();
    expect(await view()).toBe(before);
  });

  test("on one of the dearest calls shows that call; all are shown when asked for", async () => {
    const log = planExecuteLog();
    const most = log.findLast((event) => event.type === "model.reply");
    await show(log.map((event) => (event === most ? { ...event, usd: 0.5 } : event)));
    await open();
    const calls = region("Totals").getByRole("list", { name: "Where the money went" }).getByRole("listitem");
    expect(await calls.count()).toBe(usage.of(log).figures.modelCalls || 5);
    expect(await calls.first().innerText()).toMatch(/\$0\.50\s+99%/);
    await calls.first().getByRole("button").click();
    await region("Inspector").getByText("$0.50", { exact: true }).waitFor();
  });
});

test("the table is sorted by its heads, by keyboard too, and says by which", async () => {
  await show(multiAgentLog());
  await open();
  const head = (name: string) => region("Totals").getByRole("columnheader", { name });
  expect(await head("Share").getAttribute("aria-sort")).toBe("descending");
  await head("Agent").getByRole("button").focus();
  await page.keyboard.press("Enter");
  expect(await head("Agent").getAttribute("aria-sort")).toBe("ascending");
  expect(await head("Share").getAttribute("aria-sort")).toBeNull();
  const names = column(await cells("tbody"), 0);
  expect(names).toEqual(["finance", "Main agent", "news", "Planning", "writer"]);
  await page.keyboard.press("Enter");
  expect(column(await cells("tbody"), 0)).toEqual(names.toReversed());
});

test("the strip is walked through by keyboard, each call said in words, and Enter shows it", async () => {
  await run(chinese);
  await ended();
  await open();
  await strip().focus();
  const last = Number(await strip().getAttribute("aria-valuemax"));
  expect(last).toBe(7);
  await page.keyboard.press("Home");
  expect(await strip().getAttribute("aria-valuetext")).toMatch(/^Thought · .* tokens by then$/);
  await page.keyboard.press("ArrowRight");
  expect(await strip().getAttribute("aria-valuetext")).toMatch(/^calculator · /);
  await page.keyboard.press("Enter");
  await region("Inspector").getByRole("heading", { name: "calculator" }).waitFor();
});

test("is copied as CSV", async () => {
  await openPage({ permissions: ["clipboard-read", "clipboard-write"] });
  await show(multiAgentLog());
  await open();
  await button("Copy this table as CSV").click();
  await region("Totals").getByText("Copied").waitFor();
  const lines = (await page.evaluate(() => navigator.clipboard.readText())).trim().split("\n");
  expect(lines[0]).toMatch(/^agent,cost_usd,certainty,share,input_tokens/);
  expect(lines.at(-1)).toMatch(/^Whole run,0\.007,reported,1,700,140,/);
});

test("bars on the nodes are as long as their part, of what a person chooses", async () => {
  await show(multiAgentLog());
  const bar = (name: RegExp) => region("Graph").getByRole("treeitem", { name }).first().locator(".bar");
  // finance spent 2 of the 7 replies
  const part = async () =>
    bar(/^finance/).evaluate((one) => {
      const size = /([\d.]+)%/.exec(getComputedStyle(one).backgroundSize)?.[1];
      return Math.round(Number(size));
    });
  expect(await part()).toBe(29);
  const choice = page.getByRole("combobox", { name: "Bars on the nodes" });
  await choice.selectOption("Bars: time");
  await bar(/^Tool call query_table/).waitFor();
  await choice.selectOption("No bars");
  await bar(/^finance/).waitFor({ state: "detached" });
});

test("on a phone nothing is wider than the page, and the table is scrolled inside it", async () => {
  await openPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await show(multiAgentLog());
  await open();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await rows().first().getByRole("button").tap();
  await region("Inspector").getByRole("heading", { name: "finance", exact: true }).waitFor();
});

test("a run that has made no call yet says so", async () => {
  const events = multiAgentLog().slice(0, 2);
  await show(events);
  await button("Totals").click();
  await region("Totals").getByText("Nothing has been spent yet.").waitFor();
});
