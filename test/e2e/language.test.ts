// The page in two languages: as the browser asks, switched in the header, kept for the next visit; what a run says to models is its own.
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { RunEvent } from "../../src/engine/index.ts";
import { readFile } from "node:fs/promises";
import { button, chinese, ended, english, openPage, page, run, site, usePage } from "./page-support.ts";

usePage();

const han = /\p{Script=Han}/u;
const language = () => page.locator("html").getAttribute("lang");

async function exported(name: string): Promise<RunEvent[]> {
  const [download] = await Promise.all([page.waitForEvent("download"), button(name).click()]);
  return (JSON.parse(await readFile(await download.path(), "utf8")) as { events: RunEvent[] }).events;
}

/** All that models were told. */
const prompts = (events: RunEvent[]) => JSON.stringify(events.filter(({ type }) => type === "model.request"));

test("speaks Chinese to a Chinese browser, English when asked, and remembers that", async () => {
  await openPage({ locale: "zh-CN" });
  await button("运行").waitFor();
  expect(await language()).toBe("zh-CN");
  await page.getByRole("textbox", { name: "任务" }).fill("Calculate 10*5");
  await button("English").click();
  await button("Run").waitFor();
  expect(await language()).toBe("en");
  expect(await page.getByRole("textbox", { name: "Task" }).inputValue()).toBe("Calculate 10*5");
  await page.reload();
  await button("Run").waitFor();
});

test("an English browser loads no Chinese before it is chosen; then it comes in two parts", async () => {
  const scripts: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  await page.goto(site.url, { waitUntil: "networkidle" });
  const parts = () => scripts.filter((url) => /\/zh[-.]/.test(url)).length;
  expect([scripts.length > 0, parts()]).toEqual([true, 0]);
  await button("中文").click();
  await button("运行").waitFor();
  expect(parts()).toBe(2);
});

test("a Chinese browser waits for at most 8 kB more, gzipped, before the page is there", async () => {
  await openPage({ locale: "zh-CN" });
  await page.waitForLoadState("networkidle");
  const first: Promise<Buffer>[] = [];
  page.on("response", (reply) => /\/zh-first[^/]*\.js$/.test(reply.url()) && first.push(reply.body()));
  await page.reload({ waitUntil: "networkidle" });
  const sizes = (await Promise.all(first)).map((body) => gzipSync(body).byteLength);
  expect(sizes.length).toBe(1);
  expect(sizes[0]).toBeLessThanOrEqual(8_000);
});

test("a run that is on screen is shown in the other language at once: graph, inspector and answer", async () => {
  await run(english);
  await ended();
  const node = page.getByRole("treeitem", { name: /^Tool call read_file, done/ });
  await node.click();
  await button("中文").click();
  await page.getByRole("treeitem", { name: /^工具调用 read_file，完成/ }).waitFor();
  await page.getByRole("region", { name: "检查器", exact: true }).getByText("参数", { exact: true }).waitFor();
  expect(await page.getByRole("treeitem", { name: /^(Tool call|Thought|Task|Answer)/ }).count()).toBe(0);
  await button("English").click();
  await node.waitFor();
});

test("models are told in the language of the task, whatever the page's is", async () => {
  await run(chinese);
  await ended();
  expect(prompts(await exported("Export JSON"))).toMatch(han);
  await button("中文").click();
  await page.getByRole("textbox", { name: "任务" }).fill(english);
  await button("运行").click();
  await page.getByRole("treeitem", { name: /^任务.*Calculate/ }).waitFor();
  await page.getByRole("group", { name: "运行控制" }).getByText("已完成").waitFor();
  const events = await exported("导出 JSON");
  expect(events[0]).toMatchObject({ task: english, language: "en" });
  expect(prompts(events)).not.toMatch(han);
});
