// keepNotebook: gives an agent a plan notebook: its tools, its hint before each call, and the person's say in the plan.
import { messageOf } from "../errors.ts";
import type { PlanItem } from "../events.ts";
import type { Message } from "../model/model.ts";
import { defaultHint, type HintMaker } from "../notebook/hint.ts";
import { notebookTools } from "../notebook/notebook-tools.ts";
import { createNotebook, type Notebook } from "../notebook/notebook.ts";
import { NotebookRefusal } from "../notebook/refusal.ts";
import type { Plan } from "../notebook/plan.ts";
import { refuseLateEdit, warn, type Context } from "./context.ts";

export interface NotebookSettings {
  needUserConfirm: boolean;
  keyPrefix: string;
  /** null: the usual hints; `none`: no hints */
  hint: HintMaker | "none" | null;
}

/** Messages for one call of the loop; waits first, if the person has to approve the plan. */
export type Aside = (ctx: Context) => Promise<readonly Message[]>;

/** @see https://github.com/agentscope-ai/agentscope-java (plan notebook, branch 1.x) */
export function keepNotebook(ctx: Context, settings: NotebookSettings): { notebook: Notebook; aside: Aside } {
  const { run, agent } = ctx;
  let plans = 0;
  const notebook = createNotebook({
    get maxSubtasks() {
      return run.budget.subtasks;
    },
    storage: run.plans,
    now: run.wall,
    newId: () => `plan-${run.wall().toString(36)}-${++plans}`,
    keyPrefix: settings.keyPrefix,
    needUserConfirm: settings.needUserConfirm,
    language: run.language,
  });
  agent.tools = new Map([...agent.tools, ...notebookTools(notebook).map((tool) => [tool.name, tool] as const)]);
  let revision = -1;
  let by: "model" | "person" = "model";
  notebook.addChangeHook("log", (_, plan) => {
    const shown = plan ?? notebook.finished;
    if (shown) sayPlan(ctx, shown, ++revision, by);
  });

  if (run.states) {
    const { states } = run;
    try {
      notebook.load(states);
    } catch (error) {
      warn(
        ctx,
        "notebook-state",
        `The plan kept from an earlier run cannot be read, so the notebook starts empty. ${messageOf(error)}`,
        { why: messageOf(error) },
      );
    }
    notebook.addChangeHook("state", () => notebook.save(states));
    if (notebook.plan) sayPlan(ctx, notebook.plan, ++revision, by);
  }

  const usual = usualHint(notebook);
  let asked: string | null = null;
  /** A plan is shown once; after the person asked for changes, again with each new version. */
  async function approve(ctx: Context): Promise<Message[]> {
    const { plan } = notebook;
    const version = plan && `${plan.id} ${revision}`;
    if (!plan || !notebook.needUserConfirm || notebook.isConfirmed || version === asked) return [];
    asked = version;
    let refused: string | null = null;
    do {
      const decision = await run.approve(ctx.span, {
        items: itemsOf(plan),
        ...(refused !== null && { text: refused }),
      });
      if (decision.choice === "stop")
        throw ctx.scope.stopped ?? new Error("The run was stopped, and its scope was not.");
      if (decision.choice === "change") return [{ role: "user", content: decision.text }];
      refused = decision.items ? await edit(decision.items, plan) : null;
    } while (refused !== null);
    notebook.confirm();
    return [];
  }

  /** What a person has changed while the plan is carried out: sub-tasks that are no longer to do stay as they are, in front. */
  async function takeEdit(ctx: Context, plan: Plan): Promise<void> {
    const items = run.takeEdit();
    if (!items) return;
    const begun = itemsOf(plan).filter(({ state }) => state !== "todo");
    const ids = new Set(begun.map(({ id }) => id));
    const refused = await edit([...begun, ...items.filter(({ id }) => !ids.has(id))], plan);
    if (refused !== null) warn(ctx, "edit-refused", `The plan stays as it was. ${refused}`, { why: refused });
  }

  /** Null, or why the notebook refuses the edited plan. */
  async function edit(items: readonly PlanItem[], plan: Plan): Promise<string | null> {
    by = "person";
    const old = new Map(plan.subtasks.map((_, index) => [String(index), index]));
    try {
      await notebook.replaceSubtasks(
        items.map(({ id, name, description, expected }) => ({
          ...(old.has(id) && { from: old.get(id) as number }),
          name: name ?? description,
          description,
          expectedOutcome: expected ?? "",
        })),
      );
      return null;
    } catch (error) {
      if (error instanceof NotebookRefusal) return error.message;
      throw error;
    } finally {
      by = "model";
    }
  }

  return {
    notebook,
    async aside(ctx) {
      if (notebook.plan) await takeEdit(ctx, notebook.plan);
      else refuseLateEdit(ctx);
      const wishes = await approve(ctx);
      ctx.agent.talk?.add(...wishes);
      if (settings.hint === "none") return [];
      return settings.hint === null ? usual() : asMessages(settings.hint(notebook.plan, notebook));
    },
  };
}

const asMessages = (hint: string | null): readonly Message[] =>
  hint === null ? [] : [{ role: "user", content: hint }];

/** The usual hint, made anew only where what it tells of has changed: most calls of a run see the same plan. */
function usualHint(notebook: Notebook): () => readonly Message[] {
  let told: readonly unknown[] = [];
  let messages: readonly Message[] = [];
  return () => {
    const { plan, finished, isConfirmed, maxSubtasks } = notebook;
    const now = [plan, finished, isConfirmed, maxSubtasks];
    if (told.length === 0 || now.some((value, index) => value !== told[index])) {
      told = now;
      messages = asMessages(defaultHint(plan, notebook));
    }
    return messages;
  };
}

function itemsOf(plan: Plan): PlanItem[] {
  return plan.subtasks.map(({ name, description, expectedOutcome, outcome, state }, index) => ({
    id: String(index),
    name,
    description,
    ...(expectedOutcome && { expected: expectedOutcome }),
    state,
    ...(outcome !== null && { outcome }),
  }));
}

function sayPlan(ctx: Context, plan: Plan, revision: number, by: "model" | "person"): void {
  ctx.run.say({ type: "plan", span: ctx.span, revision, by, why: "", name: plan.name, items: itemsOf(plan) });
}
