// What a planner is told about a plan that could not be used, and the form that is asked for.
import type { Language } from "../events.ts";
import type { StepId } from "./placeholders.ts";

/** The form of a plan, for the prompt that asks for one and for the message that asks again. */
export const planForm: Readonly<Record<Language, string>> = {
  en: `[{"id": 1, "description": "what this step does", "tool": "name of a tool, or null", "input": {"parameter": "value, or {{step1_result}} for the result of step 1"}, "dependsOn": [], "expected": "what a good result looks like"}]`,
  zh: `[{"id": 1, "description": "这一步做什么", "tool": "工具名称，或 null", "input": {"参数": "值，或用 {{step1_result}} 表示步骤 1 的结果"}, "dependsOn": [], "expected": "好的结果是什么样的"}]`,
};

export interface PlanWords {
  noJson: string;
  broken(problem: string, where: string): string;
  notAPlan: string;
  onlySamples: string;
  truncated: string;
  unknownTool(step: StepId, name: string, tools: readonly string[]): string;
  unknownDependency(step: StepId, reference: string, ids: readonly StepId[]): string;
  lostDependency(step: StepId, reference: string): string;
  duplicate(id: StepId): string;
  old(id: StepId): string;
  cycle(path: readonly StepId[]): string;
  tooMany(count: number, most: number): string;
  repeats(step: StepId, tool: string): string;
  badInput(step: StepId, tool: string, problem: string): string;
  partOfResult(step: StepId, token: string): string;
  bareReference(step: StepId, found: string, token: string): string;
  again: string;
  mended: string;
  several(count: number): string;
  renumbered(ids: readonly StepId[]): string;
  noCheck: string;
}

export const planWords: Readonly<Record<Language, PlanWords>> = {
  en: {
    noJson: "Your reply holds no JSON.",
    broken: (problem, where) => `The JSON of your plan cannot be read: ${problem}, near ${where}.`,
    notAPlan: 'Your reply holds JSON, but no list of steps. Each step is an object with at least a "description".',
    onlySamples: "Your reply repeats the form of a plan, but holds no plan.",
    truncated: "Your reply ends in the middle of the plan. Use fewer steps or fewer words.",
    unknownTool: (step, name, tools) =>
      `Step ${step} names the tool "${name}", which does not exist. Tools: ${tools.join(", ") || "none"}. Write null for a step that needs no tool.`,
    unknownDependency: (step, reference, ids) =>
      `Step ${step} needs the result of "${reference}", which is no step. Steps: ${ids.join(", ")}. Add that step, or correct the reference.`,
    lostDependency: (step, reference) =>
      `Step ${step} needs the result of step ${reference}, which has none: it failed or was skipped. Depend on other steps.`,
    duplicate: (id) =>
      `Several steps have the id ${id}, and another step refers to it. Give each step an id of its own.`,
    old: (id) => `The id ${id} belongs to an earlier step, and a new step refers to it. Give the new steps new ids.`,
    cycle: (path) =>
      path.length === 2
        ? `Step ${path[0] ?? ""} waits for itself. Remove it from its own "dependsOn" and input.`
        : `Steps wait for each other in a ring, so that none can run: ${path.join(" → ")} (each needs the next). Remove one of these dependencies.`,
    tooMany: (count, most) =>
      `The plan has ${count} steps; at most ${most} are left. Join steps, or leave out what matters least.`,
    repeats: (step, tool) =>
      `Step ${step} repeats a call of ${tool} that failed, with the same input. Change the input, or take another way.`,
    badInput: (step, tool, problem) => `The input of step ${step} does not fit ${tool}. ${problem}`,
    partOfResult: (step, token) =>
      `Step ${step} holds ${token}. A placeholder stands for a whole result: {{step1_result}}. Take a part of it in a step without a tool.`,
    bareReference: (step, found, token) => `Step ${step} holds ${found} without its braces. Write ${token}.`,
    again: "Write the whole plan again in this form, and nothing else:",
    mended: "The plan was not valid JSON as written; it was mended without changing its texts.",
    several: (count) => `The reply holds ${count} different plans; the last one was taken.`,
    renumbered: (ids) => `Steps had ids that were taken, and got new ones: ${ids.join(", ")}.`,
    noCheck: "The plan does not end with a step that checks the results against the task.",
  },
  zh: {
    noJson: "你的回复中没有 JSON。",
    broken: (problem, where) => `计划的 JSON 无法读取：${problem}，位置在 ${where} 附近。`,
    notAPlan: '你的回复中有 JSON，但没有步骤列表。每个步骤是一个对象，至少要有 "description"。',
    onlySamples: "你的回复只重复了计划的格式，没有给出计划。",
    truncated: "你的回复在计划写完之前就结束了。请减少步骤，或写得短一些。",
    unknownTool: (step, name, tools) =>
      `步骤 ${step} 使用的工具“${name}”不存在。可用工具：${tools.join("、") || "无"}。不需要工具的步骤请写 null。`,
    unknownDependency: (step, reference, ids) =>
      `步骤 ${step} 需要“${reference}”的结果，但没有这个步骤。现有步骤：${ids.join("、")}。请加上该步骤，或改正引用。`,
    lostDependency: (step, reference) =>
      `步骤 ${step} 需要步骤 ${reference} 的结果，但它失败或被跳过了，没有结果。请依赖其他步骤。`,
    duplicate: (id) => `有多个步骤的编号是 ${id}，而另一步骤引用了它。请给每个步骤不同的编号。`,
    old: (id) => `编号 ${id} 属于以前的步骤，而新步骤引用了它。请给新步骤新的编号。`,
    cycle: (path) =>
      path.length === 2
        ? `步骤 ${path[0] ?? ""} 在等待它自己。请从它的 "dependsOn" 和输入中去掉它自己。`
        : `步骤之间互相等待，形成循环，都无法执行：${path.join(" → ")}（每个都需要后一个）。请去掉其中一个依赖。`,
    tooMany: (count, most) => `计划有 ${count} 个步骤，最多还能执行 ${most} 个。请合并步骤，或去掉最不重要的。`,
    repeats: (step, tool) => `步骤 ${step} 用相同的输入重复了已经失败的 ${tool} 调用。请修改输入，或换一种方法。`,
    badInput: (step, tool, problem) => `步骤 ${step} 的输入不符合 ${tool} 的要求。${problem}`,
    partOfResult: (step, token) =>
      `步骤 ${step} 中有 ${token}。占位符代表整个结果：{{step1_result}}。需要其中一部分时，请用一个不带工具的步骤来取。`,
    bareReference: (step, found, token) => `步骤 ${step} 中的 ${found} 缺少花括号，请写成 ${token}。`,
    again: "请按以下格式重写整个计划，不要写别的内容：",
    mended: "计划不是有效的 JSON，已修复，文字没有改动。",
    several: (count) => `回复中有 ${count} 个不同的计划，采用了最后一个。`,
    renumbered: (ids) => `有些步骤的编号已被占用，改用了新的编号：${ids.join("、")}。`,
    noCheck: "计划没有以“对照任务检查结果”的步骤结束。",
  },
};
