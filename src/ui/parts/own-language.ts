// What is in the language of the page stands before what is not.
import { languageOf } from "../../engine/index.ts";
import { pageLanguage } from "../messages/language.svelte.ts";

/** The same things, those whose text is in the language of the page first; else as they came. */
export function ownLanguageFirst<Item>(items: readonly Item[], textOf: (item: Item) => string): Item[] {
  const isOther = (item: Item) => Number(languageOf(textOf(item)) !== pageLanguage());
  return items.toSorted((one, other) => isOther(one) - isOther(other));
}
