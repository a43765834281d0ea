// What the engine says of a run, in the language of the page: by code and values, and by the log's own words where there is no other.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { readRun } from "../../src/engine/record.ts";
import { warningTexts } from "../../src/ui/messages/en-warnings.ts";
import { showLanguage } from "../../src/ui/messages/language.svelte.ts";
import { importWords, limitWords, warningsOf, warningWords } from "../../src/ui/parts/engine-words.ts";

afterEach(() => showLanguage("en"));

describe("a warning", () => {
  const stalled = { code: "stalled", message: "as logged", values: { rounds: 3, score: 0.5, feedback: "无人审阅" } };

  test("is told in the language of the page, with its values", async () => {
    await showLanguage("zh");
    expect(warningWords(stalled)).toBe("各轮不再有进展，评审仍不满意。这是得分最高的答案（0.5）：无人审阅");
    expect(warningWords({ code: "drill", message: "", values: { kind: "timeout" } })).toBe(
      "故障演习：此处制造了故障（无响应）。",
    );
    expect(warningWords({ code: "conversation-shortened", message: "", values: { form: "full" } })).toBe(
      "对话超出了模型的上下文长度：最早的几轮已略去。",
    );
  });

  test("is told as the log has it where its values are missing, or only a later version knows its code", async () => {
    await showLanguage("zh");
    expect(warningWords({ code: "stalled", message: "as logged" })).toBe("as logged");
    expect(warningWords({ code: "of-tomorrow", message: "as logged", values: {} })).toBe("as logged");
    expect(warningWords({ code: "constructor", message: "as logged" })).toBe("as logged");
  });

  test("that is told twice stands there once", () => {
    const warning = { type: "warning", ...stalled };
    expect(warningsOf([warning, { type: "thought" }, { ...warning }])).toHaveLength(1);
  });

  test("has words for every code in the engine", () => {
    const engine = fileURLToPath(new URL("../../src/engine/", import.meta.url));
    const sources = readdirSync(engine, { recursive: true, encoding: "utf8" })
      .filter((file) => /^(moves|patterns)\/.*\.ts$/.test(file))
      .map((file) => readFileSync(join(engine, file), "utf8"));
    const codes = sources.flatMap((source) =>
      [
        ...source.matchAll(/\bwarn\(\s*ctx,\s*(?:\w+ \? "([\w-]+)" : )?"([\w-]+)"|"warning",[^}]*?code: "([\w-]+)"/g),
      ].flatMap(([, one, other, third]) => [one, other, third].filter((code) => code !== undefined)),
    );
    const known = new Set(Object.keys(warningTexts).map((key) => key.split(".", 1)[0] ?? ""));
    expect(new Set(codes).size).toBeGreaterThan(15);
    expect([...new Set(codes)].filter((code) => !known.has(code))).toEqual([]);
    expect([...known].filter((code) => !codes.includes(code))).toEqual([]);
  });
});

test("a limit that was reached is told in the language of the page", async () => {
  await showLanguage("zh");
  expect(limitWords({ limit: "iterations", message: "as logged" })).toBe("智能体用完了全部迭代次数。");
  expect(limitWords({ limit: "of-tomorrow", message: "as logged" })).toBe("as logged");
});

test("a file that is no run is refused in the language of the page, with the place", async () => {
  const read = readRun('{\n  "format": nothing');
  if (read.ok) throw new Error("The file was read.");
  expect(importWords(read.problem)).toBe(read.problem.message);
  await showLanguage("zh");
  expect(importWords(read.problem)).toBe("它不是 JSON：第 2 行第 13 列无法读取。");
});
