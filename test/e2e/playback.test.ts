// Looking back in a real browser: a moment is shown everywhere, by mouse and by keyboard, while a run goes on too.
import { expect, test } from "vitest";
import { writeRun } from "../../src/engine/record.ts";
import { multiAgentLog } from "../fixtures/pattern-logs.ts";
import { parallelFacts, stamp } from "../fixtures/log.ts";
import { button, ended, english, importFile, model, page, region, run, task, usePage } from "./page-support.ts";

usePage();

const playback = () => region("Playback");
const slider = () => playback().getByRole("slider", { name: "Moment of the run" });
const shown = async () => Number(await slider().inputValue());
const heard = () => slider().getAttribute("aria-valuetext");
const nodes = () => region("Graph").getByRole("treeitem");
const log = multiAgentLog();

async function openTeam(): Promise<void> {
  await importFile("team.json", writeRun({ id: "r1", title: "Team", files: [], events: log }));
  await region("Answer").getByText("The share rose, with risks.").waitFor();
  await slider().waitFor();
}

test("keys go through a run event by event, and every view shows that moment", async () => {
  await openTeam();
  await region("Blackboard").waitFor();
  // Only what is in view is in the document.
  await region("Graph").getByRole("button", { name: "Show all" }).click();
  await nodes().filter({ hasText: "Answer" }).waitFor();
  let whole = 0;
  await expect.poll(async () => whole === (whole = await nodes().count())).toBe(true);
  const place = await slider().boundingBox();
  await slider().focus();
  await slider().press("Home");
  expect(await heard()).toMatch(new RegExp(`^Event 1 of ${log.length}, 0 ms: .+ began$`));
  await expect.poll(() => nodes().count()).toBe(0);
  await slider().press("ArrowRight");
  await expect.poll(() => nodes().count()).toBe(1);
  expect(await heard()).toContain("Event 2 of");
  await region("Blackboard").getByText("Nothing is on it at this moment of the run.").waitFor();
  expect(Math.abs(((await slider().boundingBox())?.y ?? 0) - (place?.y ?? NaN))).toBeLessThan(1);
  await slider().press("End");
  await expect.poll(() => nodes().count()).toBeGreaterThan(5);
  await slider().press("ArrowLeft");
  expect(await shown()).toBe(log.length - 1);
  await expect.poll(() => nodes().filter({ hasText: "Answer" }).count()).toBe(0);
  await region("Answer").getByText("Working", { exact: false }).waitFor();
  await slider().press("End");
  await expect.poll(() => nodes().count()).toBeGreaterThan(5);
});

test("keys of the page step and set the speed, but never while a person writes", async () => {
  await openTeam();
  await page.locator("body").press(",");
  await expect.poll(shown).toBe(log.length - 1);
  await page.keyboard.press(".");
  await expect.poll(shown).toBe(log.length);
  await page.keyboard.press("]");
  const speed = playback().getByRole("combobox", { name: "Speed" });
  expect(await speed.inputValue()).toBe("2");
  await task().fill("");
  await task().pressSequentially("1, 2. [a] b");
  expect(await task().inputValue()).toBe("1, 2. [a] b");
  expect([await shown(), await speed.inputValue()]).toEqual([log.length, "2"]);
});

test("plays from the beginning to the end", async () => {
  await openTeam();
  await playback().getByRole("combobox", { name: "Speed" }).selectOption("8");
  await playback().getByRole("combobox", { name: "Pace" }).selectOption("even");
  await slider().focus();
  await slider().press(" ");
  await button("Halt playing", playback()).waitFor();
  await button("Play again", playback()).waitFor();
  expect(await shown()).toBe(log.length);
});

test("dragging through ten thousand events keeps up, there and back", async () => {
  const events = stamp(parallelFacts(6, 150));
  expect(events.length).toBeGreaterThan(9_000);
  await importFile("long.json", writeRun({ id: "r2", title: "Long", files: [], events }));
  await expect.poll(() => slider().getAttribute("max"), { timeout: 30_000 }).toBe(String(events.length));
  // What lies below the slider is loaded, and moves it no more.
  await button("What if").waitFor();
  await page.getByRole("meter").first().waitFor();
  const box = await slider().boundingBox();
  if (!box) throw new Error("The slider is not on screen.");
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width - 6, y);
  await page.mouse.down();
  for (const share of [0.9, 0.5, 0.7, 0.2, 0.6, 0.1]) await page.mouse.move(box.x + box.width * share, y, { steps: 4 });
  await page.mouse.up();
  const at = await shown();
  expect(at / events.length).toBeGreaterThan(0);
  expect(at / events.length).toBeLessThan(0.15);
  expect(await heard()).toContain(`Event ${at.toLocaleString("en")} of ${events.length.toLocaleString("en")}`);
});

test("a run goes on while a person looks back, and they come back to what is now", async () => {
  const gates: (() => void)[] = [];
  const held = () => new Promise<void>((go) => void gates.push(go));
  model.reply(
    { calls: [{ name: "calculator", arguments: { expression: "10*5" } }] },
    { text: "It is 50.", beforeHeaders: held },
  );
  await page.getByRole("combobox", { name: "Model", exact: true }).selectOption("local-model");
  await run(english);
  await model.request(2);
  await playback().getByText("Live", { exact: true }).waitFor();
  await slider().focus();
  await slider().press("Home");
  await button("Back to live", playback()).waitFor();
  const then = await shown();
  gates.forEach((go) => go());
  await ended();
  expect(await shown()).toBe(then);
  expect(await region("Answer").getByText("It is 50.").count()).toBe(0);
  await slider().press("End");
  await region("Answer")
    .getByText(/It is 50/)
    .waitFor();
});
