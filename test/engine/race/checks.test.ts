// What a person requires of an answer, and whether it holds.
import { expect, test } from "vitest";
import { checkAnswer, checkSchema, type Check } from "../../../src/engine/race/index.ts";

const contains = (text: string): Check => ({ kind: "contains", text });
const number = (value: number, tolerance = 0, isPercent = false): Check => ({
  kind: "number",
  value,
  tolerance,
  isPercent,
});
const pattern = (pattern: string): Check => ({ kind: "pattern", pattern });
const passed = async (check: Check, answer: string | null) => (await checkAnswer(check, answer)).passed;

test("contains makes no difference between cases, blanks, widths and kinds of minus", async () => {
  expect(await passed(contains("worst:  2000 (-75.9 %)"), "Best: 2007.\nWorst: 2000\n(−75.9 %)")).toBe(true);
  expect(await passed(contains("５０"), "It is 50.")).toBe(true);
  expect(await passed(contains("51"), "It is 50.")).toBe(false);
});

test("a number is found in any form, and told as it is written", async () => {
  expect(await checkAnswer(number(1234.5), "It comes to $1,234.50.")).toEqual({ passed: true, found: "$1,234.50" });
  expect(await passed(number(32_000), "共三万二千元")).toBe(true);
  expect(await passed(number(7_200_000), "7.2 million")).toBe(true);
  expect(await passed(number(-75.9), "fell: −75.9 %")).toBe(true);
  expect(await passed(number(75.9), "fell: −75.9 %")).toBe(false);
  expect(await passed(number(50), "no. 1 is 150 and 5.0")).toBe(false);
});

test("a tolerance is in the number's own unit or in per cent of it, its ends included", async () => {
  expect(await passed(number(50, 0.5), "50.5")).toBe(true);
  expect(await passed(number(50, 0.5), "50.51")).toBe(false);
  expect(await passed(number(200, 1, true), "198")).toBe(true);
  expect(await passed(number(200, 1, true), "197.9")).toBe(false);
  expect(await passed(number(-200, 1, true), "-198")).toBe(true);
});

test("a pattern that would take a backtracking engine for ever is answered at once", async () => {
  const startedAt = performance.now();
  expect(await passed(pattern("(a+)+$"), `${"a".repeat(50_000)}b`)).toBe(false);
  expect(await passed(pattern("(.*.*)*=x"), "x".repeat(20_000))).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

test("a pattern tells what it found", async () => {
  expect(await checkAnswer(pattern("(?i)best: \\d{4}"), "BEST: 2007 (+145.9 %)")).toEqual({
    passed: true,
    found: "BEST: 2007",
  });
});

test("a pattern that cannot be used gives no verdict, and says why", async () => {
  for (const broken of ["(", "(?<=a)b", "(a)\\1"]) {
    const verdict = await checkAnswer(pattern(broken), "ab");
    expect(verdict).toMatchObject({ passed: null, problem: expect.stringMatching(/error parsing regexp/) as string });
  }
  expect((await checkAnswer(pattern("("), null)).problem).toBeDefined();
});

test("without an answer there is no verdict", async () => {
  for (const check of [contains("a"), number(1), pattern("a")]) {
    expect(await checkAnswer(check, null)).toEqual({ passed: null });
  }
});

test("checks come back from a file, and an empty or negative one does not", () => {
  for (const check of [contains("a"), number(-1, 0), pattern("a")]) expect(checkSchema.parse(check)).toEqual(check);
  for (const broken of [contains(""), number(1, -1), pattern(""), { kind: "script" }]) {
    expect(checkSchema.safeParse(broken).success).toBe(false);
  }
});
