// The hint of a plan notebook as the rehearsal model reads it: where the plan stands.
import type { Message } from "../model.ts";

export type SubtaskState = "todo" | "in_progress" | "done" | "abandoned";

export interface Hint {
  /** null: there is no plan under way */
  plan: { name: string; subtasks: { name: string; state: SubtaskState }[] } | null;
  /** the plan was finished: now answer */
  isFinished: boolean;
  /** the user has to confirm the plan first */
  mustWait: boolean;
  /** most sub-tasks of a plan */
  most: number | null;
}

const marks: [SubtaskState, RegExp][] = [
  ["done", /^- \[x\] /],
  ["in_progress", /^- \[ \] \[WIP\] ?/],
  ["abandoned", /^- \[ \] \[Abandoned\] ?/],
  ["todo", /^- \[ \] /],
];

/** The hint at the end of a request; null: there is none. */
export function hintIn(messages: readonly Message[]): Hint | null {
  const last = messages.at(-1);
  const text =
    last?.role === "user" ? /^<system-hint>\n([\s\S]*)\n<\/system-hint>$/.exec(last.content.trim())?.[1] : undefined;
  if (text === undefined) return null;
  const [, fence = ""] = /^(`{3,})markdown$/m.exec(text) ?? [];
  const block = fence === "" ? null : (text.split(`${fence}markdown\n`)[1]?.split(`\n${fence}`)[0] ?? null);
  const most = /at most (\d+) sub-task|最多 (\d+) 个子任务/.exec(text)?.slice(1).find(Boolean);
  return {
    plan: block === null ? null : planIn(block),
    isFinished: block === null && /^(?:The plan ".*" is closed as|计划“.*”已结束，状态为)/.test(text),
    mustWait: /^(?:The user has not confirmed this plan|用户尚未确认此计划)/m.test(text),
    most: most === undefined ? null : Number(most),
  };
}

function planIn(block: string): NonNullable<Hint["plan"]> {
  const [head = "", list = ""] = block.split("\n## Subtasks\n");
  const subtasks = list.split("\n").flatMap((line) => {
    const mark = marks.find(([, pattern]) => pattern.test(line));
    return mark ? [{ name: line.replace(mark[1], "").trim(), state: mark[0] }] : [];
  });
  return { name: /^# (.*)$/m.exec(head)?.[1] ?? "", subtasks };
}
