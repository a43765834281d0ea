// What the rehearsal model says as planner, executor and reviewer, in both languages.
import type { Language } from "../../events.ts";

const expectedEn: Record<string, string> = {
  calculator: "a number",
  write_file: "a confirmation with the name of the file",
  read_file: "the text of the file",
  list_files: "the names of the files",
  delete_file: "a confirmation with the name of the file",
  query_table: "rows with the columns asked for",
  list_tables: "tables with their columns",
  search_documents: "passages with title and date",
};
const expectedZh: Record<string, string> = {
  calculator: "一个数",
  write_file: "带有文件名的确认",
  read_file: "文件的内容",
  list_files: "文件名列表",
  delete_file: "带有文件名的确认",
  query_table: "含所需列的若干行",
  list_tables: "各个表及其列",
  search_documents: "带标题和日期的段落",
};

const quotedEn = (texts: readonly string[]) => texts.map((text) => `“${text}”`).join(", ");
const quotedZh = (texts: readonly string[]) => texts.map((text) => `“${text}”`).join("、");

const english = {
  sentence: (toDo: string) => toDo.charAt(0).toUpperCase() + toDo.slice(1),
  again: " (once more, as the refusal says)",
  expected: (tool: string) => expectedEn[tool] ?? "the answer",
  check: "Check the results against the task: is every part of it answered, and does nothing contradict?",
  checkExpected: "each part of the task, and whether it is done",
  leftOut: (parts: readonly string[]) => ` Not in this plan, for want of steps: ${quotedEn(parts)}.`,
  partOk: (part: string) => `“${part}”: done.`,
  partBad: (part: string, why: string) => `“${part}”: not done. ${why}`,
  allDone: "Every part of the task is done, by the results themselves.",
  someLeft: "Not every part of the task is done.",
  mend: (what: string) => `Not done yet: ${what} The refusal names the repair, so it can be tried once more.`,
  forgotten: (parts: string) => `Not done yet: ${parts}. The plan had no step for it, so it can still be done.`,
  lost: (what: string) => `Not done: ${what} I know no other way, so the answer has to say it.`,
  whole: "Each result holds what was expected of it.",
  notUnderstoodAtAll: "I did not understand the task, so there is nothing that I could hold the results against.",
  cannot: (description: string) =>
    `I cannot carry out “${description}” by rule, and make nothing up. I am the rehearsal model: no AI.`,
  given: (texts: string) => `This is what I was given:\n${texts}`,
  others: (list: string) => `Other results:\n${list}`,
  notInPlan: (part: string) => `“${part}” was not in the plan, so nothing was done about it.`,
  failedStep: (id: string, description: string, why: string) => `Step [${id}] (“${description}”) failed: ${why}`,
  skippedStep: (id: string, description: string, why: string) => `Step [${id}] (“${description}”) was skipped: ${why}`,
  openStep: (id: string, description: string) => `Step [${id}] (“${description}”) was not run.`,
  missingAgent: (agent: string, task: string, why: string) => `Missing is the part of [${agent}] (“${task}”): ${why}`,
  reviewed: {
    good: "Every part of the task is answered, and every figure stands in the results.",
    parts: (list: string) => `Not answered: ${list}`,
    figures: (list: readonly string[]) => `These figures stand in no result: ${list.join(", ")}.`,
    empty: "There is no answer.",
    noPlan: "By rule I cannot judge how complete an answer is without its plan: I am no AI. Choose a model as judge.",
  },
  report: (symbol: string, span: string, sections: readonly string[]) =>
    `Report on ${symbol}${span}: ${sections.join(", ")}.`,
  sections: {
    trend: "the trend",
    years: "the best and the worst year",
    volatility: "the volatility against the others",
    risks: "the risks",
    economy: "what was said of the economy",
  } as Record<string, string>,
  then: (texts: readonly string[]) => texts.join(", then "),
  by: (agent: string) => ` [${agent}]`,
  nothingPosted: "it posted nothing",
  basis: "From the findings of the others:",
};

export type PlanSentences = typeof english;

const chinese: PlanSentences = {
  sentence: (toDo) => toDo,
  again: "（按提示重做一次）",
  expected: (tool) => expectedZh[tool] ?? "答案",
  check: "对照任务核对结果：每一部分是否都有答案，有没有互相矛盾？",
  checkExpected: "任务的每一部分及其是否完成",
  leftOut: (parts) => `因步数不够，本计划未包含：${quotedZh(parts)}。`,
  partOk: (part) => `“${part}”：已完成。`,
  partBad: (part, why) => `“${part}”：未完成。${why}`,
  allDone: "从结果本身看，任务的每一部分都已完成。",
  someLeft: "任务还有未完成的部分。",
  mend: (what) => `尚未完成：${what}拒绝信息给出了改正的办法，可以再试一次。`,
  forgotten: (parts) => `尚未完成：${parts}。计划中没有相应的步骤，还可以补做。`,
  lost: (what) => `未完成：${what}我没有别的办法，只能在答案中说明。`,
  whole: "每个结果都包含所期望的内容。",
  notUnderstoodAtAll: "我没有看懂任务，因此无从对照结果。",
  cannot: (description) => `“${description}”我无法按规则完成，也不会编造。我是排练模型：不是人工智能。`,
  given: (texts) => `我得到的内容：\n${texts}`,
  others: (list) => `其他结果：\n${list}`,
  notInPlan: (part) => `“${part}”不在计划中，因此没有处理。`,
  failedStep: (id, description, why) => `步骤 [${id}]（“${description}”）失败：${why}`,
  skippedStep: (id, description, why) => `步骤 [${id}]（“${description}”）被跳过：${why}`,
  openStep: (id, description) => `步骤 [${id}]（“${description}”）没有执行。`,
  missingAgent: (agent, task, why) => `缺少 [${agent}] 的部分（“${task}”）：${why}`,
  reviewed: {
    good: "任务的每一部分都有答案，每个数字都能在结果中找到。",
    parts: (list) => `没有回答：${list}`,
    figures: (list) => `这些数字在结果中找不到：${list.join("、")}。`,
    empty: "没有答案。",
    noPlan: "我不是 AI，只按规则工作，没有计划就无法判断答案是否完整。请选择一个模型来评审。",
  },
  report: (symbol, span, sections) => `${symbol} 报告${span}：${sections.join("、")}。`,
  sections: {
    trend: "走势",
    years: "最好与最差的年份",
    volatility: "相对其他股票的波动性",
    risks: "风险",
    economy: "当时关于经济的说法",
  },
  then: (texts) => texts.join("，然后"),
  by: (agent) => `[${agent}]`,
  nothingPosted: "没有发布任何内容",
  basis: "根据其他成员的发现：",
};

export const planSay: Record<Language, PlanSentences> = { en: english, zh: chinese };
