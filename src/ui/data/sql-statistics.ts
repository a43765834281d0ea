// What SQLite lacks for figures over a column: standard deviation, variance, median, correlation.
import type { Database, SqlValue } from "sql.js";

/** Left out by the library's types. The number of parameters of `step`, less one, is that of the SQL function. */
interface Aggregates {
  create_aggregate<State>(
    name: string,
    parts: {
      init(): State;
      step(state: State, ...values: SqlValue[]): State;
      finalize(state: State): SqlValue;
    },
  ): void;
}

type Moments = readonly [count: number, mean: number, squares: number];

/**
 * Adds `stddev`, `stddev_samp`, `stdev`, `variance`, `var_samp` (of a sample), `stddev_pop`, `var_pop`, `median` and `corr` (Pearson's).
 * NULL and text count nowhere, as in SQLite's own aggregates; of too few values the figure is NULL.
 */
export function addStatistics(database: Database): void {
  const aggregates = database as Database & Aggregates;
  const spread = (name: string, figure: (moments: Moments) => number | null) =>
    aggregates.create_aggregate<Moments>(name, {
      init: () => [0, 0, 0],
      step: (moments, value) => (typeof value === "number" ? withValue(moments, value) : moments),
      finalize: figure,
    });
  const variance = (freedom: number) => (moments: Moments) =>
    moments[0] > freedom ? moments[2] / (moments[0] - freedom) : null;
  const deviation = (freedom: number) => (moments: Moments) => {
    const squared = variance(freedom)(moments);
    return squared === null ? null : Math.sqrt(squared);
  };
  for (const name of ["stddev", "stddev_samp", "stdev"]) spread(name, deviation(1));
  for (const name of ["variance", "var_samp"]) spread(name, variance(1));
  spread("stddev_pop", deviation(0));
  spread("var_pop", variance(0));
  aggregates.create_aggregate<number[]>("median", {
    init: () => [],
    step: (values, value) => {
      if (typeof value === "number") values.push(value);
      return values;
    },
    finalize: median,
  });
  aggregates.create_aggregate<[number, number][]>("corr", {
    init: () => [],
    step: (pairs, x, y) => {
      if (typeof x === "number" && typeof y === "number") pairs.push([x, y]);
      return pairs;
    },
    finalize: correlation,
  });
}

/** Welford's way: sums of squares lose their digits where the mean is large. */
function withValue([count, mean, squares]: Moments, value: number): Moments {
  const change = value - mean;
  const newMean = mean + change / (count + 1);
  return [count + 1, newMean, squares + change * (value - newMean)];
}

function median(values: readonly number[]): number | null {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) return null;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

function correlation(pairs: readonly (readonly [number, number])[]): number | null {
  const mean = (at: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[at], 0) / pairs.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  let [both, squaresX, squaresY] = [0, 0, 0];
  for (const [x, y] of pairs) {
    both += (x - meanX) * (y - meanY);
    squaresX += (x - meanX) ** 2;
    squaresY += (y - meanY) ** 2;
  }
  const spread = Math.sqrt(squaresX * squaresY);
  return spread > 0 ? both / spread : null;
}
