// Budgets as a person meets them: a limit that asks, a run that goes on and pays for nothing twice, and Stop during a hang.
import { beforeEach, describe, expect, test } from "vitest";
import { button, ended, model, page, region, run, standing, usePage } from "./page-support.ts";

usePage();

beforeEach(async () => {
  await page.getByRole("combobox", { name: "Model" }).selectOption("local-model");
});

/** 0.009 USD at the prices of the local model. */
const usage = { prompt_tokens: 8_000, completion_tokens: 500 };
const sum = (expression: string) => ({
  text: `I work out ${expression}.`,
  calls: [{ name: "calculator", arguments: { expression } }],
  usage,
});

/** Presses Stop and tells how many ms the page took to say that the run is stopped. */
const stopMs = () =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const controls = document.querySelector("[role=group][aria-label=Controls]");
        const status = controls?.querySelector("[role=status]");
        const stop = [...(controls?.querySelectorAll("button") ?? [])].find((one) => one.textContent.trim() === "Stop");
        if (!status || !stop) throw new Error("There is no Stop, or no status.");
        const pressedAt = performance.now();
        new MutationObserver((_, observer) => {
          if (!status.textContent.includes("Stopped")) return;
          observer.disconnect();
          resolve(performance.now() - pressedAt);
        }).observe(status, { subtree: true, childList: true, characterData: true });
        stop.click();
      }),
  );

test("at the cost limit the run shows what there is, is raised, and finishes: nothing is sent or paid twice", async () => {
  const before = model.requests.length;
  model.reply(sum("10*5"), sum("7*6"), sum("50+42"), { text: "It is **92**.", usage });
  await page.getByRole("textbox", { name: "Cost limit (USD), typed" }).fill("0.03");
  await run("Add 10*5 and 7*6.");

  const hold = region("Limit reached: Cost limit (USD)");
  await hold.waitFor();
  const made = model.requests.length - before;
  expect(made).toBeGreaterThan(0);
  expect(made).toBeLessThan(4);
  await hold.getByText(`of $0.03 spent`, { exact: false }).waitFor();
  await hold.getByText("I work out", { exact: false }).waitFor();
  await hold.getByText("one closing call", { exact: false }).waitFor();

  await page.keyboard.press("Escape");
  expect(await hold.isVisible(), "Escape loses nothing").toBe(true);
  const field = hold.getByRole("textbox", { name: "New limit" });
  await field.fill("0.02");
  await field.press("Enter");
  await hold.getByRole("alert").getByText("It must be more than $0.03.").waitFor();
  await button("×5", hold).click();
  expect(await field.inputValue()).toBe("0.15");
  await hold.getByText("Going on can cost", { exact: false }).waitFor();
  await field.press("Enter");
  await hold.waitFor({ state: "detached" });
  await ended();

  const sent = model.requests.slice(before).map(({ body }) => JSON.stringify((body as { messages: unknown }).messages));
  expect(sent.length).toBe(4);
  expect(new Set(sent).size, "no request is sent twice").toBe(4);
  const cost = await page.getByRole("meter", { name: "Cost" }).getAttribute("aria-valuenow");
  expect(Number(cost)).toBeCloseTo(4 * 0.009, 6);
  expect(await region("Answer").locator("strong").textContent()).toBe("92");
});

test("at the cost limit the run can be finished with what there is: one closing call, within the limit", async () => {
  const before = model.requests.length;
  model.reply(sum("10*5"), sum("7*6"), ({ text }) =>
    text.includes("can call no more tools") ? { text: "So far 50 and 42.", usage } : sum("1+1"),
  );
  await page.getByRole("textbox", { name: "Cost limit (USD), typed" }).fill("0.03");
  await run("Add 10*5 and 7*6.");
  const hold = region("Limit reached: Cost limit (USD)");
  await hold.waitFor();
  const made = model.requests.length - before;
  await button("Finish with what there is", hold).click();
  await ended("Stopped");
  await region("Answer")
    .getByText(/So far 50/)
    .waitFor();
  expect(model.requests.length - before).toBe(made + 1);
  const cost = await page.getByRole("meter", { name: "Cost" }).getAttribute("aria-valuenow");
  expect(Number(cost)).toBeLessThanOrEqual(0.03);
});

describe("Stop ends the run within half a second", () => {
  test("while the model hangs", async () => {
    const before = model.requests.length;
    model.reply({ silent: true });
    await run("Say it.");
    await model.request(before + 1);
    expect(await stopMs()).toBeLessThan(500);
    await ended("Stopped");
  });

  test("while a tool hangs", async () => {
    const endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
    model.reply({ calls: [{ name: "query_table", arguments: { sql: endless } }] });
    await run("Count for ever.");
    await region("Graph")
      .getByRole("treeitem", { name: /query_table.*running/i })
      .waitFor();
    expect(await stopMs()).toBeLessThan(500);
    await ended("Stopped");
  });
});

test("a question of the agent is answered with one click, and the model reads the answer", async () => {
  const before = model.requests.length;
  await page.getByRole("checkbox", { name: "ask_user" }).check();
  model.reply(
    { calls: [{ name: "ask_user", arguments: { question: "Which year is meant?", options: ["2008", "2009"] } }] },
    { text: "For 2009, then." },
  );
  await run("Report on the year.");
  const hold = region("The agent asks");
  await hold.getByText("Which year is meant?").waitFor();
  await standing().filter({ hasText: "Waits for you" }).waitFor();
  await button("2009", hold).click();
  await ended();
  const { body } = await model.request(before + 2);
  expect((body as { messages: { role: string; content: string }[] }).messages.at(-1)).toMatchObject({
    role: "tool",
    content: "2009",
  });
  await region("Answer")
    .getByText(/For 2009/)
    .waitFor();
});
