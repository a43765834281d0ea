// What a reviewer wrote → passed or not, with a score and what to do better.
import type { Language } from "../events.ts";
import { isObject } from "./coerce.ts";
import { BareWord } from "./json-values.ts";
import { fieldsOf, firstField, textOf, type Fields } from "./reply-fields.ts";
import { readVerdict, type VerdictForm, type VerdictOptions, type VerdictProblem } from "./verdict.ts";

export interface ReviewParts {
  completeness: number | null;
  accuracy: number | null;
  relevance: number | null;
}

export interface Review {
  passed: boolean;
  /** 0..1; null: none was given, or it cannot be read */
  score: number | null;
  /** one point a line; "" if there is none */
  feedback: string;
  /** 0..1 each; absent: none was given */
  parts?: ReviewParts;
}

export type ReviewRead =
  | ({ ok: true } & Review)
  /** never a pass; `message` asks the reviewer again */
  | { ok: false; passed: false; score: null; feedback: ""; problem: VerdictProblem; message: string };

/** The form of a review, for the prompt that asks for one and for the message that asks again. */
export const reviewForm: Readonly<Record<Language, string>> = {
  en: `{"completeness": 0.0, "accuracy": 0.0, "relevance": 0.0, "score": 0.0, "passed": <true or false>, "feedback": "what is wrong or missing, and how to repair it"}`,
  zh: `{"completeness": 0.0, "accuracy": 0.0, "relevance": 0.0, "score": 0.0, "passed": <true 或 false>, "feedback": "哪里有错或缺少什么，如何改进"}`,
};

const form: VerdictForm = {
  names: "passed,pass,approved,accepted,verdict,ispassed,通过,是否通过".split(","),
  yes: new Set("true,yes,pass,passed,approved,accepted,是,通过,合格".split(",")),
  no: new Set(
    "false,no,fail,failed,rejected,not passed,not approved,needs_improvement,needs improvement,revise,否,不通过,未通过,不合格".split(
      ",",
    ),
  ),
  form: reviewForm,
};
const scoreNames = "score,overallscore,overall,rating,评分,分数,得分,总分".split(",");
const feedbackNames =
  "feedback,comments,comment,suggestions,issues,problems,reason,reasons,reasoning,反馈,意见,建议,问题,理由".split(",");
const partNames = {
  completeness: ["completeness", "完整性", "完整度"],
  accuracy: ["accuracy", "correctness", "准确性", "准确度"],
  relevance: ["relevance", "相关性", "相关度"],
} as const;

/**
 * Reads a review. Only a clear `passed` counts; the score is information and never decides.
 *
 * @throws never
 */
export function readReview(reply: string, options: VerdictOptions): ReviewRead {
  const read = readVerdict(reply, form, options);
  if (!read.ok) {
    return { ok: false, passed: false, score: null, feedback: "", problem: read.problem, message: read.message };
  }
  const parts = readParts(read.fields);
  return {
    ok: true,
    passed: read.yes,
    score: readScore(firstField(read.fields, scoreNames)),
    feedback: textOf(firstField(read.fields, feedbackNames)).trim(),
    ...(parts && { parts }),
  };
}

const number = String.raw`(\d{1,9}(?:\.\d{1,20})?)`;
const fraction = new RegExp(String.raw`^${number}\s*(?:\/|／|out of|of)\s*${number}(?!\d)`, "iu");
const percent = new RegExp(String.raw`^${number}\s*[%％]`, "u");
const plain = new RegExp(String.raw`^${number}\s*(?:分|points?)?$`, "iu");

/**
 * A score as 0..1: up to 1 as it is, up to 10 out of ten, above that as a percentage; "8/10" and "80 %" are understood.
 *
 * @returns null for what is no score, or out of range
 */
export function readScore(value: unknown): number | null {
  if (typeof value === "number") return scaled(value);
  const given = isObject(value) ? firstField(fieldsOf(value), [...scoreNames, "value"]) : value;
  const text = given instanceof BareWord ? given.text : given;
  if (typeof text === "number") return scaled(text);
  if (typeof text !== "string") return null;
  const trimmed = text.trim();
  const [, part, whole] = fraction.exec(trimmed) ?? [];
  if (part !== undefined && whole !== undefined) return within(Number(part) / Number(whole));
  const hundredths = percent.exec(trimmed)?.[1];
  if (hundredths !== undefined) return within(Number(hundredths) / 100);
  const bare = plain.exec(trimmed)?.[1];
  return bare === undefined ? null : scaled(Number(bare));
}

const scaled = (score: number): number | null => within(score <= 1 ? score : score <= 10 ? score / 10 : score / 100);
const within = (score: number): number | null => (score >= 0 && score <= 1 ? score : null);

function readParts(fields: Fields): ReviewParts | undefined {
  const inside = firstField(fields, ["parts", "scores", "criteria", "dimensions", "评分项", "维度"]);
  const group = isObject(inside) ? fieldsOf(inside) : fields;
  const read = (names: readonly string[]): number | null => readScore(firstField(group, names));
  const parts: ReviewParts = {
    completeness: read(partNames.completeness),
    accuracy: read(partNames.accuracy),
    relevance: read(partNames.relevance),
  };
  return Object.values(parts).some((part) => part !== null) ? parts : undefined;
}
