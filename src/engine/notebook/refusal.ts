// Why the notebook refuses an operation: a code for us, and a message that names the way out for the model.
import { FailureError, type FailureCode } from "../errors.ts";
import type { Language } from "../events.ts";

/** What each refusal has to say, by its code. `at`: index and name of the sub-task that was asked for. */
export interface RefusalFacts {
  no_plan: Record<never, never>;
  bad_index: { index: number; last: number };
  bad_argument: { name: string; fault: "blank" | "no_subtasks" | "twice" };
  bad_state: { given: string; allowed: readonly string[] };
  bad_action: { given: string };
  use_finish_subtask: { index: number };
  predecessor_open: { doing: "start" | "finish"; at: Named; open: Named; running: boolean };
  other_in_progress: { at: Named; running: Named; isBlocked: boolean };
  subtask_required: { action: string };
  over_limit: { wanted: number; limit: number };
  unknown_plan: { id: string; known: readonly { id: string; name: string }[] };
  nothing_to_update: { fields: readonly string[] };
  not_confirmed: { doing: "start" | "finish" };
}
export type RefusalCode = keyof RefusalFacts;

export interface Named {
  index: number;
  name: string;
}

/** Codes for which other arguments would help; for the rest, another operation has to come first. */
const byArguments: ReadonlySet<RefusalCode> = new Set([
  "bad_index",
  "bad_argument",
  "bad_state",
  "bad_action",
  "subtask_required",
  "unknown_plan",
  "nothing_to_update",
]);

/** Thrown where the notebook refuses. It has then changed nothing. */
export class NotebookRefusal extends FailureError {
  readonly reason: RefusalCode;
  constructor(reason: RefusalCode, message: string) {
    const code: FailureCode = byArguments.has(reason) ? "bad-arguments" : "tool-failed";
    super(code, message);
    this.name = "NotebookRefusal";
    this.reason = reason;
  }
}

export type Refuse = <Code extends RefusalCode>(code: Code, facts: RefusalFacts[Code]) => NotebookRefusal;

/** Makes refusals in one language. */
export function refusalsIn(language: Language): Refuse {
  return (code, facts) => new NotebookRefusal(code, words[language][code](facts));
}

type Words = { [Code in RefusalCode]: (facts: RefusalFacts[Code]) => string };

const english: Words = {
  no_plan: () =>
    "There is no plan at the moment. Make one with create_plan, or bring an earlier one back with view_historical_plans and recover_historical_plan.",
  bad_index: ({ index, last }) =>
    last < 0
      ? `There is no sub-task ${index}: the plan has none. Add one with revise_current_plan (action "add", subtask_idx 0).`
      : `There is no sub-task ${index}. Here subtask_idx goes from 0 to ${last}; view_subtasks shows what is there.`,
  bad_argument: ({ name, fault }) =>
    ({
      blank: `${name} is empty. Write it and call again.`,
      no_subtasks: `${name} holds no sub-task. List the steps, each with name, description and expected_outcome.`,
      twice: `${name} names the same sub-task twice. Name each one once.`,
    })[fault],
  bad_state: ({ given, allowed }) => `"${given}" is no state that fits here. It may be ${allowed.join(", ")}.`,
  bad_action: ({ given }) => `"${given}" is no way to revise a plan. action may be add, revise, delete.`,
  use_finish_subtask: ({ index }) =>
    `A sub-task becomes done through its outcome: call finish_subtask with subtask_idx ${index} and what it produced as subtask_outcome.`,
  predecessor_open: ({ doing, at, open, running }) =>
    `Sub-task ${quoted(at)} cannot be ${doing === "start" ? "started" : "finished"} yet: sub-task ${quoted(open)}, which comes before it, is still open. ` +
    `Close ${open.index} first: finish_subtask with its outcome, or update_subtask_state to abandoned if it is not needed.` +
    (running
      ? ` To work on ${open.index} now, set ${at.index} back to todo with update_subtask_state, then start it.`
      : ""),
  other_in_progress: ({ at, running, isBlocked }) =>
    `Sub-task ${quoted(at)} cannot be started: sub-task ${quoted(running)} is in progress, and one at a time is the rule. ` +
    (isBlocked
      ? `Set ${running.index} back to todo with update_subtask_state first, then start ${at.index}.`
      : `Finish ${running.index} with finish_subtask, or set it to todo or abandoned with update_subtask_state, then start ${at.index}.`),
  subtask_required: ({ action }) =>
    `The action "${action}" needs subtask: an object with name, description and expected_outcome${action === "revise" ? " (those that change)" : ""}.`,
  over_limit: ({ wanted, limit }) =>
    `${wanted} sub-tasks are too many: a plan here has at most ${limit}. Join steps that belong together, or delete one that is not needed; nothing was changed.`,
  unknown_plan: ({ id, known }) =>
    `There is no earlier plan with the id "${id}". ` +
    (known.length > 0
      ? `The plans are: ${known.map((plan) => `${plan.id} (${plan.name})`).join("; ")}.`
      : "There are no earlier plans at all: make one with create_plan."),
  nothing_to_update: ({ fields }) =>
    `Nothing would change. Give a new value for at least one of ${fields.join(", ")}; what is left out stays as it is.`,
  not_confirmed: ({ doing }) =>
    `The user has not confirmed the plan yet, so nothing of it may be ${doing === "start" ? "started" : "finished"}. Show the plan, ask for a clear yes, and wait. ` +
    "Until then you may change it with revise_current_plan, or give it up with finish_plan (abandoned).",
};

const chinese: Words = {
  no_plan: () =>
    "目前没有计划。请用 create_plan 新建一个，或用 view_historical_plans 和 recover_historical_plan 恢复以前的计划。",
  bad_index: ({ index, last }) =>
    last < 0
      ? `没有子任务 ${index}：计划中没有任何子任务。请用 revise_current_plan 添加（action 为 "add"，subtask_idx 为 0）。`
      : `没有子任务 ${index}。此处 subtask_idx 的范围是 0 到 ${last}；可用 view_subtasks 查看现有的子任务。`,
  bad_argument: ({ name, fault }) =>
    ({
      blank: `${name} 为空。请填写后重新调用。`,
      no_subtasks: `${name} 中没有子任务。请列出各个步骤，每个都要有 name、description 和 expected_outcome。`,
      twice: `${name} 两次指向同一个子任务。每个只能写一次。`,
    })[fault],
  bad_state: ({ given, allowed }) => `“${given}”不是此处可用的状态。可以是：${allowed.join("、")}。`,
  bad_action: ({ given }) => `“${given}”不是修改计划的方式。action 可以是：add、revise、delete。`,
  use_finish_subtask: ({ index }) =>
    `子任务要有结果才算完成：请调用 finish_subtask，subtask_idx 为 ${index}，并在 subtask_outcome 中写出它的产出。`,
  predecessor_open: ({ doing, at, open, running }) =>
    `子任务 ${quotedZh(at)} 还不能${doing === "start" ? "开始" : "完成"}：排在它前面的子任务 ${quotedZh(open)} 尚未结束。` +
    `请先结束 ${open.index}：用 finish_subtask 写出结果，若不再需要则用 update_subtask_state 设为 abandoned。` +
    (running ? `如果现在要做 ${open.index}，请先用 update_subtask_state 把 ${at.index} 设回 todo，再开始它。` : ""),
  other_in_progress: ({ at, running, isBlocked }) =>
    `子任务 ${quotedZh(at)} 不能开始：子任务 ${quotedZh(running)} 正在进行，同一时间只能进行一个。` +
    (isBlocked
      ? `请先用 update_subtask_state 把 ${running.index} 设回 todo，再开始 ${at.index}。`
      : `请先用 finish_subtask 完成 ${running.index}，或用 update_subtask_state 把它设为 todo 或 abandoned，再开始 ${at.index}。`),
  subtask_required: ({ action }) =>
    `action 为“${action}”时需要 subtask：一个含有 name、description 和 expected_outcome 的对象${action === "revise" ? "（只写要改的）" : ""}。`,
  over_limit: ({ wanted, limit }) =>
    `${wanted} 个子任务太多：此处的计划最多 ${limit} 个。请合并相关的步骤，或删除不需要的；计划没有任何改动。`,
  unknown_plan: ({ id, known }) =>
    `没有 id 为“${id}”的历史计划。` +
    (known.length > 0
      ? `已有的计划：${known.map((plan) => `${plan.id}（${plan.name}）`).join("；")}。`
      : "目前没有任何历史计划：请用 create_plan 新建。"),
  nothing_to_update: ({ fields }) =>
    `没有任何改动。请至少为 ${fields.join("、")} 中的一项给出新的内容；没有写的保持不变。`,
  not_confirmed: ({ doing }) =>
    `用户尚未确认计划，因此不能${doing === "start" ? "开始" : "完成"}其中任何内容。请展示计划，请用户明确同意，并等待答复。` +
    "在此之前可以用 revise_current_plan 修改它，或用 finish_plan（abandoned）放弃它。",
};

const words: Record<Language, Words> = { en: english, zh: chinese };
const quoted = ({ index, name }: Named) => `${index} ("${name}")`;
const quotedZh = ({ index, name }: Named) => `${index}（“${name}”）`;
