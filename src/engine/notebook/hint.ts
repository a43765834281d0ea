// The hint: what a model is told of the plan before each of its calls, and what to do next.
import { hintWords } from "./hint-words.ts";
import type { Notebook } from "./notebook.ts";
import { planMarkdown, subtaskMarkdown } from "./plan-markdown.ts";
import { isClosed, type Plan } from "./plan.ts";
import { situation } from "./situation.ts";

/** Makes the text that stands at the end of one model call and is not kept; null: none is added. */
export type HintMaker = (plan: Plan | null, notebook: Notebook) => string | null;

/** The hint of the house: the plan, where it stands, the next step and the rules, between `<system-hint>` marks. */
export const defaultHint: HintMaker = (plan, notebook) => {
  const words = hintWords[notebook.language];
  const now = situation({ plan, finished: notebook.finished });
  switch (now.kind) {
    case "no_plan":
      return hint(words.noPlan, rules(notebook, [...limitRule(notebook), ...confirmRule(notebook)]));
    case "plan_finished": {
      const open = now.plan.subtasks.filter((subtask) => !isClosed(subtask)).map(({ name }) => name);
      return hint(words.finished(now.plan, open));
    }
    case "at_end":
      return hint(
        shown(now.plan, notebook),
        now.plan.subtasks.length > 0 ? words.end : words.empty,
        words.otherRequests,
      );
    case "at_beginning":
    case "no_subtask_in_progress": {
      const { subtasks } = now.plan;
      const name = subtasks[now.index]?.name ?? "";
      const step =
        now.kind === "at_beginning"
          ? words.begin(now.index, name)
          : words.between(subtasks.filter(isClosed).length, subtasks.length, now.index, name);
      return hint(
        shown(now.plan, notebook),
        notebook.isConfirmed ? step : words.wait,
        `${words.otherRequests}${notebook.language === "zh" ? "" : " "}${words.givingUp}`,
        rules(notebook, [...confirmRule(notebook), ...words.rules]),
      );
    }
    case "subtask_in_progress": {
      const subtask = now.plan.subtasks[now.index];
      if (!subtask) return null;
      return hint(
        shown(now.plan, notebook),
        `${words.running(now.index, subtask.name)}\n${fenced(subtaskMarkdown(subtask, true))}`,
        notebook.isConfirmed ? words.ways(now.index) : words.wait,
        words.otherRequests,
        rules(notebook, words.rules),
      );
    }
    default:
      return now satisfies never;
  }
};

/** Puts the marks around a hint. Marks inside it, from a plan's own text, are made harmless. */
export function wrapHint(text: string): string {
  return `<system-hint>\n${text.replace(/<(\/?)system-hint/gi, "&lt;$1system-hint")}\n</system-hint>`;
}

const hint = (...parts: readonly string[]) => wrapHint(parts.filter((part) => part !== "").join("\n\n"));

const shown = (plan: Plan, { language }: Notebook) =>
  `${hintWords[language].here}\n${fenced(planMarkdown(plan).trimEnd())}`;

/** In a fence that nothing inside can close. */
function fenced(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}markdown\n${text}\n${fence}`;
}

function rules({ language }: Notebook, list: readonly string[]): string {
  return list.length === 0 ? "" : [hintWords[language].rulesTitle, ...list.map((rule) => `- ${rule}`)].join("\n");
}

function limitRule({ language, maxSubtasks }: Notebook): string[] {
  return maxSubtasks === null ? [] : [hintWords[language].limit(maxSubtasks)];
}

function confirmRule({ language, isConfirmed }: Notebook): string[] {
  return isConfirmed ? [] : [hintWords[language].confirm];
}
