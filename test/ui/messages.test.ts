// The message table: filled in right, and the only place of words in the page.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse, type AST } from "svelte/compiler";
import { expect, test } from "vitest";
import { fieldsOf, patterns, tools } from "../../src/engine/index.ts";
import { dataTexts } from "../../src/ui/messages/en-data.ts";
import { playbackTexts } from "../../src/ui/messages/en-playback.ts";
import { loopRuleTexts } from "../../src/ui/messages/en-loop-rules.ts";
import { priceEditorTexts } from "../../src/ui/messages/en-price-editor.ts";
import { priceTexts } from "../../src/ui/messages/en-prices.ts";
import { timelineTexts } from "../../src/ui/messages/en-timeline.ts";
import { transcriptTexts } from "../../src/ui/messages/en-transcript.ts";
import { compareTexts } from "../../src/ui/messages/en-compare.ts";
import { graphTreeTexts } from "../../src/ui/messages/en-graph-tree.ts";
import { groundingTexts } from "../../src/ui/messages/en-grounding.ts";
import { raceListTexts } from "../../src/ui/messages/en-race-list.ts";
import { raceStartTexts } from "../../src/ui/messages/en-race-start.ts";
import { raceTexts } from "../../src/ui/messages/en-race.ts";
import { setupTexts } from "../../src/ui/messages/en-setup.ts";
import { totalsTexts } from "../../src/ui/messages/en-totals.ts";
import { en } from "../../src/ui/messages/en.ts";
import { runTexts } from "../../src/ui/messages/en-run.ts";
import { textsOf, type Text } from "../../src/ui/messages/index.ts";
import { find, t } from "../../src/ui/messages/run.ts";

const ui = fileURLToPath(new URL("../../src/ui/", import.meta.url));

test("fills parameters in, numbers in the way of the language", () => {
  expect(t("inspector.fact.tokens.value", { input: 12_345, output: 6 })).toBe("12,345 in, 6 out");
});

test("chooses the plural form by the count", () => {
  expect([0, 1, 2].map((count) => t("figure.toolCalls", { count }))).toEqual([
    "0 tool calls",
    "1 tool call",
    "2 tool calls",
  ]);
});

test("a table of its own is filled in the same way", () => {
  const data = textsOf(dataTexts);
  expect([data("data.rows", { count: 1 }), data("data.rows", { count: 1_234 })]).toEqual(["1 row", "1,234 rows"]);
  expect(data("data.problem", { name: "a.csv", why: "{name}" })).toBe("a.csv was not read. {name}");
});

test("a filled-in text is not filled in again", () => {
  expect(t("history.nothing", { words: "{words} {count}" })).toBe("Nothing matches “{words} {count}”.");
});

test("finds texts by ids put together, and no built-in by accident", () => {
  expect(find("pattern.react.name")).toBe("ReAct");
  expect([find("constructor"), find("pattern.nothing.name"), find("__proto__")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("every pattern has its words, and every limit, tool and setting can be named", () => {
  for (const { id, limits, settings } of patterns) {
    for (const part of ["name", "line", "plans", "suits", "costs", "not"]) {
      expect(find(`pattern.${id}.${part}`), `${id}.${part}`).toBeTruthy();
    }
    for (const limit of limits) expect(find(`limit.${limit}`), limit).toBeTruthy();
    // A team has an editor of its own, with its own words.
    for (const { name } of fieldsOf(settings).filter(({ kind }) => kind !== "team")) {
      expect(find(`setting.${name}`) && find(`setting.${name}.hint`), name).toBeTruthy();
    }
  }
  expect(tools.every(({ name, description }) => name && description)).toBe(true);
});

test("no text is empty, and none has stray braces", () => {
  const tables: Readonly<Record<string, Text>>[] = [
    en,
    runTexts,
    dataTexts,
    loopRuleTexts,
    playbackTexts,
    timelineTexts,
    transcriptTexts,
    setupTexts,
    totalsTexts,
    priceTexts,
    priceEditorTexts,
    compareTexts,
    graphTreeTexts,
    groundingTexts,
    raceListTexts,
    raceStartTexts,
    raceTexts,
  ];
  for (const [key, text] of tables.flatMap((table) => Object.entries(table))) {
    for (const form of typeof text === "string" ? [text] : Object.values(text)) {
      expect(form.trim(), key).not.toBe("");
      expect(form.replace(/\{\w+\}/g, ""), key).not.toMatch(/[{}]/);
    }
  }
});

test("names that a screen reader is asked for are each the name of one thing", () => {
  // A test, or a person who dictates, says "Run" and must not reach another button whose name holds that word.
  const buttons = ["run.start", "run.stop", "run.pause", "run.resume", "history.export", "history.import"] as const;
  const others = Object.entries({ ...en, ...runTexts }).filter(([key]) =>
    /^(history\.(rename|delete|more|show)|history\.action|inspector\.(copy|close|more)|answer\.(copy|source|formatted|file)|budget\.(reset|none)|tools\.(all|nothing)|notice\.(undo|dismiss)|page\.theme|model\.retry|graph\.(fit|follow|zoom))/.test(
      key,
    ),
  );
  expect(others.length).toBeGreaterThan(20);
  for (const button of buttons) {
    for (const [key, text] of others) {
      for (const form of typeof text === "string" ? [text] : Object.values(text)) {
        expect(form.toLowerCase(), `${key} holds the name of ${button}`).not.toContain(t(button).toLowerCase());
      }
    }
  }
});

test("no component has words of its own", () => {
  const files = readdirSync(ui, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".svelte"));
  expect(files.length).toBeGreaterThan(20);
  expect(
    files.flatMap((file) => wordsIn(readFileSync(join(ui, file), "utf8")).map((words) => `${file}: ${words}`)),
  ).toEqual([]);
});

test("words in a component are found: as text, in a named attribute, inside an expression, and as what joins two", () => {
  const source =
    '<p class="Some class">Hello</p><input aria-label="Your name" />{ok ? "Yes" : ""}<b title={`${n} Files`}>·</b>{n}: {m}';
  expect(wordsIn(source)).toEqual(["Hello", "Your name", "Yes", " Files", ": "]);
});

/** Words that a person would see or hear and that stand in the component itself. */
function wordsIn(source: string): string[] {
  const found: string[] = [];
  const letters = /\p{L}{2}/u;
  // "{name}: {value}" is written another way in another language.
  const joins = /^\s*[:;,.(](\s|$)/;
  const spoken = /^(aria-(label|description|valuetext|roledescription|placeholder)|title|placeholder|alt|label)$/;

  function expression(node: unknown): void {
    if (typeof node !== "object" || node === null) return;
    if (Array.isArray(node)) return node.forEach(expression);
    const { type, value, quasis, consequent, alternate, left, right, operator } = node as Record<string, unknown>;
    if (type === "Literal" && typeof value === "string" && letters.test(value)) found.push(value);
    else if (type === "TemplateLiteral") {
      for (const { value } of quasis as { value: { cooked: string } }[])
        if (letters.test(value.cooked)) found.push(value.cooked);
    } else if (type === "ConditionalExpression") [consequent, alternate].forEach(expression);
    else if (type === "LogicalExpression" || (type === "BinaryExpression" && operator === "+"))
      [left, right].forEach(expression);
  }

  function visit(node: unknown, isShown: boolean): void {
    if (Array.isArray(node)) return node.forEach((item) => visit(item, isShown));
    if (typeof node !== "object" || node === null || !("type" in node)) return;
    const part = node as AST.SvelteNode & Record<string, unknown>;
    if (part.type === "Text") {
      const data = String(part["data"]);
      return void (isShown && (letters.test(data) || joins.test(data)) && found.push(data));
    }
    if (part.type === "ExpressionTag") return isShown ? expression(part["expression"]) : undefined;
    if (part.type === "Attribute") return visit(part["value"], spoken.test(String(part["name"])));
    for (const [key, child] of Object.entries(part)) {
      if (key === "attributes") visit(child, false);
      else if (
        ["fragment", "nodes", "consequent", "alternate", "body", "fallback", "pending", "then", "catch"].includes(key)
      )
        visit(child, true);
    }
  }
  visit(parse(source, { modern: true }).fragment, true);
  return found;
}
