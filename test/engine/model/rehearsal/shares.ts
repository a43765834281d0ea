// The figures of a report on a share, worked out from the raw table without SQL.
import { prepareTables } from "../../../../src/ui/data/build/prepare.ts";

interface Price {
  symbol: string;
  date: string;
  price: number;
}

const stocks = prepareTables().find(({ name }) => name === "stocks");
if (!stocks) throw new Error("There is no table stocks.");
const prices = stocks.values.map(([symbol, date, price]): Price => ({
  symbol: String(symbol),
  date: String(date),
  price: Number(price),
}));

export const symbols = [...new Set(prices.map(({ symbol }) => symbol))];

export function pricesOf(symbol: string, from = "1900", to = "2100"): Price[] {
  return prices.filter((each) => each.symbol === symbol && each.date >= from && each.date.slice(0, 4) <= to);
}

/** In percent, as it is told: one decimal place, a sign. */
export const percent = (share: number) => {
  const rounded = Math.round(share * 1_000) / 10;
  return rounded > 0 ? `+${rounded}` : `${rounded}`.replace("-", "−");
};

export function change(list: readonly Price[]): number {
  const [first, last] = [list[0], list.at(-1)];
  if (!first || !last) throw new Error("no prices");
  return last.price / first.price - 1;
}

/** The years with the largest and the smallest change from their first month to their last. */
export function extremeYears(symbol: string, from?: string, to?: string) {
  const years = Map.groupBy(pricesOf(symbol, from, to), ({ date }) => date.slice(0, 4));
  const changes = [...years].map(([year, list]) => ({ year, change: change(list) }));
  changes.sort((a, b) => b.change - a.change);
  return { best: changes[0], worst: changes.at(-1) };
}

/** The sample standard deviation of the monthly changes, in percent. */
export function volatility(symbol: string, from?: string, to?: string): number {
  const list = pricesOf(symbol, from, to);
  const changes = list.slice(1).map(({ price }, index) => price / (list[index]?.price ?? NaN) - 1);
  const mean = changes.reduce((sum, each) => sum + each, 0) / changes.length;
  const variance = changes.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (changes.length - 1);
  return Math.round(Math.sqrt(variance) * 1_000) / 10;
}

/** The largest fall from a peak before it. */
export function largestFall(symbol: string, from?: string, to?: string): number {
  let peak = 0;
  let fall = 0;
  for (const { price } of pricesOf(symbol, from, to)) {
    peak = Math.max(peak, price);
    fall = Math.min(fall, price / peak - 1);
  }
  return fall;
}
