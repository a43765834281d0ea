// The sentences of the hint, in both languages.
import type { Language } from "../events.ts";
import type { Plan } from "./plan.ts";

export interface HintWords {
  noPlan: string;
  /** before the plan's Markdown */
  here: string;
  begin(index: number, name: string): string;
  /** instead of `begin` and the like, while the user has not confirmed */
  wait: string;
  running(index: number, name: string): string;
  /** after the details of the sub-task in progress */
  ways(index: number): string;
  between(closed: number, total: number, index: number, name: string): string;
  end: string;
  empty: string;
  finished(plan: Plan, open: readonly string[]): string;
  givingUp: string;
  otherRequests: string;
  rulesTitle: string;
  rules: readonly string[];
  limit(most: number): string;
  confirm: string;
}

const english: HintWords = {
  noPlan:
    "There is no plan. If the request takes several steps that build on each other, make a plan with create_plan before you begin. " +
    "If it can be answered at once, answer it without one.",
  here: "The plan as it stands:",
  begin: (index, name) =>
    `Nothing of it is started. Set sub-task ${index} ("${name}") to in_progress with update_subtask_state, then do it. ` +
    "If it cannot be done as it is written, ask the user or change it with revise_current_plan.",
  wait:
    "The user has not confirmed this plan. Show it and ask for a clear yes; change it with revise_current_plan as the user wishes. " +
    "Do not work on it before: starting and finishing are refused.",
  running: (index, name) => `Sub-task ${index} ("${name}") is in progress:`,
  ways: (index) =>
    `Go on with it. Once its expected outcome is there, call finish_subtask with subtask_idx ${index} and the outcome itself: figures, names, text. ` +
    "If you cannot go on, ask the user or change the plan with revise_current_plan.",
  between: (closed, total, index, name) =>
    `${closed} of ${total} sub-tasks are closed and none is in progress. Set sub-task ${index} ("${name}") to in_progress with update_subtask_state and go on. ` +
    "If it no longer fits, ask the user or change it with revise_current_plan.",
  end:
    "All sub-tasks are closed. If the task is done, call finish_plan with its outcome and sum it up for the user. " +
    "If something is still missing, add it with revise_current_plan.",
  empty:
    "The plan has no sub-tasks. Add what is to be done with revise_current_plan, or close the plan with finish_plan.",
  finished: (plan, open) =>
    `The plan "${plan.name}" is closed as ${plan.state}. Its outcome: ${plan.outcome || "not given"}\n` +
    (open.length > 0 ? `Left open: ${open.map((name) => `"${name}"`).join(", ")}.\n` : "") +
    "Now answer the user with what came out. Make no other plan for the same request.",
  givingUp: "If the user gives the plan up, make sure of it and call finish_plan with state abandoned.",
  otherRequests: "If the user asks for something else, do that first.",
  rulesTitle: "Rules:",
  rules: [
    "Read the plan again before each sub-task (get_subtask_count, view_subtasks): the user may have changed it, and the newest plan holds.",
    "Do not change the plan on your own account unless what you found out makes it necessary.",
    "Write in the plan in the language that it is written in.",
  ],
  limit: (most) => `A plan has at most ${most} ${most === 1 ? "sub-task" : "sub-tasks"}.`,
  confirm:
    "The user confirms each plan before any of it is carried out: after create_plan show it and wait for a clear yes.",
};

const chinese: HintWords = {
  noPlan:
    "目前没有计划。如果请求需要多个前后相关的步骤，请先用 create_plan 制定计划再动手。" +
    "如果可以马上回答，就直接回答，不必制定计划。",
  here: "当前的计划：",
  begin: (index, name) =>
    `计划尚未开始。请用 update_subtask_state 把子任务 ${index}（“${name}”）设为 in_progress，然后执行。` +
    "如果按现有内容无法执行，请询问用户，或用 revise_current_plan 修改。",
  wait:
    "用户尚未确认此计划。请展示计划并请用户明确同意；用户要求修改时用 revise_current_plan 修改。" +
    "在此之前不要执行：开始和完成子任务都会被拒绝。",
  running: (index, name) => `子任务 ${index}（“${name}”）正在进行：`,
  ways: (index) =>
    `请继续。得到预期结果后，调用 finish_subtask，subtask_idx 为 ${index}，写出结果本身：数字、名称、文本。` +
    "如果无法继续，请询问用户，或用 revise_current_plan 修改计划。",
  between: (closed, total, index, name) =>
    `${total} 个子任务中有 ${closed} 个已结束，目前没有正在进行的。请用 update_subtask_state 把子任务 ${index}（“${name}”）设为 in_progress 并继续。` +
    "如果它已不合适，请询问用户，或用 revise_current_plan 修改。",
  end:
    "所有子任务都已结束。如果任务已完成，请调用 finish_plan 写出结果，并为用户总结。" +
    "如果还缺什么，请用 revise_current_plan 添加。",
  empty: "计划中没有子任务。请用 revise_current_plan 添加要做的事，或用 finish_plan 结束计划。",
  finished: (plan, open) =>
    `计划“${plan.name}”已结束，状态为 ${plan.state}。结果：${plan.outcome || "未写明"}\n` +
    (open.length > 0 ? `未结束的子任务：${open.map((name) => `“${name}”`).join("、")}。\n` : "") +
    "现在请根据结果回答用户。不要为同一个请求再制定计划。",
  givingUp: "如果用户要放弃计划，请先确认，再调用 finish_plan，state 为 abandoned。",
  otherRequests: "如果用户提出其他请求，请先处理那个请求。",
  rulesTitle: "规则：",
  rules: [
    "每个子任务开始前重新查看计划（get_subtask_count、view_subtasks）：用户可能已经修改，以最新的计划为准。",
    "除非新的发现使修改成为必要，不要自行改动计划。",
    "计划用什么语言写成，就用什么语言填写。",
  ],
  limit: (most) => `一个计划最多 ${most} 个子任务。`,
  confirm: "每个计划都要经用户确认才能执行：create_plan 之后请展示计划，等待用户明确同意。",
};

export const hintWords: Record<Language, HintWords> = { en: english, zh: chinese };
