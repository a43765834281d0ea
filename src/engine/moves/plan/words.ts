// What planners, executors and checkers are told, in both languages. Each system text opens with a line of its own.
import type { Language } from "../../events.ts";
import type { ToolSpec } from "../../model/model.ts";
import { planForm } from "../../protocol/plan-words.ts";
import { reflectionForm } from "../../protocol/reflection-reply.ts";
import { reviewForm } from "../../protocol/review-reply.ts";

export interface PlanWords {
  planner(tools: readonly ToolSpec[], stepsLeft: number): string;
  task(task: string): string;
  /** the plan so far with its results, and what is missing */
  revise(plan: string, feedback: string): string;
  retried(rounds: string): string;
  executor: string;
  step(task: string, description: string, expected: string | undefined, results: string): string;
  reflection: string;
  check(task: string, results: string): string;
  synthesis: string;
  conclude(task: string, results: string): string;
  /** an earlier round's answer, for a run that must stop in a later one */
  bestSoFar(answer: string, feedback: string): string;
  reviewer: string;
  judge(task: string, plan: string, results: string, answer: string): string;
  none: string;
  expected: string;
  failed: string;
  skipped: string;
}

const toolLines = (tools: readonly ToolSpec[]) =>
  tools
    .map(({ name, description, parameters }) => `- ${name}: ${description}\n  ${JSON.stringify(parameters)}`)
    .join("\n");

const en: PlanWords = {
  planner: (tools, stepsLeft) =>
    `You are the planner. Write a plan for the task as JSON, and nothing else:
{"steps": ${planForm.en}}
- At most ${stepsLeft} ${stepsLeft === 1 ? "step" : "steps"}. Ids are 1, 2, 3 …
- "tool" is one of the tools below, or null for a step that a model carries out without tools.
- "input" are the tool's arguments. {{step1_result}} in them stands for the result of step 1.
- "dependsOn" lists the steps whose results a step needs. Steps that do not need each other run side by side.
- "expected" says what the result must hold.
- End with a step without a tool that checks the results against the task.

Tools:
${toolLines(tools) || "(none)"}`,
  task: (task) => `Task: ${task}`,
  revise: (plan, feedback) =>
    `The plan so far, with its results:
${plan}

What is missing: ${feedback}

Write only the new steps that are needed, with new ids, in the same form. They may depend on steps that are done. Do not repeat a call that failed.`,
  retried: (rounds) => `Earlier rounds, what was tried and why it did not do:\n${rounds}\n\nPlan differently.`,
  executor:
    "You carry out one step of a plan. Use only the task and the results you are given. Answer with the result itself, not with a report of what you did. Say so if the results do not allow it.",
  step: (task, description, expected, results) =>
    `The whole task: ${task}

Your step: ${description}${expected ? `\nExpected: ${expected}` : ""}

Results it builds on:
${results}`,
  reflection: `You check a result against its task. Compare each result with what was expected of it. Answer as JSON, and nothing else:
${reflectionForm.en}`,
  check: (task, results) => `Task: ${task}\n\nSteps and results:\n${results}`,
  synthesis:
    "You write the final answer from results. Use only these results, and name the steps in brackets, such as [1]. Say what failed or was skipped, and what is missing because of it.",
  conclude: (task, results) => `Task: ${task}\n\nSteps and results:\n${results}\n\nWrite the final answer.`,
  bestSoFar: (answer, feedback) =>
    `An earlier round gave this answer, the best so far:\n${answer}\n\nThe reviewer said of it: ${feedback}`,
  reviewer: `You are the reviewer. Judge the answer: is it complete, accurate, relevant? Check each figure against the results. Answer as JSON, and nothing else:
${reviewForm.en}`,
  judge: (task, plan, results, answer) =>
    `Task: ${task}\n\nPlan:\n${plan}\n\nResults:\n${results}\n\nAnswer:\n${answer}`,
  none: "(none)",
  expected: "expected",
  failed: "failed",
  skipped: "skipped",
};

const zh: PlanWords = {
  planner: (tools, stepsLeft) =>
    `你是规划者。请把任务的计划写成 JSON，不要写其他内容：
{"steps": ${planForm.zh}}
- 最多 ${stepsLeft} 步。编号依次为 1、2、3……
- "tool" 是下列工具之一；由模型直接完成、不用工具的步骤写 null。
- "input" 是工具参数，其中 {{step1_result}} 代表第 1 步的结果。
- "dependsOn" 列出本步需要其结果的步骤。互不依赖的步骤会并行执行。
- "expected" 说明结果应包含什么。
- 最后一步不用工具，负责对照任务核对结果。

工具：
${toolLines(tools) || "（无）"}`,
  task: (task) => `任务：${task}`,
  revise: (plan, feedback) =>
    `目前的计划及结果：
${plan}

还缺少：${feedback}

只写需要新增的步骤，使用新的编号，格式相同。新步骤可以依赖已完成的步骤。不要重复失败过的调用。`,
  retried: (rounds) => `之前各轮的尝试及不足：\n${rounds}\n\n请换一种计划。`,
  executor:
    "你负责执行计划中的一步。只使用给出的任务和结果。直接给出结果本身，不要描述你做了什么。如果现有结果不足以完成，请直说。",
  step: (task, description, expected, results) =>
    `完整任务：${task}

你的步骤：${description}${expected ? `\n期望：${expected}` : ""}

所依据的结果：
${results}`,
  reflection: `你负责检查结果是否完成任务。请将每个结果与其期望对照。只用 JSON 回答：
${reflectionForm.zh}`,
  check: (task, results) => `任务：${task}\n\n步骤与结果：\n${results}`,
  synthesis:
    "你根据各步结果写出最终答案。只使用这些结果，并用方括号注明步骤，如 [1]。说明哪些步骤失败或被跳过，以及因此缺少什么。",
  conclude: (task, results) => `任务：${task}\n\n步骤与结果：\n${results}\n\n请写出最终答案。`,
  bestSoFar: (answer, feedback) => `之前一轮得到的答案，是目前最好的：\n${answer}\n\n评审意见：${feedback}`,
  reviewer: `你是评审者。请评判答案是否完整、准确、切题，并将每个数字与结果核对。只用 JSON 回答：
${reviewForm.zh}`,
  judge: (task, plan, results, answer) => `任务：${task}\n\n计划：\n${plan}\n\n结果：\n${results}\n\n答案：\n${answer}`,
  none: "（无）",
  expected: "期望",
  failed: "失败",
  skipped: "已跳过",
};

export const planWords: Record<Language, PlanWords> = { en, zh };
