// Every text of the page comes from here: `t("key", { parameter })`, with keys and parameters checked by the compiler.
import { MessageFormatter, pluralTypeHandler } from "@ultraq/icu-message-formatter";
import { en } from "./en.ts";
import { byLocale, translated } from "./language.svelte.ts";
import type { Text, Texts } from "./text.ts";

export { byLocale, locale } from "./language.svelte.ts";
export type { Text, Texts } from "./text.ts";

export type Table = typeof en;
export type Key = keyof Table;

type Names<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Forms<T> = T extends string ? T : T[keyof T];
type Parameters<T> = Names<Forms<T>> | (T extends string ? never : "count");
type Filling<T> = [Parameters<T>] extends [never]
  ? []
  : [parameters: { readonly [Name in Parameters<T>]: string | number }];
type Values = Readonly<Record<string, string | number>>;

const numbers = byLocale((locale) => new Intl.NumberFormat(locale));
const formatter = byLocale((locale) => new MessageFormatter(locale, { plural: pluralTypeHandler }));

/** `t` of a table: its keys and their parameters. It can be one of the page's, or that of a part that is loaded later than the rest. */
export function textsOf<const T extends Texts>(table: T) {
  return <K extends keyof T & string>(key: K, ...filling: Filling<T[K]>): string =>
    textIn(table, key, filling[0]) ?? key;
}

/** The text of `key`, with its `{parameters}` filled in. Numbers are written the way of the language. */
export const t = textsOf(en);

/** For a table, what finds the text of a key that is put together from an id, such as a pattern's; `undefined` where it has none. */
export const finderOf =
  (table: Texts) =>
  (key: string): string | undefined =>
    textIn(table, key, undefined);

export const find = finderOf(en);

function textIn(table: Texts, key: string, values: Values | undefined): string | undefined {
  return Object.hasOwn(table, key) ? fill(translated(table, key) ?? table[key] ?? key, values) : undefined;
}

function fill(text: Text, values: Values | undefined): string {
  if (values === undefined || (typeof text === "string" && !text.includes("{"))) {
    return typeof text === "string" ? text : text.other;
  }
  const filling: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(values)) {
    filling[name] = typeof value === "number" ? numbers().format(value) : value;
  }
  if (typeof text === "string") return join(formatter().process(text, filling));
  // The number itself chooses the form; `{count}` in it is the number as it is written.
  const forms = `{form, plural, ${text.one === undefined ? "" : `one {${text.one}} `}other {${text.other}}}`;
  return join(formatter().process(forms, { ...filling, form: values["count"] }));
}

/** The parts that the library made, in one. Its `format` would keep every text that it ever made. */
const join = (parts: readonly unknown[]): string => parts.flat(Infinity).join("");
