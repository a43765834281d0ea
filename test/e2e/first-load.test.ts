// What a browser loads before Run is pressed: little, from one place, and without a complaint.
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "../browser.ts";
import { serve, type Served } from "./serve.ts";

let site: Served;
let browser: Browser;

beforeAll(async () => {
  [site, browser] = await Promise.all([serve(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

/** The page once it has nothing more to load. */
async function load() {
  const page = await browser.newPage();
  const complaints: string[] = [];
  const requested: string[] = [];
  const scripts: Promise<Buffer>[] = [];
  page.on("console", (line) => line.type() === "error" && complaints.push(line.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => requested.push(request.url()));
  page.on("response", (reply) => reply.request().resourceType() === "script" && scripts.push(reply.body()));
  await page.goto(site.url, { waitUntil: "networkidle" });
  return { page, complaints, requested, scripts: await Promise.all(scripts) };
}

test("shows the page without an error, and asks no other host for anything", async () => {
  const { page, complaints, requested } = await load();
  expect(await page.title()).toContain("Loopglass");
  expect(await page.locator("#app").innerText()).not.toBe("");
  expect(complaints).toEqual([]);
  expect(requested.filter((url) => !url.startsWith(`${site.url}/`) && !/^(data|blob):/.test(url))).toEqual([]);
});

test("takes at most 90 kB of script, gzipped, before Run is pressed", async () => {
  const { scripts } = await load();
  const bytes = scripts.map((script) => gzipSync(script).byteLength);
  expect(bytes.length).toBeGreaterThan(0);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(90_000);
});
