// A page with graphs on it, and words for what a test does there.
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import type { Fact } from "../../../src/engine/events.ts";
import { launchBrowser } from "../../browser.ts";
import { servePage, type PageServer } from "../history-page/server.ts";

export let page: Page;
let browser: Browser;
let site: PageServer;
let faults: string[];
let seq: number;

/** A fresh page before each test of the file that calls this. */
export function useGraphs(): void {
  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), servePage("graph-page")]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  beforeEach(async () => {
    faults = [];
    seq = 0;
    page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
    page.setDefaultTimeout(15_000);
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("console", (line) => line.type() === "error" && faults.push(line.text()));
    await page.goto(site.url);
    await page.waitForFunction(() => "graphs" in window);
  });
  afterEach(async () => {
    await page.context().close();
    expect(faults).toEqual([]);
  });
}

/** Puts a graph onto the page; its number. */
export const show = (style = "width: 1280px; height: 800px"): Promise<number> =>
  page.evaluate((how) => window.graphs.show(how), style);

/** Facts go into a graph one by one, each drawn; stamped as the recorder would. */
export async function feed(facts: readonly Fact[], at = 0): Promise<void> {
  const events = facts.map((fact) => ({ ...fact, seq, at: seq++ * 10 }));
  await page.evaluate(([log, index]) => log.forEach((event) => window.graphs.graphs[index]?.add(event)), [
    events,
    at,
  ] as const);
}

/** Waits until nothing has moved for ten frames. */
export const still = (at = 0): Promise<void> =>
  page.evaluate(async (index) => {
    const plane = window.graphs.graphs[index]?.holder.querySelector(".plane");
    const state = () => `${plane?.getAttribute("style")} ${plane?.querySelectorAll("*").length}`;
    for (let calm = 0, last = ""; calm < 10;) {
      await new Promise(requestAnimationFrame);
      calm = state() === last ? calm + 1 : 0;
      last = state();
    }
  }, at);

/** Where the view is: x, y and zoom. */
export const view = (at = 0): Promise<{ x: number; y: number; k: number }> =>
  page.evaluate((index) => {
    const plane = window.graphs.graphs[index]?.holder.querySelector(".plane") as HTMLElement;
    const { a, e, f } = new DOMMatrix(getComputedStyle(plane).transform);
    return { x: e, y: f, k: a };
  }, at);

/** Where each card is on the plane, by its accessible name up to its state. */
export const places = (): Promise<Record<string, string>> =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLElement>('[role="treeitem"]')].map((card) => [
        card.id,
        ["left", "top", "width", "height"].map((side) => card.style.getPropertyValue(side)).join(" "),
      ]),
    ),
  );

export const card = (name: RegExp) => page.getByRole("treeitem", { name });
