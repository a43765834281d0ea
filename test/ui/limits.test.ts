// How limits are read from what a person types, and where they stand on a slider.
import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultBudget, type Limit } from "../../src/engine/index.ts";
import {
  fromPosition,
  readLimit,
  scales,
  stepped,
  toKept,
  toPosition,
  toShown,
  type Scale,
} from "../../src/ui/parts/limits.ts";

const { tokens, usd, wallMs, iterations, toolCalls } = scales;

test.each<[Scale, string, number | null]>([
  [tokens, "200000", 200_000],
  [tokens, "200,000", 200_000],
  [tokens, "200 000", 200_000],
  [tokens, "200k", 200_000],
  [tokens, " 1.5M ", 1_500_000],
  [tokens, "20万", 200_000],
  [tokens, "none", null],
  [tokens, "无限制", null],
  [usd, "0.5", 0.5],
  [usd, "$0.50", 0.5],
  [usd, "0,5", 0.5],
  [usd, "1,250.50 USD", 1250.5],
  [usd, "0", 0],
  [usd, "∞", null],
  [wallMs, "90", 90],
  [wallMs, "90 s", 90],
  [wallMs, "5 min", 300],
  [wallMs, "1:30", 90],
  [wallMs, "1.5h", 5_400],
  [wallMs, "500 ms", 0.5],
  [wallMs, "２ 分钟", 120],
  [iterations, "7", 7],
  [toolCalls, "0", 0],
])("reads a limit as people write it: %#", (scale, typed, value) => {
  expect(readLimit(scale, typed)).toEqual({ value });
});

test.each<[Scale, string, string]>([
  [iterations, "lots", "not-a-number"],
  [iterations, "", "not-a-number"],
  [iterations, "1e3", "not-a-number"],
  [iterations, "NaN", "not-a-number"],
  [iterations, "Infinity", "not-a-number"],
  [iterations, "none", "not-a-number"],
  [iterations, "2.5", "whole"],
  [iterations, "0", "zero"],
  [iterations, "-3", "negative"],
  [usd, "9001", "too-much"],
  [usd, "1.2.3", "not-a-number"],
  [wallMs, "5 constructor", "not-a-number"],
  [wallMs, "0 s", "zero"],
])("says what is wrong with a limit that cannot be: %#", (scale, typed, problem) => {
  expect(readLimit(scale, typed)).toEqual({ problem });
});

test("every default of the engine has a place on its slider", () => {
  for (const [limit, value] of Object.entries(defaultBudget)) {
    if (value === null) continue;
    const scale = scales[limit as Limit];
    const position = toPosition(scale, toShown(scale, value));
    expect(position, limit).toBeGreaterThan(0);
    expect(position, limit).toBeLessThan(1);
    expect(toKept(scale, toShown(scale, value)), limit).toBe(value);
  }
});

const anyScale = fc.constantFrom<Scale>(...Object.values(scales));

test("a place on a slider is a value that may be kept, and a further place is no smaller value", () => {
  fc.assert(
    fc.property(
      anyScale,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (scale, one, other) => {
        const [low, high] = [fromPosition(scale, Math.min(one, other)), fromPosition(scale, Math.max(one, other))];
        expect(low).toBeLessThanOrEqual(high);
        for (const value of [low, high]) {
          expect(value).toBeGreaterThanOrEqual(scale.min);
          expect(value).toBeLessThanOrEqual(scale.max * 1.05);
          expect(readLimit(scale, value.toFixed(6))).toEqual({ value });
        }
      },
    ),
  );
});

test("arrow keys go through the whole scale, one way and back, without getting stuck", () => {
  for (const scale of Object.values<Scale>(scales)) {
    let value = scale.min;
    let steps = 0;
    for (; value < scale.max; steps++) {
      const next = stepped(scale, value, 1);
      expect(next).toBeGreaterThan(value);
      value = next;
      expect(steps).toBeLessThan(400);
    }
    for (steps = 0; value > scale.min; steps++) {
      const next = stepped(scale, value, -1);
      expect(next).toBeLessThan(value);
      value = next;
      expect(steps).toBeLessThan(400);
    }
  }
});
