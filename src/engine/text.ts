// Small work on strings that more than one room needs: their size, their soundness, their shortening.
import type { Language } from "./events.ts";

/**
 * How many bytes a text takes as UTF-8. Allocates nothing.
 *
 * A lone surrogate counts three, as it leaves as U+FFFD.
 */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else {
      bytes += 2;
      // A pair is two units and four bytes in all.
      if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(index + 1))) index++;
    }
  }
  return bytes;
}

/** The text with each lone surrogate replaced by U+FFFD: a strict server refuses the JSON of the other. */
export function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed();
}

/**
 * Cuts a long text in the middle and says so there, with the original length.
 *
 * @param characters how many UTF-16 units of the text to keep; a text that is not longer than this and the mark stays whole
 * @returns at most `characters` and the mark (under 60 characters); no surrogate pair is cut apart
 */
export function shorten(text: string, characters: number, language: Language = "en"): string {
  const keep = Math.max(0, Math.floor(characters));
  if (text.length <= keep) return text;
  const mark = cutMarks[language](text.length);
  if (text.length <= keep + mark.length) return text;
  let headEnd = Math.ceil(keep / 2);
  let tailStart = text.length - Math.floor(keep / 2);
  if (splitsPair(text, headEnd)) headEnd--;
  if (splitsPair(text, tailStart)) tailStart++;
  return text.slice(0, headEnd) + mark + text.slice(tailStart);
}

const cutMarks: Record<Language, (characters: number) => string> = {
  en: (characters) => `\n… [shortened: ${characters} characters in all] …\n`,
  zh: (characters) => `\n… [已缩短：全文共 ${characters} 个字符] …\n`,
};

function splitsPair(text: string, at: number): boolean {
  return isHighSurrogate(text.charCodeAt(at - 1)) && isLowSurrogate(text.charCodeAt(at));
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;
