// Tabs of the page under test, for the tests of the history: all tabs of one test share one storage.
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { launchBrowser } from "../../browser.ts";
import { servePage, type PageServer } from "./server.ts";

let server: PageServer;
let browser: Browser;
let context: BrowserContext;

/** Starts the server and the browser for the tests of a file, and gives each test a storage of its own. */
export function useTabs(): void {
  beforeAll(async () => {
    [server, browser] = await Promise.all([servePage(), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
  beforeEach(async () => {
    context = await browser.newContext();
  });
  afterEach(() => context.close());
}

export async function openTab(): Promise<Page> {
  const page = await context.newPage();
  await page.goto(server.url);
  await page.waitForFunction(() => "harness" in window);
  return page;
}

export async function reload(page: Page): Promise<void> {
  await page.reload();
  await page.waitForFunction(() => "harness" in window);
}

/** Leaves so many bytes of storage to the page. */
export async function limitStorage(page: Page, bytesLeft: number): Promise<void> {
  const session = await context.newCDPSession(page);
  const { origin } = new URL(server.url);
  const { usage } = await session.send("Storage.getUsageAndQuota", { origin });
  await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: usage + bytesLeft });
}

/** Kills a tab as a crash does: it gets no chance to save anything. */
export async function crash(page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  const gone = page.waitForEvent("crash");
  session.send("Page.crash").catch(() => {});
  await gone;
  await page.close();
}
