// The values that an expression is made of: exact numbers, rounded decimals, and amounts with a unit.
import type { BigNumber, Unit } from "mathjs";
import { FailureError } from "../../errors.ts";
import { shorten } from "../../text.ts";
import { math } from "./mathjs.ts";
import { type Rational, isShort, readRational } from "./rational.ts";

export type Value =
  | { kind: "exact"; value: Rational }
  /** rounded to 64 digits */
  | { kind: "decimal"; value: BigNumber }
  /** an amount, or a unit alone */
  | { kind: "unit"; value: Unit };

/** A number, by the shortest way to keep it: exact where it is short enough. */
export function exact(value: Rational): Value {
  return isShort(value) ? { kind: "exact", value } : decimal(toDecimal(value));
}

/** @throws FailureError where the result is no real number */
export function decimal(value: BigNumber): Value {
  if (value.isNaN()) throw impossible("it has no real result");
  if (!value.isFinite()) throw impossible("it is infinite, or too large");
  return { kind: "decimal", value };
}

/** An amount with a unit; where the units cancel out, the number that is left. */
export function amount(value: Unit): Value {
  const size = sizeOf(value);
  if (size === null) return { kind: "unit", value };
  if (!size.isFinite()) throw impossible("it has no real result");
  return value.dimensions.every((power) => Math.abs(power) < 1e-12) ? decimal(size) : { kind: "unit", value };
}

/** The number of an amount in SI units; null for a unit alone, such as km. */
export function sizeOf(unit: Unit): BigNumber | null {
  // Not in mathjs's types, but in its documents: https://mathjs.org/docs/datatypes/units.html#api
  const { value } = unit as Unit & { value: unknown };
  return value === null ? null : math.bignumber(String(value));
}

/** @throws FailureError for a value with a unit, where `use` says what needs a bare number */
export function numberOf(value: Value, use: string): BigNumber {
  if (value.kind === "unit") {
    throw impossible(
      `${use} takes a number without a unit, not ${shown(value)}. Divide by the unit first, as in (5 km) / (1 km)`,
    );
  }
  return value.kind === "exact" ? toDecimal(value.value) : value.value;
}

/** @throws FailureError for a value with a unit, or with more digits than are kept */
export function exactOf(value: Value, use: string): Rational {
  if (value.kind === "exact") return value.value;
  const text = numberOf(value, use).toString();
  const read = readRational(text);
  if (!read) throw impossible(`${text} is too large or too small for ${use}`);
  return read;
}

/** @throws FailureError for a value that is no whole number from `least` to `most` */
export function wholeOf(value: Value, use: string, least: number, most: number): bigint {
  const { n, d } = exactOf(value, use);
  if (d !== 1n || n < BigInt(least) || n > BigInt(most)) {
    throw impossible(`${use} takes a whole number from ${least} to ${most}, not ${shown(value)}`);
  }
  return n;
}

export function toDecimal({ n, d }: Rational): BigNumber {
  const upper = math.bignumber(n.toString());
  // Dividing rounds to the digits that are kept, by one as well.
  return upper.div(math.bignumber(d.toString()));
}

/** A value in a message: short. */
export function shown(value: Value): string {
  const text = value.kind === "unit" ? value.value.toString() : numberOf(value, "").toSignificantDigits(12).toString();
  return shorten(text, 60).replaceAll("\n", " ");
}

/** Says why an expression that could be read has no result. */
export function impossible(why: string): FailureError {
  return new FailureError("tool-failed", `The expression has no result: ${why}.`);
}
