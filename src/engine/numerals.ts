// Numbers written as words, English and Chinese, into digits.

const small: Record<string, number> = {
  zero: 0, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11, twelve: 12,
  thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16, seventeen: 17, eighteen: 18, nineteen: 19, twenty: 20, thirty: 30,
  forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90,
}; // prettier-ignore
const large: Record<string, number> = { hundred: 100, thousand: 1_000, million: 1_000_000, billion: 1_000_000_000 };
const word = `(?:${[...Object.keys(small), ...Object.keys(large)].join("|")})`;
/** Words that say a number in English, each match one number or several in a row. */
export const englishNumber = new RegExp(`\\b${word}(?:(?:\\s+and\\s+|[\\s-]+)${word})*\\b`, "gi");
const digitsThenLarge = /\b(\d+(?:\.\d+)?)\s+(hundred|thousand|million|billion)\b/gi;

const chineseDigits = "零一二三四五六七八九";
const chineseUnits: Record<string, number> = { 十: 10, 百: 100, 千: 1_000 };
const chineseNumber = /(?!百分之)[零〇一二两三四五六七八九十百千万亿]+(?:点[零〇一二三四五六七八九]+)?/gu;

/** Writes number words as digits: "twenty-five" and "二十五" as 25. What cannot be read stays as it is. */
export function wordsToDigits(text: string): string {
  return text
    .replace(digitsThenLarge, (_, digits: string, unit: string) =>
      String(Number(digits) * (large[unit.toLowerCase()] ?? 1)),
    )
    .replace(englishNumber, (match) => String(englishValue(match) ?? match))
    .replace(/(\d+(?:\.\d+)?)([万亿])/gu, (_, digits: string, unit: string) =>
      String(Number(digits) * (unit === "万" ? 1e4 : 1e8)),
    )
    .replace(chineseNumber, (match) => chineseValue(match) ?? match);
}

/**
 * "two hundred and five" is 205; words that only follow each other ("two three", "three and four") are no one number.
 *
 * @returns text where several numbers stand beside each other, or none
 */
export function englishValue(text: string): number | string | null {
  const words = text.toLowerCase().split(/[\s-]+/);
  if (!words.some((each) => each in large)) {
    // Without "hundred" and the like, "and" stands between two numbers, and so does nothing but a blank.
    return text
      .replace(/[a-z]+(?:-[a-z]+)?/gi, (part) => {
        if (part.toLowerCase() === "and") return part;
        return String(part.split("-").reduce((sum, each) => sum + (small[each.toLowerCase()] ?? 0), 0));
      })
      .replace(/\b([2-9]0)\s+([1-9])\b/g, (_, tens: string, ones: string) => String(Number(tens) + Number(ones)));
  }
  let [total, part] = [0, 0];
  for (const each of words) {
    if (each === "and") continue;
    if (each in small) part += small[each] ?? 0;
    else if (each === "hundred") part = (part || 1) * 100;
    else [total, part] = [total + (part || 1) * (large[each] ?? 1), 0];
  }
  return total + part;
}

/** The value of a Chinese numeral in digits: "三万二" is 32000, "三点一四" 3.14. */
export function chineseValue(text: string): string | null {
  const [wholePart = "", decimals] = text.split("点");
  const digits = (part: string) => Array.from(part, (each) => Math.max(0, chineseDigits.indexOf(each))).join("");
  const after = decimals === undefined ? "" : `.${digits(decimals)}`;
  if (!/[十百千万亿]/u.test(wholePart)) return digits(wholePart.replaceAll("两", "二").replaceAll("〇", "零")) + after;
  let [total, section, digit] = [0, 0, 0];
  for (const each of wholePart) {
    const unit = chineseUnits[each];
    if (unit !== undefined) [section, digit] = [section + (digit || 1) * unit, 0];
    else if (each === "万") [total, section, digit] = [(total + section + digit || 1) * 1e4, 0, 0];
    else if (each === "亿") [total, section, digit] = [(total + section + digit || 1) * 1e8, 0, 0];
    else digit = each === "两" ? 2 : Math.max(0, chineseDigits.indexOf(each));
  }
  // "三万二" is 32,000: a last digit without 零 before it counts in the next smaller unit.
  const unit = { 百: 10, 千: 100, 万: 1e3, 亿: 1e7 }[wholePart.at(-2) ?? ""];
  return String(total + section + (decimals === undefined && unit !== undefined ? digit * unit : digit)) + after;
}
