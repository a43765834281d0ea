// `t` and `find` for what is shown of a run: the texts of the page, and those that nothing needs before there is a run.
import { en } from "./en.ts";
import { runTexts } from "./en-run.ts";
import { finderOf, textsOf } from "./index.ts";

const texts = { ...en, ...runTexts };

/** The text of `key`, with its `{parameters}` filled in. */
export const t = textsOf(texts);

/** The text of a key that is put together from an id or a code; `undefined` where there is none. */
export const find = finderOf(texts);
