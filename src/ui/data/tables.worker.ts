// The worker that holds the tables: SQLite as WebAssembly, the bundled tables, and those of dropped files.
import initSqlJs from "sql.js";
import type { Cell, ColumnType, QueryOptions, TableInfo } from "../../engine/index.ts";
import { decode } from "./decode.ts";
import { fetchBundled } from "./fetch-bundled.ts";
import { readTableFile } from "./read-table.ts";
import { createSqlTables, sqlOptions, type SqlTables } from "./sql-tables.ts";
import { serve } from "./worker-serve.ts";

let sql: SqlTables | undefined;

function ready(): SqlTables {
  if (!sql) throw new Error("The tables are not loaded yet.");
  return sql;
}

const handlers = {
  async start({ wasmUrl, tablesUrl }: { wasmUrl: string; tablesUrl: string }) {
    const [SQL, bundled] = await Promise.all([
      initSqlJs({ ...sqlOptions, locateFile: () => wasmUrl }),
      fetchBundled<(TableInfo & { values: Cell[][] })[]>(tablesUrl),
    ]);
    sql = createSqlTables(SQL);
    for (const { name, columns, values } of bundled) sql.add(name, columns, (insert) => values.forEach(insert));
  },
  async addFile(
    { file, name, types }: { file: File; name: string; types: Record<string, ColumnType> },
    tell: (part: number) => void,
  ) {
    const { text, encoding } = decode(new Uint8Array(await file.arrayBuffer()));
    const report = readTableFile(text, file.name, { types, progress: tell }, (columns, fill) =>
      ready().add(name, columns, fill),
    );
    return { ...report, encoding };
  },
  remove: ({ name }: { name: string }) => ready().remove(name),
  query: ({ text, limits }: { text: string; limits: QueryOptions["limits"] }) => ready().query(text, limits),
};

export type TablesHandlers = typeof handlers;

serve(handlers);
