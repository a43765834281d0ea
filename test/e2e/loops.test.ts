// Loops on the page: seen on the graph while they happen, explained in the inspector, named in the answer, and switched off.
import { beforeEach, describe, expect, test } from "vitest";
import type { Script } from "../fixtures/openai-server.ts";
import { button, ended, model, page, region, run, standing, usePage } from "./page-support.ts";

usePage();

const sum = (expression: string): Script => ({ calls: [{ name: "calculator", arguments: { expression } }] });
const sums = () => region("Graph").getByRole("treeitem", { name: /^Tool call calculator/ });
/** Only what is in view is in the document. */
const showAll = () => button("Show all", region("Graph")).click();
const told = () => region("Graph").getByRole("button", { name: "Loop rule “same call”, 3 times", exact: true });
const endedTag = () => region("Graph").getByRole("button", { name: "Loop rule “same call”, 4 times", exact: true });

beforeEach(async () => {
  await page.getByRole("combobox", { name: "Model", exact: true }).selectOption("local-model");
});

describe("a model that makes the same call again and again", () => {
  test("is seen on the graph while it goes on: a tag after the third call, another colour after the last", async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    model.reply(sum("6*7"), sum("6*7"), sum("6*7"), { ...sum("6*7"), before: () => gate }, { text: "It is 42." });
    await run("What is 6*7?");
    await told().waitFor();
    expect(await standing().textContent()).toContain("Running");
    expect(await told().getAttribute("title")).toContain("asked to take another way");
    expect(await region("Graph").locator("path.line.nudge").count()).toBe(2);
    open();
    await endedTag().waitFor();
    expect(await told().count()).toBe(0);
    await ended("Stopped");
    await showAll();
    await expect.poll(() => region("Graph").locator("path.line.stop").count()).toBe(3);
    expect(await region("Graph").getByText("Compared by a loop rule").isVisible()).toBe(true);
  });

  test("is explained where each of the calls is looked at, with a way to the others", async () => {
    model.reply(sum("6*7"), sum("6*7"), sum("6*7"), sum("6*7"), { text: "It is 42." });
    await run("What is 6*7?");
    await ended("Stopped");
    await showAll();
    await expect.poll(() => sums().count()).toBe(4);
    for (const name of await sums().evaluateAll((all) => all.map((one) => one.getAttribute("aria-label"))))
      expect(name).toContain("Loop rule “same call”, 4 times");
    await sums().first().click();
    const inspector = region("Inspector");
    await inspector
      .getByText("4 calls in a row were the same and brought the same result.", { exact: false })
      .waitFor();
    await inspector.getByText("How to cure it:", { exact: false }).waitFor();
    const compared = inspector.getByRole("list").filter({ hasText: "this one" }).getByRole("button");
    expect(await compared.count()).toBe(4);
    await compared.nth(3).click();
    await expect.poll(() => sums().nth(3).getAttribute("aria-selected")).toBe("true");
    await expect.poll(() => compared.nth(3).getAttribute("aria-current")).toBe("true");
  });

  test("is named in the answer, with the cure and the way to the graph", async () => {
    model.reply(sum("6*7"), sum("6*7"), sum("6*7"), sum("6*7"), { text: "It is 42." });
    await run("What is 6*7?");
    await ended("Stopped");
    const answer = region("Answer");
    await answer.getByText("Loop rule: same call, 4 times.").waitFor();
    await answer.getByText("It is 42.").waitFor();
    await showAll();
    await button("Show it on the graph", answer).click();
    await expect.poll(() => sums().nth(3).getAttribute("aria-selected")).toBe("true");
  });

  test("keeps its tag at the card into which a turn is folded", async () => {
    model.reply(sum("6*7"), sum("6*7"), sum("6*7"), sum("6*7"), { text: "It is 42." });
    await run("What is 6*7?");
    await ended("Stopped");
    await showAll();
    await button("Fold Turn 4", region("Graph")).click();
    const folded = region("Graph").getByRole("treeitem", { name: /^Turn 4/ });
    expect(await folded.getAttribute("aria-label")).toContain("Loop rule “same call”, 4 times");
    await expect.poll(() => sums().count()).toBe(3);
    expect(await endedTag().count()).toBe(1);
  });

  test("goes on to the limits when the rules are switched off, and the page says so", async () => {
    await page.getByRole("switch", { name: "Loop rules" }).click();
    model.reply(...Array.from({ length: 6 }, () => sum("6*7")), { text: "It is 42." });
    await run("What is 6*7?");
    await ended();
    await region("Answer").getByText("Ran without loop rules", { exact: false }).waitFor();
    await showAll();
    await expect.poll(() => sums().count()).toBe(6);
    expect(await region("Graph").getByText("Compared by a loop rule").count()).toBe(0);
    await page.reload();
    expect(await page.getByRole("switch", { name: "Loop rules" }).isChecked()).toBe(false);
  });
});

test("a stream that chants is cut off at the server, and the reply bears the rule's name", async () => {
  const chant = Array.from({ length: 5_000 }, () => "I will look for the revenue of Lumen once more. ");
  const early = model.closedEarly;
  const { promise: isCut, resolve: cut } = Promise.withResolvers<void>();
  // The Worker on this machine notices at its next write that the page has gone, so the stream goes on after that.
  const before = (event: number) => event > 200 && isCut.then(() => new Promise(setImmediate));
  model.reply({ text: chant, before }, { text: "I found no figure." });
  await run("What was the revenue of Lumen?");
  await ended("Stopped");
  cut();
  await model.closed(early + 1);
  await region("Answer").getByText("Loop rule: chanting, 10 times.").waitFor();
  await region("Answer").getByText("I found no figure.").waitFor();
  await region("Graph").getByRole("button", { name: "Loop rule “chanting”, 10 times", exact: true }).waitFor();
});
