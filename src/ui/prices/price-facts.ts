// What the models of a run cost, and who said so, as its log tells.
import type { SpansView } from "../../engine/index.ts";
import { priceEditorTexts } from "../messages/en-price-editor.ts";
import { textsOf } from "../messages/index.ts";
import type { Fact } from "../parts/span-facts.ts";
import { dayText, priceText } from "./words.ts";

const text = textsOf(priceEditorTexts);
type ModelInfo = NonNullable<NonNullable<SpansView["start"]>["models"]["main"]>;

/** One line a model; two roles with the same model share it. */
export function priceFacts({ start }: SpansView): Fact[] {
  const models = new Map(Object.values(start?.models ?? {}).map((model) => [model.id, model]));
  return [...models.values()].map((model) => ({
    name: models.size === 1 ? text("facts.price") : text("facts.prices", { model: model.id }),
    value: inWords(model),
  }));
}

function inWords({ price, priceSource, priceDate }: ModelInfo): string {
  if (!price) return text("facts.unknown");
  if (priceSource === "person") return text("facts.person", { price: priceText(price) });
  if (priceSource !== "list") return priceText(price);
  return text("facts.list", { price: priceText(price), date: dayText(priceDate ?? "") });
}
