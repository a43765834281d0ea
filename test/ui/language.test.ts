// The page in Chinese: nothing of a translated table is left out, each text takes the same parameters, and English comes back.
import { afterEach, describe, expect, test } from "vitest";
import { holdTexts } from "../../src/ui/messages/en-hold.ts";
import { runTexts } from "../../src/ui/messages/en-run.ts";
import { tools } from "../../src/engine/index.ts";
import { en } from "../../src/ui/messages/en.ts";
import { textsOf, type Text, type Texts } from "../../src/ui/messages/index.ts";
import { locale, preferredLanguage, showLanguage } from "../../src/ui/messages/language.svelte.ts";
import { find, t } from "../../src/ui/messages/run.ts";
import { part, type Parts } from "../../src/ui/messages/text.ts";
import { zhBundled } from "../../src/ui/messages/zh-bundled.ts";
import { zhStart } from "../../src/ui/messages/zh-start.ts";
import { zhTools } from "../../src/ui/messages/zh-tools.ts";
import { zhParts } from "../../src/ui/messages/zh.ts";
import { bundledTables } from "../fixtures/data.ts";
import { compactText, countText, durationText, momentText } from "../../src/ui/parts/format.ts";

const forms = (text: Text): string[] => (typeof text === "string" ? [text] : Object.values(text));
const parameters = (text: Text) => [...new Set(forms(text).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort();

const names =
  /\{\w+\}|ReAct|ReWOO|Plan-and-Execute|Multi-Agent|Supervisor|PlanNotebook|Loopglass|Mermaid|Markdown|Token|Span|\.gguf|GGUF|Chrome|Edge|GB|USD|UTC|JSON|CSV|TSV|SVG|PNG|RE2|AI|kB|KB|MB|Home|End|Enter|Shift|Ctrl|Alt|\b200k\b|\.dev\.vars(\.example)?|\bF\b|\bZ\b/gu;
const keptAsItIs = /^(example\.|page\.language\.(en|zh)|size\.|team\.new)/;

afterEach(() => showLanguage("en"));

/** The tables of `messages/en-*.ts` that name a part; those that do not are spread in `en.ts` or `en-run.ts`. */
const modules = import.meta.glob<Record<string, Texts>>("../../src/ui/messages/en-*.ts", { eager: true });
const named = Object.values(modules).flatMap((module) => Object.values(module).filter((table) => table[part]));
const tables: [string, Texts, Texts | undefined][] = [
  ["the page at first", en, zhStart],
  ["a run", runTexts, zhParts.run],
  ...named.map((table): [string, Texts, Texts | undefined] => [
    String(table[part]),
    table,
    (zhParts as Parts)[table[part] ?? ""],
  ]),
];

describe.each(tables)("the Chinese of %s", (name, english, chinese = {}) => {
  test("leaves no text out and makes none up", () => {
    // The tasks of the examples are offered in both languages: each stays in its own.
    const keys = Object.keys(english).filter((key) => name !== "examples" || key in chinese);
    expect(Object.keys(chinese).sort()).toEqual(keys.sort());
  });

  test("takes the same parameters", () => {
    for (const [key, text] of Object.entries(chinese)) {
      expect(parameters(text), key).toEqual(parameters(english[key] ?? ""));
      expect(forms(text).join("").trim(), key).not.toBe("");
    }
  });

  test("holds no English but names, units and keys", () => {
    for (const [key, text] of Object.entries(chinese).filter(([key]) => !keptAsItIs.test(key))) {
      for (const form of forms(text)) expect(form.replace(names, ""), key).not.toMatch(/[A-Za-z]{2}/);
    }
  });
});

test("every bundled tool is described in Chinese, and no other", () => {
  expect(Object.keys(zhTools).sort()).toEqual(tools.map(({ name }) => `tool.${name}`).sort());
});

test("every bundled table is described in Chinese, and no other", async () => {
  const tables = await (await bundledTables()).list();
  expect(Object.keys(zhBundled).sort()).toEqual(tables.map(({ name }) => `table.${name}`).sort());
});

test("every table of a part is of one part only, and every part has a table", () => {
  const parts = ["bundled", "run", ...named.map((table) => String(table[part]))].sort();
  expect(parts).toEqual([...new Set(parts)]);
  expect(Object.keys(zhParts).sort()).toEqual(parts);
});

test("every text stands in a table that can be found in another language", () => {
  const all = Object.values(modules).flatMap((module) => Object.values(module));
  const known = new Set([...Object.keys(en), ...Object.keys(runTexts)]);
  const lost = all
    .filter((table) => !table[part])
    .flatMap((table) => Object.keys(table).filter((key) => !known.has(key)));
  expect(lost).toEqual([]);
});

test("texts, numbers, durations and dates follow the language, and come back", async () => {
  const hold = textsOf(holdTexts);
  await showLanguage("zh");
  expect([locale(), t("run.start"), find("limit.usd"), hold("so-far")]).toEqual([
    "zh-CN",
    "运行",
    "费用上限（USD）",
    "目前的答案",
  ]);
  expect([t("figure.toolCalls", { count: 1 }), t("figure.toolCalls", { count: 12_345 })]).toEqual([
    "1 次工具调用",
    "12,345 次工具调用",
  ]);
  expect([durationText(65_000), countText(1_234), momentText("2026-11-30T12:00:00Z")]).toEqual([
    "1 分 05 秒",
    "1,234",
    expect.stringMatching(/^2026年11月\d+日/),
  ]);
  await showLanguage("en");
  expect([locale(), t("run.start"), hold("so-far"), durationText(65_000)]).toEqual([
    "en",
    "Run",
    "The answer so far",
    "1 min 05 s",
  ]);
});

test("a large number is rounded only where a unit of the language says so", async () => {
  expect([950, 9_588, 12_400].map(compactText)).toEqual(["950", "9.59K", "12.4K"]);
  await showLanguage("zh");
  expect([950, 9_588, 12_400].map(compactText)).toEqual(["950", "9,588", "1.24万"]);
});

test("takes the first language of the browser that it speaks, in any script or region; else English", () => {
  expect(preferredLanguage(["fr-FR", "zh-Hans-CN", "en"])).toBe("zh");
  expect(preferredLanguage(["en-GB", "zh"])).toBe("en");
  expect(preferredLanguage(["fr", "de"])).toBe("en");
  expect(preferredLanguage([])).toBe("en");
});
