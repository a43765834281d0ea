// An amount of dollars as a person types it, and as a field shows it.
import { priceEditorTexts } from "../messages/en-price-editor.ts";
import { textsOf } from "../messages/index.ts";
import { usdText } from "../parts/format.ts";
import { readLimit, type Scale } from "../parts/limits.ts";
import { mostUsdPerCall } from "../settings.svelte.ts";

const text = textsOf(priceEditorTexts);
const scale: Scale = { unit: "usd", min: 0, max: 50, most: mostUsdPerCall, whole: false, zero: true, none: false };

/**
 * Reads `0.25`, `0,25`, `$0.25`, `1,000`; nothing typed is null.
 *
 * @returns the dollars, or what is wrong with it and how to mend it
 */
export function readUsd(typed: string): { readonly value: number | null } | { readonly problem: string } {
  if (typed.trim() === "") return { value: null };
  const reading = readLimit(scale, typed);
  if ("value" in reading) return reading;
  if (reading.problem === "negative") return { problem: text("usd.problem.negative") };
  if (reading.problem === "too-much") return { problem: text("usd.problem.too-much", { most: usdText(scale.most) }) };
  return { problem: text("usd.problem.not-a-number", { typed }) };
}

/** Every digit of it, as {@link readUsd} takes it back; no amount is the empty text. */
export const typedUsd = (usd: number | undefined): string =>
  usd === undefined ? "" : usd.toLocaleString("en", { useGrouping: false, maximumFractionDigits: 12 });
