// Sums that an answer works out in its own text: "128.82 / 64.56 = 1.995".
import type { Figure } from "./figures.ts";

export interface Equation {
  readonly operands: readonly Figure[];
  readonly result: Figure;
}

const operator = /^\s*[-+−–×x*·÷/]\s*$/u;
const equals = /^\s*(?:USD|EUR|GBP|CNY|[元$€£¥])?\s*(?:=|≈|＝|等于)\s*$/u;

/**
 * Finds sums in a text that come out, to as many places as their result is written with: figures with + − × ÷ between them, then = or ≈,
 * then the result. Brackets and powers are not read.
 */
export function equationsIn(text: string, figures: readonly Figure[]): Equation[] {
  const found: Equation[] = [];
  for (const [at, result] of figures.entries()) {
    const before = figures[at - 1];
    if (!before || !equals.test(text.slice(before.to, result.from))) continue;
    const terms: Figure[] = [before];
    const signs: string[] = [];
    for (let left = at - 2; left >= 0; left--) {
      const [one, next] = [figures[left], terms[0]];
      if (!one || !next) break;
      const between = text.slice(one.to, next.from);
      // "5 -3" is read as 5 and −3.
      const sign = operator.test(between) ? between.trim() : between.trim() === "" && next.sign ? "+" : null;
      if (sign === null) break;
      terms.unshift(one);
      signs.unshift(sign);
    }
    if (terms.length < 2) continue;
    const value = valueOf(terms.map(signedSize), signs);
    const scale = result.kind === "percent" && terms.every(({ kind }) => kind !== "percent") ? 100 : 1;
    const isRight = Math.abs(value * scale - signedSize(result)) <= result.step / 2 + Math.abs(value * scale) * 1e-9;
    if (isRight) found.push({ operands: terms, result });
  }
  return found;
}

const signedSize = ({ size, sign }: Figure) => (sign === "-" ? -size : size);

/** × and ÷ before + and −, each from the left. */
function valueOf(terms: readonly number[], signs: readonly string[]): number {
  const sums: number[] = [terms[0] ?? 0];
  signs.forEach((sign, index) => {
    const next = terms[index + 1] ?? 0;
    const last = sums.length - 1;
    if (/[×x*·]/.test(sign)) sums[last] = (sums[last] ?? 0) * next;
    else if (/[÷/]/.test(sign)) sums[last] = (sums[last] ?? 0) / next;
    else sums.push(/[-−–]/.test(sign) ? -next : next);
  });
  return sums.reduce((sum, each) => sum + each, 0);
}
