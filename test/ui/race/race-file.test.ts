// A race taken along: CSV that runs nothing in a spreadsheet, and the chart.
import fc from "fast-check";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { reference, scoreRow } from "../../../src/engine/race/index.ts";
import { writeCsv } from "../../../src/ui/data/write-csv.ts";
import { drawChart, svgOf, type Chart } from "../../../src/ui/race/chart.ts";
import { csvHeader, csvRows } from "../../../src/ui/race/race-file.ts";
import { logOf } from "../../engine/race/logs.ts";

const read = (csv: string) =>
  Papa.parse<string[]>(csv.replace(/^\ufeff/, ""), { delimiter: ",", skipEmptyLines: true }).data;

test("a run is a row of numbers that stay numbers, and the reference says that it is one", () => {
  const row = scoreRow(logOf([{}], "It is 50."));
  const run = {
    pattern: "react",
    seed: 2,
    id: "r1",
    row,
    verdicts: [{ passed: true }, { passed: null }],
    judgement: null,
  };
  const [header, own, ...rest] = read(writeCsv(csvHeader, csvRows("What?", [run], reference)));
  const cells = Object.fromEntries((header ?? []).map((name, at) => [name, own?.[at]]));
  expect(cells).toMatchObject({
    source: "race",
    pattern: "react",
    seed: "2",
    status: "completed",
    usd: "0.001",
    tokens: "120",
    tool_calls: "1",
    ungrounded_figures: "0",
    hallucination_rate: "0",
    completeness: "",
    checks_passed: "1",
    checks_with_verdict: "1",
    answer: "It is 50.",
  });
  expect(rest.map(([source]) => source)).toEqual(reference.map(() => "reference"));
  expect(new Set(rest.map((cells) => cells.length))).toEqual(new Set([csvHeader.length]));
});

test.each([
  "=1+1",
  "+1",
  "-1",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  "\n=1",
  "  =1",
  "＝1+1",
  '=HYPERLINK("http://a.example","x")',
  '-2+3+cmd|" /C calc"!A0',
])("a text that a spreadsheet would run is written with an apostrophe before it: %j", (text) => {
  const [, cells] = read(writeCsv(["text"], [[text]]));
  expect(cells).toEqual([`'${text}`]);
});

test("numbers and harmless texts are written as they are, nothing as an empty cell", () => {
  const [, cells] = read(writeCsv(["a", "b", "c", "d", "e"], [[-1.5, 0, 'a=b, "c"\n-d', null, "3 − 2"]]));
  expect(cells).toEqual(["-1.5", "0", 'a=b, "c"\n-d', "", "3 − 2"]);
});

test("whatever a text holds, it comes back as it was, and no cell begins as a formula", () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.array(fc.constantFrom("=", "+", "-", "@", "\t", "\r", "\n", '"', ",", " ", "a")).map((all) => all.join("")),
  );
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (texts) => {
      const header = texts.map((_, at) => `c${at}`);
      const csv = writeCsv(header, [[...texts.map((one) => `x${one}`)], texts]).replace(/^\ufeff/, "");
      const [, marked, cells] = Papa.parse<string[]>(csv, { delimiter: ",", newline: "\r\n" }).data;
      expect(marked).toEqual(texts.map((one) => `x${one}`));
      expect(cells?.map((cell, at) => (cell === `'${texts[at]}` ? texts[at] : cell))).toEqual(texts);
      for (const cell of cells ?? []) expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/);
    }),
  );
});

const chart: Chart = {
  title: "<script>alert(1)</script> & 投资报告",
  note: "note",
  panels: [
    {
      title: "Cost",
      bars: [
        { label: "a", value: 2, min: 1, max: 4, text: "$2", isBest: false },
        { label: "b", value: 1, min: 1, max: 1, text: "$1", isBest: true },
        { label: "c", value: null, min: null, max: null, text: "–", isBest: false },
      ],
    },
  ],
};

test("a bar is as long as its value, against the largest that is told, and nothing is drawn for nothing", () => {
  const { shapes, width } = drawChart(chart);
  const bars = shapes.flatMap((shape) => (shape.kind === "rect" && shape.height === 10 ? [shape.width] : []));
  expect(bars).toHaveLength(2);
  expect((bars[0] ?? 0) / (bars[1] ?? 1)).toBeCloseTo(2);
  for (const shape of shapes) expect(shape.x).toBeLessThan(width);
});

test("the picture holds no markup from its texts, and parses as XML would", () => {
  const svg = svgOf(drawChart(chart));
  expect(svg).not.toContain("<script");
  expect(svg).toContain("&lt;script&gt;");
  expect(svg.match(/<text/g)?.length).toBe(svg.match(/<\/text>/g)?.length);
});
