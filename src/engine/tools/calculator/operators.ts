// What the operators do to values: exactly where that is possible, else with 64 digits; with units where they fit.
import type { BigNumber, Unit } from "mathjs";
import { math } from "./mathjs.ts";
import * as rational from "./rational.ts";
import { type Value, amount, decimal, exact, exactOf, impossible, numberOf, shown, sizeOf, wholeOf } from "./values.ts";

/** A result with more digits than this is refused: it would take long, and says nothing. */
export const mostDigits = 1_000_000;

type Operator = (left: Value, right: Value) => Value;

export const add: Operator = (left, right) => {
  if (left.kind === "exact" && right.kind === "exact") return exact(rational.add(left.value, right.value));
  sameUnits(left, right, "added");
  return either(left, right, math.add);
};

export const subtract: Operator = (left, right) => {
  if (left.kind === "exact" && right.kind === "exact") return exact(rational.subtract(left.value, right.value));
  sameUnits(left, right, "subtracted");
  return either(left, right, math.subtract);
};

export const multiply: Operator = (left, right) =>
  left.kind === "exact" && right.kind === "exact"
    ? exact(rational.multiply(left.value, right.value))
    : either(left, right, math.multiply);

export const divide: Operator = (left, right) => {
  if (signOf(right) === 0) {
    throw impossible("it divides by zero");
  }
  if (left.kind === "exact" && right.kind === "exact") return exact(rational.divide(left.value, right.value));
  return either(left, right, math.divide);
};

export const power: Operator = (base, exponent) => {
  if (base.kind === "unit") {
    const to = numberOf(exponent, "a power");
    if (to.abs().gt(10)) throw impossible(`${shown(base)} cannot be raised to ${shown(exponent)}: at most to 10`);
    return amount(math.pow(base.value, to) as Unit);
  }
  if (base.kind === "exact" && exponent.kind === "exact" && exponent.value.d === 1n) {
    if (base.value.n === 0n && exponent.value.n < 0n) throw impossible("it divides by zero");
    const result = rational.power(base.value, exponent.value.n);
    if (result) return exact(result);
  }
  const [from, to] = [numberOf(base, "a power"), numberOf(exponent, "a power")];
  if (digitsOf(from, to) > mostDigits) {
    throw impossible(`${shown(base)} ^ ${shown(exponent)} has more than ${mostDigits} digits`);
  }
  if (from.isNegative() && !to.isInteger()) {
    throw impossible(`a negative number has no real power ${shown(exponent)}. For a cube root write cbrt(-8)`);
  }
  return decimal(from.pow(to));
};

/** The remainder with the sign of the divisor: -7 mod 3 is 2. */
export const mod: Operator = (left, right) => {
  const [a, b] = [exactOf(left, "mod"), exactOf(right, "mod")];
  if (b.n === 0n) throw impossible("it takes a remainder by zero");
  return exact(rational.subtract(a, rational.multiply(b, rational.whole(rational.floor(rational.divide(a, b))))));
};

export function negate(value: Value): Value {
  return multiply(exact(rational.whole(-1n)), value);
}

export function factorial(value: Value): Value {
  const most = wholeOf(value, "a factorial", 0, 1_000);
  let product = 1n;
  for (let factor = 2n; factor <= most; factor++) product *= factor;
  return exact(rational.whole(product));
}

export const convert: Operator = (value, target) => {
  if (target.kind !== "unit" || sizeOf(target.value) !== null) {
    throw impossible(`after "to" comes a unit alone, as in 5 km to mile, not ${shown(target)}`);
  }
  if (value.kind !== "unit") {
    throw impossible(
      `${shown(value)} has no unit to convert to ${shown(target)}. Write it with its unit, as in 5 km to mile`,
    );
  }
  if (!sameDimensions(value.value, target.value)) {
    throw impossible(`${shown(value)} cannot be given in ${shown(target)}: they measure different things`);
  }
  // mathjs reckons a unit alone in doubles.
  const source =
    sizeOf(value.value) === null ? math.multiply(math.bignumber(1) as never, value.value as never) : value.value;
  return amount(math.to(source as Unit, target.value) as Unit);
};

/** -1, 0 or 1. */
export function signOf(value: Value): number {
  if (value.kind === "exact") return value.value.n === 0n ? 0 : value.value.n < 0n ? -1 : 1;
  const size = value.kind === "unit" ? sizeOf(value.value) : value.value;
  return size === null ? 1 : size.isZero() ? 0 : size.isNegative() ? -1 : 1;
}

/** Both as mathjs takes them: an amount with its unit, or a decimal. */
function either(left: Value, right: Value, run: (left: never, right: never) => unknown): Value {
  const [a, b] = [left, right].map((value) => (value.kind === "unit" ? value.value : numberOf(value, "")));
  const result = run(a as never, b as never);
  return left.kind === "unit" || right.kind === "unit" ? unitOrNumber(result) : decimal(result as BigNumber);
}

/** mathjs returns a bare number where units cancel out. */
function unitOrNumber(result: unknown): Value {
  if (typeof result === "object" && result !== null && "dimensions" in result) return amount(result as Unit);
  return decimal(math.bignumber(String(result)));
}

function sameUnits(left: Value, right: Value, done: string): void {
  if (left.kind !== "unit" && right.kind !== "unit") return;
  const pair = `${shown(left)} and ${shown(right)} cannot be ${done}`;
  if (left.kind !== "unit" || right.kind !== "unit") throw impossible(`${pair}: one has a unit, the other has none`);
  if (!sameDimensions(left.value, right.value)) throw impossible(`${pair}: they measure different things`);
  for (const { value } of [left, right]) {
    if (sizeOf(value) === null) throw impossible(`${pair}: write "1 ${value.toString()}" for an amount`);
  }
}

function sameDimensions(left: Unit, right: Unit): boolean {
  return left.dimensions.every((power, index) => Math.abs(power - (right.dimensions[index] ?? 0)) < 1e-12);
}

/** Digits before the point, or zeros after it, that a power has: about. */
function digitsOf(base: BigNumber, exponent: BigNumber): number {
  if (base.isZero()) return 0;
  const size = base.abs();
  const log10 = Math.abs(size.e) > 300 ? size.e : Math.log10(size.toNumber());
  return Math.abs(exponent.toNumber() * log10);
}
