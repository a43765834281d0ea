// Plans, the blackboard and what a run asks a person, in a real browser.
import { describe, expect, test } from "vitest";
import { writeRun } from "../../src/engine/record.ts";
import type { RunEvent } from "../../src/engine/index.ts";
import { multiAgentLog, planExecuteLog } from "../fixtures/pattern-logs.ts";
import { button, ended, english, importFile, model, page, region, run, standing, usePage } from "./page-support.ts";

usePage();

const show = async (events: RunEvent[]) => {
  await importFile("run.json", writeRun({ id: "r1", title: "A run", files: [], events }));
  await region("Plan").waitFor();
  await region("Graph").getByRole("treeitem").first().waitFor();
};
const steps = () => region("Plan").getByRole("list", { name: "Steps" }).getByRole("listitem");
const node = (name: RegExp) => region("Graph").getByRole("treeitem", { name });

describe("the plan", () => {
  test("shows each step with its state, what it needs and what came of it; its work can be gone to", async () => {
    await show(planExecuteLog());
    expect(await steps().count()).toBe(7);
    expect(await steps().nth(1).innerText()).toMatch(
      /closing prices of AAPL[^]*done[^]*query_table[^]*needs 1[^]*11 rows/,
    );
    expect(await steps().nth(4).innerText()).toMatch(/failed[^]*no document holds/);
    expect(await steps().nth(5).innerText()).toMatch(/skipped[^]*It needs s5/);
    await region("Plan")
      .getByRole("link", { name: "Show step 2 on the graph: Read the yearly closing prices" })
      .click();
    await region("Inspector").getByRole("heading", { name: "Prices of AAPL" }).waitFor();
  });

  test("shows each revision: what was added and why, and the call that wrote it", async () => {
    await show(planExecuteLog());
    await region("Plan").getByText("1 added").waitFor();
    await region("Plan").getByText("Why: What was said of the economy is missing.").waitFor();
    await button("First plan", region("Plan")).click();
    expect(await steps().count()).toBe(6);
    expect(await steps().nth(4).innerText()).toContain("to do");
    await button("Show the call", region("Plan")).click();
    await region("Inspector").getByRole("heading", { name: "Thought" }).waitFor();
  });
});

test("the blackboard shows who wrote what, and who read it", async () => {
  await show(multiAgentLog());
  const entries = region("Blackboard").locator("ol > li");
  expect(await entries.count()).toBe(3);
  expect(await entries.nth(0).innerText()).toMatch(/finance[^]*volatility 34 %[^]*read by writer/);
  expect(await entries.nth(2).innerText()).toContain("read by nobody yet");
});

describe("a group of the graph", () => {
  test("folds by its button and by key, and nothing else moves", async () => {
    await show(multiAgentLog());
    await button("Show all", region("Graph")).click();
    await page.keyboard.press("Escape");
    const turn = node(/^Turn 2, done/).first();
    await turn.waitFor();
    // The view glides to where it shows all.
    await expect.poll(async () => (await turn.boundingBox())?.y === (await turn.boundingBox())?.y).toBe(true);
    const places = () =>
      region("Graph")
        .locator("[role=treeitem]:not([aria-expanded=false])")
        .evaluateAll((all) => all.map((one) => `${one.id} ${(one as HTMLElement).style.cssText}`));
    const before = await places();
    await button("Fold finance", region("Graph")).click();
    const folded = await places();
    expect(folded.length).toBe(before.length - 6);
    expect(before).toEqual(expect.arrayContaining(folded));
    expect(await node(/^finance/).getAttribute("aria-expanded")).toBe("false");
    expect(await node(/^finance/).getAttribute("aria-label")).toContain("2 thoughts, 1 tool call");
    await node(/^finance/).press("f");
    expect(await places()).toEqual(before);
  });
});

describe("a run that waits for a person", () => {
  test("at a limit: it can be raised, and the run goes on", async () => {
    const typed = page.getByRole("textbox", { name: "Iterations, typed" });
    await typed.fill("2");
    await run(english);
    const hold = region("Limit reached: Iterations");
    await hold.waitFor();
    await standing().filter({ hasText: "Waits for you" }).waitFor();
    const field = hold.getByRole("textbox", { name: "New limit" });
    await field.fill("1");
    await field.press("Enter");
    await hold.getByRole("alert").getByText("It must be more than 2").waitFor();
    await field.fill("9");
    await field.press("Enter");
    await hold.waitFor({ state: "detached" });
    await ended();
  });

  test("for an approval: the plan is edited by hand, and the run carries out what was edited", async () => {
    await page.getByRole("combobox", { name: "Model", exact: true }).selectOption("local-model");
    await page.locator('input[type=radio][value="plan-execute"]').check();
    await page.getByRole("checkbox", { name: /approv/i }).check();
    const plan = (...steps: object[]) => ({ text: JSON.stringify({ steps }) });
    const sum = (id: number, expression: string) => ({
      id,
      description: `work out ${expression}`,
      tool: "calculator",
      input: { expression },
      dependsOn: [],
    });
    model.reply(
      plan(sum(1, "10*5"), sum(2, "7*6"), { id: 3, description: "check", tool: null, dependsOn: [1, 2] }),
      { text: "50 is right." },
      { text: '{"done": true, "feedback": ""}' },
      { text: "It is 50." },
    );
    await run("How much is 10*5?");
    const hold = region("Is this plan right?");
    await hold.waitFor();
    expect(await hold.getByRole("heading").evaluate((heading) => heading === document.activeElement)).toBe(true);
    await button("Edit", hold).click();
    await button("Delete step 2", hold).click();
    await hold.getByRole("textbox", { name: "Step 2: what is to be done" }).fill("check it twice");
    await button("Approve", hold).click();
    await ended();
    await region("Answer").getByText("It is 50.").waitFor();
    expect(await steps().count()).toBe(2);
    expect(await steps().nth(1).innerText()).toMatch(/check it twice[^]*done/);
    await region("Plan").getByText("Written by you").waitFor();
    await region("Plan").getByText("1 changed", { exact: true }).waitFor();
    await region("Plan").getByText("1 dropped", { exact: true }).waitFor();
  });
});
