// A plan as Markdown, for people and models.
import { timeText, type Plan, type Subtask } from "./plan.ts";

const marks = { todo: "[ ]", in_progress: "[ ] [WIP]", done: "[x]", abandoned: "[ ] [Abandoned]" } as const;
const nothing = "N/A";

/**
 * Writes a plan: its head, then one line a sub-task. Ends with a line break.
 *
 * @param options.detailed with what is known of each sub-task below its line
 */
export function planMarkdown(plan: Plan, options: { detailed?: boolean } = {}): string {
  const { detailed = false } = options;
  const lines = [
    `# ${plan.name}`,
    `**Description**: ${oneLine(plan.description)}`,
    `**Expected Outcome**: ${oneLine(plan.expectedOutcome)}`,
    `**State**: ${plan.state}`,
    `**Created At**: ${timeText(plan.createdAt)}`,
    "## Subtasks",
    ...plan.subtasks.map((subtask) => subtaskMarkdown(subtask, detailed)),
  ];
  return `${lines.join("\n")}\n`;
}

/** A sub-task as its line in the list, or with its details below. No line break at the end. */
export function subtaskMarkdown(subtask: Subtask, detailed: boolean): string {
  const line = `- ${marks[subtask.state]} ${subtask.name}`;
  return detailed ? [line, ...details(subtask)].join("\n") : line;
}

function details(subtask: Subtask): string[] {
  const bullet = (name: string, value: string | null) => `\t- ${name}: ${indented(value ?? "") || nothing}`;
  const given = [
    bullet("Created At", timeText(subtask.createdAt)),
    bullet("Description", subtask.description),
    bullet("Expected Outcome", subtask.expectedOutcome),
    bullet("State", subtask.state),
  ];
  if (subtask.state !== "done") return given;
  const finishedAt = subtask.finishedAt === null ? null : timeText(subtask.finishedAt);
  return [...given, bullet("Finished At", finishedAt), bullet("Actual Outcome", subtask.outcome)];
}

const oneLine = (text: string) => text.replace(/\s*[\r\n]+\s*/g, " ") || nothing;

/** Tables and lists in an outcome keep their lines, and stay inside the bullet. */
const indented = (text: string) => text.split(/\r\n?|\n/).join("\n\t  ");
