// The page in two languages: as the browser asks, switched in the header, kept for the next visit.
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

test("speaks Chinese to a Chinese browser, English when asked, and remembers that", async () => {
  const context = await browser.newContext({ locale: "zh-CN" });
  const page = await context.newPage();
  await page.goto(site.url);
  await page.getByRole("button", { name: "运行", exact: true }).waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("zh-CN");
  await page.getByRole("textbox", { name: "任务" }).fill("Calculate 10*5");
  await page.getByRole("button", { name: "English" }).click();
  await page.getByRole("button", { name: "Run", exact: true }).waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
  expect(await page.getByRole("textbox", { name: "Task" }).inputValue()).toBe("Calculate 10*5");
  await page.reload();
  await page.getByRole("button", { name: "Run", exact: true }).waitFor();
  await context.close();
});

test("an English browser loads no Chinese before it is chosen; a run speaks the language of its task in either", async () => {
  const page = await browser.newPage();
  const scripts: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  await page.goto(site.url, { waitUntil: "networkidle" });
  expect(scripts.filter((url) => /\/zh-/.test(url))).toEqual([]);
  await page.getByRole("button", { name: "中文" }).click();
  await page.getByRole("textbox", { name: "任务" }).fill("Calculate 10*5.");
  await page.getByRole("button", { name: "运行", exact: true }).click();
  await page.getByText("已完成").first().waitFor();
  expect(scripts.filter((url) => /\/zh-/.test(url)).length).toBe(2);
  expect(await page.locator("#answer").innerText()).toMatch(/50/);
  await page.close();
});
