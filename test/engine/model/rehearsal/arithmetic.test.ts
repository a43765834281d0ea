// The rehearsal model's own exact arithmetic, and the expressions that it finds in prose.
import fc from "fast-check";
import { expect, test } from "vitest";
import { exactly, sameNumber } from "../../../../src/engine/model/rehearsal/exact.ts";
import { readExpressions } from "../../../../src/engine/model/rehearsal/expressions.ts";
import { wordsToDigits } from "../../../../src/engine/numerals.ts";
import { conversionOf } from "../../../../src/engine/model/rehearsal/units.ts";

test.each([
  ["10*5", "50", true],
  ["0.1+0.2", "0.3", true],
  ["2^10", "1024", true],
  ["-2^2", "-4", true],
  ["2^3^2", "512", true],
  ["2^-2", "0.25", true],
  ["(3+4)*2", "14", true],
  ["10-4-3", "3", true],
  ["100/8/2", "6.25", true],
  ["12.5/100*80", "10", true],
  ["50%*8", "4", true],
  ["8 mod 3", "2", true],
  ["-7 % 3", "2", true],
  ["5!", "120", true],
  ["sqrt(16/9)", "1.333333333333333", false],
  ["1/3", "0.333333333333333", false],
  ["2/3", "0.666666666666667", false],
  ["1e3+1", "1001", true],
  ["9007199254740993*3", "27021597764222979", true],
])("%s is %s", (expression, text, exact) => {
  expect(exactly(expression)).toEqual({ text, exact });
});

test.each([
  "",
  "1/0",
  "2^0.5",
  "sqrt(2)",
  "sin(1)",
  "200+10%",
  "1+",
  "(1",
  "1 2",
  "10^100000",
  "1001!",
  "(-3)!",
  "5 km",
  "1..2",
])("what its rule does not know it does not answer: %s", (expression) => {
  expect(exactly(expression)).toBeNull();
});

test("sums, differences and products of decimals are exact", () => {
  const cents = fc.integer({ min: -1_000_000, max: 1_000_000 });
  const decimal = (value: number) =>
    `(${value < 0 ? "-" : ""}${Math.floor(Math.abs(value) / 100)}.${String(Math.abs(value) % 100).padStart(2, "0")})`;
  const shown = (value: bigint, places: number) => {
    const digits = (value < 0n ? -value : value).toString().padStart(places + 1, "0");
    const after = digits.slice(-places).replace(/0+$/, "");
    return `${value < 0n ? "-" : ""}${digits.slice(0, -places)}${after && `.${after}`}`;
  };
  fc.assert(
    fc.property(cents, cents, (a, b) => {
      expect(exactly(`${decimal(a)}+${decimal(b)}`)?.text).toBe(shown(BigInt(a + b), 2));
      expect(exactly(`${decimal(a)}-${decimal(b)}`)?.text).toBe(shown(BigInt(a - b), 2));
      expect(exactly(`${decimal(a)}*${decimal(b)}`)?.text).toBe(shown(BigInt(a) * BigInt(b), 4));
    }),
  );
});

test("any text at all is read without an error, and quickly", () => {
  const piece = fc.constantFrom(
    "1",
    "20",
    ".5",
    "+",
    "-",
    "*",
    "/",
    "^",
    "%",
    "!",
    "(",
    ")",
    "sqrt",
    "ans",
    "mod",
    ",",
    " ",
    "and",
    "加",
    "的",
    "百分之",
    "三",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join("")),
      ),
      (text) => {
        for (const expression of readExpressions(text).expressions) {
          const value = exactly(expression);
          if (value) expect(value.text).toMatch(/^-?\d+(?:\.\d+)?$/);
        }
        exactly(text);
      },
    ),
  );
  const started = performance.now();
  readExpressions("1,".repeat(20_000));
  readExpressions("(".repeat(20_000));
  readExpressions("1 + ".repeat(10_000));
  expect(performance.now() - started).toBeLessThan(4_500);
});

test("numbers are compared as numbers", () => {
  expect(sameNumber("50", "50.0")).toBe(true);
  expect(sameNumber("1e3", "1000")).toBe(true);
  expect(sameNumber("50", "51")).toBe(false);
  expect(sameNumber("fifty", "50")).toBe(false);
});

test.each([
  ["twenty-five", "25"],
  ["two hundred and five", "205"],
  ["three thousand four hundred", "3400"],
  ["three and four", "3 and 4"],
  ["2 million", "2000000"],
  ["二十五", "25"],
  ["一百零五", "105"],
  ["两千三百", "2300"],
  ["三万二", "32000"],
  ["一百五", "150"],
  ["三万零二", "30002"],
  ["十二点五", "12.5"],
  ["3万", "30000"],
])("%s is written %s", (words, digits) => {
  expect(wordsToDigits(words)).toBe(digits);
});

test.each([
  ["5 miles to km", "5 mile to km"],
  ["convert 1,500 g to kg", "1500 g to kg"],
  ["how many meters are in 3 feet", "3 foot to m"],
  ["60 mph in km/h", "60 mi/h to km/h"],
  ["37摄氏度等于多少华氏度", "37 degC to degF"],
  ["把3小时换算成分钟", "3 hour to minute"],
  ["100 USD to EUR", null],
  ["5 bananas to km", null],
])("the conversion in: %s", (text, expression) => {
  expect(conversionOf(text)).toBe(expression);
});
