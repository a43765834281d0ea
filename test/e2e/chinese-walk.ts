// Every view of the page in Chinese, one after the other: for whoever reads or looks at all of them.
import { patterns } from "../../src/engine/index.ts";
import { compareTexts } from "../../src/ui/messages/en-compare.ts";
import { pictureTexts } from "../../src/ui/messages/en-pictures.ts";
import { raceListTexts } from "../../src/ui/messages/en-race-list.ts";
import { raceStartTexts } from "../../src/ui/messages/en-race-start.ts";
import { raceTexts } from "../../src/ui/messages/en-race.ts";
import { textsOf } from "../../src/ui/messages/index.ts";
import { showLanguage } from "../../src/ui/messages/language.svelte.ts";
import { t } from "../../src/ui/messages/run.ts";
import type { Page } from "playwright-core";

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
  for (const section of await page.locator("details > summary").all()) {
    if (await section.isVisible()) await section.click();
  }
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
    const tabs = page.locator(".dock .tab");
    for (let index = 0; index < (await tabs.count()); index++) {
      if (!(await tabs.nth(index).evaluate((tab) => tab.classList.contains("shown")))) await tabs.nth(index).click();
      await page.waitForLoadState("networkidle");
      await look(`${(await tabs.nth(index).innerText()).trim()} of ${id}`);
    }
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
