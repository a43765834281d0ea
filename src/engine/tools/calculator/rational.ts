// Exact arithmetic: whole numbers of any size, and fractions of them.

/** `n / d` in lowest terms, `d` above zero. */
export interface Rational {
  readonly n: bigint;
  readonly d: bigint;
}

/** Longer numbers are left to decimals, which round: about 3,600 digits. */
const mostBits = 12_000;

export const whole = (n: bigint): Rational => ({ n, d: 1n });

/** @throws RangeError for a denominator of zero */
export function ratio(n: bigint, d: bigint): Rational {
  if (d === 0n) throw new RangeError("Division by zero");
  const common = gcd(n, d) * (d < 0n ? -1n : 1n);
  return { n: n / common, d: d / common };
}

/** The greatest common divisor, never negative. */
export function gcd(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a < 0n ? -a : a;
}

/** Reads "-12", "0.25" or "1.5e-7"; `undefined`: no number, or too long a one. */
export function readRational(text: string): Rational | undefined {
  const [, sign, before = "", after = "", power = "0"] = /^([+-]?)(\d+)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const exponent = Number(power) - after.length;
  if (Math.abs(exponent) > mostBits / 4 || before.length + after.length > mostBits / 4) return undefined;
  const n = BigInt(sign + before + after);
  return exponent < 0 ? ratio(n, 10n ** BigInt(-exponent)) : whole(n * 10n ** BigInt(exponent));
}

export const add = (a: Rational, b: Rational) => ratio(a.n * b.d + b.n * a.d, a.d * b.d);
export const subtract = (a: Rational, b: Rational) => ratio(a.n * b.d - b.n * a.d, a.d * b.d);
export const multiply = (a: Rational, b: Rational) => ratio(a.n * b.n, a.d * b.d);
export const divide = (a: Rational, b: Rational) => ratio(a.n * b.d, a.d * b.n);

/** `base` to a whole power; `undefined`: too long. */
export function power(base: Rational, exponent: bigint): Rational | undefined {
  const times = exponent < 0n ? -exponent : exponent;
  const trivial = base.d === 1n && base.n >= -1n && base.n <= 1n;
  if (!trivial && times * BigInt(Math.max(bits(base.n), bits(base.d))) > BigInt(4 * mostBits)) return undefined;
  // The powers of 0, 1 and -1 need no long exponent.
  const n = base.n ** (trivial ? (times === 0n ? 0n : 2n - (times % 2n)) : times);
  const d = base.d ** (trivial ? 1n : times);
  return exponent < 0n ? ratio(d, n) : { n, d };
}

/** The greatest whole number that is not above it. */
export function floor({ n, d }: Rational): bigint {
  return n / d - (n < 0n && n % d !== 0n ? 1n : 0n);
}

/** Rounded to decimal places (negative: tens, hundreds …); a half goes away from zero. */
export function round(value: Rational, places: number): Rational {
  const scale = 10n ** BigInt(Math.abs(places));
  const [grow, shrink] = places < 0 ? [ratio(1n, scale), whole(scale)] : [whole(scale), ratio(1n, scale)];
  const size = multiply({ n: value.n < 0n ? -value.n : value.n, d: value.d }, grow);
  const rounded = floor(add(size, { n: 1n, d: 2n }));
  return multiply(whole(value.n < 0n ? -rounded : rounded), shrink);
}

/** Whether it is short enough to go on with exactly. */
export const isShort = ({ n, d }: Rational) => bits(n) <= mostBits && bits(d) <= mostBits;

const bits = (n: bigint) => n.toString(16).length * 4;
