// The words of a text, as the index keeps them and a query asks for them.

/** Words so common that they say nothing about what a text is about. */
const common = new Set(
  (
    "a about after all also am an and any are as at be because been before being but by can could did do does for from had has " +
    "have he her his how i if in into is it its just like more most my no not of on only or other our out over said she should so " +
    "some such than that the their them then there these they this those to too up very was we were what when where which who will " +
    "with would you your 的 了 和 是 在 我 有 就 不 人 都 一 一个 上 也 很 到 说 要 去 你 会 着 这 那 与 及"
  ).split(" "),
);

/** Scripts that put no space between their words; and the words of the others. */
const runs =
  /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+)|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{M}\p{N}])+/gu;
const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

/** The words of a text in order, in lower case; the most common ones are left out. */
export function wordsOf(text: string): string[] {
  const found: string[] = [];
  for (const [run, unspaced] of text.normalize("NFKC").matchAll(runs)) {
    if (unspaced === undefined) found.push(stem(run));
    else for (const { segment } of segmenter.segment(unspaced)) found.push(segment);
  }
  return found.filter((word) => !common.has(word));
}

/** The word without its English plural: "jobs" finds "job", and "economies" "economy". */
export function stem(word: string): string {
  const lower = word.toLowerCase();
  if (lower.length < 4 || !/^[a-z]+s$/.test(lower) || /(ss|us|is)$/.test(lower)) return lower;
  if (/[^aeiou]ies$/.test(lower) && lower.length > 4) return `${lower.slice(0, -3)}y`;
  return /(sh|ch|x|z|ss)es$/.test(lower) ? lower.slice(0, -2) : lower.slice(0, -1);
}
