// The run as bars in a real browser: the same selection as the graph, the moment as a line, long runs.
import { expect, test } from "vitest";
import { writeRun } from "../../src/engine/record.ts";
import { multiAgentLog } from "../fixtures/pattern-logs.ts";
import { parallelFacts, stamp } from "../fixtures/log.ts";
import { button, importFile, page, region, usePage } from "./page-support.ts";

usePage();

const timeline = () => region("Timeline");
const bars = () => timeline().getByRole("listbox", { name: "Spans of the run over time" });
const current = () => bars().getByRole("option");
const slider = () => region("Playback").getByRole("slider");

async function openRun(title: string, events: ReturnType<typeof stamp>): Promise<void> {
  await importFile("run.json", writeRun({ id: title, title, files: [], events }));
  await slider().waitFor();
  await button("Timeline").click();
  await bars().waitFor();
}

test("shares the selection with the graph, by key and by click", async () => {
  await openRun("Team", multiAgentLog());
  await timeline().getByText("Critical path:").waitFor();
  await region("Graph")
    .getByRole("treeitem", { name: /^Sub-tasks,/ })
    .first()
    .click();
  await expect.poll(() => current().innerText()).toMatch(/^Sub-tasks, Done, from 20 ms/);
  await bars().focus();
  await bars().press("ArrowDown");
  await region("Inspector").getByRole("heading", { name: "Thought", exact: true }).waitFor();
  expect(await current().innerText()).toMatch(/^Thought, Done/);
  await bars().press("Home");
  await expect.poll(() => current().innerText()).toMatch(/^Task, Done, from/);
  const box = await bars().boundingBox();
  if (!box) throw new Error("The timeline is not on screen.");
  await bars().click({ position: { x: box.width / 2, y: 10 } });
  await region("Inspector").getByRole("heading", { name: "Task", exact: true, level: 3 }).first().waitFor();
});

test("its upper edge shows the run as it was at a time", async () => {
  const log = multiAgentLog();
  await openRun("Team", log);
  const axis = timeline().getByTitle("Time: drag to look back");
  const box = await axis.boundingBox();
  if (!box) throw new Error("The timeline is not on screen.");
  await page.mouse.click(box.x + box.width / 2, box.y + 10);
  const at = Number(await slider().inputValue());
  expect(Math.abs(at - log.length / 2)).toBeLessThan(2);
  // What comes later is still there, pale.
  expect(await timeline().locator("path.bars").count()).toBeGreaterThan(2);
});

test("ten thousand spans are a few elements, and zoom to a single one", async () => {
  await openRun("Long", stamp(parallelFacts(6, 300)));
  expect(await timeline().locator("*").count()).toBeLessThan(600);
  await bars().focus();
  for (let press = 0; press < 12; press++) await bars().press("+");
  await bars().press("End");
  await expect.poll(() => current().innerText()).toContain("Thought");
  expect(await timeline().locator("*").count()).toBeLessThan(900);
});
