// From a question and the tables that there are to the SQL that a person would write for it.
import type { ListedTable } from "./observed.ts";
import type { Period } from "./period.ts";
import { stem, wordsOf, type Measure, type TableQuestion } from "./table-question.ts";

export interface Written {
  sql: string;
  /** the column that names what is compared; null: one figure for all */
  key: string | null;
  /** the column of the result that answers */
  figure: string;
}

type Column = ListedTable["columns"][number];

/** Where a question is about a table: what is measured, of what, and when. */
interface Match {
  table: ListedTable;
  value: Column | null;
  key: Column | null;
  time: Column | null;
  /** how many of the question's words name the table or its columns */
  score: number;
}

/** Writes the query for a question; null: no table has what it asks for. */
export function writeSql(question: TableQuestion, tables: readonly ListedTable[]): Written | null {
  const [best] = tables
    .map((table) => match(question, table))
    .filter((each) => each !== null)
    .sort((a, b) => b.score - a.score);
  if (!best || best.score < 1) return null;
  return question.change === null ? measured(question, best) : changed(best, question.change, question.period);
}

function match(question: TableQuestion, table: ListedTable): Match | null {
  const { words, keyWords, measure, change } = question;
  const time = table.columns.find(isTime) ?? null;
  const rest = table.columns.filter((column) => column !== time);
  const tableScore = namedIn(table.name, words);
  // "per year" compares the times themselves.
  const byTime = time !== null && keyWords.length > 0 && keyWords.every((word) => word === "year" || word === "month");
  const key = keyWords.length === 0 ? null : byTime ? time : keyOf(table, rest, keyWords);
  if (keyWords.length > 0 && !key) return null;
  const numeric = rest.filter((column) => isNumeric(column) && column !== key);
  // "The highest temperature" is the highest of the column of maxima, where there is one.
  const hint = measure === "highest" ? ["max"] : measure === "lowest" ? ["min"] : [];
  const named = bestNamed(numeric, [...words.filter((word) => !keyWords.includes(word)), ...hint]);
  const value = named?.column ?? (numeric.length === 1 ? (numeric[0] ?? null) : null);
  if (measure !== "count" && !value) return null;
  if (change !== null && (!time || !key)) return null;
  return { table, value, key, time, score: tableScore + (named?.score ?? 0) + (key && !byTime ? 0.5 : 0) };
}

const isNumeric = ({ type }: Column) => type === "integer" || type === "number";
const isTime = ({ name, type }: Column) => type === "date" || (isNumeric({ name, type }) && /^year$/i.test(name));

/** "Which stock": the column of that name, or the first text column of the table of that name. */
function keyOf(table: ListedTable, columns: readonly Column[], keyWords: readonly string[]): Column | null {
  const named = bestNamed(columns, keyWords);
  if (named) return named.column;
  return nameScore(table.name, keyWords) > 0 ? (columns.find(({ type }) => type === "text") ?? null) : null;
}

function bestNamed(columns: readonly Column[], words: readonly string[]): { column: Column; score: number } | null {
  const scored = columns.map((column) => ({ column, score: nameScore(column.name, words) }));
  const [best] = scored.sort((a, b) => b.score - a.score);
  return best && best.score >= 0.5 ? best : null;
}

/** How many words of a table's name the words say: in full they count more than by their beginning. */
function namedIn(tableName: string, words: readonly string[]): number {
  const parts = tableName
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map(stem);
  return parts.reduce((sum, part) => {
    if (words.includes(part)) return sum + 1;
    return sum + (words.some((word) => alike(part, word)) ? 0.4 : 0);
  }, 0);
}

/** How much of a name the words say, 0..1; a little more where the name is longer, so that "unemployment rate" is not "rate". */
function nameScore(name: string, words: readonly string[]): number {
  const parts = wordsOf(name.replace(/_/g, " ")).filter((part) => !["per", "in", "of"].includes(part));
  const own = name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map(stem);
  const wanted = parts.length > 0 ? [...new Set(own.filter((part) => !["per", "in", "of"].includes(part)))] : own;
  const said = wanted.filter((part) => words.some((word) => alike(part, word))).length;
  return wanted.length === 0 ? 0 : said / wanted.length + (said > 1 ? 0.1 : 0);
}

/** "expect" and "expectancy", "temp" and "temperature". */
const alike = (a: string, b: string) =>
  a === b || (Math.min(a.length, b.length) >= 4 && (a.startsWith(b) || b.startsWith(a)));

const functions: Record<Measure, string> = {
  average: "avg",
  median: "median",
  sum: "sum",
  highest: "max",
  lowest: "min",
  count: "count",
};

function measured(
  { measure, period, text, asksWhich, keyWords }: TableQuestion,
  { table, value, key, time }: Match,
): Written {
  // "The highest average": the average is what is measured, the highest what is asked for.
  const lowestFirst = /\b(?:lowest|smallest|least|fewest|worst)\b|最[低小少差]/iu.test(text);
  // "The month with the most rain": of what falls day by day, the sum.
  const adds = key !== null && key === time && /\b(?:most|least|fewest)\b|最[多少]/iu.test(text);
  const asked = adds ? "sum" : (measure ?? "average");
  const column = value ? name(value.name) : "*";
  const call = asked === "count" ? "count(*)" : `${functions[asked]}(${column})`;
  const figure =
    asked === "count" ? "rows" : `${asked === "sum" ? "total" : asked}_${value?.name ?? ""}`.replace(/\W+/g, "_");
  const rounded = asked === "average" || asked === "median" || asked === "sum" ? `round(${call}, 2)` : call;
  const from = `FROM ${name(table.name)}${where(conditions(time, period))}`;
  if (!key) return { sql: `SELECT ${rounded} AS ${figure}\n${from}`, key: null, figure };
  const isDate = key === time && key.type === "date";
  const unit = keyWords.includes("month") ? "month" : "year";
  const shown = isDate
    ? `strftime('${unit === "month" ? "%Y-%m" : "%Y"}', ${name(key.name)}) AS ${unit}`
    : name(key.name);
  const keyName = isDate ? unit : key.name;
  const byFigure = `${figure} ${lowestFirst || asked === "lowest" ? "ASC" : "DESC"}`;
  const group = isDate ? unit : name(key.name);
  const sql = `SELECT ${shown}, ${rounded} AS ${figure}\n${from}\nGROUP BY ${group}\nORDER BY ${key === time && !asksWhich ? group : byFigure}\nLIMIT 20`;
  return { sql, key: keyName, figure };
}

/** How far each key's value went from its first time to its last, those first that went furthest the way that is asked for. */
function changed({ table, value, key, time }: Match, way: "rise" | "fall", period: Period | null): Written {
  const [of, by, at] = [name(value?.name ?? ""), name(key?.name ?? ""), name(time?.name ?? "")];
  const from = name(table.name);
  const sql = `WITH span AS (
  SELECT ${by}, min(${at}) AS first_time, max(${at}) AS last_time
  FROM ${from}${where(conditions(time, period)).replace("\n", "\n  ")}
  GROUP BY ${by})
SELECT span.${by}, first_time, a.${of} AS first_value, last_time, b.${of} AS last_value,
       round((b.${of} * 1.0 / a.${of} - 1) * 100, 1) AS change_percent
FROM span
JOIN ${from} a ON a.${by} = span.${by} AND a.${at} = first_time
JOIN ${from} b ON b.${by} = span.${by} AND b.${at} = last_time
ORDER BY change_percent ${way === "rise" ? "DESC" : "ASC"}
LIMIT 10`;
  return { sql, key: key?.name ?? null, figure: "change_percent" };
}

function conditions(time: Column | null, period: Period | null): string[] {
  if (!time || !period) return [];
  const [from, to] =
    time.type === "date" ? [`'${period.from}-01-01'`, `'${period.to}-12-31'`] : [period.from, period.to];
  return [
    ...(period.from === null ? [] : [`${name(time.name)} >= ${from}`]),
    ...(period.to === null ? [] : [`${name(time.name)} <= ${to}`]),
  ];
}

const where = (list: readonly string[]) => (list.length > 0 ? `\nWHERE ${list.join(" AND ")}` : "");

/** A name as SQL takes it. */
const name = (written: string) => (/^[a-z_]\w*$/i.test(written) ? written : `"${written.replaceAll('"', '""')}"`);
