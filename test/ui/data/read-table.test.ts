// Files to tables: types told from the values, bad rows told by their line, large files in one go.
import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import type { Cell, ColumnType } from "../../../src/engine/index.ts";
import { decode } from "../../../src/ui/data/decode.ts";
import { sqlNames } from "../../../src/ui/data/names.ts";
import { fileWords, rowWords } from "../../../src/ui/data/problem-words.ts";
import { readTableFile } from "../../../src/ui/data/read-table.ts";
import { emptyTables } from "../../fixtures/data.ts";

function read(text: string, name = "a.csv", types: Record<string, ColumnType> = {}) {
  const rows: (readonly Cell[])[] = [];
  const report = readTableFile(text, name, { types, progress() {} }, (_columns, fill) => fill((row) => rows.push(row)));
  return { ...report, values: rows, types: report.columns.map(({ name, type }) => `${name} ${type}`) };
}

describe("types", () => {
  test("are told from all values of a column", () => {
    const { types, values } = read(
      'City,Founded,"Area (km²)",People,Code,order\nOslo,1048-01-01,480.76,"709,037",007,1\nRome,-,1285,"2,748,109",011,N/A\n',
    );
    expect(types).toEqual([
      "City text",
      "Founded date",
      "Area_km2 number",
      "People integer",
      "Code text",
      "_order integer",
    ]);
    expect(values).toEqual([
      ["Oslo", "1048-01-01", 480.76, 709_037, "007", 1],
      ["Rome", null, 1285, 2_748_109, "011", null],
    ]);
  });

  test.each([
    ["2020-03-04", "2020-03-04"],
    ["2020/3/4", "2020-03-04"],
    ["Mar 4, 2020", "2020-03-04"],
    ["4 March 2020", "2020-03-04"],
    ["2020年3月4日", "2020-03-04"],
    ["2020-03-04T10:30:00Z", "2020-03-04 10:30:00"],
  ])("the date %s is kept as %s", (written, kept) => {
    const { types, values } = read(`day;x\n${written};1\n`);
    expect([types[0], values[0]?.[0]]).toEqual(["day date", kept]);
  });

  test("a date with two readings is read by the others of its column, and stays text where none decides", () => {
    expect(read("d,x\n3/4/2020,1\n25/4/2020,2\n").values.map(([day]) => day)).toEqual(["2020-04-03", "2020-04-25"]);
    expect(read("d,x\n3/4/2020,1\n4/25/2020,2\n").values.map(([day]) => day)).toEqual(["2020-03-04", "2020-04-25"]);
    expect(read("d,x\n3/4/2020,1\n")).toMatchObject({ types: ["d text", "x integer"], values: [["3/4/2020", 1]] });
  });

  test("a day that no calendar has makes no date", () => {
    expect(read("d\n2021-02-30\n").types).toEqual(["d text"]);
  });

  test("can be corrected: what does not fit is empty, and told with its line", () => {
    const report = read("code,n\n007,x\n8,2\n", "a.csv", { code: "integer", n: "number" });
    expect(report.values).toEqual([
      [7, null],
      [8, 2],
    ]);
    expect(report.unfit).toEqual({
      count: 1,
      first: [{ line: 2, code: "misfit", values: { column: "n", value: '"x"', type: "number" } }],
    });
    expect(report.unfit.first.map(rowWords)).toEqual(['n: "x" is no number']);
    expect(read("n\n1\n2\n", "a.csv", { n: "text" }).values).toEqual([["1"], ["2"]]);
  });
});

describe("rows that cannot be used", () => {
  test("are left out and told by their line, also behind a value of several lines", () => {
    const report = read('a,b\r\n1,2\r\n"two\r\nlines",3\r\n4\r\n5,6,7\r\n8,9\r\n"10,11\r\n');
    expect(report.values.length).toBe(report.rows);
    expect(report.values.map(([first]) => first)).toEqual(["1", "two\nlines", "8"]);
    expect(report.leftOut).toEqual({
      count: 3,
      first: [
        { line: 5, code: "width", values: { count: 1, width: 2 } },
        { line: 6, code: "width", values: { count: 3, width: 2 } },
        { line: 8, code: "open-quote", values: { why: expect.any(String) } },
      ],
    });
  });

  test.each([
    ["", "a.csv", "The file is empty."],
    ["a,b\n", "a.csv", "The file has no rows."],
    ["a,b\n1\n", "a.csv", "No row can be used. Line 2: 1 value instead of 2."],
    ['{"a":', "a.json", "not JSON"],
    ['{"hello":"world"}', "a.json", "no table"],
    ["[]", "a.json", "no rows"],
    ["[1,2]", "a.json", "no table"],
  ])("%j makes no table, and says why", (text, name, words) => {
    const problem = () => {
      try {
        return read(text, name);
      } catch (error) {
        return fileWords(error);
      }
    };
    expect(problem()).toContain(words);
  });
});

describe("JSON", () => {
  test.each([
    ["objects", '[{"a":1,"b":"x"},{"a":2.5,"c":{"d":[1]}}]', "a.json"],
    ["objects inside an object", '{"rows":[{"a":1,"b":"x"},{"a":2.5,"c":{"d":[1]}}]}', "a.json"],
    ["one object a line", '{"a":1,"b":"x"}\n{"a":2.5,"c":{"d":[1]}}\n', "a.jsonl"],
  ])("%s make a table of all their names", (_form, text, name) => {
    expect(read(text, name)).toMatchObject({
      types: ["a number", "b text", "c text"],
      values: [
        [1, "x", null],
        [2.5, null, '{"d":[1]}'],
      ],
    });
  });

  test("arrays make a table with the first as names; an odd item is told by its number", () => {
    const report = read('[["day","n"],["2020-01-02",1],["2020-01-03"],5]', "a.json");
    expect(report).toMatchObject({ types: ["day date", "n integer"], values: [["2020-01-02", 1]] });
    expect(report.leftOut.first).toEqual([
      { line: 3, code: "width", values: { count: 1, width: 2 } },
      { line: 4, code: "not-an-array", values: {} },
    ]);
  });
});

test("every table that is written as CSV or TSV is read back the same", () => {
  const cell = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 8 })
    .map((text) => `x${text.replaceAll("\r", "")}`);
  const table = fc
    .integer({ min: 2, max: 4 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }));
  fc.assert(
    fc.property(table, fc.constantFrom(",", "\t"), fc.constantFrom("\n", "\r\n"), (rows, delimiter, newline) => {
      const header = (rows[0] ?? []).map((_, at) => `c${at}`);
      const text = Papa.unparse([header, ...rows], { delimiter, newline });
      expect(read(text, delimiter === "\t" ? "a.tsv" : "a.csv").values).toEqual(rows);
    }),
    { numRuns: 200 },
  );
});

test("names of columns are fit for SQL and each used once, whatever the file calls them", () => {
  expect(sqlNames(["A b", "a_b", "", "2020", "order", "金额（元）", "%"], "column")).toEqual([
    "A_b",
    "a_b_2",
    "column_3",
    "_2020",
    "_order",
    "金额_元",
    "column_7",
  ]);
});

test("100,000 rows are read, told of on the way, and queried", async () => {
  const lines = Array.from(
    { length: 100_000 },
    (_, at) => `${at},"name, ${at % 100}",${at / 4},2020-01-${(at % 28) + 1}`,
  );
  lines[50_000] = "broken";
  const sql = await emptyTables();
  const parts: number[] = [];
  const report = readTableFile(
    `id,name,value,day\n${lines.join("\n")}\n`,
    "big.csv",
    { progress: (part) => parts.push(part) },
    (columns, fill) => sql.add("big", columns, fill),
  );
  expect(report).toMatchObject({ rows: 99_999, leftOut: { count: 1, first: [{ line: 50_002 }] }, unfit: { count: 0 } });
  expect(parts.length).toBeGreaterThan(10);
  expect(parts).toEqual([...parts].sort((one, other) => one - other));
  const { rows } = sql.query("SELECT count(*), sum(id), max(value), max(day) FROM big", { rows: 1, ms: 5_000 });
  expect(rows).toEqual([[99_999, 4_999_950_000 - 50_000, 24_999.75, "2020-01-28"]]);
});

test.each([
  ["UTF-8", [0xef, 0xbb, 0xbf, 0xe5, 0x9f, 0x8e], "城"],
  ["UTF-16", [0xff, 0xfe, 0xce, 0x57], "城"],
  ["GB 18030", [0xb3, 0xc7, 0xca, 0xd0], "城市"],
  ["Windows-1252", [0x5a, 0xfc, 0x72, 0x69, 0x63, 0x68], "Zürich"],
])("text in %s is read as such", (encoding, bytes, text) => {
  expect(decode(Uint8Array.from(bytes))).toEqual({ text, encoding });
});
