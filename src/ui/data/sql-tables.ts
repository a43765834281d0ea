// Tables in an SQLite that lives in memory: filled by us, read by queries that cannot change them.
import type { Database, SqlJsStatic, SqlValue, Statement } from "sql.js";
import type { Cell, ColumnType, QueryOptions, QueryResult, TableColumn } from "../../engine/index.ts";
import { SlowQueryError } from "./slow-query.ts";
import { readOnlyStatement } from "./sql-guard.ts";
import { addStatistics } from "./sql-statistics.ts";

/** Hands each row over, in the order of the columns. */
export type Fill = (insert: (row: readonly Cell[]) => void) => void;

export interface SqlTables {
  /** Makes a table, or replaces the one of that name. All or nothing: where `fill` throws, the tables are as before. */
  add(name: string, columns: readonly TableColumn[], fill: Fill): void;
  remove(name: string): void;
  /**
   * @throws Error with SQLite's message, or with what is not allowed
   * @throws SlowQueryError where the time ran out between two rows; within one row nobody can step in from here
   */
  query(sql: string, limits: QueryOptions["limits"]): QueryResult;
}

const affinity: Record<ColumnType, string> = { integer: "INTEGER", number: "REAL", date: "TEXT", text: "TEXT" };

/** Beyond this the rows that are not given back are no longer counted. */
const mostCounted = 1_000_000;

/** For `initSqlJs`: without its own functions of old, which are to go. The library's types do not know the option yet. */
export const sqlOptions = { useOldExtensionFunctions: false } as object;

const mostBytes = 768 * 1024 * 1024;

export function createSqlTables({ Database }: SqlJsStatic): SqlTables {
  const database = new Database();
  addStatistics(database);
  // Sorting and grouping need room, and there is no disk. Without the limit one `zeroblob(1e9)` takes the page's memory.
  database.exec(`PRAGMA temp_store = memory; PRAGMA hard_heap_limit = ${mostBytes}; PRAGMA query_only = on;`);
  return {
    add: (name, columns, fill) => writing(database, () => addTable(database, name, columns, fill)),
    remove: (name) => writing(database, () => database.exec(`DROP TABLE IF EXISTS ${quoted(name)}`)),
    query: (sql, limits) => query(database, readOnlyStatement(sql), limits),
  };
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

function writing(database: Database, work: () => void): void {
  database.exec("PRAGMA query_only = off; BEGIN");
  try {
    work();
    database.exec("COMMIT");
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  } finally {
    database.exec("PRAGMA query_only = on");
  }
}

function addTable(database: Database, name: string, columns: readonly TableColumn[], fill: Fill): void {
  const defined = columns.map((column) => `${quoted(column.name)} ${affinity[column.type]}`).join(", ");
  database.exec(`DROP TABLE IF EXISTS ${quoted(name)}; CREATE TABLE ${quoted(name)} (${defined})`);
  const insert = database.prepare(`INSERT INTO ${quoted(name)} VALUES (${columns.map(() => "?").join(", ")})`);
  try {
    fill((row) => insert.run(row as SqlValue[]));
  } finally {
    insert.free();
  }
}

/** Left out by the library's types: whole numbers as BigInt, so that none is rounded unseen. */
type GetWithBigInt = { get(parameters: null, options: { useBigInt: true }): (SqlValue | bigint)[] };

function query(database: Database, sql: string, limits: QueryOptions["limits"]): QueryResult {
  const deadline = performance.now() + limits.ms;
  const statement = database.prepare(sql);
  try {
    const columns = statement.getColumnNames();
    const rows: Cell[][] = [];
    let more = 0;
    while (statement.step()) {
      if (rows.length < limits.rows) rows.push(rowOf(statement));
      else if (++more >= mostCounted) break;
      if (performance.now() > deadline) throw new SlowQueryError(limits.ms);
    }
    return { columns, rows, more, moreUncounted: more >= mostCounted };
  } finally {
    statement.free();
  }
}

const rowOf = (statement: Statement): Cell[] =>
  (statement as unknown as GetWithBigInt).get(null, { useBigInt: true }).map(cellOf);

function cellOf(value: SqlValue | bigint): Cell {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  if (value instanceof Uint8Array) return `(${value.byteLength} bytes)`;
  return value;
}
