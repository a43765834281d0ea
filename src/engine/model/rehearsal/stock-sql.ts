// The queries of a report on a share, as a person would write them.
import type { Period } from "./period.ts";

/** The table that these are for: a row a month, with the columns symbol, date and price. */
export const stockTable = "stocks";

/** The change of every share over the whole period, the largest first. */
export const changesSql = (period: Period | null) => `WITH span AS (
  SELECT symbol, min(date) AS first_date, max(date) AS last_date
  FROM ${stockTable}${where(period)}
  GROUP BY symbol)
SELECT span.symbol, first_date, a.price AS first_price, last_date, b.price AS last_price,
       round((b.price / a.price - 1) * 100, 1) AS change_percent
FROM span
JOIN ${stockTable} a ON a.symbol = span.symbol AND a.date = first_date
JOIN ${stockTable} b ON b.symbol = span.symbol AND b.date = last_date
ORDER BY change_percent DESC`;

/** The change of one share within each year, from its first month to its last. */
export const yearsSql = (symbol: string, period: Period | null) => `WITH years AS (
  SELECT strftime('%Y', date) AS year, min(date) AS first_date, max(date) AS last_date, count(*) AS months
  FROM ${stockTable}${where(period, `symbol = '${symbol}'`)}
  GROUP BY year)
SELECT year, months, a.price AS first_price, b.price AS last_price,
       round((b.price / a.price - 1) * 100, 1) AS change_percent
FROM years
JOIN ${stockTable} a ON a.symbol = '${symbol}' AND a.date = first_date
JOIN ${stockTable} b ON b.symbol = '${symbol}' AND b.date = last_date
ORDER BY year`;

/** How far the monthly changes of each share spread, the widest first. */
export const volatilitySql = (period: Period | null) => `WITH changes AS (
  SELECT symbol, price / lag(price) OVER (PARTITION BY symbol ORDER BY date) - 1 AS change
  FROM ${stockTable}${where(period)})
SELECT symbol, round(stddev(change) * 100, 1) AS volatility_percent
FROM changes
GROUP BY symbol
ORDER BY volatility_percent DESC`;

/** The largest fall of each share from a peak before it, the deepest first. SQLite takes date and peak from the row of the minimum. */
export const fallsSql = (period: Period | null) => `WITH peaks AS (
  SELECT symbol, date, price, max(price) OVER (PARTITION BY symbol ORDER BY date) AS peak
  FROM ${stockTable}${where(period)})
SELECT symbol, peak, price AS low, date AS low_date, round(min(price / peak - 1) * 100, 1) AS fall_percent
FROM peaks
GROUP BY symbol
ORDER BY fall_percent`;

function where(period: Period | null, ...conditions: string[]): string {
  if (period?.from) conditions.push(`date >= '${period.from}-01-01'`);
  if (period?.to) conditions.push(`date <= '${period.to}-12-31'`);
  return conditions.length > 0 ? `\n  WHERE ${conditions.join(" AND ")}` : "";
}
