// The language of the page: which one a person sees, and its texts. English is always there, another comes when chosen.
import { part, type Parts, type Text, type Texts } from "./text.ts";

export const languages = ["en", "zh"] as const;
export type PageLanguage = (typeof languages)[number];

interface Source {
  /** its BCP 47 tag: numbers, dates, `<html lang>` and the choice of a font follow it */
  readonly locale: string;
  /** the texts of `en.ts`: the page cannot be shown without them */
  readonly start: () => Promise<Texts>;
  /** all others: whatever is loaded later waits for them */
  readonly parts: () => Promise<Parts>;
}

const noParts: Parts = {};
const sources: Record<PageLanguage, Source> = {
  en: { locale: "en", start: () => Promise.resolve({}), parts: () => Promise.resolve(noParts) },
  zh: {
    locale: "zh-CN",
    start: async () => (await import("./zh-first.ts")).zhFirst,
    parts: async () => (await import("./zh.ts")).zhParts,
  },
};

interface Shown {
  readonly language: PageLanguage;
  readonly start: Texts;
  readonly parts: Parts;
}
let shown: Shown = $state.raw({ language: "en", start: {}, parts: noParts });
/** the language that was asked for last */
let wanted: PageLanguage = "en";
/** of the language that is shown: its other parts, on their way or there */
let rest: Promise<void> | undefined;

export const pageLanguage = (): PageLanguage => shown.language;
export const locale = (): string => sources[shown.language].locale;

/** The text of a table's key in the language of the page; `undefined`: the English one stands. */
export function translated(table: Texts, key: string): Text | undefined {
  const { start, parts } = shown;
  const name = table[part];
  return name === undefined ? (start[key] ?? parts["run"]?.[key]) : parts[name]?.[key];
}

/** A text whose English is the engine's own and stands in no table; `undefined`: there is only that. */
export function translationOf(key: string): string | undefined {
  const text = shown.start[key] ?? shown.parts["bundled"]?.[key];
  return typeof text === "string" ? text : undefined;
}

/**
 * Shows the page in a language, once its texts are there. Everything that is on screen follows. The language that was
 * asked for last is shown, whichever comes first.
 *
 * @throws when the texts cannot be loaded: the language stays as it is
 */
export async function showLanguage(language: PageLanguage): Promise<void> {
  wanted = language;
  const [start, parts] = await Promise.all([sources[language].start(), sources[language].parts()]);
  if (wanted !== language) return;
  shown = { language, start, parts };
  rest = Promise.resolve();
}

/**
 * The same for a page that is about to be shown: resolves when what it needs first is there, and loads the rest after it.
 *
 * @throws when the texts cannot be loaded: the page is in English
 */
export async function startLanguage(language: PageLanguage): Promise<void> {
  wanted = language;
  shown = { language, start: await sources[language].start(), parts: noParts };
  wholeLanguage().catch(() => undefined);
}

/**
 * Resolves when every text of the shown language is there.
 *
 * @throws when they cannot be loaded; the next call tries again
 */
export function wholeLanguage(): Promise<void> {
  rest ??= loadRest(shown.language).catch((error: unknown) => {
    rest = undefined;
    throw error;
  });
  return rest;
}

async function loadRest(language: PageLanguage): Promise<void> {
  const parts = await sources[language].parts();
  if (shown.language === language) shown = { ...shown, parts };
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
