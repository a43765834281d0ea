// The tool `query_table`. What it does is loaded with its first call.
import { z } from "../schema.ts";
import { defineTool } from "./tool.ts";

export const queryTable = defineTool({
  name: "query_table",
  readOnly: true,
  needs: "tables",
  description:
    "Reads tables with one SQL query (SQLite; also stddev, variance, median, corr). Dates are text like 2009-10-01; " +
    "strftime('%Y', date) gives the year. Let the query calculate, and ask for few rows. " +
    `Example: {"sql": "SELECT symbol, max(price) AS highest FROM stocks GROUP BY symbol"}`,
  input: z.object({ sql: z.string().check(z.describe("one SELECT query")) }),
  run: async ({ sql }, context) => (await import("./query-answer.ts")).query(sql, context),
});
