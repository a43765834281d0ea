// The tidy tree: chosen by button or key, and back to the places by time with all that a person did there.
import { expect, test } from "vitest";
import type { Script } from "../fixtures/openai-server.ts";
import { button, ended, english, model, nodes, openPage, page, region, run, usePage } from "./page-support.ts";

usePage();

const graph = () => region("Graph");
const treeButton = () => button("Tree view", graph());
/** Where each card stands on the plane, by its name. */
const places = async () =>
  Object.fromEntries(
    await graph()
      .locator(".node")
      .evaluateAll((cards) =>
        cards.map((card) => [card.getAttribute("aria-label"), card.style.left + " " + card.style.top] as const),
      ),
  );
/** All cards in view and at rest. */
async function showAll(): Promise<void> {
  await button("Show all", graph()).click();
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const look = () =>
      [...document.querySelectorAll(".plane, .node")]
        .map((one) => {
          const { x, y } = one.getBoundingClientRect();
          return `${x} ${y}`;
        })
        .join();
    for (let still = 0, last = ""; still < 10;) {
      await frame();
      still = look() === last ? still + 1 : 0;
      last = look();
    }
  });
}
const isTree = () => treeButton().getAttribute("aria-pressed");

test("shows what is held to the right of what holds it; back again, everything stands where it was put", async () => {
  await run(english);
  await ended();
  await showAll();
  const card = graph().getByRole("treeitem", { name: /^Tool call read_file/ });
  await card.click();
  await page.keyboard.press("Alt+Shift+ArrowRight");
  await showAll();
  const before = await places();
  await treeButton().click();
  await expect.poll(isTree).toBe("true");
  await showAll();
  const tree = await places();
  expect(Object.keys(tree).toSorted()).toEqual(Object.keys(before).toSorted());
  const box = async (name: RegExp) =>
    (await graph().getByRole("treeitem", { name }).boundingBox()) ?? { x: NaN, width: NaN };
  const [turn, call] = [await box(/^Turn 3/), await box(/^Tool call read_file/)];
  expect(call.x).toBeGreaterThan(turn.x + turn.width);
  expect(await card.getAttribute("aria-selected")).toBe("true");
  await treeButton().click();
  await expect.poll(isTree).toBe("false");
  await showAll();
  expect(await places()).toEqual(before);
});

test("is reached with T and walked with the arrow keys; focus and folds stay", async () => {
  await run(english);
  await ended();
  await showAll();
  await graph()
    .getByRole("treeitem", { name: /^Turn 2/ })
    .click();
  await page.keyboard.press("f");
  await page.keyboard.press("t");
  await expect.poll(isTree).toBe("true");
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  expect(await focused()).toMatch(/^Turn 2/);
  expect(
    await graph()
      .getByRole("treeitem", { name: /^Turn 2/ })
      .getAttribute("aria-expanded"),
  ).toBe("false");
  await page.keyboard.press("ArrowLeft");
  await expect.poll(focused).toMatch(/^Task/);
  await page.keyboard.press("ArrowRight");
  await expect.poll(focused).toMatch(/^Turn 1/);
  await page.keyboard.press("ArrowDown");
  await expect.poll(focused).toMatch(/^Turn 2/);
});

test("takes in what comes while the run goes on", async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const sum = (expression: string): Script => ({ calls: [{ name: "calculator", arguments: { expression } }] });
  await page.getByRole("combobox", { name: "Model", exact: true }).selectOption("local-model");
  model.reply(sum("6*7"), { ...sum("42+1"), before: () => gate }, { text: "It is 43." });
  await run("What is 6*7+1?");
  await nodes().filter({ hasText: "Turn 2" }).waitFor();
  await graph().getByRole("treeitem", { name: /^Task/ }).focus();
  await page.keyboard.press("t");
  await expect.poll(isTree).toBe("true");
  open();
  await ended();
  await showAll();
  await expect
    .poll(() =>
      graph()
        .getByRole("treeitem", { name: /^Answer/ })
        .count(),
    )
    .toBe(1);
  expect(
    await graph()
      .getByRole("treeitem", { name: /^Tool call calculator/ })
      .count(),
  ).toBe(2);
});

test("changes at once for a person who wants less motion", async () => {
  await openPage({ reducedMotion: "reduce" });
  await run(english);
  await ended();
  await treeButton().click();
  await expect.poll(isTree).toBe("true");
  expect(await graph().locator(".plane.gliding, .plane.changing").count()).toBe(0);
});
