// Every view of the page in Chinese, one after the other: for whoever reads or looks at all of them.
import { patterns } from "../../src/engine/index.ts";
import { compareTexts } from "../../src/ui/messages/en-compare.ts";
import { exampleTexts } from "../../src/ui/messages/en-examples.ts";
import { holdTexts } from "../../src/ui/messages/en-hold.ts";
import { loopRuleTexts } from "../../src/ui/messages/en-loop-rules.ts";
import { pictureTexts } from "../../src/ui/messages/en-pictures.ts";
import { raceListTexts } from "../../src/ui/messages/en-race-list.ts";
import { raceStartTexts } from "../../src/ui/messages/en-race-start.ts";
import { raceTexts } from "../../src/ui/messages/en-race.ts";
import { textsOf } from "../../src/ui/messages/index.ts";
import { showLanguage } from "../../src/ui/messages/language.svelte.ts";
import { t } from "../../src/ui/messages/run.ts";
import type { Page } from "playwright-core";

const examples = textsOf(exampleTexts);
const hold = textsOf(holdTexts);
const loops = textsOf(loopRuleTexts);
const pictures = textsOf(pictureTexts);
const start = textsOf(raceStartTexts);
const list = textsOf(raceListTexts);
const race = textsOf(raceTexts);
const compare = textsOf(compareTexts);

/** A task that the rehearsal model plans, carries out with tools and checks. */
export const task = "计算10*5，把结果保存到result.txt，再读出来核对";

/** Shows one view after the other, and calls `look` at each with its name. The page is open, and in Chinese. */
export async function walk(page: Page, look: (view: string) => Promise<void>): Promise<void> {
  await showLanguage("zh");
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const controls = page.getByRole("group", { name: t("run.controls") });
  const ended = () => controls.getByText(t("status.completed")).waitFor();
  const run = async () => {
    await button(t("run.start")).click();
    await controls.getByText(t("status.running")).waitFor();
  };

  await button(t("run.start")).waitFor();
  await look("start");
  // What is unfolded loads more of them: each is looked for anew.
  const folded = page.locator("details:not([open]):not(details details) > summary:visible");
  for (let opened = 0; opened < 20 && (await folded.count()) > 0; opened++) await folded.first().click();
  await page.waitForLoadState("networkidle");
  // a table inside the data, with what it holds
  await page.locator("details details > summary").first().click();
  await look("set-up, everything unfolded");
  for (const { id } of patterns) {
    await page.locator(`input[type=radio][value="${id}"]`).press("Space");
    await look(`set-up of ${id}`);
  }

  // PlanNotebook asks first.
  await page.getByRole("textbox", { name: t("task.label"), exact: true }).fill(task);
  await button(t("run.start")).click();
  await button(t("hold.approval.approve")).waitFor();
  await look("a plan to approve");
  await button(t("hold.approval.approve")).click();
  await ended();
  await look("a finished run of plan-notebook");

  for (const id of ["multi-agent", "supervisor", "react"]) {
    await page.locator(`input[type=radio][value="${id}"]`).press("Space");
    await run();
    await ended();
    await look(`a finished run of ${id}`);
    await openTabs(page, (tab) => look(`${tab} of ${id}`));
    const nodes = page.getByRole("region", { name: t("graph.label"), exact: true }).getByRole("treeitem");
    for (let index = 0; index < Math.min(6, await nodes.count()); index++) {
      await nodes.nth(index).focus();
      await page.keyboard.press("Enter");
      await look(`node ${index} of ${id}`);
    }
  }
  await button(pictures("pictures.label")).click();
  await look("the menu of pictures");
  await page.keyboard.press("Escape");

  await button(start("race")).click();
  for (const { id } of patterns)
    await page
      .locator(`input[type=checkbox][value="${id}"]`)
      .setChecked(["single", "react", "plan-execute"].includes(id));
  await look("a race to choose");
  await run();
  await ended();
  await page.getByRole("table", { name: race("board") }).waitFor();
  await look("a race");
  await button(race("close")).click();

  await button(start("one")).click();
  await page
    .getByRole("list", { name: t("history.label") })
    .getByRole("button", { name: /Multi-Agent/ })
    .first()
    .click();
  await ended();
  await page
    .getByRole("button", { name: list("compare") })
    .first()
    .click();
  await button(compare("close")).waitFor();
  await look("a comparison");
}

/** Opens what can lie below the graph, one after the other. */
async function openTabs(page: Page, look: (tab: string) => Promise<void>): Promise<void> {
  const tabs = page.locator(".dock .tab");
  for (let index = 0; index < (await tabs.count()); index++) {
    const tab = tabs.nth(index);
    if (!(await tab.evaluate((element) => element.classList.contains("shown")))) await tab.click();
    await page.waitForLoadState("networkidle");
    await look((await tab.innerText()).trim());
  }
}

/** Views of what goes wrong: a limit that is reached, an agent in a loop, a drill, a file that is no run or no table. The page is as `walk` left it, or new. */
export async function walkTroubles(page: Page, look: (view: string) => Promise<void>): Promise<void> {
  await showLanguage("zh");
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const controls = page.getByRole("group", { name: t("run.controls") });
  const json = (name: string) => ({ name, mimeType: "application/json", buffer: Buffer.from("{") });

  await page.getByText(t("task.examples.choose")).click();
  await button(examples("story")).first().click();
  await look("an example with its agent");
  await button(t("run.start")).click();
  await controls.getByText(t("status.stopped")).waitFor();
  await look("a run that was ended by a loop rule");
  const signs = page.getByRole("treeitem", {
    name: new RegExp(loops("tag.said", { name: ".*", count: 0 }).split("“")[0] ?? ""),
  });
  await signs.last().click();
  await look("a call in a loop");
  await openTabs(page, (tab) => look(`${tab} of a loop`));

  await page.reload();
  await page.getByRole("textbox", { name: t("budget.typed", { limit: t("limit.iterations") }) }).fill("1");
  await page.getByRole("textbox", { name: t("task.label"), exact: true }).fill(task);
  await button(t("run.start")).click();
  await button(hold("raise", { value: "2" }))
    .or(button(t("hold.limit.finish")))
    .first()
    .waitFor();
  await look("a limit that is reached");
  await button(t("hold.limit.finish")).click();
  await controls.getByText(new RegExp(`${t("status.completed")}|${t("status.stopped")}`)).waitFor();
  await look("a run that a person finished at a limit");

  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), button(t("history.import")).click()]);
  await chooser.setFiles(json("a.json"));
  await page.getByText(t("import.not-json", { line: 1, column: 2 })).waitFor();
  await look("a file that is no run");
}
