// The skills of the rehearsal model, and what of a task they understand.
import type { Language } from "../../events.ts";
import { arithmetic } from "./arithmetic.ts";
import { clausesOf } from "./clauses.ts";
import { dates } from "./dates.ts";
import { files } from "./files.ts";
import { documents } from "./documents.ts";
import type { Intent, Opened, Skill } from "./skill.ts";
import { stockReport } from "./stock-report.ts";
import { tables } from "./tables.ts";

/** In the order in which they work on one clause: what is to be saved is found before it is saved. */
export const skills: readonly Skill[] = [stockReport, documents, tables, dates, arithmetic, files];

/** One clause of a task that asks for something. No intents: nobody here understands it. */
export interface Part {
  text: string;
  intents: Intent[];
}

/** A part that only compares what was found before. */
export const isCheckOnly = ({ intents }: Part): boolean =>
  intents.length > 0 && intents.every(({ isCheck }) => isCheck === true);

/** Characters: longer texts are no task for a rule, and would take its patterns too long. */
export const longestTask = 4_000;

/** Characters of a clause besides quoted text and names: what is longer asks for more than a rule can see. */
const longestClause = 400;

/** Reads a task: what each of its clauses asks for, in order. Courtesies and remarks on how to work ask for nothing. */
export function partsOf(task: string, language: Language): Part[] {
  let conditional = false;
  let opened: Opened | null = null;
  let last: Part = { text: "", intents: [] };
  return clausesOf(task).flatMap((clause): Part[] => {
    // What depends on a condition, or is forbidden, must not be done by a rule that does not see why.
    conditional ||= condition.test(clause.bare);
    const isLong = clause.bare.replace(/[\uE000-\uE002]+/g, "").length > longestClause;
    if (conditional || isLong || prohibition.test(clause.bare)) return [{ text: clause.text, intents: [] }];
    if (opened?.goesOn(clause)) {
      last.text += language === "zh" ? `，${clause.text}` : `, ${clause.text}`;
      last.intents = opened.intents();
      return [];
    }
    const next = skills.map((skill) => skill.open?.(clause) ?? null).find((each) => each !== null);
    if (next) {
      opened = next;
      return [(last = { text: clause.text, intents: next.intents() })];
    }
    const intents: Intent[] = [];
    for (const skill of skills) {
      // A date moved by "30 days" is not also a sum, and years of a question on data are no dates.
      if (skill !== files && intents.length > 0) continue;
      intents.push(...skill.read(clause, language, intents.length > 0));
    }
    return intents.length === 0 && isRemark(clause.bare) ? [] : [{ text: clause.text, intents }];
  });
}

const condition =
  /(?<!\b(?:check|verify|confirm|see)\s+)\b(?:if|unless|except|otherwise|else|until you|as long as)\b|如果|假如|要是|若|除非|否则|只有/iu;
const prohibition = /\b(?:do\s+not|don't|dont|never|without|not\s+to)\b|不要|别|请勿|不得|不能/iu;

const remark = [
  /^(?:please|thanks?|thank\s+you|hi|hello|hey|ok(?:ay)?|first|second|third|and|also|task|question|step\s*\d*)$/i,
  /^(?:this|it)\s+is\s+a\s+(?:multi-?\s?step|simple|short|complex)\s+task$/i,
  /^(?:please\s+)?(?:make\s+a\s+)?plan\s*(?:first|ahead|it|your\s+steps)?$/i,
  /^(?:please\s+)?(?:think|work|go|reason|solve\s+(?:it|this))\s+step\s+by\s+step$/i,
  /^(?:please\s+)?(?:use|using|with)\s+(?:the\s+|your\s+)?(?:tools?|calculator)(?:\s+.*)?$/i,
  /^(?:please\s+)?(?:can|could|would)\s+you(?:\s+please)?$/i,
  /^(?:please\s+)?(?:tell|give|show|report(?:\s+to)?)\s+(?:me\s+)?(?:the\s+|your\s+|both\s+|all\s+)*(?:final\s+)?(?:results?|answers?|outcome|what\s+you\s+(?:find|found|see))(?:\s+(?:of\s+it|back|to\s+me))?$/i,
  /^(?:report|answer)(?:\s+back)?$/i,
  /^(?:请|谢谢|多谢|你好|您好|好的|首先|第一步|任务|问题|麻烦你?)[!！。,，]?$/u,
  /^这是一个?(?:多步骤?|复杂|简单)的?任务$/u,
  /^(?:请)?(?:先|首先)?(?:做|制定|列|写)?(?:一?个)?(?:计划|规划)(?:一下|步骤)?$/u,
  /^(?:请)?(?:一步一步|逐步|分步)(?:地|来)?(?:思考|做|完成|执行)?$/u,
  /^(?:请)?(?:使用|用)(?:工具|计算器)$/u,
  /^(?:最后|一共)?(?:会|能|将)?(?:增长到|变成|变为|得到)多少钱?$/u,
  /^(?:请)?(?:最后)?(?:告诉我|给出|报告|汇报|回复)?(?:一下)?(?:最终|所有|全部)?的?(?:结果|答案)(?:是多少|是什么)?$/u,
];

const isRemark = (text: string) => remark.some((pattern) => pattern.test(text.trim()));
