// The transitions of a plan: each takes a plan and gives the next one, or throws a refusal.
import { isClosed, stateBySubtasks, type Plan, type PlanDraft, type Subtask, type SubtaskDraft } from "./plan.ts";
import type { Named, Refuse } from "./refusal.ts";

/** What a transition needs besides the plan. */
export interface Rules {
  readonly refuse: Refuse;
  /** most sub-tasks of a plan; null: any number */
  readonly maxSubtasks: number | null;
  now(): number;
}

/** One line of text: names and such stand in lists. */
const line = (text: string) => text.trim().replace(/\s*[\r\n]+\s*/g, " ");

/** @throws NotebookRefusal `bad_argument`, `over_limit` */
export function newPlan(draft: PlanDraft, newId: () => string, rules: Rules): Plan {
  const { name, description, expectedOutcome, subtasks } = draft;
  const { refuse, now } = rules;
  if (line(name) === "") throw refuse("bad_argument", { name: "name", fault: "blank" });
  if (subtasks.length === 0) throw refuse("bad_argument", { name: "subtasks", fault: "no_subtasks" });
  checkSize(subtasks.length, rules);
  const made = subtasks.map((subtask, place) => newSubtask(subtask, `subtasks[${place}]`, rules));
  return {
    id: newId(),
    name: line(name),
    description: description.trim(),
    expectedOutcome: expectedOutcome.trim(),
    subtasks: made,
    state: "todo",
    outcome: null,
    createdAt: now(),
    finishedAt: null,
  };
}

/** A new sub-task. @throws NotebookRefusal `bad_argument` without a name */
export function newSubtask(draft: SubtaskDraft, argument: string, rules: Rules): Subtask {
  const name = line(draft.name);
  if (name === "") throw rules.refuse("bad_argument", { name: `${argument}.name`, fault: "blank" });
  return {
    name,
    description: draft.description.trim(),
    expectedOutcome: draft.expectedOutcome.trim(),
    state: "todo",
    outcome: null,
    createdAt: rules.now(),
    finishedAt: null,
  };
}

/** @throws NotebookRefusal `over_limit` */
export function checkSize(wanted: number, { maxSubtasks, refuse }: Rules): void {
  if (maxSubtasks !== null && wanted > maxSubtasks) throw refuse("over_limit", { wanted, limit: maxSubtasks });
}

/** The plan with other sub-tasks, and the state that follows from them. */
export function withSubtasks(plan: Plan, subtasks: readonly Subtask[]): Plan {
  return { ...plan, subtasks, state: stateBySubtasks(subtasks) };
}

function withOne(plan: Plan, index: number, change: Partial<Subtask>): Plan {
  return withSubtasks(
    plan,
    plan.subtasks.map((subtask, place) => (place === index ? { ...subtask, ...change } : subtask)),
  );
}

/** @throws NotebookRefusal `bad_index` */
export function subtaskAt(plan: Plan, index: number, { refuse }: Rules): Subtask {
  const subtask = Number.isInteger(index) ? plan.subtasks[index] : undefined;
  if (!subtask) throw refuse("bad_index", { index, last: plan.subtasks.length - 1 });
  return subtask;
}

/** Index of the sub-task in progress, or -1. */
export const runningIndex = ({ subtasks }: Plan): number => subtasks.findIndex(({ state }) => state === "in_progress");

function named(plan: Plan, index: number): Named {
  return { index, name: plan.subtasks[index]?.name ?? "" };
}

/** @throws NotebookRefusal `predecessor_open` */
function checkPredecessors(plan: Plan, index: number, doing: "start" | "finish", { refuse }: Rules): void {
  const open = plan.subtasks.findIndex((subtask, place) => place < index && !isClosed(subtask));
  if (open < 0) return;
  const running = runningIndex(plan) === index;
  throw refuse("predecessor_open", { doing, at: named(plan, index), open: named(plan, open), running });
}

/**
 * Starts a sub-task; one that is in progress stays so.
 *
 * @throws NotebookRefusal `bad_index`, `predecessor_open`, `other_in_progress`
 */
export function start(plan: Plan, index: number, rules: Rules): Plan {
  if (subtaskAt(plan, index, rules).state === "in_progress") return plan;
  checkPredecessors(plan, index, "start", rules);
  const running = runningIndex(plan);
  if (running >= 0) {
    // It cannot be finished while this one, which comes before it, is open.
    const isBlocked = plan.subtasks.some((subtask, place) => place < running && !isClosed(subtask));
    throw rules.refuse("other_in_progress", { at: named(plan, index), running: named(plan, running), isBlocked });
  }
  return withOne(plan, index, { state: "in_progress" });
}

/** Sets a sub-task back, or gives it up. Nothing else starts. @throws NotebookRefusal `bad_index` */
export function shelve(plan: Plan, index: number, state: "todo" | "abandoned", rules: Rules): Plan {
  return subtaskAt(plan, index, rules).state === state ? plan : withOne(plan, index, { state });
}

/**
 * Finishes a sub-task and starts the first one after it that is to do, unless another is in progress. For one that is done
 * already, this corrects the outcome and nothing else.
 *
 * @throws NotebookRefusal `bad_index`, `bad_argument`, `predecessor_open`
 */
export function finish(
  plan: Plan,
  index: number,
  outcome: string,
  rules: Rules,
): { plan: Plan; started: number | null; corrected: boolean } {
  const before = subtaskAt(plan, index, rules);
  const text = outcome.trim();
  if (text === "") throw rules.refuse("bad_argument", { name: "subtask_outcome", fault: "blank" });
  checkPredecessors(plan, index, "finish", rules);
  if (before.state === "done") return { plan: withOne(plan, index, { outcome: text }), started: null, corrected: true };
  const finished = withOne(plan, index, { state: "done", outcome: text, finishedAt: rules.now() });
  const next = finished.subtasks.findIndex(({ state }, place) => place > index && state === "todo");
  if (next < 0 || runningIndex(finished) >= 0) return { plan: finished, started: null, corrected: false };
  return { plan: withOne(finished, next, { state: "in_progress" }), started: next, corrected: false };
}

/** Puts a new sub-task before `index`, which may be the length. @throws NotebookRefusal */
export function insert(plan: Plan, index: number, draft: SubtaskDraft, rules: Rules): Plan {
  const { subtasks } = plan;
  checkPlace(plan, index, subtasks.length, rules);
  const added = newSubtask(draft, "subtask", rules);
  checkSize(subtasks.length + 1, rules);
  return withSubtasks(plan, subtasks.toSpliced(index, 0, added));
}

function checkPlace(plan: Plan, index: number, last: number, { refuse }: Rules): void {
  if (Number.isInteger(index) && index >= 0 && index <= last) return;
  throw refuse("bad_index", { index, last: plan.subtasks.length === 0 ? -1 : last });
}

/** What was named anew, over what there was; null if that changes nothing. */
function reworded<T extends SubtaskDraft>(before: T, change: Partial<SubtaskDraft>): T | null {
  const next: T = {
    ...before,
    name: line(change.name ?? "") || before.name,
    description: change.description?.trim() || before.description,
    expectedOutcome: change.expectedOutcome?.trim() || before.expectedOutcome,
  };
  const isSame = (["name", "description", "expectedOutcome"] as const).every((key) => next[key] === before[key]);
  return isSame ? null : next;
}

const draftFields = ["name", "description", "expected_outcome"];

/** Changes name, description and expected outcome of the plan. @throws NotebookRefusal `nothing_to_update` */
export function describe(plan: Plan, change: Partial<SubtaskDraft>, { refuse }: Rules): Plan {
  const next = reworded(plan, change);
  if (!next) throw refuse("nothing_to_update", { fields: draftFields });
  return next;
}

/** Null if nothing changes. What was done by other words has to be done again. */
function revised(subtask: Subtask, change: Partial<SubtaskDraft>): Subtask | null {
  const next = reworded(subtask, change);
  return next?.state === "done" ? { ...next, state: "todo", outcome: null, finishedAt: null } : next;
}

/** @throws NotebookRefusal `bad_index`, `nothing_to_update` */
export function revise(plan: Plan, index: number, change: Partial<SubtaskDraft>, rules: Rules): Plan {
  const next = revised(subtaskAt(plan, index, rules), change);
  if (!next) throw rules.refuse("nothing_to_update", { fields: draftFields });
  return withOne(plan, index, next);
}

/** @throws NotebookRefusal `bad_index` */
export function remove(plan: Plan, index: number, rules: Rules): Plan {
  subtaskAt(plan, index, rules);
  return withSubtasks(plan, plan.subtasks.toSpliced(index, 1));
}

/** Takes a sub-task out and puts it in where `to` then is. @throws NotebookRefusal `bad_index` */
export function move(plan: Plan, from: number, to: number, rules: Rules): Plan {
  const subtask = subtaskAt(plan, from, rules);
  subtaskAt(plan, to, rules);
  return from === to ? plan : withSubtasks(plan, plan.subtasks.toSpliced(from, 1).toSpliced(to, 0, subtask));
}

/** A sub-task of a list that a person wrote: `from` is its index so far, absent for a new one. */
export interface EditedSubtask extends SubtaskDraft {
  from?: number;
}

/** Takes the whole list as a person left it. @throws NotebookRefusal */
export function replaceAll(plan: Plan, list: readonly EditedSubtask[], rules: Rules): Plan {
  if (list.length === 0) throw rules.refuse("bad_argument", { name: "subtasks", fault: "no_subtasks" });
  const kept = new Set<number>();
  const subtasks = list.map(({ from, ...draft }, place) => {
    const argument = `subtasks[${place}]`;
    if (from === undefined) return newSubtask(draft, argument, rules);
    const before = subtaskAt(plan, from, rules);
    if (kept.has(from)) throw rules.refuse("bad_argument", { name: argument, fault: "twice" });
    kept.add(from);
    return revised(before, draft) ?? before;
  });
  // A plan that is over the limit already (an earlier run's) may still be edited.
  if (subtasks.length > plan.subtasks.length) checkSize(subtasks.length, rules);
  return withSubtasks(plan, subtasks);
}

/** The plan as the history keeps it. */
export function filed(plan: Plan, state: "done" | "abandoned", outcome: string, { now }: Rules): Plan {
  return { ...plan, state, outcome, finishedAt: now() };
}

/** A plan from the history, live again. */
export function revived(plan: Plan): Plan {
  return { ...withSubtasks(plan, plan.subtasks), outcome: null, finishedAt: null };
}
