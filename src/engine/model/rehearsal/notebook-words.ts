// What the rehearsal model says while it works with a plan notebook, in both languages.
import type { Language } from "../../events.ts";

const english = {
  expected: "every part of the task is done, and what came out is told",
  createThought: (count: number) => `The task takes ${count} steps that build on each other, so I write a plan first.`,
  addThought: (name: string) => `That was asked for after the plan was made, so I add it: ${name}.`,
  startThought: (name: string) => `Nothing is in progress, so I start the next sub-task: ${name}.`,
  workThought: (name: string) => `In progress: ${name}.`,
  finishThought: (name: string) => `This is what came out of “${name}”, so I close it with that.`,
  abandonThought: (name: string) => `“${name}” cannot be done by what there is, so I give it up.`,
  finishPlanThought: "All sub-tasks are closed, so I close the plan.",
  notDone: (names: readonly string[]) => `\n\nNot done: ${names.map((name) => `“${name}”`).join(", ")}.`,
  waitThought: "The plan has to be confirmed before I begin.",
  wait: (name: string, list: string) =>
    `This is my plan, “${name}”:\n\n${list}\n\nShall I carry it out? I begin once you have said yes; tell me what to change otherwise.`,
};

const chinese: typeof english = {
  expected: "任务的每一部分都已完成，并说明结果",
  createThought: (count) => `这个任务需要 ${count} 个前后相关的步骤，先写计划。`,
  addThought: (name) => `这是计划制定之后提出的，添加进去：${name}。`,
  startThought: (name) => `目前没有正在进行的子任务，开始下一个：${name}。`,
  workThought: (name) => `正在进行：${name}。`,
  finishThought: (name) => `“${name}”的结果已经有了，写入并完成它。`,
  abandonThought: (name) => `“${name}”在现有条件下无法完成，放弃。`,
  finishPlanThought: "所有子任务都已结束，结束计划。",
  notDone: (names) => `\n\n没有完成：${names.map((name) => `“${name}”`).join("、")}。`,
  waitThought: "开始之前，计划需要先得到确认。",
  wait: (name, list) => `这是我的计划“${name}”：\n\n${list}\n\n可以执行吗？得到同意后我就开始；如需修改，请告诉我。`,
};

export const notebookWords: Record<Language, typeof english> = { en: english, zh: chinese };
