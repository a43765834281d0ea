// What a person does with drills: turns one on, sees what came of it, compares, and takes it back.
import { expect, test } from "vitest";
import { ended, page, region, run, runs, button, standing, task, usePage } from "./page-support.ts";

usePage();

const panel = () => region("Drills");
const open = () => panel().getByText("Drills", { exact: true }).click();
const stage = () => page.getByRole("status").filter({ hasText: "Drill in the next run" });

test("a model that loops is ended by a loop rule, and the run is marked as a drill everywhere", async () => {
  await open();
  await panel().getByRole("checkbox", { name: "loops", exact: true }).check();
  await stage().filter({ hasText: "the model loops" }).waitFor();
  await run("Calculate 10*5, save the result to result.txt, then read it back to verify.");
  await ended("Stopped");
  await region("Answer").getByText("This run was a drill: the model loops.").waitFor();
  expect(await region("Answer").innerText()).toMatch(/same call/i);
  await page.getByRole("group", { name: "Controls" }).getByText("Drill", { exact: true }).waitFor();
  await runs().first().getByText("Drill", { exact: true }).waitFor();
  await page.reload();
  await region("Answer").getByText("This run was a drill").waitFor();
  await stage().filter({ hasText: "the model loops" }).waitFor();
});

test("a drill is turned off with one click, and that is taken back with one more", async () => {
  await open();
  await panel().getByRole("checkbox", { name: "fails", exact: true }).check();
  await panel().getByRole("spinbutton", { name: "Share of calls: fails" }).fill("100");
  await page.keyboard.press("Tab");
  await panel().getByRole("combobox", { name: "Status: fails" }).selectOption("500");
  await stage().filter({ hasText: "fails with 500." }).waitFor();
  await button("Turn off").click();
  await stage().waitFor({ state: "detached" });
  await button("Undo").click();
  await stage().filter({ hasText: "fails with 500." }).waitFor();
  await run("Calculate 10*5");
  await ended("Stopped");
  await region("Answer").getByText("internal error").first().waitFor();
  await button("Turn off").click();
  await run("Calculate 10*5");
  await ended("Completed");
  expect(await runs().first().getByText("Drill", { exact: true }).count()).toBe(0);
});

test("a fault of one tool strikes the call that was chosen", async () => {
  await open();
  await panel().getByRole("checkbox", { name: "error", exact: true }).check();
  await panel().getByRole("combobox", { name: "Tool: error" }).selectOption("calculator");
  await panel().getByRole("spinbutton", { name: "Only at call: error" }).fill("1");
  await panel().getByRole("spinbutton", { name: "Only at call: error" }).blur();
  await stage().filter({ hasText: "tools: error of calculator at call 1." }).waitFor();
  await run("Calculate 10*5");
  await ended("Completed");
  await region("Answer").getByText("a fault was put in here (error)").waitFor();
});

test("the story's agent is taken with its prices, ended by a loop rule, and taken back", async () => {
  await page.getByText("Or try one of these").click();
  await button("Rehearse that agent", page.locator('li[lang="en"]')).click();
  await page.getByText("Set for this example").waitFor();
  expect(await task().inputValue()).toContain("State of the Union");
  await stage().filter({ hasText: "is never content" }).waitFor();
  await button("Run").click();
  await ended("Stopped");
  expect(await region("Answer").getByRole("list", { name: "In figures" }).innerText()).toMatch(/\$0\.08|0\.089/);
  await page.getByRole("switch", { name: "Loop rules" }).uncheck();
  await button("Run").click();
  await standing().filter({ hasText: "Waits for you" }).waitFor();
  await button("Undo").click();
  await stage().waitFor({ state: "detached" });
});
