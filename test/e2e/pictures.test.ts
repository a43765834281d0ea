// The graph as SVG, PNG, Mermaid and on paper, as a person gets them.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { button, chinese, context, ended, english, page, run, usePage } from "./page-support.ts";

usePage();

const choose = async (words: string): Promise<Buffer> => {
  await button("The graph as a picture").click();
  const item = page.getByRole("menuitem", { name: new RegExp(`^${words}`) });
  const [download] = await Promise.all([page.waitForEvent("download"), item.click()]);
  return readFile(await download.path());
};

test("a finished run becomes an SVG with its words as text and its styles inside", async () => {
  await run(chinese);
  await ended();
  const text = (await choose("SVG")).toString("utf8");
  // The page itself takes no foreign markup.
  const blank = await context.newPage();
  const found = await blank.evaluate((source) => {
    const parsed = new DOMParser().parseFromString(source, "image/svg+xml");
    const texts = [...parsed.querySelectorAll("text")];
    return {
      faults: parsed.querySelectorAll("parsererror").length,
      words: texts.map((one) => one.textContent).join(" "),
      fonts: [...new Set(texts.map((one) => one.getAttribute("font-family")))],
      outside: source.match(/(href|url\(|@import|var\(|oklch|NaN)/g) ?? [],
    };
  }, text);
  expect(found.faults).toBe(0);
  expect(found.words).toContain("calculator");
  expect(found.words).toMatch(/计算/);
  expect(found.fonts.every((font) => font?.includes("sans-serif") || font?.includes("monospace"))).toBe(true);
  expect(found.outside).toEqual([]);
});

test("and a PNG twice as fine as the screen, and a Mermaid flowchart", async () => {
  await run(english);
  await ended();
  const svg = (await choose("SVG")).toString("utf8");
  const [, width = 0, height = 0] = /width="(\d+)" height="(\d+)"/.exec(svg)?.map(Number) ?? [];
  const png = await choose("PNG");
  expect(png.subarray(1, 4).toString("latin1")).toBe("PNG");
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width * 2, height * 2]);
  const mermaid = (await choose("Mermaid")).toString("utf8");
  expect(mermaid).toMatch(/^flowchart TD\n/);
  expect(mermaid).toContain("calculator");
});

test("a picture shows what a person moved and folded", async () => {
  await run(english);
  await ended();
  const sizeOf = (svg: string) => /width="(\d+)" height="(\d+)"/.exec(svg)?.slice(1).map(Number) ?? [];
  const placed = (await choose("SVG")).toString("utf8");
  await button("Show all", page.getByRole("region", { name: "Graph" })).click();
  await page.getByRole("treeitem", { name: /^Turn 2/ }).click();
  await page.keyboard.press("f");
  await page.getByRole("treeitem", { name: /^Tool call read_file/ }).click();
  for (let times = 0; times < 4; times++) await page.keyboard.press("Alt+Shift+ArrowRight");
  const seen = (await choose("SVG")).toString("utf8");
  const [[width = 0, height], [moved = 0, folded]] = [sizeOf(placed), sizeOf(seen)];
  expect(moved - width).toBeGreaterThan(150);
  expect(folded).toBe(height);
  expect([placed, seen].map((svg) => svg.includes("write_file"))).toEqual([true, false]);
  expect(seen).toContain("1 thought, 1 tool call");
});

test("on paper stand the totals, the answer and the whole graph, and no controls", async () => {
  await run(english);
  await ended();
  await page.getByRole("treeitem").first().waitFor();
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  expect(await page.locator("#graph .paper svg text").count()).toBeGreaterThan(10);
  expect(await page.locator("#graph .paper svg").isVisible()).toBe(true);
  expect(await page.locator("#answer").isVisible()).toBe(true);
  expect(await page.locator(".meters").isVisible()).toBe(true);
  for (const hidden of ["#setup", ".past", "#graph .stage"]) expect(await page.locator(hidden).isVisible()).toBe(false);
  expect(await page.getByRole("button").count()).toBe(0);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  expect(await page.locator("#graph .paper svg").count()).toBe(0);
});
