// The page in Chinese: nothing of a translated table is left out, each text takes the same parameters, and English comes back.
import { afterEach, describe, expect, test } from "vitest";
import { dockTexts } from "../../src/ui/messages/en-dock.ts";
import { holdTexts } from "../../src/ui/messages/en-hold.ts";
import { runTexts } from "../../src/ui/messages/en-run.ts";
import { en } from "../../src/ui/messages/en.ts";
import { textsOf, type Text, type Texts } from "../../src/ui/messages/index.ts";
import { locale, preferredLanguage, showLanguage } from "../../src/ui/messages/language.svelte.ts";
import { find, t } from "../../src/ui/messages/run.ts";
import { zh } from "../../src/ui/messages/zh.ts";
import { countText, durationText, momentText } from "../../src/ui/parts/format.ts";

const forms = (text: Text): string[] => (typeof text === "string" ? [text] : Object.values(text));
const parameters = (text: Text) => [...new Set(forms(text).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort();

afterEach(() => showLanguage("en"));

const byKey: Texts = { ...en, ...runTexts, ...dockTexts };
const tables: [string, Texts, Texts][] = [
  ["the page and its runs", byKey, zh.texts],
  ...[...zh.ofTables].map(([english, chinese]): [string, Texts, Texts] => [
    Object.keys(english)[0] ?? "",
    english,
    chinese,
  ]),
];

describe.each(tables)("the table of %s", (_name, english, chinese) => {
  test("takes the same parameters in both languages", () => {
    for (const [key, text] of Object.entries(chinese)) {
      expect(Object.hasOwn(english, key), key).toBe(true);
      expect(parameters(text), key).toEqual(parameters(english[key] ?? ""));
      expect(forms(text).join("").trim(), key).not.toBe("");
    }
  });
});

test("no text of the page, of a run, of its tabs or of its limits is missing in Chinese", () => {
  expect(Object.keys(byKey).filter((key) => !Object.hasOwn(zh.texts, key))).toEqual([]);
  expect(Object.keys(holdTexts).filter((key) => !Object.hasOwn(zh.ofTables.get(holdTexts) ?? {}, key))).toEqual([]);
});

test("Chinese texts hold no English but names, units and keys", () => {
  const names =
    /\{\w+\}|ReAct|ReWOO|Plan-and-Execute|Multi-Agent|Supervisor|PlanNotebook|Loopglass|Mermaid|Markdown|Token|Span|USD|JSON|CSV|AI|kB|MB|Enter|Shift|Ctrl|\b200k\b|\.dev\.vars(\.example)?|\bF\b|\bZ\b/gu;
  const own = Object.entries(zh.texts).filter(([key]) => !/^(example\.|page\.language\.(en|zh)|size\.)/.test(key));
  expect(own.length).toBeGreaterThan(400);
  for (const [key, text] of own) {
    for (const form of forms(text)) expect(form.replace(names, ""), key).not.toMatch(/[A-Za-z]{2}/);
  }
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

test("takes the first language of the browser that it speaks, in any script or region; else English", () => {
  expect(preferredLanguage(["fr-FR", "zh-Hans-CN", "en"])).toBe("zh");
  expect(preferredLanguage(["en-GB", "zh"])).toBe("en");
  expect(preferredLanguage(["fr", "de"])).toBe("en");
  expect(preferredLanguage([])).toBe("en");
});
