// A value as text: every digit where there are few, rounded where there is no end, always with its unit.
import type { BigNumber, Unit } from "mathjs";
import { math } from "./mathjs.ts";
import { type Value, toDecimal } from "./values.ts";

/** What is rounded is rounded to this many digits; the rest of the 64 calculated may be off. */
const roundedDigits = 20;
/** A decimal with no more digits than this is shown as it is. */
const shownDigits = 34;
const longestWhole = 1_000;

/** Units that a product of others is given in: 98.1 kg m/s^2 is 98.1 N. */
const products = ["N", "J", "W", "Pa", "C", "V", "ohm", "F", "T", "Wb", "H"];

/** "50", "0.3", "3.1068559611866698481 mile", "9.3326215443944152682e+3000". */
export function answer(value: Value): string {
  switch (value.kind) {
    case "exact": {
      if (value.value.d !== 1n) return decimalText(toDecimal(value.value));
      const whole = value.value.n.toString();
      return whole.length <= longestWhole ? whole : decimalText(toDecimal(value.value));
    }
    case "decimal":
      return decimalText(value.value);
    case "unit": {
      const unit = inFewUnits(value.value);
      const units = unit.formatUnits();
      return `${decimalText(math.bignumber(String(unit.toNumeric(units))))} ${units.replaceAll(" / ", "/")}`;
    }
    default:
      return value satisfies never;
  }
}

function decimalText(value: BigNumber): string {
  const kept = value.sd() <= shownDigits ? value : value.toSignificantDigits(roundedDigits);
  return kept.isZero() ? "0" : kept.e > 40 || kept.e < -12 ? kept.toExponential() : kept.toFixed();
}

/**
 * The same amount in the fewest units: "m cm" in m^2, "(kg m)/s^2" in N.
 *
 * mathjs's own `simplify` is not used: it prefers the units that it read last, also in earlier expressions.
 */
function inFewUnits(amount: Unit): Unit {
  // Set by "to": the units that were asked for stay.
  if ((amount as Unit & { skipAutomaticSimplification?: boolean }).skipAutomaticSimplification) return amount;
  const groups = new Map<string, { name: string; power: number }>();
  const [above = "", below = ""] = amount.formatUnits().replace(/[()]/g, "").split(" / ");
  for (const [text, sign] of [
    [above, 1],
    [below, -1],
  ] as const) {
    for (const factor of text.split(" ")) {
      const [name = "", power = "1"] = factor.split("^");
      if (name === "" || name === "1") continue;
      const measures = math.unit(name).dimensions.join();
      const group = groups.get(measures) ?? { name, power: 0 };
      group.power += sign * Number(power);
      groups.set(measures, group);
    }
  }
  if (groups.size > 1) {
    const product = products.find((name) => math.unit(name).dimensions.join() === amount.dimensions.join());
    if (product) return math.to(amount, math.unit(product)) as Unit;
  }
  const factors = [...groups.values()].filter(({ power }) => power !== 0).map(({ name, power }) => `${name}^${power}`);
  return math.to(amount, math.unit(factors.join(" "))) as Unit;
}
