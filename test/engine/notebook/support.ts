// A notebook with a clock that is set by hand, ids that count, and its tools by name.
import { createNotebook, type Notebook, type NotebookOptions } from "../../../src/engine/notebook/notebook.ts";
import { notebookTools } from "../../../src/engine/notebook/notebook-tools.ts";
import { memoryPlans } from "../../../src/engine/notebook/plan-storage.ts";
import type { PlanDraft } from "../../../src/engine/notebook/plan.ts";
import { NotebookRefusal } from "../../../src/engine/notebook/refusal.ts";
import { use } from "../tools/support.ts";

/** Noon in local time: plans show local times. */
export const noon = new Date(2026, 10, 30, 12).getTime();

let ids = 0;

export function newNotebook(options: Partial<NotebookOptions> = {}): Notebook {
  return createNotebook({
    maxSubtasks: null,
    storage: memoryPlans(),
    now: () => noon,
    newId: () => `plan-${++ids}`,
    language: "en",
    ...options,
  });
}

/** A plan with sub-tasks of these names. */
export function draft(name: string, ...subtasks: string[]): PlanDraft {
  return {
    name,
    description: `about ${name}`,
    expectedOutcome: `${name} works`,
    subtasks: subtasks.map((name) => ({ name, description: `do ${name}`, expectedOutcome: `${name} finished` })),
  };
}

/** Sub-tasks as a picture: `[x] a, [>] b, [ ] c, [-] d`. */
export function picture({ plan }: Notebook): string {
  const marks = { todo: "[ ]", in_progress: "[>]", done: "[x]", abandoned: "[-]" };
  return plan ? plan.subtasks.map(({ name, state }) => `${marks[state]} ${name}`).join(", ") : "no plan";
}

/** Brings a new plan of sub-tasks into the states of such a picture, by the operations that lead there. */
export async function pictured(wanted: string, options?: Partial<NotebookOptions>): Promise<Notebook> {
  const notebook = newNotebook(options);
  const parts = wanted.split(", ").map((part) => ({ mark: part.slice(0, 3), name: part.slice(4) }));
  await notebook.createPlan(draft("Plan", ...parts.map(({ name }) => name)));
  const at = (mark: string) => parts.flatMap((part, index) => (part.mark === mark ? [index] : []));
  for (const index of parts.keys()) await notebook.setSubtaskState(index, "abandoned");
  for (const index of at("[x]")) await notebook.finishSubtask(index, `outcome of ${parts[index]?.name}`);
  for (const index of at("[>]")) await notebook.setSubtaskState(index, "in_progress");
  for (const index of at("[ ]")) await notebook.setSubtaskState(index, "todo");
  if (picture(notebook) !== wanted) throw new Error(`${picture(notebook)} is not ${wanted}`);
  return notebook;
}

/** The code of the refusal, or "ok". */
export async function outcome(operation: () => unknown): Promise<string> {
  try {
    await operation();
    return "ok";
  } catch (thrown) {
    if (thrown instanceof NotebookRefusal) return thrown.reason;
    throw thrown;
  }
}

/** The text of the refusal. */
export async function refusal(operation: () => unknown): Promise<string> {
  try {
    await operation();
  } catch (thrown) {
    if (thrown instanceof NotebookRefusal) return thrown.message;
    throw thrown;
  }
  throw new Error("It was not refused.");
}

/** Calls one of the notebook's tools by its name. */
export async function call(notebook: Notebook, name: string, input: unknown = {}): Promise<string> {
  const tool = notebookTools(notebook).find((tool) => tool.name === name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  return String(await use(tool, input));
}
