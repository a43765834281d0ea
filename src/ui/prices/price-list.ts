// A public price list, @pydantic/genai-prices as it came with the page: nothing is asked of another host. Heavy: load it when needed.
import { findProvider, type MatchLogic, type ModelInfo, type ModelPrice, type Provider } from "@pydantic/genai-prices";
import { priceSchema, type Price } from "../../engine/index.ts";
import type { ListedPrice } from "./price-of.ts";

/** The package's version whose prices these are, and the day it was published: the list itself has no date. */
export const listVersion = "0.1.8";
export const listDate = "2026-09-23";

/**
 * What its maker asks for the model of that id, or null.
 *
 * Only the list's own names count: an id that merely begins like one, or that the list knows twice, has no price here.
 */
export function findListed(id: string, now: Date = new Date()): ListedPrice | null {
  const provider = findProvider({ modelId: id });
  return provider ? listedBy(provider, id, now) : null;
}

/** {@link findListed} of one provider. */
export function listedBy(
  { name, models }: Pick<Provider, "name" | "models">,
  id: string,
  now: Date,
): ListedPrice | null {
  const same = models.filter((model) => model.id === id);
  const named = same.length > 0 ? same : models.filter(({ match }) => names(match, id));
  const [model] = named;
  if (!model || named.length > 1) return null;
  const found = ceiling(inForce(model.prices, now));
  return found && { ...found, matched: model.id, provider: name, date: listDate };
}

const released = /^[-@](?:\d{4}-?\d{2}-?\d{2}|latest)$/;

/** Whether a rule names the id, as its own or with the day of a release behind it; not whether it would cover it among others. */
function names(match: MatchLogic, id: string): boolean {
  if ("equals" in match) return match.equals === id;
  if ("starts_with" in match) {
    const rest = id.startsWith(match.starts_with) ? id.slice(match.starts_with.length) : null;
    return rest === "" || (rest !== null && released.test(rest));
  }
  if ("or" in match) return match.or.some((one) => names(one, id));
  if ("and" in match) return match.and.some((one) => names(one, id)) && match.and.every((one) => covers(one, id));
  return "regex" in match && /^\^[^*+|]+\$$/.test(match.regex) && covers(match, id);
}

function covers(match: MatchLogic, id: string): boolean {
  if ("equals" in match) return match.equals === id;
  if ("starts_with" in match) return id.startsWith(match.starts_with);
  if ("ends_with" in match) return id.endsWith(match.ends_with);
  if ("contains" in match) return id.includes(match.contains);
  if ("regex" in match) return new RegExp(match.regex).test(id);
  return "or" in match ? match.or.some((one) => covers(one, id)) : match.and.every((one) => covers(one, id));
}

/** The prices that may hold within the day: those of each time of day, and the last that has begun. */
function inForce(prices: ModelInfo["prices"], now: Date): ModelPrice[] {
  if (!Array.isArray(prices)) return [prices];
  const held: ModelPrice[] = [];
  for (const { constraint, prices: these } of prices.toReversed()) {
    if (constraint?.type === "start_date" && Date.parse(constraint.start_date) > now.getTime()) continue;
    held.push(these);
    if (constraint?.type !== "time_of_date") break;
  }
  return held;
}

/**
 * The highest of each price, so that a limit holds whatever the prompt's length and the time of day. A provider that charges
 * for writing its cache may do so unasked, so that counts as input.
 */
function ceiling(held: readonly ModelPrice[]): { price: Price; highest: boolean } | null {
  const read = ["input_mtok", "output_mtok", "cache_read_mtok", "cache_write_mtok", "output_reasoning_mtok"] as const;
  const of = (name: string) => held.flatMap((prices) => rates(prices[name]));
  const most = (name: string) => Math.max(...of(name));
  if (
    held.length === 0 ||
    !held.every(({ input_mtok: input, output_mtok: output }) => rates(input).length && rates(output).length)
  ) {
    return null;
  }
  const everyHas = (name: string) => held.every((prices) => prices[name] !== undefined);
  const parsed = priceSchema.safeParse({
    inputUsdPerMillion: Math.max(most("input_mtok"), most("cache_write_mtok")),
    outputUsdPerMillion: most("output_mtok"),
    ...(everyHas("cache_read_mtok") && { cachedUsdPerMillion: most("cache_read_mtok") }),
    ...(of("output_reasoning_mtok").length > 0 && {
      reasoningUsdPerMillion: Math.max(most("output_mtok"), most("output_reasoning_mtok")),
    }),
    ...(of("requests_kcount").length > 0 && { usdPerCall: most("requests_kcount") / 1_000 }),
  });
  if (!parsed.success) return null;
  const isRaised = most("cache_write_mtok") > most("input_mtok");
  return { price: parsed.data, highest: isRaised || read.some((name) => new Set(of(name)).size > 1) };
}

const rates = (price: ModelPrice[string]): number[] => {
  if (price === undefined) return [];
  return typeof price === "number" ? [price] : [price.base, ...price.tiers.map((tier) => tier.price)];
};
