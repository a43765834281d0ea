// The calculator: exact numbers, units, and clear words for what it refuses.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { calculator } from "../../../src/engine/tools/calculator.ts";
import { failure, use } from "./support.ts";

const calculate = (expression: string) => use(calculator, { expression });
const refusal = (expression: string) => failure(calculator, { expression });

/** `expression = answer`, one a line */
function answersOf(table: string): [string, string][] {
  const lines = table.trim().split("\n");
  return lines.map((line) => line.split(" => ").map((part) => part.trim()) as [string, string]);
}

describe("numbers are exact", () => {
  test.each(
    answersOf(`
      10*5 => 50
      0.1 + 0.2 => 0.3
      1/3*3 => 1
      1/3 => 0.33333333333333333333
      2^100 => 1267650600228229401496703205376
      10^70 + 1 - 10^70 => 1
      2^-2 => 0.25
      -2^2 => -4
      2^3^2 => 512
      -7 mod 3 => 2
      8 % 3 => 2
      20! / 18! => 380
      1e-20 => 1e-20
      2^10000 => 1.9950631168807583849e+3010
      1200 * 1.05^3 => 1389.15
      3200000000000 / 93700000000 => 34.151547491995731057
    `),
  )("%s is %s", async (expression, answer) => expect(await calculate(expression)).toBe(answer));

  const integer = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });

  test("whole numbers add, subtract and multiply as BigInt does", async () => {
    await fc.assert(
      fc.asyncProperty(integer, integer, integer, async (a, b, c) => {
        expect(await calculate(`(${a}) * (${b}) - (${c}) + (${a})`)).toBe(`${a * b - c + a}`);
      }),
    );
  });

  test("a quotient times its divisor is the dividend", async () => {
    await fc.assert(
      fc.asyncProperty(integer, integer, async (a, b) => {
        fc.pre(b !== 0n);
        expect(await calculate(`(${a}) / (${b}) * (${b})`)).toBe(`${a}`);
      }),
    );
  });

  test("floor and mod agree with each other", async () => {
    await fc.assert(
      fc.asyncProperty(integer, integer, async (a, b) => {
        fc.pre(b !== 0n);
        expect(await calculate(`floor((${a}) / (${b})) * (${b}) + mod(${a}, ${b})`)).toBe(`${a}`);
      }),
    );
  });
});

test.each(
  answersOf(`
    50% => 0.5
    20% of 150 => 30
    100 + 10% => 110
    (100 + 10%) + 5 => 115
    10 - 5% => 9.5
  `),
)("a percentage: %s is %s", async (expression, answer) => expect(await calculate(expression)).toBe(answer));

test.each(
  answersOf(`
    10×5 => 50
    １０＊５ => 50
    （3＋4）×2 => 14
    10÷4 => 2.5
    10−5 => 5
    3² + 2⁻¹ => 9.5
    2**3 => 8
    10 x 5 => 50
    10*5 = ? => 50
    1,000,000.5 * 2 => 2000001
    (1,000 + 2) * 3 => 3006
    1_000 + 1 => 1001
    √16 => 4
    2π => 6.2831853071795864769
    20 °C to °F => 68 degF
    3 m² to cm² => 30000 cm^2
  `),
)("signs of print and other scripts: %s is %s", async (expression, answer) => {
  expect(await calculate(expression)).toBe(answer);
});

test.each(
  answersOf(`
    5 km to mile => 3.1068559611866698481 mile
    3 m + 20 cm => 3.2 m
    100 km / 2 h => 50 km/h
    100 km/h to m/s => 27.777777777777777778 m/s
    70 mph to km/h => 112.65408 km/h
    10 kg * 9.81 m/s^2 => 98.1 N
    5 m * 3 m => 15 m^2
    2 m * 3 cm => 0.06 m^2
    1 km / 1 m => 1000
    20 degC to degF => 68 degF
    1 GB to MiB => 953.67431640625 MiB
    90 minutes to hours => 1.5 hours
    12345678 m => 12345678 m
    round(5 km to mile, 2) => 3.11 mile
    sqrt(16 m^2) => 4 m
    max(1 m, 2 cm) => 1 m
    1/3 m => 0.33333333333333333333 m
  `),
)("the answer names the unit: %s is %s", async (expression, answer) => {
  expect(await calculate(expression)).toBe(answer);
});

test("the unit of an answer does not depend on what was asked before", async () => {
  await calculate("1 kWh to J");
  await calculate("1 cm to inch");
  expect(await calculate("3 m + 20 cm")).toBe("3.2 m");
});

test.each(
  answersOf(`
    sqrt(2)^2 => 2
    sin(pi) => 0
    sin(30 deg) => 0.5
    log(8, 2) => 3
    log10(1000) => 3
    round(2.5) => 3
    round(-2.5) => -3
    round(1234, -2) => 1200
    cbrt(-8) => -2
    combinations(49, 6) => 13983816
    gcd(12, 18) => 6
    lcm(4, 6) => 12
    mean(1, 2, 3, 4) => 2.5
    median(5, 1, 2) => 2
  `),
)("functions: %s is %s", async (expression, answer) => expect(await calculate(expression)).toBe(answer));

describe("what cannot be calculated says why, where, and what to write", () => {
  test.each([
    ["10 +* 5", 'bad-arguments: expression: "10 +* 5" cannot be read at character 5: Value expected'],
    ["(1 + 2", "Parenthesis ) expected"],
    ["", "It is empty"],
    [";", "It is empty"],
    ["3,14 + 1", "Write decimals with a point"],
    ["max(1,200)", "can be one number or several. Write 1200, or 1, 200"],
    ["x + 1", '"x" in "x + 1" is neither a number nor a known unit'],
    ["5 USD * 2", "leave currencies out"],
    ["foo(3)", "There are: abs"],
    ["round(1, 2, 3)", "takes 1 to 2 values, not 3"],
    ["sqrt", "write sqrt(…)"],
    ["5% + 3", "can be read in two ways"],
    ["100 + 10% + 5", "can be read in two ways"],
    ["8/2(2+2)", 'Write every "*"'],
    ["5 feet 3 inch", "lacks an operator before 3"],
    ["2½", "(2 + 1/2)"],
    ["1 # 2", '"#" means nothing here'],
    ["1 / 0", "tool-failed: The expression has no result: it divides by zero"],
    ["5 m / 0 s", "divides by zero"],
    ["tan(pi / 2)", "divides by zero"],
    ["sqrt(-1)", "no real square root"],
    ["(-8)^(1/3)", "write cbrt(-8)"],
    ["ln(0)", "infinite"],
    ["3 m + 20 s", "3 m and 20 s cannot be added: they measure different things"],
    ["3 m + 5", "one has a unit, the other has none"],
    ["5 km to kg", "they measure different things"],
    ["5 to km", "has no unit to convert to km"],
    ["km", 'Write "1 km"'],
    ["sin(5 m)", "takes an angle"],
    ["2.5!", "takes a whole number from 0 to 1000"],
  ])("%s", async (expression, part) => expect(await refusal(expression)).toContain(part));

  test("an input of another shape", async () => {
    expect(await failure(calculator, { expression: 5 })).toContain("bad-arguments: expression:");
    expect(await failure(calculator, {})).toContain("bad-arguments: expression:");
  });
});

test.each([
  'import({"add": 1}, {})',
  'createUnit("fnord")',
  'evaluate("1+1")',
  'parse("1")',
  'simplify("1")',
  'derivative("x^2", "x")',
  'cos.constructor("return 1")',
  "constructor",
  "__proto__",
  "a = 3",
  "f(x) = x",
  "[1, 2; 3, 4]",
  "1:1000000000",
  '"text"',
  "{a: 1}",
  "1; 2",
  "true ? 1 : 2",
])("nothing of the parser's language but arithmetic is known: %s", async (expression) => {
  expect(await refusal(expression)).toMatch(/^bad-arguments: /);
});

test.each([
  "9^9^9^9",
  "10000000!",
  "8!!!!",
  "1.0000001^1e15",
  "exp(1e9)",
  "10^999999 mod 7",
  "sin(1e999)",
  "combinations(1e9, 5e8)",
  "round(1.5, 1e9)",
  "sinh(1e9)",
  "(".repeat(499) + "1" + ")".repeat(499),
  "1+".repeat(600) + "1",
])("what would take too long is refused at once: %s", async (expression) => {
  await calculate("1");
  const start = performance.now();
  expect(await refusal(expression)).toMatch(/^(bad-arguments|tool-failed): /);
  expect(performance.now() - start).toBeLessThan(2_000);
});

test("any text gives an answer or a failure, soon", { timeout: 30_000 }, async () => {
  const piece = fc.constantFrom(
    ..."0123456789.+-*/^%!(),= ",
    "km",
    "m",
    " to ",
    "sqrt(",
    "pi",
    "e",
    "1e9",
    "×",
    "²",
    "°C",
  );
  const text = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join("")),
  );
  await fc.assert(
    fc.asyncProperty(text, async (expression) => {
      const start = performance.now();
      const outcome = await calculate(expression).catch((thrown: Error) => `${thrown.name}: ${thrown.message}`);
      expect(outcome).toMatch(/^FailureError: |^-?\d/);
      // A failure quotes what was asked, which may be any word.
      expect(String(outcome).replaceAll(/"(?:[^"\\]|\\.)*"/g, "")).not.toMatch(/NaN|Infinity|undefined/);
      expect(performance.now() - start).toBeLessThan(2_000);
    }),
    { numRuns: 300 },
  );
});
