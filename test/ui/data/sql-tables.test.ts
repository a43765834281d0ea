// Tables in SQLite: what a query may do, what it may not, and what it costs at most.
import { beforeEach, describe, expect, test } from "vitest";
import type { SqlTables } from "../../../src/ui/data/sql-tables.ts";
import { emptyTables } from "../../fixtures/data.ts";

let sql: SqlTables;
const limits = { rows: 100, ms: 2_000 };
const rows = (text: string) => sql.query(text, limits).rows;

beforeEach(async () => {
  sql = await emptyTables();
  const columns = [
    { name: "city", type: "text" },
    { name: "people", type: "integer" },
  ] as const;
  sql.add("cities", columns, (insert) =>
    [
      ["Oslo", 709_037],
      ["Rome", 2_748_109],
      ["Bern", null],
    ].forEach(insert),
  );
});

describe("a query that would do more than read", () => {
  test.each([
    ["DELETE FROM cities", 'not with "DELETE"'],
    ["drop table cities", 'not with "drop"'],
    ["-- SELECT\nUPDATE cities SET people = 0", 'not with "UPDATE"'],
    ["/* SELECT */ INSERT INTO cities VALUES ('X', 1)", 'not with "INSERT"'],
    ["ATTACH 'other.db' AS other", 'not with "ATTACH"'],
    ["VACUUM INTO 'copy.db'", 'not with "VACUUM"'],
    ["CREATE TEMP TABLE t (a)", 'not with "CREATE"'],
    ["REPLACE INTO cities VALUES ('X', 1)", 'not with "REPLACE"'],
    ["BEGIN", 'not with "BEGIN"'],
    ["PRAGMA query_only = off", "Only these PRAGMAs"],
    ["PRAGMA query_only(0)", "Only these PRAGMAs"],
    ["PRAGMA main . hard_heap_limit = 0", "Only these PRAGMAs"],
    ["PRAGMA writable_schema=1", "Only these PRAGMAs"],
    ["SELECT 1; DELETE FROM cities", "Only one statement"],
    ["SELECT ';'; DELETE FROM cities", "Only one statement"],
    ["WITH x AS (SELECT 1) DELETE FROM cities", "readonly"],
    ["WITH x AS (SELECT 1) INSERT INTO cities SELECT 'X', 1", "readonly"],
    ["SELECT load_extension('x')", "no such function"],
    ["SELECT writefile('x', 'y')", "no such function"],
    ["", "empty"],
    [" ; ", "empty"],
    ["-- nothing", "empty"],
  ])("%s is refused", (text, words) => {
    expect(() => rows(text)).toThrow(words);
    expect(rows("SELECT count(*), sum(people) FROM cities")).toEqual([[3, 3_457_146]]);
  });

  test("one that takes all memory is stopped by the heap limit, and the next one works", () => {
    expect(() => rows("SELECT zeroblob(1000000000)")).toThrow("memory");
    expect(rows("SELECT 1")).toEqual([[1]]);
  });
});

describe("a query that reads", () => {
  test.each([
    ["  select city from cities where people > 1e6 ; ", [["Rome"]]],
    ["WITH big AS (SELECT * FROM cities WHERE people > 1e6) SELECT city FROM big", [["Rome"]]],
    ["SELECT 'a;b', \"city\" FROM cities LIMIT 1 -- a; comment", [["a;b", "Oslo"]]],
    ["SELECT '-- no comment'", [["-- no comment"]]],
    ["VALUES (1, 'x')", [[1, "x"]]],
    [
      "PRAGMA table_info(cities)",
      [
        [0, "city", "TEXT", 0, null, 0],
        [1, "people", "INTEGER", 0, null, 0],
      ],
    ],
  ])("%s is answered", (text, expected) => expect(rows(text)).toEqual(expected));

  test("keeps to the row limit and counts the rest", () => {
    const many = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 1000) SELECT x FROM n";
    expect(sql.query(many, { rows: 3, ms: 2_000 })).toEqual({
      columns: ["x"],
      rows: [[1], [2], [3]],
      more: 997,
      moreUncounted: false,
    });
  });

  test("that has no end is given up, at a million rows or at the time limit, and says so", () => {
    const endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n";
    expect(sql.query(endless, { rows: 1, ms: 60_000 })).toMatchObject({ more: 1_000_000, moreUncounted: true });
    expect(() => sql.query(endless, { rows: 1, ms: 5 })).toThrow(/longer than 0.005 s/);
  });

  test("rounds no whole number unseen", () => {
    expect(rows("SELECT 9007199254740993, 9007199254740991")).toEqual([["9007199254740993", 9_007_199_254_740_991]]);
  });

  test("has the figures that SQLite lacks", () => {
    const figures =
      "SELECT stddev(x), variance(x), stddev_pop(x), median(x), corr(x, -x) FROM (SELECT 2 AS x UNION ALL VALUES (4), (4), (10), (NULL))";
    const [row] = rows(figures);
    expect(row?.[0]).toBeCloseTo(Math.sqrt(12), 12);
    expect(row?.slice(1)).toEqual([expect.closeTo(12, 9), expect.closeTo(3, 9), 4, expect.closeTo(-1, 12)]);
    expect(rows("SELECT stddev(people), median(people) FROM cities WHERE city = 'Bern'")).toEqual([[null, null]]);
    expect(
      rows("SELECT stddev(x) FROM (VALUES (1e9 + 4), (1e9 + 7), (1e9 + 13), (1e9 + 16))".replace("x", "column1")),
    ).toEqual([[expect.closeTo(Math.sqrt(30), 9)]]);
  });
});

test("a table that cannot be filled leaves the one before as it was", () => {
  const fill = (insert: (row: (string | number)[]) => void) => {
    insert(["Paris", 1]);
    throw new Error("The file ended.");
  };
  expect(() =>
    sql.add(
      "cities",
      [
        { name: "city", type: "text" },
        { name: "people", type: "integer" },
      ],
      fill,
    ),
  ).toThrow("ended");
  expect(rows("SELECT city FROM cities")).toEqual([["Oslo"], ["Rome"], ["Bern"]]);
});

test("names with quotes and reserved words stay names", () => {
  sql.add('we"ird', [{ name: 'select "x"', type: "text" }], (insert) => insert(["a"]));
  expect(sql.query('SELECT * FROM "we""ird"', limits)).toMatchObject({ columns: ['select "x"'], rows: [["a"]] });
  sql.remove('we"ird');
  expect(() => rows('SELECT * FROM "we""ird"')).toThrow("no such table");
});
