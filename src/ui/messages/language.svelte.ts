// The language of the page: which one a person sees, and the table of it. English is always there, another comes when chosen.
import type { Text, Texts, Translation } from "./text.ts";

export const languages = ["en", "zh"] as const;
export type PageLanguage = (typeof languages)[number];

/** For each language its BCP 47 tag: numbers, dates, `<html lang>` and the choice of a font follow it. */
const locales: Record<PageLanguage, string> = { en: "en", zh: "zh-CN" };

const none: Translation = { texts: Object.create(null) as Texts, ofTables: new Map() };
const tables: Record<PageLanguage, () => Promise<Translation>> = {
  en: () => Promise.resolve(none),
  zh: async () => (await import("./zh.ts")).zh,
};

let shown: { readonly language: PageLanguage; readonly translation: Translation } = $state.raw({
  language: "en",
  translation: none,
});

export const pageLanguage = (): PageLanguage => shown.language;
export const locale = (): string => locales[shown.language];

/** The text of a table's key in the language of the page; `undefined`: the English one stands. */
export const translated = (table: Texts, key: string): Text | undefined =>
  (shown.translation.ofTables.get(table) ?? shown.translation.texts)[key];

/**
 * Shows the page in a language, once its texts are there. Everything that is on screen follows.
 *
 * @throws when the texts cannot be loaded: the language stays as it is
 */
export async function showLanguage(language: PageLanguage): Promise<void> {
  const translation = await tables[language]();
  shown = { language, translation };
}

/** The first language of a browser's list (BCP 47 tags) that the page speaks; English if there is none. */
export function preferredLanguage(tags: readonly string[]): PageLanguage {
  const wanted = tags.map((tag) => tag.toLowerCase().split("-", 1)[0]);
  return wanted.flatMap((tag) => languages.filter((language) => language === tag))[0] ?? "en";
}

/** Something of `Intl` for the language of the page: made when first asked for, and kept for each language. */
export function byLocale<Made>(make: (locale: string) => Made): () => Made {
  const made = new Map<string, Made>();
  return () => {
    const tag = locale();
    const one = made.get(tag) ?? make(tag);
    made.set(tag, one);
    return one;
  };
}
