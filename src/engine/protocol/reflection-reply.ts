// What a model wrote about the results so far → whether the task is done, and what is missing.
import type { Language } from "../events.ts";
import { firstField, textOf } from "./reply-fields.ts";
import { readVerdict, type VerdictForm, type VerdictOptions, type VerdictProblem } from "./verdict.ts";

export type ReflectionRead =
  | {
      ok: true;
      done: boolean;
      /** what is missing or wrong; "" if nothing was said */
      feedback: string;
    }
  /** never done; `message` asks again */
  | { ok: false; done: false; feedback: ""; problem: VerdictProblem; message: string };

/** The form of a reflection, for the prompt that asks for one and for the message that asks again. */
export const reflectionForm: Readonly<Record<Language, string>> = {
  en: `{"done": <true or false>, "feedback": "what is missing or wrong, step by step"}`,
  zh: `{"done": <true 或 false>, "feedback": "缺少什么或哪里有错，逐步说明"}`,
};

const form: VerdictForm = {
  names: "done,isdone,complete,completed,iscomplete,finished,satisfied,完成,已完成,是否完成".split(","),
  yes: new Set("true,yes,done,complete,completed,finished,satisfied,是,完成,已完成".split(",")),
  no: new Set("false,no,not done,incomplete,not yet,unfinished,否,未完成,没有完成,尚未完成".split(",")),
  form: reflectionForm,
};
const feedbackNames =
  "feedback,missing,reason,reasons,reasoning,comment,comments,suggestions,issues,反馈,缺少,理由,原因,建议,问题".split(
    ",",
  );

/**
 * Reads a reflection. Only a clear `done` counts.
 *
 * @throws never
 */
export function readReflection(reply: string, options: VerdictOptions): ReflectionRead {
  const read = readVerdict(reply, form, options);
  if (!read.ok) return { ok: false, done: false, feedback: "", problem: read.problem, message: read.message };
  return { ok: true, done: read.yes, feedback: textOf(firstField(read.fields, feedbackNames)).trim() };
}
