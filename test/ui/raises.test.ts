// The amounts by which a limit can be raised.
import fc from "fast-check";
import { expect, test } from "vitest";
import { readLimit, scales, toKept } from "../../src/ui/parts/limits.ts";
import { limitText } from "../../src/ui/parts/limits.ts";
import { raisedBy, typedText, type LimitHold } from "../../src/ui/parts/raises.ts";

const hold = (limit: LimitHold["limit"], value: number, used: number): LimitHold => ({
  id: "hold-1",
  span: "1",
  kind: "limit",
  limit,
  value,
  used,
});

test("are round, and of what was used if that is more than the limit", () => {
  expect(raisedBy(hold("usd", 0.5, 0.42), 1.5)).toBe(0.75);
  expect(raisedBy(hold("usd", 0.5, 0.9), 2)).toBe(1.8);
  expect(raisedBy(hold("iterations", 10, 10), 1.5)).toBe(15);
  expect(raisedBy(hold("toolCalls", 0, 0), 1.5)).toBe(2);
  expect(raisedBy(hold("wallMs", 300_000, 280_000), 2)).toBe(600_000);
  expect(raisedBy(hold("usd", 0, 0), 2)).toBe(0.02);
});

test("stand in words, and as they would be typed", () => {
  expect(limitText("wallMs", 90_000)).toBe("1 min 30 s");
  expect(typedText("wallMs", 90_000)).toBe("90 s");
  expect(typedText("usd", 0.075)).toBe("0.075");
});

test("always are a raise, and can be typed again", () => {
  const limit = fc.constantFrom(...(Object.keys(scales) as LimitHold["limit"][]));
  const amount = fc.integer({ min: 1, max: 8_000_000 });
  fc.assert(
    fc.property(limit, amount, amount, fc.constantFrom(1.5, 2, 5), (limit, value, used, factor) => {
      const isMoney = limit === "usd";
      const next = raisedBy(hold(limit, isMoney ? value / 1e6 : value, isMoney ? used / 1e6 : used), factor);
      expect(next).toBeGreaterThan(Math.max(value, used) / (isMoney ? 1e6 : 1));
      const reading = readLimit(scales[limit], typedText(limit, next));
      expect("value" in reading && reading.value !== null && toKept(scales[limit], reading.value)).toBeCloseTo(next, 9);
    }),
  );
});
