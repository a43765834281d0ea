// What the notebook's tools tell the model after a change: what was done, and what is next.
import type { Language } from "../events.ts";
import { shorten } from "../text.ts";
import type { Notebook } from "./notebook.ts";
import { countSubtasks, isClosed, timeText, type Plan } from "./plan.ts";
import { situation } from "./situation.ts";

/** Longest outcome in the list of earlier plans, in characters. */
const outcomeCharacters = 300;

export interface Replies {
  created(plan: Plan, before: Plan | null): string;
  described(plan: Plan): string;
  added(index: number, plan: Plan): string;
  revised(index: number, plan: Plan, wasDone: boolean): string;
  deleted(index: number, name: string): string;
  stateSet(index: number, plan: Plan): string;
  finished(index: number, plan: Plan, corrected: boolean): string;
  count(plan: Plan): string;
  subtask(index: number): string;
  noSubtask(index: number, last: number): string;
  planFinished(plan: Plan): string;
  recovered(plan: Plan, before: Plan | null): string;
  history(plans: readonly Plan[]): string;
  /** the next step, as the notebook stands */
  next(notebook: Notebook): string;
}

const nameAt = (plan: Plan, index: number): string => plan.subtasks[index]?.name ?? "";

const english: Replies = {
  created: (plan, before) =>
    `The plan "${plan.name}" is made, with ${subtasks(plan.subtasks.length)}.${before ? leftBehind(before) : ""}`,
  described: (plan) => `The plan is now "${plan.name}": ${plan.description || "no description"}`,
  added: (index, plan) =>
    `Sub-task ${index} ("${nameAt(plan, index)}") is added; those after it moved up by one. There are ${plan.subtasks.length} now.`,
  revised: (index, plan, wasDone) =>
    `Sub-task ${index} ("${nameAt(plan, index)}") is revised.` +
    (wasDone ? " It was done by its old wording: its outcome is cleared and it is to do again." : ""),
  deleted: (index, name) => `Sub-task ${index} ("${name}") is deleted; those after it moved down by one.`,
  stateSet: (index, plan) =>
    `Sub-task ${index} ("${nameAt(plan, index)}") is ${stateWords[plan.subtasks[index]?.state ?? "todo"]}.`,
  finished: (index, plan, corrected) =>
    corrected
      ? `The outcome of sub-task ${index} ("${nameAt(plan, index)}") is corrected.`
      : `Sub-task ${index} ("${nameAt(plan, index)}") is done.`,
  count: (plan) => {
    const { total, done, in_progress, todo, abandoned } = countSubtasks(plan);
    return `${subtasks(total)}: ${done} done, ${in_progress} in progress, ${todo} to do, ${abandoned} abandoned.`;
  },
  subtask: (index) => `Sub-task ${index}:`,
  noSubtask: (index, last) => `There is no sub-task ${index}: they go from 0 to ${last}.`,
  planFinished: (plan) => {
    const open = plan.subtasks.filter((subtask) => !isClosed(subtask));
    const left = open.map(({ name }) => `"${name}"`).join(", ");
    return (
      `The plan "${plan.name}" is filed as ${plan.state}.` +
      (open.length > 0 ? ` These sub-tasks were still open and stay so: ${left}.` : "")
    );
  },
  recovered: (plan, before) =>
    `The plan "${plan.name}" is under way again: ${plan.subtasks.filter(isClosed).length} of ${subtasks(plan.subtasks.length)} closed.${before ? leftBehind(before) : ""}`,
  history: (plans) =>
    plans.length === 0
      ? "The history is empty: no plan was finished or left yet."
      : `${plans.length === 1 ? "One earlier plan" : `${plans.length} earlier plans`}:\n${plans.map(entry).join("\n")}`,
  next: (notebook) => {
    const now = situation(notebook);
    switch (now.kind) {
      case "no_plan":
      case "plan_finished":
        return "Next: sum up for the user what came out, and answer.";
      case "at_end":
        return "All sub-tasks are closed. Next: close the plan with finish_plan, then answer the user.";
      case "subtask_in_progress":
        return `In progress now: sub-task ${now.index} ("${nameAt(now.plan, now.index)}").`;
      case "at_beginning":
      case "no_subtask_in_progress":
        return notebook.isConfirmed
          ? `Next: start sub-task ${now.index} ("${nameAt(now.plan, now.index)}") with update_subtask_state.`
          : "Next: show the plan to the user and wait for a clear yes; nothing may be started before.";
      default:
        return now satisfies never;
    }
  },
};

const subtasks = (count: number) => `${count} ${count === 1 ? "sub-task" : "sub-tasks"}`;
const stateWords = { todo: "to do", in_progress: "in progress", done: "done", abandoned: "abandoned" } as const;
const leftBehind = (before: Plan) =>
  ` The plan before it, "${before.name}" (${before.id}), was put into the history; recover_historical_plan brings it back.`;

function entry(plan: Plan): string {
  const { total, done } = countSubtasks(plan);
  const when = plan.finishedAt === null ? "" : ` at ${timeText(plan.finishedAt)}`;
  const outcome = plan.outcome ? ` Outcome: ${shorten(plan.outcome, outcomeCharacters)}` : "";
  return `- ${plan.id}: "${plan.name}", ${plan.state}${when}, ${done} of ${subtasks(total)} done.${outcome}`;
}

const chinese: Replies = {
  created: (plan, before) =>
    `计划“${plan.name}”已建立，共 ${plan.subtasks.length} 个子任务。${before ? leftBehindZh(before) : ""}`,
  described: (plan) => `计划现为“${plan.name}”：${plan.description || "没有说明"}`,
  added: (index, plan) =>
    `已添加子任务 ${index}（“${nameAt(plan, index)}”），其后的序号各加一。现共 ${plan.subtasks.length} 个。`,
  revised: (index, plan, wasDone) =>
    `子任务 ${index}（“${nameAt(plan, index)}”）已修改。` +
    (wasDone ? "它是按原来的内容完成的：结果已清除，需要重做。" : ""),
  deleted: (index, name) => `子任务 ${index}（“${name}”）已删除，其后的序号各减一。`,
  stateSet: (index, plan) =>
    `子任务 ${index}（“${nameAt(plan, index)}”）${stateWordsZh[plan.subtasks[index]?.state ?? "todo"]}。`,
  finished: (index, plan, corrected) =>
    corrected
      ? `子任务 ${index}（“${nameAt(plan, index)}”）的结果已更正。`
      : `子任务 ${index}（“${nameAt(plan, index)}”）已完成。`,
  count: (plan) => {
    const { total, done, in_progress, todo, abandoned } = countSubtasks(plan);
    return `共 ${total} 个子任务：已完成 ${done}，进行中 ${in_progress}，待办 ${todo}，已放弃 ${abandoned}。`;
  },
  subtask: (index) => `子任务 ${index}：`,
  noSubtask: (index, last) => `没有子任务 ${index}：序号从 0 到 ${last}。`,
  planFinished: (plan) => {
    const open = plan.subtasks.filter((subtask) => !isClosed(subtask));
    const left = open.map(({ name }) => `“${name}”`).join("、");
    return (
      `计划“${plan.name}”已归档，状态为 ${plan.state}。` +
      (open.length > 0 ? `以下子任务当时尚未结束，状态保持不变：${left}。` : "")
    );
  },
  recovered: (plan, before) =>
    `计划“${plan.name}”已恢复：${plan.subtasks.length} 个子任务中有 ${plan.subtasks.filter(isClosed).length} 个已结束。${before ? leftBehindZh(before) : ""}`,
  history: (plans) =>
    plans.length === 0
      ? "历史是空的：还没有结束或搁置过计划。"
      : `以前的计划共 ${plans.length} 个：\n${plans.map(entryZh).join("\n")}`,
  next: (notebook) => {
    const now = situation(notebook);
    switch (now.kind) {
      case "no_plan":
      case "plan_finished":
        return "下一步：为用户总结结果并作答。";
      case "at_end":
        return "所有子任务都已结束。下一步：用 finish_plan 结束计划，然后回答用户。";
      case "subtask_in_progress":
        return `正在进行：子任务 ${now.index}（“${nameAt(now.plan, now.index)}”）。`;
      case "at_beginning":
      case "no_subtask_in_progress":
        return notebook.isConfirmed
          ? `下一步：用 update_subtask_state 开始子任务 ${now.index}（“${nameAt(now.plan, now.index)}”）。`
          : "下一步：向用户展示计划并等待明确同意；在此之前不能开始任何子任务。";
      default:
        return now satisfies never;
    }
  },
};

const stateWordsZh = { todo: "设为待办", in_progress: "正在进行", done: "已完成", abandoned: "已放弃" } as const;
const leftBehindZh = (before: Plan) =>
  `之前的计划“${before.name}”（${before.id}）已放入历史，可用 recover_historical_plan 恢复。`;

function entryZh(plan: Plan): string {
  const { total, done } = countSubtasks(plan);
  const when = plan.finishedAt === null ? "" : `（${timeText(plan.finishedAt)}）`;
  const outcome = plan.outcome ? `结果：${shorten(plan.outcome, outcomeCharacters, "zh")}` : "";
  return `- ${plan.id}：“${plan.name}”，${plan.state}${when}，${total} 个子任务中完成 ${done} 个。${outcome}`;
}

export const replies: Record<Language, Replies> = { en: english, zh: chinese };
