// The owner's limits: where the page's begin and end.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { defaultBudget } from "../../../src/engine/index.ts";
import { fromPosition, readLimit, scales, stepped, toPosition, upTo } from "../../../src/ui/parts/limits.ts";
import { held, ownerLimits, withinOwner } from "../../../src/ui/server/owner-limits.ts";

const offered = { steps: 6, usd: 0.25, rounds: 2, toolTimeoutMs: 20_000 };
const used = ["iterations", "steps", "usd", "toolTimeoutMs"] as const;

describe("what a run starts with", () => {
  test("is the owner's where nothing was set, for limits that the pattern uses", () => {
    expect(withinOwner({}, ownerLimits(offered, true), used)).toEqual({ steps: 6, usd: 0.25, toolTimeoutMs: 20_000 });
  });

  test("is what was set, up to the owner's end; no limit is more than any", () => {
    const owner = ownerLimits(offered, true);
    expect(withinOwner({ steps: 3, usd: null, iterations: 40, toolTimeoutMs: 60_000 }, owner, used)).toEqual({
      steps: 3,
      usd: 0.25,
      iterations: 40,
      toolTimeoutMs: 20_000,
    });
  });

  test("has no end in dollars where nobody pays for the model", () => {
    const owner = ownerLimits(offered, false);
    expect(withinOwner({ usd: 20, steps: 50 }, owner, used)).toMatchObject({ usd: 20, steps: 6 });
    expect(withinOwner({ usd: null }, owner, used)).toMatchObject({ usd: null });
  });

  test("is only what was set where the owner's limits are not known", () => {
    expect(withinOwner({ steps: 50 }, ownerLimits(undefined, true), used)).toEqual({ steps: 50 });
  });

  test("holds of a value never more than the end, and never more than was set", () => {
    fc.assert(
      fc.property(
        fc.option(fc.double({ min: 0, max: 1e6, noNaN: true })),
        fc.double({ min: 0, max: 1e6, noNaN: true }),
        (set, end) => {
          const value = held(set, end);
          expect(value).toBeLessThanOrEqual(Math.min(set ?? Infinity, end));
          expect(held(set, undefined)).toBe(set);
        },
      ),
    );
  });
});

describe("a slider that an owner shortened", () => {
  test("refuses what is typed above its end, and no limit at all; its end passes", () => {
    const scale = upTo(scales.usd, 0.25);
    expect(readLimit(scale, "0.25")).toEqual({ value: 0.25 });
    expect(readLimit(scale, "0.26")).toEqual({ problem: "too-much" });
    expect(readLimit(scale, "none")).toEqual({ problem: "too-much" });
    expect(readLimit(upTo(scales.toolTimeoutMs, 20_000), "21 s")).toEqual({ problem: "too-much" });
    expect(readLimit(scales.usd, "none")).toEqual({ value: null });
  });

  test("stays within its ends wherever it is dragged or stepped, also where one value is left", () => {
    const ends = fc.constantFrom(
      ...(["steps", "rounds", "toolTimeoutMs", "usd"] as const).flatMap((limit) => [
        { limit, end: limit === "usd" ? 0 : 1 },
        { limit, end: defaultBudget[limit] as number },
      ]),
      { limit: "steps" as const, end: 500 },
    );
    fc.assert(
      fc.property(
        ends,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: -8, max: 8 }),
        ({ limit, end }, place, steps) => {
          const scale = upTo(scales[limit], end);
          const value = fromPosition(scale, place);
          for (const next of [value, stepped(scale, value, steps)]) {
            expect(next).toBeGreaterThanOrEqual(0);
            expect(next).toBeLessThanOrEqual(scale.max);
            expect(toPosition(scale, next)).toBeGreaterThanOrEqual(0);
            expect(toPosition(scale, next)).toBeLessThanOrEqual(1);
          }
        },
      ),
    );
  });

  test("reaches its end", () => {
    expect(fromPosition(upTo(scales.steps, 500), 1)).toBe(500);
    expect(fromPosition(upTo(scales.usd, 0.25), 1)).toBe(0.25);
    expect(toPosition(upTo(scales.rounds, 1), 1)).toBe(1);
  });
});
