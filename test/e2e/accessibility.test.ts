// Every view of the page in both languages and both themes, as axe-core judges it: nothing serious.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import type { AxeResults } from "axe-core";
import { expect, test } from "vitest";
import { exampleTexts } from "../../src/ui/messages/en-examples.ts";
import { button, ended, english, nodes, page, region, run, runs, task, usePage } from "./page-support.ts";

usePage();

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds serious or critical in the page as it stands now, in each language and theme. */
async function faultsOf(view: string): Promise<string[]> {
  await page.evaluate(axe);
  const found: string[] = [];
  for (const [language, tag] of [
    ["中文", "zh-CN"],
    ["English", "en"],
  ] as const) {
    if ((await page.locator("html").getAttribute("lang")) !== tag) await button(language).click();
    await page.locator(`html[lang="${tag}"]`).waitFor();
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const { violations } = await page.evaluate(async () => {
        // Colours that are on their way to another theme are nobody's choice.
        for (let frames = 0, calm = 0; calm < 5 && frames < 200; frames++) {
          await new Promise(requestAnimationFrame);
          calm = document.getAnimations().length > 0 ? 0 : calm + 1;
        }
        const { axe } = globalThis as unknown as { axe: { run: (options: object) => Promise<AxeResults> } };
        return axe.run({ resultTypes: ["violations"] });
      });
      for (const { id, impact, nodes } of violations) {
        if (impact !== "serious" && impact !== "critical") continue;
        // A card's name begins with its title; its figures and the end of its text are left to the inspector.
        const judged = nodes.filter(({ html }) => id !== "label-content-name-mismatch" || !html.includes("treeitem"));
        for (const { html, failureSummary } of judged.slice(0, 3)) {
          found.push(
            `${view}, ${tag}, ${colorScheme}: ${id} (${nodes.length}): ${html.slice(0, 160)} ${failureSummary}`,
          );
        }
      }
    }
  }
  return found;
}

async function hasNoFault(view: string): Promise<void> {
  expect((await faultsOf(view)).join("\n\n")).toBe("");
}

const dock = (name: string) => page.getByRole("group", { name: "Below the graph" }).getByRole("button", { name });

test("set-up: empty, and with everything opened", async () => {
  await hasNoFault("first visit");
  await task().fill(exampleTexts["example.investment"]);
  for (const summary of await page.locator("#setup summary").all()) await summary.click();
  await button("Run a model in this page…").click();
  await hasNoFault("set-up");
});

test("the sheet of keys: opened by its key but not while a text is written, closed by Escape, and the focus is back", async () => {
  const sheet = page.getByRole("dialog", { name: "Keys", exact: true });
  await task().fill("Why");
  await page.keyboard.press("?");
  expect(await task().inputValue()).toBe("Why?");
  expect(await sheet.count()).toBe(0);
  await button("Race").focus();
  await page.keyboard.press("?");
  await sheet.getByText("Fold or unfold its group").waitFor();
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  expect(await button("Race").evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press("?");
  await sheet.waitFor();
  await page.keyboard.press("?");
  await sheet.waitFor({ state: "detached" });
  await button("Keys (?)").click();
  await sheet.getByRole("button", { name: "Close" }).click();
  await sheet.waitFor({ state: "detached" });
});

test("a run that has ended: graph, inspector, answer, and each part below the graph", async () => {
  await page.getByRole("radio", { name: "Multi-Agent", exact: true }).check();
  await run(english);
  await ended();
  await nodes().nth(2).press("Enter");
  await hasNoFault("plan and blackboard");
  for (const name of ["Timeline", "Transcript", "Totals", "What if"]) {
    await dock(name).click();
    await hasNoFault(name);
  }
}, 90_000);

test("a run that waits for an approval, and one that was stopped", async () => {
  await page.getByRole("radio", { name: "PlanNotebook", exact: true }).check();
  await run(exampleTexts["example.investment"]);
  await region("Is this plan right?").waitFor();
  await hasNoFault("plan to approve");
  await button("Edit", region("Is this plan right?")).click();
  await hasNoFault("plan that is edited");
  await button("Stop").click();
  await ended("Stopped");
  await hasNoFault("stopped");
}, 90_000);

test("a race: its set-up, its board, and the history", async () => {
  await button("Race").click();
  await hasNoFault("race set-up");
  await run("Calculate 10*5.");
  await ended();
  await runs().first().waitFor();
  await hasNoFault("race board");
});
