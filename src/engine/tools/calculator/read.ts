// What a person or a model writes as an expression, put into the form that the parser knows.
import { FailureError } from "../../errors.ts";

const longestExpression = 1_000;

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/**
 * Puts signs of print (×, ÷, −, ², ％, full-width digits, °C, √) and of speech ("20% of 50", a closing "=") into plain form.
 *
 * @throws FailureError `bad-arguments` for what is too long, or can be read in two ways
 */
export function plainExpression(given: string): string {
  if (given.length > longestExpression) {
    throw unclear(`It has ${given.length} characters; at most ${longestExpression}. Calculate it in parts.`);
  }
  const fraction = /[¼-¾⅐-⅞]/.exec(given);
  if (fraction) throw unclear(`Write "${fraction[0]}" as a division, for example (2 + 1/2).`);
  const text = given
    .replace(
      /⁻?[⁰¹²³⁴-⁹]+/g,
      (power) => `^(${power.replace("⁻", "-").replace(/[^-]/g, (digit) => `${superscripts.indexOf(digit)}`)})`,
    )
    .replace(/[µμ](?=[a-z])/gi, "u")
    .normalize("NFKC")
    .replace(/\*\*/g, "^")
    .replace(/[×·∙⋅∗✕✖]/g, "*")
    .replace(/[÷∕]/g, "/")
    .replace(/[−–—‐‑]/g, "-")
    .replace(/π/gi, "pi")
    .replace(/°\s*([CF])\b/g, "deg$1")
    .replace(/°/g, " deg")
    .replace(/\bmph\b/gi, "(mile/hour)")
    .replace(/\bk(?:m?ph)\b/gi, "(km/hour)")
    .replace(/√\s*(\d+(?:\.\d+)?)/g, "sqrt($1)")
    .replace(/√\s*(?=\()/g, "sqrt")
    .replace(/(?<=\d)_(?=\d)/g, "")
    .replace(/(?<=[\d)])\s+[xX]\s+(?=[\d(])/g, " * ")
    .replace(/%\s*of\b/gi, "% * ")
    .replace(/\s*=\s*\??\s*$/, "")
    .replace(/\s+/g, " ")
    .trim();
  // Semicolons alone are parsed as nothing.
  if (/^[;\s]*$/.test(text)) throw unclear("It is empty.");
  // To the parser it begins a comment, and hides what follows.
  if (text.includes("#")) throw unclear('"#" means nothing here.');
  const sum = /(\d[\d.]*) ?% ?([+-])/.exec(text);
  if (sum) {
    throw unclear(
      `"${sum[0]}" in ${quoted(text)} can be read in two ways. Use parentheses, as in (100 + 10%) - 5, or a decimal, or mod(8, 3).`,
    );
  }
  return withoutThousands(text);
}

/** A comma between groups of three digits; between the arguments of a function it could also part two numbers. */
function withoutThousands(text: string): string {
  // For each open parenthesis: does it hold the arguments of a function?
  const open: boolean[] = [];
  return text.replace(
    /([A-Za-z]\w*)? ?\(|\)|(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])/g,
    (found, name: string | undefined) => {
      if (found.endsWith("(")) open.push(name !== undefined && !operators.has(name));
      else if (found === ")") open.pop();
      else if (open.at(-1)) {
        throw unclear(
          `"${found}" can be one number or several. Write ${found.replaceAll(",", "")}, or ${found.replaceAll(",", ", ")}.`,
        );
      } else return found.replaceAll(",", "");
      return found;
    },
  );
}

const operators = new Set(["to", "in", "mod"]);

/** The text in quotes, for a message. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
}

function unclear(problem: string): FailureError {
  return new FailureError("bad-arguments", `expression: ${problem} Example: "(3 + 4) * 2^3".`);
}
