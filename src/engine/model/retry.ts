// Whether, and how soon, a failed model call is made again.
import type { ModelFailure, ModelFailureCode } from "./model.ts";

/** How often one call is made at most, the first time included. */
export const mostAttempts = 3;

/**
 * The longest that a server's `retry-after` is waited for. Windows of rate limits are a minute long; a server that asks for
 * more means a daily quota, and a person should hear of it now: neither waiting on nor knocking early would help.
 */
export const longestRetryAfterMs = 60_000;

const firstPauseMs = 500;
const longestPauseMs = 8_000;

/** Making the same call again cannot end otherwise, whatever the server says. */
const final: ReadonlySet<ModelFailureCode> = new Set([
  "access-code",
  "unauthorized",
  "forbidden",
  "bad-request",
  "context-length",
  "too-large",
  "quota",
  "visitor-budget",
  "budget",
  "model-not-offered",
  "misconfigured",
  "outdated-page",
  "aborted",
]);

/**
 * How long to wait before a failed call is made again.
 *
 * @param attempt how often the call was made so far, from 1
 * @param random 0 up to 1; spreads the retries of many callers over the whole pause ("full jitter")
 * @returns ms; null: do not make it again
 */
export function retryDelayMs(
  failure: ModelFailure,
  attempt: number,
  random: () => number = Math.random,
): number | null {
  if (!failure.retryable || final.has(failure.code) || attempt >= mostAttempts) return null;
  const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1)) * random();
  const askedMs = failure.retryAfterMs ?? 0;
  if (askedMs > longestRetryAfterMs) return null;
  // On top of what was asked for, so that callers turned away together do not come back together.
  return Math.round(Math.max(0, askedMs) + pauseMs);
}
