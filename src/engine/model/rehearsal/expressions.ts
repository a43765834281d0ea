// Expressions in prose: "12.5% of 80", "10 times 5", "三加五" into what a calculator reads.
import { wordsToDigits } from "../../numerals.ts";

/** Stands for the result before, in an expression that goes on from it: "multiply it by 3" is `ans * 3`. */
export const answerName = "ans";

export interface ReadExpressions {
  expressions: string[];
  /** what the text says besides them, numbers already in digits */
  rest: string;
}

/** Finds the expressions of a text and writes them as a calculator reads them. */
export function readExpressions(text: string): ReadExpressions {
  const plain = spellOut(text);
  const expressions: string[] = [];
  const rest = plain.replace(run, (match) => {
    const found = atTopLevelCommas(match).map(trimmed);
    if (!found.every(isExpression)) return match;
    expressions.push(...found.map((each) => each.replace(/\s*([*^/])\s*/g, "$1").replace(/\s+/g, " ")));
    return " ";
  });
  return { expressions, rest };
}

const n = "(-?\\d+(?:\\.\\d+)?|ans)";
const list = `(${n}(?:\\s*(?:,\\s*and\\b|,|，|、|\\band\\b|&|和|与|跟|以及)\\s*${n})+)`;
const reference =
  "(?:it|that|this|(?:that|the|this|its)\\s+(?:last\\s+|previous\\s+|final\\s+)?(?:result|answer|number|value|sum|product|total)|the\\s+above)";
const chineseReference = "(?:(?:上一步|上面|刚才|前面|这个|那个|所得|得到)的?(?:结果|数字|数|答案|值)?|结果|它|答案)";

type Rule = [pattern: RegExp, write: string | ((...groups: string[]) => string)];
const english = (pattern: string) => new RegExp(pattern, "giu");

/** One after the other: from characters to words, and from whole phrases to single operators. */
const rules: Rule[] = [
  [/²/g, "^2"],
  [/³/g, "^3"],
  [/√\s*/g, "根号"],
  [/[×✕·⋅∙]/g, "*"],
  [/÷/g, "/"],
  [/[−–—]/g, "-"],
  [/π/g, "pi"],
  [/\*\*/g, "^"],
  [/[$€£¥￥]\s*(?=\d)/g, ""],
  [/(?<![\d.])(\d{1,3}(?:,\d{3})+)(?![\d,])/g, (match) => match.replaceAll(",", "")],
  [/(?<=\d)\s*[xX]\s*(?=\d)(?<!\b0[xX])/g, "*"],
  // References, only beside something that works on them.
  [
    english(`\\b(multiply|times|divide|increase|decrease|reduce|double|triple|halve|square|cube)\\s+${reference}\\b`),
    "$1 ans",
  ],
  [english(`\\b(to|from|of)\\s+${reference}\\b(?!\\s+in)`), "$1 ans"],
  [english(`\\b${reference}\\s+(?=plus|minus|times|divided|multiplied|squared|cubed|[-+*/^])`), "ans "],
  [english(`${chineseReference}\\s*(?=[-+*/^]|再?(?:加|减|乘|除|的(?:平方|立方|\\d)))再?`), "ans"],
  // Whole phrases.
  [english(`${n}\\s*(?:%|percent|per\\s*cent)\\s+of\\s+(?:the\\s+)?(?=[\\d(a])`), "$1/100*"],
  [english(`百分之\\s*${n}\\s*的\\s*${n}`), "$1/100*$2"],
  [english(`${n}%\\s*的\\s*${n}`), "$1/100*$2"],
  [english(`百分之\\s*${n}`), "$1%"],
  [english(`${n}\\s*分之\\s*${n}`), "($2/$1)"],
  [english(`${n}\\s*的\\s*${n}\\s*%`), "$1*$2/100"],
  [english(`${n}\\s*的\\s*\\(${n}/${n}\\)`), "$1*($2/$3)"],
  [english(`\\b(?:increase|raise)\\s+${n}\\s+by\\s+${n}\\s*(?:%|percent)`), "$1*(1+$2/100)"],
  [english(`\\b(?:decrease|reduce|lower|cut)\\s+${n}\\s+by\\s+${n}\\s*(?:%|percent)`), "$1*(1-$2/100)"],
  [english(`${n}\\s*(?:增加|增长|上涨|涨)了?\\s*${n}\\s*%`), "$1*(1+$2/100)"],
  [english(`${n}\\s*(?:减少|下降|下跌|跌|降低)了?\\s*${n}\\s*%`), "$1*(1-$2/100)"],
  [english(`\\b(?:the\\s+)?square\\s+root\\s+of\\s+${n}`), "sqrt($1)"],
  [english(`\\b(?:the\\s+)?square\\s+root\\s+of\\s+(?=\\()`), "sqrt"],
  [english(`\\b(?:the\\s+)?cube\\s+root\\s+of\\s+${n}`), "cbrt($1)"],
  [english(`${n}\\s*的\\s*(?:算术)?平方根`), "sqrt($1)"],
  [english(`${n}\\s*的\\s*立方根`), "cbrt($1)"],
  [english(`根号\\s*${n}`), "sqrt($1)"],
  [english(`${n}\\s*的\\s*${n}\\s*次(?:方|幂)`), "$1^$2"],
  [english(`${n}\\s*的\\s*平方`), "$1^2"],
  [english(`${n}\\s*的\\s*立方`), "$1^3"],
  [english(`${n}\\s*的\\s*阶乘`), "$1!"],
  [english(`\\b(?:the\\s+)?factorial\\s+of\\s+${n}`), "$1!"],
  [english(`${n}\\s+factorial\\b`), "$1!"],
  [english(`\\b(?:the\\s+)?(?:square\\s+of|square)\\s+${n}`), "$1^2"],
  [english(`\\b(?:the\\s+)?(?:cube\\s+of|cube)\\s+${n}`), "$1^3"],
  [english(`${n}\\s+squared\\b`), "$1^2"],
  [english(`${n}\\s+cubed\\b`), "$1^3"],
  [english(`\\b(?:double|twice)\\s+${n}`), "2*$1"],
  [english(`\\btriple\\s+${n}`), "3*$1"],
  [english(`\\b(?:halve|half\\s+of)\\s+${n}`), "$1/2"],
  [
    english(`(?:\\b(?:the\\s+)?(?:sum|total)\\s+of|\\badd(?:\\s+up)?)\\s+${list}`),
    (_, items = "") => joined(items, "+"),
  ],
  [english(`(?:\\b(?:the\\s+)?product\\s+of|\\bmultiply)\\s+${list}`), (_, items = "") => joined(items, "*")],
  [english(`\\b(?:the\\s+)?(?:average|mean)\\s+of\\s+${list}`), (_, items = "") => average(items)],
  [
    english(`\\b(?:the\\s+)?(?:maximum|max|largest|greatest|biggest)\\s+of\\s+${list}`),
    (_, items = "") => called("max", items),
  ],
  [english(`\\b(?:the\\s+)?(?:minimum|min|smallest|least)\\s+of\\s+${list}`), (_, items = "") => called("min", items)],
  [english(`\\b(?:the\\s+)?difference\\s+(?:between|of)\\s+${n}\\s+and\\s+${n}`), "$1-$2"],
  [english(`${list}\\s*(?:的|之)?\\s*(?:总和|之和|和)(?=$|[是为等，。?？\\s])`), (_, items = "") => joined(items, "+")],
  [english(`${list}\\s*(?:的|之)?\\s*(?:乘积|积)`), (_, items = "") => joined(items, "*")],
  [english(`${list}\\s*(?:的|之)?\\s*平均(?:数|值)?`), (_, items = "") => average(items)],
  [english(`${list}\\s*(?:的|之|中)?\\s*最大(?:的|值|数)?`), (_, items = "") => called("max", items)],
  [english(`${list}\\s*(?:的|之|中)?\\s*最小(?:的|值|数)?`), (_, items = "") => called("min", items)],
  [english(`${n}\\s*(?:和|与|跟)\\s*${n}\\s*(?:的|之)?\\s*差`), "$1-$2"],
  [english(`(?:the\\s+)?remainder\\s+(?:of|when)\\s+${n}\\s+(?:is\\s+)?divided\\s+by\\s+${n}`), "$1 mod $2"],
  [english(`${n}\\s*除以\\s*${n}\\s*的?余数`), "$1 mod $2"],
  [english(`\\bmultiply\\s+${n}\\s+(?:by|with|times)\\s+${n}`), "$1*$2"],
  [english(`\\bdivide\\s+${n}\\s+(?:by|into)\\s+${n}`), "$1/$2"],
  [english(`\\badd\\s+${n}\\s+to\\s+${n}`), "$2+$1"],
  [english(`\\b(?:subtract|take)\\s+${n}\\s+from\\s+${n}`), "$2-$1"],
  // Going on from the result before, without naming it.
  [english(`^\\s*(?:again\\s+)?(?:multiply|multiplied|times)\\s+(?:by\\s+)?${n}`), "ans*$1"],
  [english(`^\\s*(?:divide|divided)\\s+by\\s+${n}`), "ans/$1"],
  [english(`^\\s*(?:add|plus)\\s+${n}(?!\\s*(?:to|and)\\b)`), "ans+$1"],
  [english(`^\\s*(?:subtract|minus)\\s+${n}(?!\\s*(?:from|and)\\b)`), "ans-$1"],
  [/^\s*再?(?:乘以|乘上|乘)\s*(?=\d)/u, "ans*"],
  [/^\s*再?除以\s*(?=\d)/u, "ans/"],
  [/^\s*再?(?:加上|加)\s*(?=\d)/u, "ans+"],
  [/^\s*再?(?:减去|减掉|减)\s*(?=\d)/u, "ans-"],
  [/^\s*(?:结果|它)?\s*再?(?:翻倍|翻一番)/u, "ans*2"],
  // Single operators.
  [/\b(?:raised\s+)?to\s+the\s+power\s+of\b/giu, "^"],
  [/\bto\s+the\s+(\d+)(?:st|nd|rd|th)(?:\s+power)?\b/giu, "^$1"],
  [/\b(?:times|multiplied\s+by)\b/giu, "*"],
  [/\b(?:divided\s+by|over)\b/giu, "/"],
  [/\bplus\b/giu, "+"],
  [/\bminus\b/giu, "-"],
  [/\bmodulo\b/giu, "mod"],
  [/(?<=[\d)s%])\s*(?:percent|per\s*cent)\b/giu, "%"],
  [/(?<=[\d)s%])\s*再?(?:加上|加)\s*(?=[\d(s])/gu, "+"],
  [/(?<=[\d)s%])\s*再?(?:减去|减)\s*(?=[\d(s])/gu, "-"],
  [/(?<=[\d)s%])\s*再?(?:乘以|乘上|乘)\s*(?=[\d(s])/gu, "*"],
  [/(?<=[\d)s%])\s*再?除以\s*(?=[\d(s])/gu, "/"],
];

function spellOut(text: string): string {
  const halfWidth = text.replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
  let plain = wordsToDigits(halfWidth.replace(/一下|一遍|一共|一起|\bone more time\b/giu, " "));
  for (const [pattern, write] of rules) {
    plain = typeof write === "string" ? plain.replace(pattern, write) : plain.replace(pattern, write);
  }
  return plain;
}

const items = (text: string) => text.match(/-?\d+(?:\.\d+)?|ans/g) ?? [];
const joined = (text: string, operator: string) => items(text).join(operator);
const called = (name: string, text: string) => `${name}(${items(text).join(", ")})`;
const average = (text: string) => `(${joined(text, "+")})/${items(text).length}`;

const functions =
  "sqrt|cbrt|abs|exp|log10|log2|log|ln|sin|cos|tan|asin|acos|atan|floor|ceil|round|max|min|gcd|lcm|mean|factorial";
/** Names are taken only where they stand alone, so that no word is taken apart. */
const name = `(?<![A-Za-z\\d_])(?:(?:${functions})(?=\\s*\\()|pi|e|ans|mod)(?![A-Za-z\\d_])`;
const number = "(?:\\d+(?:\\.\\d+)?|\\.\\d+)(?:e[+-]?\\d+)?(?![\\dA-Za-z_]|\\.\\d)";
const run = new RegExp(
  `(?:${number}|${name}|[-+*/^%!(),]|(?<=[\\d)%!,*/+^(-]|mod)[ \\t]+|[ \\t]+(?=[-+*/^%!)]|mod\\b))+`,
  "giu",
);

/** Without what belongs to the sentence: blanks, commas, a closing mark, a bracket that is not closed or was not opened. */
function trimmed(match: string): string {
  let text = match.trim();
  for (let before = ""; before !== text;) {
    before = text;
    text = text.replace(/^[\s,*/^%!)]+/, "").replace(/[\s,*/^+(-]+$/, "");
    const [opened, closed] = [text.split("(").length, text.split(")").length];
    if (closed > opened && text.endsWith(")")) text = text.slice(0, -1);
    if (opened > closed && text.startsWith("(")) text = text.slice(1);
  }
  return text;
}

/** At least one operation, numbers on both sides of it, and no number beside a number. */
function isExpression(text: string): boolean {
  const operand = /^(?:[\d.]|pi$|e$|ans$)/i;
  const tokens = text.match(/(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?|[a-z]\w*|\S/giu) ?? [];
  if (!tokens.some((token) => /^[\d.]|^ans$/.test(token))) return false;
  let operations = 0;
  let afterOperand = false;
  for (const [index, token] of tokens.entries()) {
    if (operand.test(token)) {
      if (afterOperand) return false;
      afterOperand = true;
    } else if (token === "(" || (/^[a-z]/i.test(token) && token !== "mod")) {
      if (afterOperand) return false;
      if (token !== "(") operations += 1;
    } else if (token === ")" || token === "!") {
      if (!afterOperand) return false;
      if (token === "!") operations += 1;
    } else if (token === "%" && !startsOperand(tokens[index + 1])) {
      if (!afterOperand) return false;
      operations += 1;
    } else if (token === ",") {
      if (!afterOperand) return false;
      afterOperand = false;
    } else {
      if (!afterOperand && token !== "-" && token !== "+") return false;
      if (afterOperand) operations += 1;
      afterOperand = false;
    }
  }
  return afterOperand && operations > 0;
}

const startsOperand = (token: string | undefined) => token !== undefined && /^[\d.(a-z]/i.test(token);

/** A comma outside of a function's brackets parts two expressions, or two numbers of the sentence. */
function atTopLevelCommas(text: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const character of text) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (character === "," && depth <= 0) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts.filter((part) => part.trim() !== "");
}
