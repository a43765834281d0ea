// How the cases of the area `notebook` are run: operations as tool calls, read and checked as the engine does.
import { createNotebook, type Notebook, type SavedStates } from "../../src/engine/notebook/notebook.ts";
import { notebookTools } from "../../src/engine/notebook/notebook-tools.ts";
import { memoryPlans } from "../../src/engine/notebook/plan-storage.ts";
import { NotebookRefusal } from "../../src/engine/notebook/refusal.ts";
import { situation } from "../../src/engine/notebook/situation.ts";
import { readArguments } from "../../src/engine/protocol/arguments.ts";
import { z } from "../../src/engine/schema.ts";
import { memoryFiles } from "../../src/engine/tools/files-memory.ts";
import { toolSpec } from "../../src/engine/tools/spec.ts";

export interface NotebookCase {
  config: { maxSubtasks?: number };
  ops: { op: string; args?: Record<string, unknown> }[];
}

export async function notebook({ config, ops }: NotebookCase): Promise<unknown> {
  const storage = memoryPlans();
  let ids = 0;
  let hookCalls: (string | null)[] = [];
  const open = () => {
    const opened = createNotebook({
      maxSubtasks: config.maxSubtasks ?? null,
      storage,
      now: () => Date.UTC(2026, 10, 30, 12),
      newId: () => `plan-${++ids}`,
      language: "en",
    });
    opened.addChangeHook("count", (_, plan) => hookCalls.push(plan?.name ?? null));
    return opened;
  };
  let book = open();

  const results: string[] = [];
  for (const { op, args = {} } of ops) {
    switch (op) {
      case "$hint":
        results.push(hintOf(book));
        break;
      case "$hook":
        hookCalls = [];
        results.push("ok");
        break;
      case "$reload": {
        const states: SavedStates = new Map<string, unknown>();
        book.save(states);
        book = open();
        book.load(states);
        results.push("ok");
        break;
      }
      default:
        results.push(await call(book, op, await withIds(book, args)));
    }
  }

  const { plan } = book;
  const each = <T>(pick: (subtask: NonNullable<typeof plan>["subtasks"][number]) => T) =>
    plan ? plan.subtasks.map(pick) : null;
  return {
    results,
    states: each(({ state }) => state),
    names: each(({ name }) => name),
    descriptions: each(({ description }) => description),
    outcomes: each(({ outcome }) => outcome),
    current: plan?.name ?? null,
    planState: plan?.state ?? null,
    history: (await book.history()).map(({ name, state }) => ({ name, state })),
    hookCalls,
  };
}

function hintOf(book: Notebook): string {
  const now = situation(book);
  return "index" in now && now.kind !== "at_beginning" ? `hint:${now.kind}:${now.index}` : `hint:${now.kind}`;
}

/** `$plan:NAME` stands for the id of the plan with that name. */
async function withIds(book: Notebook, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  const plans = [...(await book.history()), ...(book.plan ? [book.plan] : [])];
  const idOf = (value: unknown) =>
    typeof value === "string" && value.startsWith("$plan:")
      ? (plans.find(({ name }) => name === value.slice("$plan:".length))?.id ?? value)
      : value;
  return Object.fromEntries(Object.entries(args).map(([key, value]) => [key, idOf(value)]));
}

/** Calls a tool with arguments as a model wrote them. */
async function call(book: Notebook, name: string, args: Record<string, unknown>): Promise<string> {
  const tool = notebookTools(book).find((tool) => tool.name === name);
  if (!tool) return `no tool ${name}`;
  const read = readArguments(JSON.stringify(args), toolSpec(tool).parameters, { finishReason: "tool_calls" });
  if (!read.ok) return "refused:bad_argument";
  const checked = z.core.safeParse(tool.input, read.value);
  if (!checked.success) return "refused:bad_argument";
  try {
    const context = { signal: new AbortController().signal, files: memoryFiles(), now: () => 0 };
    await tool.run(checked.data, context);
    return "ok";
  } catch (thrown) {
    if (thrown instanceof NotebookRefusal) return `refused:${thrown.reason}`;
    throw thrown;
  }
}
