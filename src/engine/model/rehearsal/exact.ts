// Arithmetic by an exact rule: fractions of whole numbers, so that nothing is rounded. Functions and units are not its business.

interface Fraction {
  top: bigint;
  /** above zero */
  bottom: bigint;
}

/** Longest power worth working out, in binary digits: 2^10000 is a screen full. */
const mostBits = 40_000;
/** Digits shown of a value that has no end. */
const shownDigits = 15;

/**
 * Works out + - * / ^ mod, brackets, percentages of a number, factorials and `sqrt` of squares.
 *
 * @returns the value in decimal digits; `exact` is false where they go on; null where this rule does not know
 */
export function exactly(expression: string): { text: string; exact: boolean } | null {
  const value = parse(expression);
  return value && inDigits(value);
}

/** Whether two numbers, as text, say the same; a rounded one may differ after its 12th digit. */
export function sameNumber(a: string, b: string): boolean {
  const [x, y] = [parse(a), parse(b)];
  if (x && y && x.top * y.bottom === y.top * x.bottom) return true;
  const [p, q] = [Number(a), Number(b)];
  return Number.isFinite(p) && Number.isFinite(q) && Math.abs(p - q) <= 1e-12 * Math.max(Math.abs(p), Math.abs(q));
}

function parse(expression: string): Fraction | null {
  const tokens = expression.match(/\d+(?:\.\d+)?(?:e[+-]?\d+)?|\.\d+|[a-z]+|[-+*/^%!()]|\S/giu) ?? [];
  let at = 0;
  const peek = () => tokens[at];
  const take = (token: string) => (tokens[at] === token ? (at += 1) > 0 : false);

  function sum(): Fraction {
    let left = product();
    for (;;) {
      if (take("+")) left = add(left, unmixed(product()));
      else if (take("-")) left = add(left, negate(unmixed(product())));
      else return left;
    }
  }
  // "200 + 10%" means 220 to some and 200.1 to others: not for this rule to say.
  function unmixed(value: Fraction): Fraction {
    if (tokens[at - 1] === "%") throw new Unknown();
    return value;
  }
  function product(): Fraction {
    let left = signed();
    for (;;) {
      if (take("*")) left = reduce(left.top * 1n, left.bottom, signed());
      else if (take("/")) left = divide(left, signed());
      else if (take("mod") || (peek() === "%" && startsValue(tokens[at + 1]) && take("%")))
        left = modulo(left, signed());
      else return left;
    }
  }
  function signed(): Fraction {
    if (take("-")) return negate(signed());
    if (take("+")) return signed();
    const base = postfix();
    return take("^") ? power(base, signed()) : base;
  }
  function postfix(): Fraction {
    let value = atom();
    for (;;) {
      if (take("!")) value = factorial(value);
      else if (peek() === "%" && !startsValue(tokens[at + 1]) && take("%")) value = divide(value, whole(100n));
      else return value;
    }
  }
  function atom(): Fraction {
    const token = tokens[at++];
    if (token === undefined) throw new Unknown();
    if (token === "(") {
      const value = sum();
      if (!take(")")) throw new Unknown();
      return value;
    }
    if (token === "sqrt" && peek() === "(") return root(atom());
    if (/^[\d.]/.test(token)) return decimal(token);
    throw new Unknown();
  }

  try {
    const value = sum();
    return at === tokens.length ? value : null;
  } catch (error) {
    if (error instanceof Unknown) return null;
    throw error;
  }
}

/** What this rule does not know, or must not say. */
class Unknown extends Error {}

const startsValue = (token: string | undefined) => token !== undefined && /^[\d.(a-z]/i.test(token);
const whole = (value: bigint): Fraction => ({ top: value, bottom: 1n });
const negate = ({ top, bottom }: Fraction): Fraction => ({ top: -top, bottom });
const add = (a: Fraction, b: Fraction): Fraction => lowest(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
const reduce = (top: bigint, bottom: bigint, by: Fraction): Fraction => lowest(top * by.top, bottom * by.bottom);

function divide(a: Fraction, b: Fraction): Fraction {
  if (b.top === 0n) throw new Unknown();
  return lowest(a.top * b.bottom, a.bottom * b.top);
}

function modulo(a: Fraction, b: Fraction): Fraction {
  const quotient = divide(a, b);
  const down = quotient.top / quotient.bottom - (quotient.top % quotient.bottom < 0n ? 1n : 0n);
  return add(a, negate(reduce(down, 1n, b)));
}

function power(base: Fraction, exponent: Fraction): Fraction {
  if (exponent.bottom !== 1n) throw new Unknown();
  const times = exponent.top < 0n ? -exponent.top : exponent.top;
  const bits = BigInt(Math.max(base.top.toString(2).length, base.bottom.toString(2).length));
  if (bits * times > mostBits) throw new Unknown();
  const value = lowest(base.top ** times, base.bottom ** times);
  return exponent.top < 0n ? divide(whole(1n), value) : value;
}

function factorial({ top, bottom }: Fraction): Fraction {
  if (bottom !== 1n || top < 0n || top > 1_000n) throw new Unknown();
  let value = 1n;
  for (let factor = 2n; factor <= top; factor++) value *= factor;
  return whole(value);
}

/** Of squares only: other roots have no end. */
function root({ top, bottom }: Fraction): Fraction {
  return { top: wholeRoot(top), bottom: wholeRoot(bottom) };
}

function wholeRoot(value: bigint): bigint {
  const guess = BigInt(Math.round(Math.sqrt(Number(value))));
  if (value < 0n || guess * guess !== value) throw new Unknown();
  return guess;
}

function decimal(text: string): Fraction {
  const [digits = "", exponent = "0"] = text.toLowerCase().split("e");
  const [before = "", after = ""] = digits.split(".");
  const places = Number(exponent) - after.length;
  if (Math.abs(places) > 1_000) throw new Unknown();
  const value = BigInt(before + after);
  return places >= 0 ? whole(value * 10n ** BigInt(places)) : lowest(value, 10n ** BigInt(-places));
}

function lowest(top: bigint, bottom: bigint): Fraction {
  let [a, b] = [top < 0n ? -top : top, bottom < 0n ? -bottom : bottom];
  while (b > 0n) [a, b] = [b, a % b];
  const by = (a || 1n) * (bottom < 0n ? -1n : 1n);
  return { top: top / by, bottom: bottom / by };
}

function inDigits({ top, bottom }: Fraction): { text: string; exact: boolean } {
  const sign = top < 0n ? "-" : "";
  const size = top < 0n ? -top : top;
  const before = size / bottom;
  let rest = size % bottom;
  if (rest === 0n) return { text: `${sign}${before}`, exact: true };
  // It ends if the denominator has no prime factor but 2 and 5: then after as many places as it has of the commoner one.
  let places = 0;
  let scaled = bottom;
  while (scaled % 10n === 0n) [scaled, places] = [scaled / 10n, places + 1];
  for (const prime of [2n, 5n]) while (scaled % prime === 0n) [scaled, places] = [scaled / prime, places + 1];
  const exact = scaled === 1n && places <= 60;
  if (!exact) places = shownDigits + Math.max(0, bottom.toString().length - size.toString().length);
  const shifted = (rest * 10n ** BigInt(places) * 2n + bottom) / (bottom * 2n);
  const carry = shifted / 10n ** BigInt(places);
  rest = shifted % 10n ** BigInt(places);
  const after = rest.toString().padStart(places, "0").replace(/0+$/, "");
  return { text: `${sign}${before + carry}${after && `.${after}`}`, exact };
}
