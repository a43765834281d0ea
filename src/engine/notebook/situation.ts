// Where a notebook stands: what its next step hangs on.
import type { Notebook } from "./notebook.ts";
import { isClosed, type Plan } from "./plan.ts";
import { runningIndex } from "./plan-changes.ts";

export type Situation =
  | { kind: "no_plan" }
  /** nothing was started or closed yet; `index`: the first to start */
  | { kind: "at_beginning"; plan: Plan; index: number }
  | { kind: "subtask_in_progress"; plan: Plan; index: number }
  /** `index`: the next to start */
  | { kind: "no_subtask_in_progress"; plan: Plan; index: number }
  /** all sub-tasks are closed, the plan is not */
  | { kind: "at_end"; plan: Plan }
  /** closed, and nothing new begun since */
  | { kind: "plan_finished"; plan: Plan };

export function situation({ plan, finished }: Pick<Notebook, "plan" | "finished">): Situation {
  if (!plan) return finished ? { kind: "plan_finished", plan: finished } : { kind: "no_plan" };
  if (plan.subtasks.every(isClosed)) return { kind: "at_end", plan };
  const running = runningIndex(plan);
  if (running >= 0) return { kind: "subtask_in_progress", plan, index: running };
  const index = plan.subtasks.findIndex(({ state }) => state === "todo");
  const isUntouched = plan.subtasks.every(({ state }) => state === "todo");
  return { kind: isUntouched ? "at_beginning" : "no_subtask_in_progress", plan, index };
}
