// Retries: who gets one, and how long it waits.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ModelFailure, ModelFailureCode } from "../../../src/engine/model/model.ts";
import { longestRetryAfterMs, mostAttempts, retryDelayMs } from "../../../src/engine/model/retry.ts";

const never: ModelFailureCode[] = [
  "access-code",
  "visitor-budget",
  "outdated-page",
  "unauthorized",
  "forbidden",
  "bad-request",
  "context-length",
  "too-large",
  "quota",
  "budget",
  "model-not-offered",
  "misconfigured",
  "aborted",
];
const sometimes: ModelFailureCode[] = [
  "ledger",
  "worker-error",
  "rate-limited",
  "upstream-error",
  "bad-upstream-response",
  "empty-response",
  "stream-truncated",
  "timeout",
  "offline",
];

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const failureOf = (code: ModelFailureCode, more: Partial<ModelFailure> = {}): ModelFailure => ({
  code,
  message: "",
  retryable: true,
  ...more,
});

describe("retryDelayMs", () => {
  test("never repeats a call that must fail again, whatever the server says", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...never),
        fc.integer({ min: 1, max: 5 }),
        fc.nat(),
        random,
        (code, attempt, retryAfterMs, r) => {
          expect(retryDelayMs(failureOf(code, { retryAfterMs }), attempt, () => r)).toBeNull();
        },
      ),
    );
  });

  test("never repeats a failure that says it is final", () => {
    for (const code of sometimes) expect(retryDelayMs(failureOf(code, { retryable: false }), 1)).toBeNull();
  });

  test("makes one call three times at most", () => {
    for (const code of sometimes) {
      const delays = [1, 2, 3, 4].map((attempt) => retryDelayMs(failureOf(code), attempt, () => 0.5) !== null);
      expect(delays).toEqual([true, true, false, false]);
    }
    expect(mostAttempts).toBe(3);
  });

  test("never comes back earlier than the server asked, nor keeps a person waiting beyond the cap", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...sometimes),
        fc.integer({ min: 1, max: 2 }),
        fc.integer({ min: 0, max: 2 * longestRetryAfterMs }),
        random,
        (code, attempt, retryAfterMs, r) => {
          const delay = retryDelayMs(failureOf(code, { retryAfterMs }), attempt, () => r);
          if (retryAfterMs > longestRetryAfterMs) {
            expect(delay).toBeNull();
            return;
          }
          expect(delay).toBeGreaterThanOrEqual(retryAfterMs);
          expect(delay).toBeLessThanOrEqual(longestRetryAfterMs + 8_000);
        },
      ),
    );
  });

  test("spreads retries over the whole of a pause that doubles", () => {
    const failure = failureOf("upstream-error");
    expect([1, 2].map((attempt) => retryDelayMs(failure, attempt, () => 0))).toEqual([0, 0]);
    expect([1, 2].map((attempt) => retryDelayMs(failure, attempt, () => 1))).toEqual([500, 1000]);
  });
});
