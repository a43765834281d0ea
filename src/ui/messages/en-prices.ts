// What stands where a price can be set, in English.
import { part } from "./text.ts";

/** Filled in by `textsOf`. */
export const priceTexts = {
  [part]: "prices",
  "price.set": "Set price",
  "price.set.of": "Set price of {model}",
  "tool.prices": "Set prices per call",
  "tool.prices.none": "No prices: all tools are free",
  "price.needed.default":
    "The price of {model} is unknown, so no cost limit can be kept. The token limit holds instead.",
  "price.needed":
    "Your limit of {usd} cannot be kept: the price of {model} is unknown. Set a price, or let the token limit hold instead.",
  "price.needed.set": "Set a price",
  "price.needed.tokens": "Use the token limit",
} as const;
