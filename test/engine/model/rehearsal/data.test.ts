// Questions on tables and documents: the SQL is one that a person would write, and the figures are those of the data.
import { describe, expect, test } from "vitest";
import { prepareTables } from "../../../../src/ui/data/build/prepare.ts";
import { knownTables } from "../../../../src/engine/model/rehearsal/known-tables.ts";
import type { Cell } from "../../../../src/engine/index.ts";
import { calledIn, eventsOf, run } from "./runs.ts";
import { change, percent, pricesOf, symbols } from "./shares.ts";

const tables = prepareTables();

/** A table's rows by column. */
function rowsOf(name: string): Record<string, Cell>[] {
  const table = tables.find((each) => each.name === name);
  if (!table) throw new Error(`There is no table ${name}.`);
  return table.values.map((cells) =>
    Object.fromEntries(table.columns.map((column, at) => [column.name, cells[at] ?? null])),
  );
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const sqlIn = async (task: string) => {
  const { log } = await run(task, "react");
  const call = eventsOf(log, "tool.call").find(({ tool }) => tool === "query_table");
  return String((call?.arguments as { sql?: string } | undefined)?.sql);
};

test("the tables that it knows by heart are those that come with the page", () => {
  const bundled = new Map(tables.map(({ name, columns }) => [name, columns]));
  for (const { name, columns } of knownTables) expect(columns).toEqual(bundled.get(name));
});

describe("tables", () => {
  const changes = symbols
    .map((symbol) => ({ symbol, change: change(pricesOf(symbol, "2005", "2009")) }))
    .sort((a, b) => b.change - a.change);

  test.each(["Which stock rose most between 2005 and 2009?", "2005年到2009年哪只股票涨得最多？"])(
    "%s",
    async (task) => {
      const { answer, log } = await run(task, "react");
      expect(calledIn(log)).toEqual(["list_tables", "query_table"]);
      const [first, ...rest] = changes.map((each) => `${each.symbol} ${percent(each.change)}`);
      expect(answer.replace(/ rose most: |：/, " ").replaceAll("%", " %")).toContain(first);
      let from = 0;
      for (const each of rest) expect((from = answer.indexOf(each, from))).toBeGreaterThan(0);
    },
  );

  test("which fell most turns the order round", async () => {
    const { answer } = await run("Which stock fell most between 2000 and 2002?", "react");
    const lowest = symbols
      .filter((symbol) => pricesOf(symbol, "2000", "2002").length > 0)
      .map((symbol) => ({ symbol, change: change(pricesOf(symbol, "2000", "2002")) }))
      .sort((a, b) => a.change - b.change)[0];
    expect(answer).toMatch(new RegExp(`^${lowest?.symbol} fell most: ${percent(lowest?.change ?? NaN)} %`));
  });

  test.each(["Average MPG by origin", "各产地的平均油耗（MPG）是多少？"])("%s", async (task) => {
    const { answer } = await run(task, "react");
    const cars = rowsOf("cars").filter((row) => row["miles_per_gallon"] !== null);
    for (const [origin, rows] of Map.groupBy(cars, (row) => String(row["origin"]))) {
      const average = mean(rows.map((row) => Number(row["miles_per_gallon"])));
      expect(answer).toContain(`${origin} ${Number(average.toFixed(2))}`);
    }
  });

  test("the SQL is short and plain", async () => {
    expect(await sqlIn("Average MPG by origin")).toBe(
      "SELECT origin, round(avg(miles_per_gallon), 2) AS average_miles_per_gallon\nFROM cars\nGROUP BY origin\nORDER BY average_miles_per_gallon DESC\nLIMIT 20",
    );
    expect(await sqlIn("Highest temperature in Seattle by year")).toBe(
      "SELECT strftime('%Y', date) AS year, max(temp_max) AS highest_temp_max\nFROM seattle_weather\nGROUP BY year\nORDER BY year\nLIMIT 20",
    );
  });

  test.each([
    ["Which country has the highest life expectancy in 2005?", "highest life expect: Japan"],
    ["Which country had the lowest fertility in 2005?", "lowest fertility: Hong Kong, China 0.96"],
    ["What is the average price of each stock in 2008?", "average price: GOOG"],
    ["How many cars are there by origin?", "rows: USA 254, Japan 79, Europe 73"],
    ["哪个国家2005年的预期寿命最高？", "Japan"],
    ["Which tables are there?", "stocks, sp500"],
  ])("%s", async (task, told) => {
    const { answer } = await run(task, "react");
    expect(answer).toContain(told);
  });

  test("a question that no table answers gets no figure, and the names of the tables", async () => {
    const { answer, log } = await run("Average salary by department", "react");
    expect(calledIn(log)).toEqual(["list_tables"]);
    expect(answer).toMatch(
      /^None of the tables holds what “Average salary by department” asks for\. The tables are: stocks/,
    );
  });

  test("a share or a year that the table does not hold is told, not guessed", async () => {
    const { answer } = await run("Write an investment report on Apple for 1990 to 1992 from the stocks table", "react");
    expect(answer).toContain("The rows hold no share AAPL.");
    expect(answer).not.toContain("%");
    const google = await run("Write an investment report on Google for 2000 to 2003 from the stocks table", "react");
    expect(google.answer).toContain("The rows hold no share GOOG, only");
  });

  test("a report on nobody asks which share", async () => {
    const { answer, log } = await run("Write an investment report from the stocks table", "react");
    expect(answer).toContain("I do not know which share the report is on");
    expect(calledIn(log)).toEqual([]);
  });

  test("a report is saved as it is told", async () => {
    const task = "Write an investment report on IBM, 2001 to 2004, then save the report to report.md";
    for (const pattern of ["react", "plan-execute", "plan-notebook"]) {
      const { files } = await run(task, pattern);
      const saved = await files.read("report.md");
      expect(saved).toContain(`${percent(change(pricesOf("IBM", "2001", "2004")))} %`);
      expect(saved).toContain("**Risks.**");
    }
  });
});

describe("documents", () => {
  test.each([
    "What did the State of the Union addresses say about unemployment in 2009?",
    "2009年的国情咨文对失业说了什么？",
  ])("%s", async (task) => {
    const { answer, log } = await run(task, "react");
    expect(eventsOf(log, "tool.call")).toMatchObject([
      { tool: "search_documents", arguments: { query: "unemployment", from: "2009", to: "2009" } },
    ]);
    expect(answer).toContain("State of the Union address 2009, Barack Obama");
    // The passage is quoted as the search gave it.
    const found = eventsOf(log, "observation")[0]?.output as { hits: { snippet: string }[] };
    expect(answer).toContain(found.hits[0]?.snippet.replace(/\s+/g, " ").trim());
  });

  test("what nobody said is not found", async () => {
    const { answer } = await run("Search the documents for “xylophonist”", "react");
    expect(answer).toBe("None of the documents holds a word of “xylophonist”.");
  });
});
