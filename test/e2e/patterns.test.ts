// Setting up each pattern in a real browser: its card, its settings, its limits, the models of its roles, its team.
import { beforeEach, describe, expect, test } from "vitest";
import type { EventOf, RunFile } from "../../src/engine/index.ts";
import { patterns } from "../../src/engine/index.ts";
import { button, ended, exported, model, openPage, page, region, run, runs, task, usePage } from "./page-support.ts";

usePage();

const radio = (name: string) => page.getByRole("radio", { name, exact: true });
const choose = (id: string) => page.locator(`input[type=radio][value="${id}"]`).check();
const select = (name: string) => page.getByRole("combobox", { name, exact: true });
const typed = (limit: string) => page.getByRole("textbox", { name: `${limit}, typed`, exact: true });
const start = async () => {
  const { events } = JSON.parse(await exported()) as { events: EventOf<"run.start">[]; files: RunFile[] };
  return events[0] as EventOf<"run.start">;
};

const names = {
  single: "Single prompt",
  react: "ReAct",
  "plan-execute": "Plan-and-Execute",
  "multi-agent": "Multi-Agent",
  supervisor: "Supervisor",
  "plan-notebook": "PlanNotebook",
};

test("all six are found by name and by id, and only the chosen one says more", async () => {
  expect(Object.keys(names)).toEqual(patterns.map(({ id }) => id));
  for (const [id, name] of Object.entries(names)) {
    await radio(name).check();
    expect(await radio(name).getAttribute("value")).toBe(id);
    expect(await page.getByRole("term").filter({ hasText: "Not for" }).count()).toBe(1);
  }
  await page.reload();
  expect(await radio("PlanNotebook").isChecked()).toBe(true);
});

test("the sliders are those of the chosen pattern, at its own defaults", async () => {
  const sliders = () =>
    page.getByRole("slider").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));
  const own = {
    react: ["Iterations"],
    "plan-execute": ["Steps", "Revisions"],
    "multi-agent": ["Iterations", "Agent timeout"],
    supervisor: ["Rounds", "Steps"],
    "plan-notebook": ["Iterations", "Sub-tasks"],
  };
  const some = new Set(Object.values(own).flat());
  for (const [id, limits] of Object.entries(own)) {
    await choose(id);
    expect((await sliders()).filter((name) => some.has(name)).sort(), id).toEqual([...limits].sort());
  }
  expect([
    await typed("Iterations").inputValue(),
    await page.getByRole("slider", { name: "Sub-tasks" }).inputValue(),
  ]).toEqual(["50", "10"]);
  await choose("react");
  expect(await typed("Iterations").inputValue()).toBe("10");
});

describe("models by role", () => {
  test("are asked for where a pattern has the role, and default to the model", async () => {
    await choose("single");
    expect(await page.getByRole("combobox").count()).toBe(1);
    await choose("plan-execute");
    for (const role of ["Planner", "Executor", "Reviewer"]) {
      await select(`${role} model`).waitFor();
      expect(await select(`${role} model`).inputValue()).toBe("");
    }
    await choose("multi-agent");
    await select("Reviewer model").waitFor({ state: "detached" });
    expect(await select("Planner model").count()).toBe(1);
    await choose("plan-notebook");
    await select("Planner model").waitFor({ state: "detached" });
  });

  test("and names, system texts and temperatures reach the run, each in its role, and are kept for the next visit", async () => {
    await choose("plan-execute");
    await select("Model").selectOption("rehearsal");
    await select("Planner model").selectOption("local-model");
    await page.getByText("More", { exact: true }).click();
    const temperature = (name: string) => page.getByRole("spinbutton", { name, exact: true });
    expect(await temperature("Executor temperature").getAttribute("placeholder")).toBe("0.1");
    await temperature("Planner temperature").fill("7");
    await temperature("Planner temperature").press("Tab");
    await page.getByText("It must be from 0 to 2. 0.3 still holds.").waitFor();
    await temperature("Planner temperature").fill("0.8");
    await temperature("Planner temperature").press("Tab");
    model.reply(
      {
        text: '{"steps":[{"id":1,"description":"work out 6*7","tool":"calculator","input":{"expression":"6*7"},"dependsOn":[]}]}',
      },
      { text: "It is 42." },
    );
    await page.getByRole("textbox", { name: "Planner name", exact: true }).fill("Ada");
    await page.getByRole("textbox", { name: "Planner system text", exact: true }).fill("Plan in one step.");
    await page.getByRole("checkbox", { name: "Check and revise" }).uncheck();
    await run("What is 6*7?");
    await ended();
    const { models, settings, agents } = await start();
    expect(agents).toEqual({ planner: { name: "Ada", text: "Plan in one step." } });
    expect([models.main?.id, models.planner?.id, models.executor]).toEqual([
      expect.stringContaining("rehearsal"),
      "local-model",
      undefined,
    ]);
    expect(settings["reflection"]).toBe(false);
    const first = await model.request(1);
    expect(first.body).toMatchObject({ temperature: 0.8 });
    expect(first.text).toContain("Plan in one step.");
    await page.reload();
    await expect.poll(() => select("Planner model").inputValue()).toBe("local-model");
    await page.getByText("More", { exact: true }).click();
    expect(await temperature("Planner temperature").inputValue()).toBe("0.8");
    expect(await page.getByRole("textbox", { name: "Planner name", exact: true }).inputValue()).toBe("Ada");
  });
});

test("a model of a role that is not offered any more is told at its place, and nothing starts", async () => {
  await choose("plan-execute");
  await select("Reviewer model").selectOption("local-model");
  await page.route("**/api/config", async (route) => {
    const offer = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...offer, models: [] } });
  });
  await page.reload();
  await page.getByText("This server does not offer local-model now. Choose another one.").waitFor();
  expect(await select("Reviewer model").inputValue()).toBe("local-model");
  await run("What is 2+2?");
  await expect.poll(() => select("Reviewer model").evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await runs().count()).toBe(0);
});

test("a plan that one run filed is found by another after a reload", async () => {
  await choose("plan-notebook");
  await page.getByRole("checkbox", { name: "Approve each plan first" }).uncheck();
  await select("Model").selectOption("local-model");
  const subtask = { name: "Multiply", description: "10*5", expected_outcome: "the product" };
  model.reply(
    { calls: [{ name: "create_plan", arguments: { name: "Product of ten and five", subtasks: [subtask] } }] },
    { calls: [{ name: "finish_subtask", arguments: { subtask_idx: 0, subtask_outcome: "50" } }] },
    { calls: [{ name: "finish_plan", arguments: { state: "done", outcome: "It is 50." } }] },
    { text: "50" },
  );
  await run("How much is 10*5?");
  await ended();
  const before = model.requests.length;
  await page.reload();
  model.reply({ calls: [{ name: "view_historical_plans", arguments: {} }] }, { text: "There is one." });
  await run("Which plans are there?");
  await region("Answer").getByText("There is one.").waitFor();
  const { text } = await model.request(before + 2);
  expect(text).toContain("Product of ten and five");
  expect(text).toContain("It is 50.");
});

describe("a team", () => {
  const agent = (number: number, part: "name" | "what it does") =>
    page.getByRole("textbox", { name: `Agent ${number}: ${part}`, exact: true });
  const agents = () => page.getByRole("list", { name: "Team" }).getByRole("listitem");
  beforeEach(async () => {
    await choose("multi-agent");
    await agents().nth(2).waitFor();
  });

  test("begins as the engine's own, in the language of the task", async () => {
    expect(await agent(1, "name").inputValue()).toBe("finance");
    await task().fill("分析亚马逊的股票走势");
    await expect.poll(() => agent(1, "what it does").inputValue()).toMatch(/\p{Script=Han}/u);
    expect(await button("Default team").count()).toBe(0);
  });

  test("two of one name are told in place; what was removed comes back; the default is one press away", async () => {
    await agent(2, "name").fill("finance");
    expect(await agents().getByRole("alert").allInnerTexts()).toHaveLength(2);
    expect(await agent(2, "name").getAttribute("aria-invalid")).toBe("true");
    await agent(2, "name").fill("press");
    expect(await agents().getByRole("alert").count()).toBe(0);
    await button("Remove press").click();
    expect(await agents().count()).toBe(2);
    await button("Undo").click();
    expect(await agent(2, "name").inputValue()).toBe("press");
    await button("Default team").click();
    expect(await agent(2, "name").inputValue()).toBe("news");
    await button("Undo").click();
    expect(await agent(2, "name").inputValue()).toBe("press");
  });

  test("is edited, kept, and the run starts with it", async () => {
    await button("Remove news").click();
    await button("Remove writer").click();
    expect(await button("Remove finance").getAttribute("aria-disabled")).toBe("true");
    await button("Add an agent").click();
    await expect.poll(() => agent(2, "name").evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type("checker");
    await agent(2, "what it does").fill("You check figures.");
    await agents().nth(1).getByText("All tools").click();
    const tools = page.getByRole("group", { name: "Tools of checker" });
    for (const name of await tools.getByRole("checkbox").all()) await name.uncheck();
    await tools.getByRole("checkbox", { name: "calculator" }).check();
    await page.reload();
    await expect.poll(() => agent(2, "what it does").inputValue()).toBe("You check figures.");

    await select("Model").selectOption("local-model");
    model.reply(
      { text: '{"tasks":[{"agent":"checker","task":"check that 6*7 is 42","dependsOn":[]}]}' },
      { text: "It is." },
      { text: "6*7 is 42." },
    );
    await run("Check that 6*7 is 42.");
    await ended();
    await region("Answer").getByText("6*7 is 42.").waitFor();
    expect((await start()).settings["team"]).toEqual([
      expect.objectContaining({ name: "finance", tools: null }),
      { name: "checker", role: "You check figures.", tools: ["calculator"] },
    ]);
  });
});

test("a phone shows the cards, the team and the models with nothing to scroll sideways", async () => {
  await openPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  for (const id of Object.keys(names)) {
    await choose(id);
    if (id === "multi-agent") await page.getByRole("list", { name: "Team" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), id).toBe(0);
  }
});
