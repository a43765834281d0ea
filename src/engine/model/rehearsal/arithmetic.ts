// The skill of calculating: what stands in the task as numbers and operations, and units.
import type { Language } from "../../events.ts";
import { attempt } from "./attempt.ts";
import type { Clause } from "./clauses.ts";
import { withoutDates } from "./date-words.ts";
import { exactly } from "./exact.ts";
import { answerName, readExpressions } from "./expressions.ts";
import {
  lastValue,
  type Call,
  type Intent,
  type Outcome,
  type Result,
  type Script,
  type Skill,
  type Work,
} from "./skill.ts";
import { growthIn, roundingIn } from "./growth.ts";
import { conversionOf } from "./units.ts";
import { ended, failed, withoutTool, words } from "./words.ts";

const say = {
  en: {
    thought: (expression: string) => `I need the value of ${expression}, so I ask the calculator.`,
    equals: (expression: string, value: string) => `${expression} = ${value}.`,
    about: (expression: string, value: string) => `${expression} ≈ ${value}.`,
    byRule: (sentence: string, tools: boolean) =>
      `${sentence} (Worked out by my own exact rule: ${tools ? "the tool calculator is switched off in this run" : "I have no calculator here"}.)`,
    toDo: (expression: string) => `work out ${expression}`,
    theResult: "the result before",
    noResult: (text: string) => `I could not do “${text}”: there is no earlier number to go on from.`,
  },
  zh: {
    thought: (expression: string) => `需要先知道 ${expression} 的值，我用计算器来算。`,
    equals: (expression: string, value: string) => `${expression} = ${value}。`,
    about: (expression: string, value: string) => `${expression} ≈ ${value}。`,
    byRule: (sentence: string, tools: boolean) =>
      `${sentence}（由我自己的精确规则算出：${tools ? "工具 calculator 在本次运行中已关闭" : "这里没有计算器"}。）`,
    toDo: (expression: string) => `计算 ${expression}`,
    theResult: "前面的结果",
    noResult: (text: string) => `“${text}”无法进行：前面没有可以接着计算的数。`,
  },
};

export const arithmetic: Skill = {
  name: "arithmetic",
  examples: {
    en: ["Calculate 10*5", "What is 12.5% of 80?", "Convert 5 miles to km"],
    zh: ["计算10*5", "80的12.5%是多少？", "把5英里换算成公里"],
  },
  read(clause, language) {
    const grown = growthIn(clause.bare) ?? roundingIn(clause.bare);
    if (grown !== null) return [calculate(grown, clause)];
    const conversion = conversionOf(clause.bare);
    if (conversion) return [calculate(conversion, clause)];
    return expressionsOf(clause, language).map((expression) => calculate(expression, clause));
  },
};

/** The expressions of a clause, if the clause asks to work them out: one that only mentions numbers does not. */
function expressionsOf(clause: Clause, language: Language): string[] {
  const asked = asks[language].test(clause.bare);
  const { expressions, rest } = readExpressions(withoutDates(clause.bare));
  const [quoted] = clause.quotes;
  if (expressions.length === 0 && asked && clause.quotes.length === 1 && quoted && clause.files.length === 0) {
    const inside = readExpressions(quoted);
    return inside.rest.trim() === "" ? inside.expressions : [];
  }
  // A number left over means that the sentence was not understood: better nothing than a part of it.
  if (/\d/.test(rest)) return [];
  // "… and email it": something else is asked for too, which nobody here would do or mention.
  if (/\band\s+[a-z]/i.test(rest.replace(beside, " "))) return [];
  const about = rest.replace(beside, " ").replace(/[\s\p{P}\p{S}\uE000-\uF8FF]+/gu, "");
  return asked || about === "" ? expressions : [];
}

const asks: Record<Language, RegExp> = {
  en: /\b(?:calculate|compute|work\s+out|evaluate|solve|add|multiply|divide|subtract|double|halve|triple)\b|计算/i,
  zh: /计算|算|求|等于|得多少|calculate/iu,
};

/** Words that may stand beside an expression that nobody explicitly asks to work out. */
const beside =
  /\b(?:please|what|whats|what's|is|are|s|the|result|results|value|of|how|much|many|does|do|equal|equals|make|give|tell|me|show|get|exact|exactly|answer|to|dollars?|euros?|usd|eur|yuan|in|into|as|a|an|file|save|write|store|put|record|it|then|and|now|again|find|know|want|need|i|you|can|could|us|total)\b|请问|请|帮我|的?结果|的?值|是多少|等于多少|等于几|多少|几|是|等于|得|为|元|美元|一下|我|想知道|告诉|呢|吗|把|将|保存|存|写入|写|到|入|在|文件|里|中|的|再|并|和/giu;

function calculate(written: string, clause: Clause): Intent {
  return {
    *script(work): Script {
      const expression = filledIn(written, work);
      const language = say[work.language];
      if (expression === null) return { done: false, sentence: language.noResult(clause.text) };
      // What is to be done is named without the value, so that a plan names it alike before and after it is known.
      const named = written.replace(new RegExp(`\\b${answerName}\\b`, "g"), language.theResult);
      const result = yield* valueOf(expression, work, named);
      return result.value === undefined ? result : { ...result, label: expression };
    },
  };
}

/** The expression with the result before in its place; null: there is none. */
function filledIn(expression: string, work: Work): string | null {
  if (!new RegExp(`\\b${answerName}\\b`).test(expression)) return expression;
  const before = lastValue(work)?.trim() ?? "";
  // Rounding keeps a unit; in other sums it could mean something else.
  const withUnit = expression.startsWith("round(") && /^-?\d+(?:\.\d+)? [a-z/^\d]+$/i.test(before);
  if (!/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(before) && !isPlaceholder(before) && !withUnit) return null;
  const value = before.startsWith("-") || before.includes("e") ? `(${before})` : before;
  return expression.replace(new RegExp(`\\b${answerName}\\b`, "g"), value);
}

/** What stands for a result in a plan, before there is one. */
const isPlaceholder = (value: string) => /^\{\{\w+\}\}$/.test(value);

/** Asks the calculator; without one, works it out by rule where the rule is exact. */
export function* valueOf(expression: string, work: Work, named = expression): Generator<Call, Result, Outcome> {
  const language = say[work.language];
  const known = work.results.flat().find((result) => result.label === expression);
  if (known) return known;
  if (!work.tools.has("calculator")) {
    const own = exactly(expression);
    if (!own) return withoutTool(work, "calculator", language.toDo(expression));
    const sentence = (own.exact ? language.equals : language.about)(expression, own.text);
    return { done: true, sentence: language.byRule(sentence, !work.tools.empty), value: own.text };
  }
  const call = {
    tool: "calculator",
    input: { expression },
    thought: language.thought(expression),
    toDo: language.toDo(named),
  };
  const { call: made, outcome, refused } = yield* attempt(work, call, isNumber);
  if (!outcome.ok) return failed(work, made, outcome);
  const value = resultOf(outcome);
  const corrected = refused === null ? [] : [words[work.language].corrected(refused)];
  const sentence = ended(language.equals(String(made.input["expression"]), value), work);
  return { done: true, sentence: words[work.language].join([sentence, ...corrected]), value };
}

/** A calculator's result is a number, perhaps with a unit; a sentence is a refusal. */
const isNumber = (outcome: Outcome) => /^[-−]?[\d.]/.test(resultOf(outcome));

/** A calculator answers with the number, or with an object that holds it. */
function resultOf({ value, text }: Outcome): string {
  if (typeof value === "object" && value !== null) {
    for (const name of ["result", "value", "answer"]) {
      const held = Object.entries(value).find(([key]) => key === name)?.[1] as unknown;
      if (typeof held === "string" || typeof held === "number") return String(held);
    }
  }
  return text.trim();
}
