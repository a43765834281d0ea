// Prices as a person reads them.
import type { Price } from "../../engine/index.ts";
import { priceEditorTexts } from "../messages/en-price-editor.ts";
import { byLocale, textsOf } from "../messages/index.ts";
import { usdText } from "../parts/format.ts";
import { isFree } from "./price-of.ts";

const text = textsOf(priceEditorTexts);

/** A price in one line: `$0.40 in, $1.60 out per 1M tokens · $0.10 cached · $0.02 a call`. */
export function priceText(price: Price): string {
  if (isFree(price)) return text("price.free");
  const { inputUsdPerMillion, outputUsdPerMillion, cachedUsdPerMillion, reasoningUsdPerMillion, usdPerCall } = price;
  const parts = [
    (inputUsdPerMillion > 0 || outputUsdPerMillion > 0) &&
      text("price.tokens", { input: usdText(inputUsdPerMillion), output: usdText(outputUsdPerMillion) }),
    cachedUsdPerMillion !== undefined && text("price.cached", { usd: usdText(cachedUsdPerMillion) }),
    reasoningUsdPerMillion !== undefined && text("price.reasoning", { usd: usdText(reasoningUsdPerMillion) }),
    usdPerCall && text("price.call", { usd: usdText(usdPerCall) }),
  ];
  return parts.filter(Boolean).join(" · ");
}

const day = byLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }));

/** A day as the list has it, `2026-09-23`, in the words of the language. */
export const dayText = (date: string): string => {
  const then = new Date(date);
  return Number.isNaN(then.getTime()) ? date : day().format(then);
};
