// The run as text in a real browser: the same selection as the graph, the moment that is shown, long runs.
import { expect, test } from "vitest";
import { writeRun } from "../../src/engine/record.ts";
import { parallelFacts, stamp } from "../fixtures/log.ts";
import { multiAgentLog } from "../fixtures/pattern-logs.ts";
import { button, importFile, page, region, usePage } from "./page-support.ts";

usePage();

const transcript = () => region("Transcript");
const headings = () => transcript().getByRole("heading", { level: 3 });

async function openRun(title: string, events: ReturnType<typeof stamp>): Promise<void> {
  await importFile("run.json", writeRun({ id: title, title, files: [], events }));
  await region("Playback").getByRole("slider").waitFor();
  await button("Transcript").click();
  await transcript().waitFor();
}

test("shares the selection with the graph, both ways, and shows the moment that is shown", async () => {
  await openRun("Team", multiAgentLog());
  const names = await headings().allInnerTexts();
  expect(names.join()).toContain("finance");
  expect(names.join()).toContain("writer");
  await button("finance", transcript()).click();
  await region("Inspector").getByRole("heading", { name: "finance", exact: true }).waitFor();

  await region("Graph")
    .getByRole("treeitem", { name: /^Sub-tasks,/ })
    .first()
    .click();
  await expect.poll(() => transcript().locator("[aria-current]").first().innerText()).toBe("Sub-tasks");

  const slider = region("Playback").getByRole("slider");
  await slider.focus();
  await slider.press("Home");
  await expect.poll(() => headings().count()).toBe(0);
  await transcript().getByText("Task", { exact: true }).waitFor();
  await slider.press("End");
  await expect.poll(() => headings().count()).toBe(names.length);
});

test("is copied as Markdown", async () => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await openRun("Team", multiAgentLog());
  await button("Copy the transcript as Markdown", transcript()).click();
  await button("Copied", transcript()).waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toMatch(/^# Run: Team\n/);
  expect(text).toContain("## finance");
});

test("a long run holds in the document only what is near, and whatever is chosen is found in it", async () => {
  const events = stamp(parallelFacts(6, 150));
  await openRun("Long", events);
  await expect.poll(() => transcript().getByRole("heading").count()).toBeGreaterThan(3);
  expect(await transcript().locator("*").count()).toBeLessThan(1_500);
  await region("Graph").getByRole("treeitem").first().focus();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => transcript().locator("[aria-current]").count(), { timeout: 5_000 }).toBe(1);
  expect(await transcript().locator("*").count()).toBeLessThan(3_000);
});
