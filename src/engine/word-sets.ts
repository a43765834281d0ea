// The words of a text as a set, to tell how much two texts share. Chinese, Japanese and Korean count by pairs of characters.

const runs =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+|[[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]]+/gv;
const joined = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u;
/** Longest part of a text that is looked at, in characters. */
const longest = 32_768;

/** Adds the words of a text: runs of letters and digits, letter case folded. */
export function addWords(text: string, to: Set<string>): void {
  for (const [run] of text.slice(0, longest).toLowerCase().matchAll(runs)) {
    if (!joined.test(run)) to.add(run);
    else {
      const characters = [...run];
      if (characters.length === 1) to.add(run);
      for (let at = 1; at < characters.length; at++) to.add(`${characters[at - 1] ?? ""}${characters[at] ?? ""}`);
    }
  }
}

/** How many of the words of the smaller set the other one has too, 0 to 1. Two sets of which one is empty share all of it. */
export function sharedPart(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  if (small.size === 0) return large.size === 0 ? 1 : 0;
  let shared = 0;
  for (const word of small) if (large.has(word)) shared++;
  return shared / small.size;
}
