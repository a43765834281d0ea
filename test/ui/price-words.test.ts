// Prices in words, and amounts as they are typed.
import fc from "fast-check";
import { expect, test } from "vitest";
import { readUsd, typedUsd } from "../../src/ui/prices/read-usd.ts";
import { dayText, priceText } from "../../src/ui/prices/words.ts";

test("a price names what it has and nothing else", () => {
  expect(priceText({ inputUsdPerMillion: 0.4, outputUsdPerMillion: 1.6 })).toBe("$0.40 in, $1.60 out per 1M tokens");
  expect(priceText({ inputUsdPerMillion: 0, outputUsdPerMillion: 0, usdPerCall: 0.02 })).toBe("$0.02 a call");
  expect(priceText({ inputUsdPerMillion: 0, outputUsdPerMillion: 0 })).toBe("Free");
  expect(
    priceText({ inputUsdPerMillion: 1, outputUsdPerMillion: 2, cachedUsdPerMillion: 0, reasoningUsdPerMillion: 3 }),
  ).toBe("$1.00 in, $2.00 out per 1M tokens · $0 cached · $3.00 reasoning");
});

test("the day of a list is the same in every time zone, and one that is no day is shown as it is", () => {
  expect(dayText("2026-09-23")).toBe("Sep 23, 2026");
  expect(dayText("some day")).toBe("some day");
});

test.each([
  ["0.25", 0.25],
  ["0,25", 0.25],
  ["$1,000", 1_000],
  ["０.５", 0.5],
  ["0", 0],
  ["  ", null],
])("%j is read as %j dollars", (typed, value) => {
  expect(readUsd(typed)).toEqual({ value });
});

test.each(["ten", "-1", "9001", "none", "1e3"])("%j is refused with what would do", (typed) => {
  expect(readUsd(typed)).toEqual({ problem: expect.stringMatching(/\.$/) as string });
});

test("an amount comes back from its field as it was", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_000_000_000 }), (millionths) => {
      const usd = millionths / 1e6;
      expect(readUsd(typedUsd(usd))).toEqual({ value: usd });
    }),
  );
});
