// Plans, the blackboard and what a run asks a person, in a real browser.
import { describe, expect, test } from "vitest";
import { writeRun } from "../../src/engine/record.ts";
import type { RunEvent } from "../../src/engine/index.ts";
import { multiAgentLog, planExecuteLog } from "../fixtures/pattern-logs.ts";
import {
  button,
  ended,
  english,
  exported,
  importFile,
  model,
  page,
  region,
  run,
  standing,
  usePage,
} from "./page-support.ts";

usePage();

const show = async (events: RunEvent[]) => {
  await importFile("run.json", writeRun({ id: "r1", title: "A run", files: [], events }));
  await region("Plan").waitFor();
  await region("Graph").getByRole("treeitem").first().waitFor();
};
const steps = () => region("Plan").getByRole("list", { name: "Steps" }).getByRole("listitem");
const plan = (...steps: object[]) => ({ text: JSON.stringify({ steps }) });
const sum = (id: number, expression: string, ...dependsOn: number[]) => ({
  id,
  description: `work out ${expression}`,
  tool: "calculator",
  input: { expression },
  dependsOn,
});
const choose = async (pattern: string, model: string) => {
  await page.getByRole("combobox", { name: "Model", exact: true }).selectOption(model);
  await page.locator(`input[type=radio][value="${pattern}"]`).check();
};
const events = async <Type extends RunEvent["type"]>(type: Type) =>
  (JSON.parse(await exported()) as { events: RunEvent[] }).events.filter(
    (event): event is Extract<RunEvent, { type: Type }> => event.type === type,
  );
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
    await choose("plan-execute", "local-model");
    await page.getByRole("checkbox", { name: /approv/i }).check();
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
    await region("Answer")
      .getByText(/It is 50/)
      .waitFor();
    expect(await steps().count()).toBe(2);
    expect(await steps().nth(1).innerText()).toMatch(/check it twice[^]*done/);
    await region("Plan").getByText("Written by you").waitFor();
    await region("Plan").getByText("1 changed", { exact: true }).waitFor();
    await region("Plan").getByText("1 dropped", { exact: true }).waitFor();
  });
});

describe("while a run is paused", () => {
  test("its plan is edited: what has begun is fixed, the rest is carried out as edited", async () => {
    await choose("plan-execute", "local-model");
    let letOn = () => {};
    const held = new Promise<void>((resolve) => (letOn = resolve));
    model.reply(
      plan(
        { id: 1, description: "think of a number", tool: null, dependsOn: [] },
        sum(2, "7*6", 1),
        sum(3, "10*5", 1),
        sum(4, "8*8", 3),
      ),
      { text: "Seven.", beforeHeaders: () => held },
      { text: "All is right." },
      { text: '{"done": true, "feedback": ""}' },
      { text: "It is 50." },
    );
    await run("How much is 10*5?");
    await steps().nth(3).waitFor();
    expect(await button("Edit plan").count()).toBe(0);
    await button("Pause").click();
    await button("Edit plan").click();
    const plans = region("Plan");
    await plans.getByText("Steps that have begun stay as they are.").waitFor();
    expect(await plans.getByRole("textbox", { name: /^Step 1:/ }).count()).toBe(0);
    await button("Delete step 2", plans).click();
    await button("Move step 3 up", plans).click();
    await plans.getByRole("textbox", { name: "Step 2 needs steps" }).fill("1");
    await button("Add a step", plans).click();
    await button("Apply", plans).click();
    await plans.getByRole("alert").getByText("each step must say what is to be done").waitFor();
    await page.keyboard.press("Tab");
    await plans.getByRole("textbox", { name: "Step 4: what is to be done" }).fill("look at it again");
    await plans.getByRole("textbox", { name: "Step 4 needs steps" }).fill("2, 3");
    await button("Apply", plans).click();
    await plans.getByRole("status").getByText("Your plan is taken when the agent goes on: press Resume.").waitFor();
    letOn();
    await button("Resume").click();
    await ended();
    expect(await plans.getByRole("status").count()).toBe(0);
    expect(await steps().allInnerTexts()).toEqual([
      expect.stringMatching(/think of a number[^]*done[^]*Seven/),
      expect.stringMatching(/8\*8[^]*done[^]*64/),
      expect.stringMatching(/10\*5[^]*done[^]*50/),
      expect.stringMatching(/look at it again[^]*done/),
    ]);
    expect(await events("plan")).toMatchObject([
      { by: "model", items: [{ id: "1" }, { id: "2" }, { id: "3" }, { id: "4" }] },
      {
        by: "person",
        items: [
          { id: "1" },
          { id: "4" },
          { id: "3" },
          { id: "5", description: "look at it again", dependsOn: ["3", "4"] },
        ],
      },
    ]);
  });

  test("a plan that cannot be run is refused with the reason, and comes back as it was edited", async () => {
    await choose("plan-execute", "local-model");
    let letOn = () => {};
    const held = new Promise<void>((resolve) => (letOn = resolve));
    let letEnd = () => {};
    const secondHeld = new Promise<void>((resolve) => (letEnd = resolve));
    model.reply(
      plan(
        { id: 1, description: "think", tool: null, dependsOn: [] },
        { id: 2, description: "think on", tool: null, dependsOn: [1] },
        sum(3, "10*5", 2),
        sum(4, "8*8", 3),
      ),
      { text: "Hm.", beforeHeaders: () => held },
      { text: "Well.", beforeHeaders: () => secondHeld },
      { text: '{"done": true, "feedback": ""}' },
      { text: "It is 50." },
    );
    await run("How much is 10*5?");
    await steps().nth(3).waitFor();
    await button("Pause").click();
    await button("Edit plan").click();
    const needs = region("Plan").getByRole("textbox", { name: "Step 3 needs steps" });
    await needs.fill("4");
    await button("Apply", region("Plan")).click();
    await button("Resume").click();
    letOn();
    await region("Plan").getByText("Your plan was not taken.").waitFor();
    await button("Edit it again").click();
    expect(await needs.inputValue()).toBe("4");
    await button("Cancel", region("Plan")).click();
    letEnd();
    await ended();
    expect((await events("warning")).map(({ code }) => code)).toEqual(["edit-refused"]);
    expect((await events("plan")).map(({ by }) => by)).toEqual(["model"]);
  });

  test("a notebook's plan is edited too, and what has begun stays", async () => {
    await choose("plan-notebook", "rehearsal");
    await run(english);
    await button("Approve", region("Is this plan right?")).click();
    await region("Plan").getByText("in progress").first().waitFor();
    await button("Pause").click();
    await button("Edit plan").click();
    await region("Plan")
      .getByRole("textbox", { name: /: name$/ })
      .last()
      .fill("Look at the file");
    await button("Apply", region("Plan")).click();
    await button("Resume").click();
    await ended();
    const texts = await steps().allInnerTexts();
    expect(texts.at(-1)).toContain("Look at the file");
    for (const text of texts) expect(text).toContain("done");
    const edits = (await events("plan")).filter(({ by }) => by === "person");
    expect(edits).toHaveLength(1);
    expect(edits[0]?.items.length).toBe(texts.length);
    expect(edits[0]?.items[0]?.state).not.toBe("todo");
    expect(edits[0]?.items.at(-1)).toMatchObject({ name: "Look at the file", state: "todo" });
  });

  test("a team's plan has been handed out: it offers no edit", async () => {
    await choose("multi-agent", "rehearsal");
    await run(english);
    await steps().first().waitFor();
    await button("Pause").click();
    await standing().filter({ hasText: "Paused" }).waitFor();
    expect(await button("Edit plan").count()).toBe(0);
    await button("Stop").click();
  });
});

test("a notebook's plan is shown before it begins, edited by hand, approved, and carried out as edited", async () => {
  await choose("plan-notebook", "rehearsal");
  await run(english);
  const hold = region("Is this plan right?");
  await hold.waitFor();
  await button("Edit", hold).click();
  const before = await hold.getByRole("textbox", { name: /: what is to be done$/ }).count();
  await button(`Delete step ${before}`, hold).click();
  await button("Approve", hold).click();
  await ended();
  expect(await steps().count()).toBe(before - 1);
  for (const text of await steps().allInnerTexts()) expect(text).toContain("done");
  const said = await events("plan");
  expect(said.filter(({ by }) => by === "person").map(({ items }) => items.length)).toEqual([before - 1]);
  expect((await events("decision")).map(({ choice }) => choice)).toEqual(["approve"]);
  expect((await events("tool.call")).map(({ tool }) => tool)).not.toContain("read_file");
});
