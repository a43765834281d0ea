// Money in whole numbers: what tokens cost at most, and what they did cost.
import type { Price, Usage } from "./model/model.ts";

/** Money is an integer of 10^-12 dollar: cached rates reach 2.5e-9 dollar a token. */
const picoPerUsd = 1e12;

/** Dollars of an amount in 10^-12 dollar. */
export const toUsd = (pico: number): number => pico / picoPerUsd;
/** The whole number of 10^-12 dollar nearest to an amount of dollars. */
export const toPico = (usd: number): number => Math.round(usd * picoPerUsd);

/** What tokens and a call cost, in 10^-12 dollar. */
export interface Rates {
  input: number;
  cached: number;
  output: number;
  reasoning: number;
  call: number;
}

const noRates: Rates = { input: 0, cached: 0, output: 0, reasoning: 0, call: 0 };
const ratesOf = new WeakMap<Price, Rates>();

/** Prices in 10^-12 dollar a token; an unknown price counts nothing (a token limit stands in for it). */
export function rates(price: Price | null): Rates {
  if (!price) return noRates;
  let known = ratesOf.get(price);
  if (!known) {
    const perToken = (usdPerMillion: number) => Math.ceil(usdPerMillion * 1e6 - 1e-6);
    const input = perToken(price.inputUsdPerMillion);
    const output = perToken(price.outputUsdPerMillion);
    known = {
      input,
      cached: perToken(price.cachedUsdPerMillion ?? price.inputUsdPerMillion),
      output,
      reasoning: perToken(price.reasoningUsdPerMillion ?? price.outputUsdPerMillion),
      call: toPico(price.usdPerCall ?? 0),
    };
    ratesOf.set(price, known);
  }
  return known;
}

/** The most that so many tokens can cost, in 10^-12 dollar. */
export function worstPico(price: Price | null, inputTokens: number, outputTokens: number): number {
  const rate = rates(price);
  return (
    rate.call + inputTokens * Math.max(rate.input, rate.cached) + outputTokens * Math.max(rate.output, rate.reasoning)
  );
}

/**
 * What a call cost by its usage, in 10^-12 dollar: cached input and reasoning at their own rates where they have one.
 * Some providers report more cached or reasoning tokens than there are; the rest is then counted as 0.
 */
export function costPico(price: Price | null, usage: Usage): number {
  const rate = rates(price);
  const cached = Math.min(usage.cachedTokens ?? 0, usage.inputTokens);
  const reasoning = usage.reasoningTokens ?? 0;
  return (
    rate.call +
    (usage.inputTokens - cached) * rate.input +
    cached * rate.cached +
    Math.max(0, usage.outputTokens - reasoning) * rate.output +
    reasoning * rate.reasoning
  );
}
