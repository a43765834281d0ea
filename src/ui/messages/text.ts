// What a text and a table of texts are.

/** One text. `{name}` is filled in; a text that counts has one form for each plural category and takes `count`. */
export type Text = string | { readonly one?: string; readonly other: string };
export type Texts = Readonly<Record<string, Text>>;
/** The texts of an English table in another language. A language without plural forms needs only one string. */
export type Translated<Table extends Texts> = { readonly [Key in keyof Table]: Text };

/** The texts of a language: those of the page by key, and those of parts whose keys are their own, by the English table. */
export interface Translation {
  readonly texts: Texts;
  readonly ofTables: ReadonlyMap<Texts, Texts>;
}
