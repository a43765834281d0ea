// Reading the figures of a text: what counts as one, what it says, how exactly.
import fc from "fast-check";
import { expect, test } from "vitest";
import { figuresIn } from "../../../src/engine/derive/figures.ts";

const read = (text: string, as: "answer" | "source" = "answer") =>
  figuresIn(text, { as }).map(({ text, kind, sign, size }) => `${text}: ${kind} ${sign}${size}`);
const steps = (text: string) => figuresIn(text, { as: "answer" }).map(({ step }) => step);

test("reads numbers with thousands set apart, decimals, signs, percentages and money", () => {
  expect(read("AMZN rose from 64.56 USD to $1,234.50: +99.5 %. MSFT −27.7%, IBM -0.5 percent, .5 more")).toEqual([
    "64.56: money 64.56",
    "$1,234.50: money 1234.5",
    "+99.5 %: percent +99.5",
    "−27.7%: percent -27.7",
    "-0.5 percent: percent -0.5",
    ".5: number 0.5",
  ]);
});

test("reads scales, and knows that M may be a unit", () => {
  expect(read("7.2 million jobs, $5bn, 3 thousand, 1e6, 5 km")).toEqual([
    "7.2 million: number 7200000",
    "$5bn: money 5000000000",
    "3 thousand: number 3000",
    "1e6: number 1000000",
    "5: count 5",
  ]);
  expect(figuresIn("5M", { as: "answer" })[0]).toMatchObject({ size: 5_000_000, unscaled: 5 });
});

test("reads Chinese numerals with a unit, 万 and 亿, and leaves words that look like them", () => {
  expect(read("三万二千元，1.2亿，3.5 万人，百分之五，百分之12.5，二十五个，上升2.5个百分点")).toEqual([
    "三万二千: money 32000",
    "1.2亿: number 120000000",
    "3.5 万: number 35000",
    "百分之五: percent 5",
    "百分之12.5: percent 12.5",
    "二十五: number 25",
    "2.5个百分点: percent 2.5",
  ]);
  expect(read("万一下雨，十分重要，千万不要，一般来说，第三步，第 2 章")).toEqual([]);
});

test("reads digits of East Asian width", () => {
  expect(read("１，２３４．５％")).toEqual(["１，２３４．５％: percent 1234.5"]);
});

test("reads dates, years and times in the forms of both languages", () => {
  const dates = figuresIn("2000-01-02, 2000/1/2, 2 January 2000, Jan 2, 2000, March 2001, 2007年3月, 3月5日", {
    as: "answer",
  });
  expect(dates.map(({ date }) => date)).toEqual([
    ...Array.from({ length: 4 }, () => ({ year: 2000, month: 1, day: 2 })),
    { year: 2001, month: 3 },
    { year: 2007, month: 3 },
    { month: 3, day: 5 },
  ]);
  expect(read("from 2000 to 2010, 2000–2010, 2010 年, at 12:30, 2000 km")).toEqual([
    "2000: year 2000",
    "2010: year 2010",
    "2000: year 2000",
    "2010: year 2010",
    "2010 年: year 2010",
    "12:30: time 45000",
    "2000: count 2000",
  ]);
});

test("list numbers, headings, references, names, versions, addresses and code are no figures of an answer", () => {
  const text = [
    "1. First",
    "2) Second",
    "（3）Third",
    "## 4. Risks",
    "### 2.1 Detail",
    "- (5) nested [7, 8] and [^1], see step 3, table 2, 步骤 4",
    "GPT-4, s1, Q3, file2.txt, COVID-19, v1.2.3, 192.168.0.1, https://a.example/2020/123",
    "`SELECT 5 FROM t2`",
    "```",
    "x = 12",
    "```",
  ].join("\n");
  expect(read(text)).toEqual([]);
  expect(read("1. It is 12.\nThe value is `50`.")).toEqual(["12: count 12", "50: count 50"]);
});

test("numbers in English words count in a source, not in an answer", () => {
  expect(read("twenty-five years, thirty million jobs", "source")).toEqual([
    "twenty-five: count 25",
    "thirty million: count 30000000",
  ]);
  expect(read("one of the two reasons")).toEqual([]);
});

test("the last place that is written says how exact a figure is; a round one with 'about' is less so", () => {
  expect(steps("12.30, 12, 1,200, 7.2 million, about 1,200, 约1000人, 1000多人, about 1,234")).toEqual([
    0.01, 1, 1, 100_000, 100, 1000, 1000, 1,
  ]);
});

test("places are those in the text, in order, and apart from each other, whatever the text", () => {
  const piece = fc.constantFrom(
    "12",
    "3.5",
    "%",
    " ",
    "万",
    "三十",
    "2000-01-01",
    "年",
    "-",
    "+",
    "$",
    ",",
    "1,234",
    "\n",
    "a",
    "。",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "grapheme" }),
        fc.array(piece).map((all) => all.join("")),
      ),
      (text) => {
        let last = 0;
        for (const { from, to, text: written, size, step } of figuresIn(text, { as: "answer" })) {
          expect(text.slice(from, to)).toBe(written);
          expect(from).toBeGreaterThanOrEqual(last);
          expect(to).toBeGreaterThan(from);
          expect([size, step].every((value) => Number.isFinite(value) && value >= 0)).toBe(true);
          last = to;
        }
      },
    ),
  );
});

test("a long text of digits and signs is read in time that grows with its length", () => {
  const text = `${"1,234-".repeat(20_000)}${"９".repeat(20_000)}${"三".repeat(20_000)}`;
  const startedAt = performance.now();
  figuresIn(text, { as: "answer" });
  expect(performance.now() - startedAt).toBeLessThan(3_000);
});
