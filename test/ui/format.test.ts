// Figures as a person reads them.
import { expect, test } from "vitest";
import { compactText, durationText, headline, sizeText, usdText, whenText } from "../../src/ui/parts/format.ts";

test.each([
  [0, "$0"],
  [0.5, "$0.50"],
  [0.125, "$0.125"],
  [0.0042, "$0.0042"],
  [0.000021, "$0.000021"],
  [1, "$1.00"],
  [1234.5, "$1,234.50"],
  [1e-12, "$0.000000000001"],
])("writes %f dollars as %s", (usd, text) => {
  expect(usdText(usd)).toBe(text);
});

test.each([
  [0, "0 ms"],
  [340.4, "340 ms"],
  [999.6, "1.0 s"],
  [2_400, "2.4 s"],
  [59_940, "60 s"],
  [60_000, "1 min"],
  [65_000, "1 min 05 s"],
  [300_000, "5 min"],
  [3_600_000, "1 h"],
  [7_500_000, "2 h 05 min"],
])("writes %f ms as %s", (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

test("writes large numbers short", () => {
  expect([0, 950, 12_400, 5_000_000].map(compactText)).toEqual(["0", "950", "12.4K", "5M"]);
});

test("says when something was in as few words as its distance allows", () => {
  const now = new Date(2026, 10, 30, 18, 0).getTime();
  const at = (ms: number) => whenText(new Date(now - ms).toISOString(), now);
  expect(at(10_000)).toBe("just now");
  expect(at(5 * 60_000)).toBe("5 min ago");
  expect(at(3 * 3_600_000)).toBe("15:00");
  expect(at(3 * 86_400_000)).toBe("Nov 27");
  expect(at(400 * 86_400_000)).toBe("Oct 26, 2025");
  expect(whenText("yesterday", now)).toBe("yesterday");
});

test("a headline is the first line, cut at a word, never inside an emoji", () => {
  expect(headline("  One\n two")).toBe("One");
  expect(headline("Calculate the yearly growth of everything", 20)).toBe("Calculate the…");
  expect(headline("👨‍👩‍👧‍👦".repeat(4), 15)).toBe("👨‍👩‍👧‍👦…");
  expect(headline("计算".repeat(30), 10)).toBe("计算计算计算计算计算…");
});

test("the size of a text is that of its bytes", () => {
  expect(["", "a", "核", "x".repeat(1_500), "x".repeat(2_500_000)].map(sizeText)).toEqual([
    "0 bytes",
    "1 byte",
    "3 bytes",
    "1.5 kB",
    "2.5 MB",
  ]);
});
