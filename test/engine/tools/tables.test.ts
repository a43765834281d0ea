// The tools on tables, over the bundled data.
import { beforeAll, describe, expect, test } from "vitest";
import type { QueryResult, TableInfo, Tables } from "../../../src/engine/index.ts";
import { resultText } from "../../../src/engine/tools/result.ts";
import { listTables } from "../../../src/engine/tools/list-tables.ts";
import { queryTable } from "../../../src/engine/tools/query-table.ts";
import type { ToolContext } from "../../../src/engine/tools/tool.ts";
import { bundledTables } from "../../fixtures/data.ts";
import { investmentFigures, trendSql, volatilitySql, yearsSql } from "../../fixtures/investment.ts";
import { failure, toolContext, use } from "./support.ts";

let context: ToolContext;
beforeAll(async () => {
  context = toolContext({ tables: await bundledTables() });
});
const query = async (sql: string) => (await use(queryTable, { sql }, context)) as QueryResult & { note?: string };

test("list_tables names every table with its columns, types, rows, source and licence, and fits into a result", async () => {
  const listed = (await use(listTables, {}, context)) as (TableInfo & { columns: Record<string, string> })[];
  expect(listed.find(({ name }) => name === "stocks")).toMatchObject({
    rows: 560,
    columns: { symbol: "text", date: "date", price: "number" },
    source: expect.stringContaining("vega-datasets"),
    licence: expect.stringMatching(/./),
  });
  expect(listed.length).toBeGreaterThan(8);
  expect(listed.every(({ source, licence, about }) => source && licence && about)).toBe(true);
  expect(resultText(listed).text.length).toBeLessThan(listTables.resultCharacters);
});

test("list_tables of a very wide table names the first columns and says how many there are", async () => {
  const columns = Array.from({ length: 500 }, (_, at) => ({ name: `c${at}`, type: "text" as const }));
  const wide = { name: "wide", columns, rows: 1, source: "wide.csv" };
  const tables = { ...context.tables, list: async () => [wide] } as Tables;
  const [listed] = (await use(listTables, {}, toolContext({ tables }))) as Record<string, unknown>[];
  expect(Object.keys(listed?.["columns"] as object)).toHaveLength(60);
  expect(listed?.["moreColumns"]).toContain("440 more");
});

describe("query_table", () => {
  test("answers with columns and rows", async () => {
    const sql = "SELECT symbol, count(*) AS months FROM stocks GROUP BY symbol ORDER BY symbol LIMIT 2";
    expect(await query(sql)).toEqual({
      columns: ["symbol", "months"],
      rows: [
        ["AAPL", 123],
        ["AMZN", 123],
      ],
    });
  });

  test.each(["IBM", "AAPL", "GOOG"])(
    "finds the figures of an investment in %s, the same as computed without SQL",
    async (symbol) => {
      const figures = investmentFigures(symbol);
      expect((await query(trendSql(symbol))).rows).toEqual([
        [figures.firstMonth, figures.lastMonth, figures.changePercent],
      ]);
      const years = (await query(yearsSql(symbol))).rows;
      expect(years[0]).toEqual([figures.bestYear?.year, figures.bestYear?.changePercent]);
      expect(years.at(-1)).toEqual([figures.worstYear?.year, figures.worstYear?.changePercent]);
      const { rows } = await query(volatilitySql);
      expect(rows.find(([name]) => name === symbol)?.[1]).toBe(figures.volatility);
    },
  );

  test("shows as many rows as a model can read, and says how many more there are", async () => {
    const few = await query("SELECT symbol FROM stocks");
    expect(few.rows).toHaveLength(200);
    expect(few.note).toBe("360 more rows are not shown. Add LIMIT, a condition, or GROUP BY.");
    const wide = await query("SELECT * FROM us_employment");
    expect(wide.rows.length).toBeLessThan(120);
    expect(wide.note).toContain(`${120 - wide.rows.length} more rows`);
    expect(resultText(wide).text.length).toBeLessThan(queryTable.resultCharacters);
    const endless = await query("WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n");
    expect(endless.note).toContain("More than 1000000 more rows");
  });

  test("cuts long texts and says so; an empty result is said to be empty", async () => {
    const long = await query("SELECT printf('%.*c', 3000, 'x') AS text");
    expect(String(long.rows[0]?.[0]).length).toBe(501);
    expect(long.note).toContain("1 long texts are cut off");
    expect(await query("SELECT * FROM stocks WHERE symbol = 'TSLA'")).toMatchObject({ rows: [], note: "No row fits." });
  });

  test.each([
    ["SELECT * FROM stock", "bad-arguments: no such table: stock\nDid you mean stocks? The tables are: stocks, sp500,"],
    ["SELECT * FROM xyzzy", "bad-arguments: no such table: xyzzy\nThe tables are: stocks,"],
    [
      "SELECT prise FROM stocks",
      "no such column: prise\nDid you mean price? The columns of stocks are: symbol, date, price.",
    ],
    ["SELECT s.closing FROM stocks s", "no such column: s.closing\nThe columns of stocks are: symbol, date, price."],
    ["SELECT YEAR(date) FROM stocks", "no such function: YEAR\nSQLite writes that as strftime('%Y', date)."],
    ["SELECT std(price) FROM stocks", "SQLite writes that as stddev."],
    ["SELECT price stocks WHERE", "The query is to be one statement of SQLite. The tables are: stocks,"],
    ["DELETE FROM stocks", "bad-arguments: The tables can only be read: a query begins with SELECT or WITH"],
    ["SELECT 1; SELECT 2", "bad-arguments: Only one statement at a time."],
  ])("%s fails in a way that helps to repair it", async (sql, words) => {
    expect(await failure(queryTable, { sql }, context)).toContain(words);
  });

  test("that took too long is a timeout, not a fault of the query", async () => {
    const sql = await bundledTables();
    const tables: Tables = {
      ...sql,
      query: (text, options) => sql.query(text, { ...options, limits: { rows: 1, ms: 1 } }),
    };
    const endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n";
    expect(await failure(queryTable, { sql: endless }, toolContext({ tables }))).toMatch(
      /^timeout: .*longer than 0.001 s/,
    );
  });
});
