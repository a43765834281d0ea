// Every text of the page comes from here: `t("key", { parameter })`, with keys and parameters checked by the compiler.
import { en } from "./en.ts";

/** One text. `{name}` is filled in; a text that counts has one form for each plural category and takes `count`. */
export type Text = string | { readonly one?: string; readonly other: string };
export type Table = typeof en;
export type Key = keyof Table;

type Names<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Forms<T> = T extends string ? T : T[keyof T];
type Parameters<T> = Names<Forms<T>> | (T extends string ? never : "count");
type Filling<T> = [Parameters<T>] extends [never]
  ? []
  : [parameters: { readonly [Name in Parameters<T>]: string | number }];

/** The language of the page, as a BCP 47 tag: numbers and dates follow it too. */
export const locale = "en";

const numbers = new Intl.NumberFormat(locale);
const plurals = new Intl.PluralRules(locale);

/** The text of `key`, with its `{parameters}` filled in. Numbers are written the way of the language. */
export function t<K extends Key>(key: K, ...filling: Filling<Table[K]>): string {
  return fill(en[key], filling[0]);
}

/** `t` of a table of its own: the texts of a part of the page that is loaded later than the rest. */
export function textsOf<const T extends Readonly<Record<string, Text>>>(table: T) {
  return <K extends keyof T & string>(key: K, ...filling: Filling<T[K]>): string => {
    const text = table[key];
    return text === undefined ? key : fill(text, filling[0]);
  };
}

/** The text of a key that is put together from an id, such as a pattern's; `undefined` where the table has none. */
export function find(key: string): string | undefined {
  return Object.hasOwn(en, key) ? fill(en[key as Key], undefined) : undefined;
}

function fill(text: Text, parameters: Readonly<Record<string, string | number>> | undefined): string {
  const form = typeof text === "string" ? text : pluralForm(text, parameters?.["count"]);
  return form.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = parameters?.[name];
    return value === undefined ? whole : typeof value === "number" ? numbers.format(value) : value;
  });
}

function pluralForm(text: Exclude<Text, string>, count: string | number | undefined): string {
  return (typeof count === "number" && plurals.select(count) === "one" ? text.one : undefined) ?? text.other;
}
