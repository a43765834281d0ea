// What a text and a table of texts are.

/** One text. `{name}` is filled in; a text that counts has one form for each plural category and takes `count`. */
export type Text = string | { readonly one?: string; readonly other: string };

/** Under this key a table says of which part of the page it is: the same part in another language is found by that. */
export const part: unique symbol = Symbol("part");

export type Texts = Readonly<Record<string, Text>> & { readonly [part]?: string };

/** The texts of an English table in another language. A language without plural forms needs only one string. */
export type Translated<Table extends Texts> = { readonly [Key in keyof Table & string]: Text };

/** The texts of a language by the part of the page; those of `run` belong to every table that names no part. */
export type Parts = Readonly<Record<string, Texts>>;
