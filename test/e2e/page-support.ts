// A page in a real browser, as it is built, with its real Worker and a model server behind it; and words for what a person does there.
import { readFile } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core";
import { launchBrowser } from "../browser.ts";
import { startOpenaiServer, type OpenaiServer } from "../fixtures/openai-server.ts";
import { localModel, serve, type Served } from "./serve.ts";
import { watchViolations } from "./violations.ts";

export const english = "Calculate 10*5, save the result to result.txt, then read it back to verify.";
export const chinese = "计算10*5，把结果保存到result.txt，再读出来核对";

/** The browser of the tests of this file. */
export let browser: Browser;
export let model: OpenaiServer;
export let site: Served;
export let context: BrowserContext;
export let page: Page;
/** what went wrong in the page by itself; must stay empty */
let faults: string[];
let meant: ((fault: string) => boolean)[];

/** A fresh page before each test of the file that calls this. `changes`: what the offered model is besides. */
export function usePage(changes: Record<string, unknown> = {}): void {
  beforeAll(async () => {
    [browser, model] = await Promise.all([launchBrowser(), startOpenaiServer()]);
    site = await serve(localModel(model.url, changes));
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
    await model?.stop();
  });
  beforeEach(() => openPage());
  afterEach(async () => {
    await context.close();
    expect(faults.filter((fault) => !meant.some((isMeant) => isMeant(fault)))).toEqual([]);
  });
}

/** A page of a person who was never here before. */
export async function openPage(options: BrowserContextOptions = {}): Promise<void> {
  await context?.close();
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true, ...options });
  [faults, meant] = [[], []];
  await watchViolations(context, (violation) => faults.push(violation));
  page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  await page.goto(site.url);
}

export const task = () => page.getByRole("textbox", { name: "Task" });
export const button = (name: string, within: Page | Locator = page) =>
  within.getByRole("button", { name, exact: true });
export const region = (name: string) => page.getByRole("region", { name, exact: true });
export const nodes = () => region("Graph").getByRole("treeitem", { name: /^(Task|Turn|Thought|Tool call|Answer)/ });
export const standing = () => page.getByRole("group", { name: "Controls" }).getByRole("status");
export const runs = () => page.getByRole("list", { name: "History" }).getByRole("listitem");

export async function run(words: string): Promise<void> {
  await task().fill(words);
  await button("Run").click();
}

export async function ended(words = "Completed"): Promise<void> {
  await standing().filter({ hasText: words }).waitFor();
}

/** Every accessible name that a node of the graph had, in the order in which they came. */
export async function watchNodes(): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    const look = () => {
      for (const node of document.querySelectorAll("section[aria-label=Graph] [aria-label]")) {
        const name = (node.getAttribute("aria-label") ?? "").split(/[,:]/, 1)[0] ?? "";
        if (/^(Task|Turn|Thought|Tool call|Answer)/.test(name) && !node.hasAttribute("data-seen")) {
          node.setAttribute("data-seen", "");
          seen.push(name);
        }
      }
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
}

export async function exported(): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent("download"), button("Export JSON").click()]);
  return readFile(await download.path(), "utf8");
}

export async function importFile(name: string, text: string): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), button("Import").click()]);
  await chooser.setFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
}

/** Says that a test meant to cause the faults that hold this text: those of before, of which there must be some, and later ones. */
export function expectFaults(text: string | RegExp): void {
  const isMeant = (fault: string) => (typeof text === "string" ? fault.includes(text) : text.test(fault));
  expect(faults.filter(isMeant), faults.join("\n")).not.toEqual([]);
  meant.push(isMeant);
}

/** Says that faults which hold this text may come, and mean no harm. */
export function allowFaults(text: string): void {
  meant.push((fault) => fault.includes(text));
}
