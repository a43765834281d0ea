// The functions that an expression may call.
import type { BigNumber } from "mathjs";
import { math } from "./mathjs.ts";
import { add, divide, factorial, mod, mostDigits, multiply, power, signOf, subtract } from "./operators.ts";
import * as rational from "./rational.ts";
import { type Value, amount, decimal, exact, exactOf, impossible, numberOf, shown, wholeOf } from "./values.ts";

export interface MathFunction {
  /** how many values it takes */
  least: number;
  most: number;
  run(values: [Value, ...Value[]]): Value;
}

const one = (run: (value: Value) => Value): MathFunction => ({ least: 1, most: 1, run: ([value]) => run(value) });
const two = (run: (a: Value, b: Value) => Value): MathFunction => ({
  least: 2,
  most: 2,
  run: ([a, b]) => run(a, b as Value),
});
const many = (run: (values: [Value, ...Value[]]) => Value): MathFunction => ({ least: 1, most: 500, run });

const zero = exact(rational.whole(0n));
const count = (n: number | bigint) => exact(rational.whole(BigInt(n)));

const table: Record<string, MathFunction> = {
  abs: one((value) => (signOf(value) < 0 ? multiply(count(-1), value) : value)),
  sign: one((value) => count(signOf(value))),
  floor: one((value) => perUnit(value, (n) => rational.whole(rational.floor(n)))),
  ceil: one((value) => perUnit(value, (n) => rational.whole(-rational.floor({ n: -n.n, d: n.d })))),
  trunc: one((value) => perUnit(value, ({ n, d }) => rational.whole(n / d))),
  round: {
    least: 1,
    most: 2,
    run([value, places = zero]) {
      const to = Number(wholeOf(places, "the second value of round", -60, 60));
      return perUnit(value, (n) => rational.round(n, to));
    },
  },
  sqrt: one((value) => power(nonNegative(value, "sqrt"), exact({ n: 1n, d: 2n }))),
  cbrt: one((value) =>
    value.kind === "unit" ? power(value, exact({ n: 1n, d: 3n })) : decimal(numberOf(value, "cbrt").cbrt()),
  ),
  pow: two(power),
  mod: two(mod),
  exp: one((value) => {
    const exponent = numberOf(value, "exp");
    if (exponent.abs().gt(mostDigits * 2)) throw impossible(`exp(${shown(value)}) has too many digits`);
    return decimal(exponent.exp());
  }),
  ln: one((value) => decimal(numberOf(value, "ln").ln())),
  log: {
    least: 1,
    most: 2,
    run: ([value, base]) =>
      base === undefined
        ? decimal(numberOf(value, "log").ln())
        : divide(decimal(numberOf(value, "log").ln()), decimal(numberOf(base, "log").ln())),
  },
  log10: one((value) => decimal(numberOf(value, "log10").log(10))),
  log2: one((value) => decimal(numberOf(value, "log2").log(2))),
  sin: one((angle) => decimal(ofAngle(angle, "sin", math.sin))),
  cos: one((angle) => decimal(ofAngle(angle, "cos", math.cos))),
  tan: one((angle) => divide(decimal(ofAngle(angle, "tan", math.sin)), decimal(ofAngle(angle, "tan", math.cos)))),
  asin: one((value) => decimal(numberOf(value, "asin").asin())),
  acos: one((value) => decimal(numberOf(value, "acos").acos())),
  atan: one((value) => decimal(numberOf(value, "atan").atan())),
  sinh: one((value) => decimal(small(value, "sinh").sinh())),
  cosh: one((value) => decimal(small(value, "cosh").cosh())),
  tanh: one((value) => decimal(small(value, "tanh").tanh())),
  gcd: many((values) => count(values.map((value) => integer(value, "gcd")).reduce(rational.gcd))),
  lcm: many((values) => values.map((value) => count(integer(value, "lcm"))).reduce(lcm)),
  factorial: one(factorial),
  combinations: two((n, k) => divide(permutations(n, k), factorial(k))),
  permutations: two((n, k) => permutations(n, k)),
  min: many((values) => values.reduce((least, value) => (signOf(subtract(value, least)) < 0 ? value : least))),
  max: many((values) => values.reduce((most, value) => (signOf(subtract(value, most)) > 0 ? value : most))),
  sum: many((values) => values.reduce(add)),
  mean: many((values) => divide(values.reduce(add), count(values.length))),
  median: many((values) => {
    const sorted = values.toSorted((a, b) => signOf(subtract(a, b)));
    const [lower, upper] = [Math.floor((sorted.length - 1) / 2), Math.ceil((sorted.length - 1) / 2)];
    return divide(add(sorted[lower] as Value, sorted[upper] as Value), count(2));
  }),
};

/** By name; a Map, since a model may well ask for "constructor". */
export const functions: ReadonlyMap<string, MathFunction> = new Map(Object.entries(table));

/** Rounds the number before a unit, and keeps the unit. */
function perUnit(value: Value, round: (n: rational.Rational) => rational.Rational): Value {
  if (value.kind !== "unit") return exact(round(exactOf(value, "rounding")));
  const units = value.value.formatUnits();
  const before = exactOf(decimal(math.bignumber(String(value.value.toNumeric(units)))), "rounding");
  const rounded = exact(round(before));
  return amount(math.unit(numberOf(rounded, "rounding"), units));
}

/** The sine of pi is zero, not 3e-64: what is left of rounding pi is cut off. */
function ofAngle(angle: Value, use: string, run: (angle: never) => unknown): BigNumber {
  if (angle.kind !== "unit" && numberOf(angle, use).abs().gt(1e30)) {
    throw impossible(`${use} of ${shown(angle)}: the angle is too large to keep its digits`);
  }
  if (angle.kind === "unit" && !angle.value.hasBase("ANGLE"))
    throw impossible(`${use} takes an angle, not ${shown(angle)}`);
  const result = run((angle.kind === "unit" ? angle.value : numberOf(angle, use)) as never);
  return math.bignumber(String(result)).toDecimalPlaces(60);
}

function nonNegative(value: Value, use: string): Value {
  if (signOf(value) < 0) throw impossible(`${use} of ${shown(value)}: a negative number has no real square root`);
  return value;
}

function small(value: Value, use: string): BigNumber {
  const size = numberOf(value, use);
  if (size.abs().gt(1_000)) throw impossible(`${use} takes a number from -1000 to 1000, not ${shown(value)}`);
  return size;
}

function integer(value: Value, use: string): bigint {
  const { n, d } = exactOf(value, use);
  if (d !== 1n) throw impossible(`${use} takes whole numbers, not ${shown(value)}`);
  return n;
}

function lcm(a: Value, b: Value): Value {
  const [x, y] = [integer(a, "lcm"), integer(b, "lcm")];
  if (x === 0n || y === 0n) return zero;
  const product = x * y;
  return count((product < 0n ? -product : product) / rational.gcd(x, y));
}

function permutations(n: Value, k: Value): Value {
  const from = wholeOf(n, "the first value", 0, 1_000_000);
  const taken = wholeOf(k, "the second value", 0, 500);
  let product = 1n;
  for (let factor = from; factor > from - taken; factor--) product *= factor;
  return count(product);
}
