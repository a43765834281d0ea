// Interest upon interest, and rounding, as they are asked for in words.
import { answerName } from "./expressions.ts";
import { wordsToDigits } from "../../numerals.ts";

const asksGrowth = /\bgrow\w*\b|\bcompound\w*\b|\binvest(?:ed)?\b|\binterest\b|复利|年利率|年化|利息|增长到/iu;
const rate = /(\d+(?:\.\d+)?)\s*(?:%|percent|per\s+cent)/iu;
const years = /(\d+)\s*(?:years?\b|年(?!\s*利|\s*化|\s*\d))/iu;
const sum = /(?<![\d.])(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)/u;

/** "What do 12,500 USD grow to in 9 years at 4.2 % a year": the expression for it; null: it is not asked for, or not all of it is there. */
export function growthIn(text: string): string | null {
  if (!asksGrowth.test(text)) return null;
  const plain = wordsToDigits(text);
  const percent = rate.exec(plain)?.[1];
  const term = years.exec(plain)?.[1];
  const rest = plain.replace(rate, " ").replace(years, " ");
  const start = sum.exec(rest)?.[1]?.replaceAll(",", "");
  // A number more than these three may change what is asked for.
  const others = rest.replace(sum, " ");
  if (percent === undefined || term === undefined || start === undefined || /\d/.test(others)) return null;
  return `${start}*(1+${percent}/100)^${term}`;
}

const places =
  /^(?:please\s+)?(?:answer|round(?:\s+(?:it|that|the\s+(?:result|answer)))?|give\s+(?:it|the\s+(?:result|answer)))\s+(?:to|with)\s+(\d+)\s+decimals?(?:\s+places?)?$|^(?:结果|答案)?保留\s*(\d+)\s*位小数$/iu;

/** "Answer to two decimals": the rounding of the result before; null: no such order. */
export function roundingIn(text: string): string | null {
  const digits = places.exec(wordsToDigits(text.trim()))?.slice(1).find(Boolean);
  return digits === undefined ? null : `round(${answerName}, ${digits})`;
}
