// Grounding: which figures of an answer stand in something that the run observed.
import fc from "fast-check";
import { expect, test } from "vitest";
import { grounding, type Ground } from "../../../src/engine/derive/grounding.ts";
import type { Fact } from "../../../src/engine/events.ts";
import { call, close, open, runStart, stamp } from "../../fixtures/log.ts";

interface Observed {
  tool?: string;
  input?: unknown;
  output: unknown;
}

function ground(answer: string | null, observed: readonly Observed[], task = "A task.", more: readonly Fact[] = []) {
  const facts: Fact[] = [runStart(task), open("1", "agent", "react"), ...more];
  observed.forEach(({ tool = "query_table", input = {}, output }, index) => {
    const span = `1.${index + 1}`;
    facts.push(open(span, "tool", tool), call(span, tool, input), { type: "observation", span, output }, close(span));
  });
  facts.push(close("1"), { type: "run.end", status: "completed", answer });
  return grounding(stamp(facts));
}

const told = (found: Ground): string => {
  if (found.kind === "none") return found.operand === undefined ? "none" : `none, from ${found.operand}`;
  if (!("places" in found)) return found.kind;
  const [first] = found.places;
  return `${found.kind} ${first?.span} ${first?.path.join(".")}${first?.exact ? "" : " rounded"}`;
};
const grounds = (...given: Parameters<typeof ground>) =>
  ground(...given).figures.map(({ text, ground }) => `${text}: ${told(ground)}`);
const isGrounded = (answer: string, output: unknown) => ground(answer, [{ output }]).ungrounded === 0;

test("each figure names the call that it came from, and the place in what came back", () => {
  const output = {
    columns: ["symbol", "month", "change"],
    rows: [
      ["IBM", "2001-09-01", -12],
      ["GOOG", "2008-11-01", 12.3456],
    ],
  };
  expect(grounds("GOOG rose by 12.3 % (November 2008), and 77 others by 5.", [{ output }])).toEqual([
    "12.3 %: observation 1.1 rows.1.2 rounded",
    "November 2008: observation 1.1 rows.1.1",
    "77: none",
    "5: none",
  ]);
  expect(ground("It was 12.3456.", [{ output }]).figures[0]?.ground).toMatchObject({
    places: [{ tool: "query_table", excerpt: "GOOG · 2008-11-01 · 12.3456", exact: true }],
    more: 0,
  });
});

test("the rate is that of ungrounded figures among all; without figures there is none", () => {
  expect(ground("10, 20, 30 and 40", [{ output: [10, 20, 30] }])).toMatchObject({
    ungrounded: 1,
    hallucinationRate: 0.25,
  });
  expect(ground("Nothing to say.", []).hallucinationRate).toBeNull();
  expect(ground(null, [{ output: 5 }])).toEqual({ figures: [], ungrounded: 0, hallucinationRate: null });
});

test("what the task gives counts as given", () => {
  expect(grounds("12,500 at 4.2 % is 13,025.", [], "Grow 12500 at 4.2%.")).toEqual([
    "12,500: given",
    "4.2 %: given",
    "13,025: none",
  ]);
});

test("an answer may round what was observed, and never the other way round", () => {
  expect(isGrounded("12.3 %", 12.3456)).toBe(true);
  expect(isGrounded("12 %", 12.3456)).toBe(true);
  expect(isGrounded("12.4 %", 12.3456)).toBe(false);
  expect(isGrounded("12.3456", 12.3)).toBe(false);
  expect(isGrounded("7.2 million", 7_184_000)).toBe(true);
  expect(isGrounded("718.4万", 7_184_000)).toBe(true);
  expect(isGrounded("1,034", "about 1,000 people")).toBe(false);
});

test("a percentage may be observed as its fraction", () => {
  expect(isGrounded("12.3 %", { rate: 0.1234 })).toBe(true);
  expect(isGrounded("0.123", { rate: 12.3 })).toBe(false);
});

test("a fall may be told without its sign, a rise needs one that is not negative", () => {
  expect(isGrounded("It fell by 75.9 %.", -75.9)).toBe(true);
  expect(isGrounded("−75.9 %", -75.9)).toBe(true);
  expect(isGrounded("+75.9 %", -75.9)).toBe(false);
});

test("years and dates are compared as such", () => {
  expect(isGrounded("In 2007", { date: "2007-03-01" })).toBe(true);
  expect(isGrounded("In March 2007", { date: "2007-03-01" })).toBe(true);
  expect(isGrounded("2007年3月1日", { date: "2007-03-01" })).toBe(true);
  expect(isGrounded("April 2007", { date: "2007-03-01" })).toBe(false);
  expect(isGrounded("In 2007", 2007.4)).toBe(false);
});

test("a count is grounded by the list that it counts, a percentage is not", () => {
  expect(isGrounded("There are 3 of them.", { rows: ["a", "b", "c"] })).toBe(true);
  expect(isGrounded("There are 4 of them.", { rows: ["a", "b", "c"] })).toBe(false);
  expect(isGrounded("3 %", { rows: ["a", "b", "c"] })).toBe(false);
});

test("numbers in words and in Chinese numerals are observed too", () => {
  expect(isGrounded("30 million jobs", "thirty million jobs")).toBe(true);
  expect(isGrounded("32,000", "共三万二千元")).toBe(true);
});

test("what the calculator made of grounded figures is calculated", () => {
  const calculation = { tool: "calculator", input: { expression: "128.82 / 64.56" }, output: "1.99535" };
  expect(grounds("The ratio is 2.0.", [{ output: [128.82, 64.56] }, calculation])).toEqual([
    "2.0: calculator 1.2  rounded",
  ]);
});

test("what the calculator made of a figure that stands nowhere is ungrounded, and says which", () => {
  const one = { tool: "calculator", input: { expression: "987.6 / 64.56" }, output: 15.297 };
  const next = { tool: "calculator", input: { expression: "15.297 * 2" }, output: 30.594 };
  expect(grounds("30.594, from 15.3", [{ output: 64.56 }, one, next])).toEqual([
    "30.594: none, from 15.297",
    "15.3: none, from 987.6",
  ]);
});

test("a chain of calculations holds as long as its first link does", () => {
  const chain = Array.from({ length: 2_000 }, (_, index) => ({
    tool: "calculator",
    input: { expression: `${index + 100} + 1` },
    output: index + 101,
  }));
  expect(ground("2100", chain, "Begin with 100.").ungrounded).toBe(0);
  expect(ground("2100", chain, "Begin.").figures[0]?.ground.kind).toBe("calculator" satisfies Ground["kind"]);
});

test("a calculation may bring the calendar's numbers and powers of ten with it", () => {
  const calculation = { tool: "calculator", input: { expression: "12500 * (1 + 4.2 / 100) ^ 9" }, output: 18101.28 };
  expect(ground("18,101.28", [calculation], "12,500 USD in 9 years at 4.2 %").ungrounded).toBe(0);
});

test("a tool that hands back what the model wrote grounds nothing", () => {
  const report = "The market will reach 4,321 points by the end of the year, they say.";
  const write = { tool: "write_file", input: { path: "a.md", content: report }, output: "Wrote a.md." };
  expect(grounds("4,321 points", [write, { tool: "read_file", input: { path: "a.md" }, output: report }])).toEqual([
    "4,321: none",
  ]);
  const read = { tool: "read_file", output: `${report} And 17.` };
  expect(grounds("4,321 points, 17", [write, read])).toEqual(["4,321: none", "17: observation 1.2 "]);
  expect(grounds("55.5", [{ tool: "calculator", input: { expression: "55.5" }, output: "55.5" }])).toEqual([
    "55.5: none",
  ]);
});

test("a value that was calculated, saved and read back is still calculated", () => {
  const observed = [
    { tool: "calculator", input: { expression: "10*5" }, output: "50" },
    { tool: "write_file", input: { path: "result.txt", content: "50" }, output: "Wrote result.txt." },
    { tool: "read_file", input: { path: "result.txt" }, output: "50" },
  ];
  expect(grounds("10*5 = 50", observed, "Calculate 10*5.")).toEqual(["10: given", "5: given", "50: calculator 1.1 "]);
});

test("a sum in the answer itself counts where it is right and its parts are grounded", () => {
  const output = { price: 128.82, before: 64.56 };
  expect(grounds("128.82 − 64.56 = 64.26, 128.82 / 64.56 ≈ 2.00", [{ output }]).at(-1)).toBe("2.00: equation");
  expect(grounds("128.82 − 64.56 = 64.3", [{ output }]).at(-1)).toBe("64.3: equation");
  expect(grounds("128.82 − 64.56 = 66", [{ output }]).at(-1)).toBe("66: none");
  expect(grounds("128.82 − 60 = 68.82", [{ output }]).at(-1)).toBe("68.82: none");
});

test("what a person said during the run counts as given, what nobody said does not", () => {
  const decision = (by: "person" | "nobody"): Fact => ({
    type: "decision",
    span: "1",
    hold: "h",
    by,
    choice: "answer",
    text: "77",
  });
  expect(ground("77", [], "?", [decision("person")]).ungrounded).toBe(0);
  expect(ground("77", [], "?", [decision("nobody")]).ungrounded).toBe(1);
});

test("a hallucinated figure in a Chinese report is found among grounded ones", () => {
  const output = { rows: [["AMZN", "2000-01-01", 64.56, 99.5]] };
  const answer = "**走势：**AMZN 从 64.56 美元（2000年1月）起，涨跌幅 +99.5%，市值约 3.2 万亿。";
  expect(grounds(answer, [{ output }], "写一份报告。")).toEqual([
    "64.56: observation 1.1 rows.0.2",
    "2000年1月: observation 1.1 rows.0.1",
    "+99.5%: observation 1.1 rows.0.3",
    "3.2 万亿: none",
  ]);
});

const places = fc.integer({ min: 0, max: 6 });
const value = fc.double({ min: 0.001, max: 1e6, noNaN: true });

test("a value that is written with fewer places is grounded by it, however many are left out", () => {
  fc.assert(
    fc.property(value, places, (value, digits) => isGrounded(`The value is ${value.toFixed(digits)} kg.`, { value })),
  );
});

test("a value that is off by one in its last written place is not", () => {
  fc.assert(
    fc.property(value, places, (value, digits) => {
      const off = (value + 1.5 * 10 ** -digits).toFixed(digits);
      return !isGrounded(`The value is ${off} kg.`, { value });
    }),
  );
});

test("one more observation never makes a figure ungrounded", () => {
  const figure = fc.integer({ min: 0, max: 50 });
  fc.assert(
    fc.property(fc.array(figure), fc.array(figure), figure, (written, observed, more) => {
      const answer = written.join(" and ");
      const before = ground(answer, [{ output: { observed } }]).ungrounded;
      return ground(answer, [{ output: { observed } }, { output: { more } }]).ungrounded <= before;
    }),
  );
});
