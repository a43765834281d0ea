// The tool `calculator`.
import { z } from "../schema.ts";
import { defineTool } from "./tool.ts";

export const calculator = defineTool({
  name: "calculator",
  readOnly: true,
  description:
    "Calculates an expression exactly and gives the number, with its unit if it has one. Knows + - * / ^ % ! parentheses, " +
    "pi, e, units (to converts), round(x, places), sqrt, ln, log10, log(x, base), sin (radians, or 30 deg), gcd, " +
    "combinations, min, max, mean, median and the like. 100 + 10% is 110; 8 mod 3 is 2. Endless decimals are rounded to 20 digits. " +
    'Examples: "10*5", "15% of 80", "5 km to mile", "(3 m + 20 cm) / 2"',
  input: z.object({ expression: z.string().check(z.describe('numbers only, no names: "1200 * 1.05^3"')) }),
  async run({ expression }) {
    const { calculate } = await import("./calculator/evaluate.ts");
    return calculate(expression);
  },
});
