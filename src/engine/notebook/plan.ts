// A plan and its sub-tasks: what they hold, and what follows from it.
import { z } from "../schema.ts";

const state = z.enum(["todo", "in_progress", "done", "abandoned"]);
/** The state of a sub-task, and of a plan. */
export type PlanState = z.infer<typeof state>;

/** ms since 1970 */
const time = z.number();

export const subtaskSchema = z.readonly(
  z.object({
    name: z.string(),
    description: z.string(),
    expectedOutcome: z.string(),
    state,
    /** what it produced; null until it was finished */
    outcome: z.nullable(z.string()),
    createdAt: time,
    finishedAt: z.nullable(time),
  }),
);
export type Subtask = z.infer<typeof subtaskSchema>;

export const planSchema = z.readonly(
  z.object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    expectedOutcome: z.string(),
    /** carried out in this order; addressed by index, from 0 */
    subtasks: z.readonly(z.array(subtaskSchema)),
    state,
    /** the result of a finished plan, or why it was given up */
    outcome: z.nullable(z.string()),
    createdAt: time,
    finishedAt: z.nullable(time),
  }),
);
/** A plan never changes: each operation makes a new one, so that stored and shown ones stay as they were. */
export type Plan = z.infer<typeof planSchema>;

export interface SubtaskDraft {
  name: string;
  description: string;
  expectedOutcome: string;
}

export interface PlanDraft extends SubtaskDraft {
  subtasks: readonly SubtaskDraft[];
}

/** Done or abandoned: nothing waits for it. */
export const isClosed = ({ state }: Subtask): boolean => state === "done" || state === "abandoned";

/** The state that a plan under way has by its sub-tasks: all closed = done, any started or closed = in progress. */
export function stateBySubtasks(subtasks: readonly Subtask[]): PlanState {
  if (subtasks.every((subtask) => subtask.state === "todo")) return "todo";
  return subtasks.every(isClosed) ? "done" : "in_progress";
}

export type SubtaskCount = Record<PlanState | "total", number>;

export function countSubtasks({ subtasks }: Plan): SubtaskCount {
  const count: SubtaskCount = { total: subtasks.length, todo: 0, in_progress: 0, done: 0, abandoned: 0 };
  for (const subtask of subtasks) count[subtask.state] += 1;
  return count;
}

/** A local time, `yyyy-MM-dd HH:mm:ss`. */
export function timeText(ms: number): string {
  const date = new Date(ms);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
