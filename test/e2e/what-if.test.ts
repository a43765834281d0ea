// Limits tried on a run that is over, and what the next run can cost, in a real browser.
import { expect, test } from "vitest";
import { writeRun } from "../../src/engine/record.ts";
import { multiAgentLog } from "../fixtures/pattern-logs.ts";
import { reactFacts, stamp } from "../fixtures/log.ts";
import { button, ended, english, importFile, model, page, region, run, task, usePage } from "./page-support.ts";

usePage();

const tab = () => button("What if");
const panel = () => region("What if");
const limit = (name: string) => panel().getByRole("slider", { name, exact: true });
const outcome = () => panel().getByRole("status");
const cutOff = () => region("Graph").getByRole("group", { name: "Not made under the limits that are tried" });
const cost = () => page.getByRole("group", { name: "Controls" }).locator("xpath=..").locator("details summary");

/** Drags the slider's thumb to a share of its length. */
async function drag(name: string, share: number): Promise<void> {
  const box = await limit(name).boundingBox();
  if (!box) throw new Error(`${name} has no slider.`);
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.9, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * ((share + 0.9) / 2), y);
  await page.mouse.move(box.x + box.width * share, y);
  await page.mouse.up();
}

test("a slider dragged on a finished run greys out what it would have cut off, names the limit and shows the answer as it stood", async () => {
  await run(english);
  await ended();
  await tab().click();
  await outcome().filter({ hasText: "Nothing would have been cut off." }).waitFor();
  expect(await cutOff().count()).toBe(0);
  // Only what is in view is in the document.
  await button("Show all", region("Graph")).click();

  await drag("Iterations", 0.01);
  await outcome().filter({ hasText: "With “Iterations” at 1 the run would have stopped here" }).waitFor();
  await button("Show all", region("Graph")).click();
  await cutOff().getByRole("treeitem", { name: "Answer" }).waitFor();
  const whole = await region("Graph").getByRole("treeitem").count();
  expect(await cutOff().count()).toBeLessThan(whole);
  await panel().getByRole("heading", { name: "The answer as it stood" }).waitFor();
  await panel().getByText("50").first().waitFor();
  expect(
    await panel()
      .getByRole("row", { name: /^Spent/ })
      .innerText(),
  ).toMatch(/\b1\b/);

  await button("Turn 2", panel()).click();
  await region("Inspector").getByRole("heading", { name: "Turn 2" }).waitFor();

  await button("Reset", panel()).click();
  await outcome().filter({ hasText: "Nothing would have been cut off." }).waitFor();
  expect(await cutOff().count()).toBe(0);
});

test("the graph is whole again when the tab is closed, and another run has limits of its own", async () => {
  await importFile("run.json", writeRun({ id: "r1", title: "Five turns", files: [], events: stamp(reactFacts(5)) }));
  await region("Graph").getByRole("treeitem").first().waitFor();
  await tab().click();
  await limit("Iterations").focus();
  await limit("Iterations").press("Home");
  await cutOff().first().waitFor();
  await tab().click();
  await expect.poll(() => cutOff().count()).toBe(0);

  await tab().click();
  await cutOff().first().waitFor();
  await importFile("team.json", writeRun({ id: "r2", title: "A team", files: [], events: multiAgentLog() }));
  await limit("Agent timeout").waitFor();
  expect(await cutOff().count()).toBe(0);
});

test("limits that were tried become the budget of the next run, and can be taken back", async () => {
  await importFile("run.json", writeRun({ id: "r1", title: "Five turns", files: [], events: stamp(reactFacts(5)) }));
  await tab().click();
  await limit("Iterations").focus();
  await limit("Iterations").press("Home");
  await button("Use for the next run", panel()).click();
  const own = page.getByRole("group", { name: "Budget", exact: true }).getByRole("slider", { name: "Iterations" });
  await expect.poll(() => own.inputValue()).toBe("1");
  await button("Undo").click();
  await expect.poll(() => own.inputValue()).toBe("10");
});

test("a run that goes on has nothing to try yet", async () => {
  model.reply({ silent: true });
  await page.getByRole("combobox", { name: "Model", exact: true }).selectOption("local-model");
  await run(english);
  await tab().click();
  await panel().getByText("The run still goes on.").waitFor();
  await button("Stop").click();
  await outcome().waitFor();
});

test("what the next run can cost follows the sliders, the pattern and the model, and is reckoned up on demand", async () => {
  expect(await cost().count()).toBe(0);
  await task().fill(english);
  await cost().filter({ hasText: "Next run: free" }).waitFor();
  await page.getByRole("combobox", { name: "Model", exact: true }).selectOption("local-model");
  await cost().filter({ hasText: "$0.50" }).filter({ hasText: "your cost limit decides" }).waitFor();

  const usd = page.getByRole("textbox", { name: "Cost limit (USD), typed" });
  await usd.fill("0.2");
  await usd.press("Enter");
  await cost().filter({ hasText: "to $0.20" }).waitFor();
  await usd.fill("0.0001");
  await usd.press("Enter");
  await cost().filter({ hasText: "your cost limit is too small for its first call" }).waitFor();
  await usd.fill("0.5");
  await usd.press("Enter");

  await page.locator(`input[type=radio][value="single"]`).check();
  await cost().filter({ hasText: "the pattern ends there" }).waitFor();

  await page.locator(`input[type=radio][value="supervisor"]`).check();
  await cost().click();
  const reckoning = page.getByRole("group", { name: "What the next run can cost" });
  await reckoning.getByText("Without that limit").waitFor();
  expect(await reckoning.getByRole("row").count()).toBe(6);
  await page.keyboard.press("Escape");
  await reckoning.waitFor({ state: "hidden" });
});
