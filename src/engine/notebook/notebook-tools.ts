// The notebook's ten tools: what a model plans with.
import { z } from "../schema.ts";
import { defineTool, type Tool } from "../tools/tool.ts";
import type { Notebook } from "./notebook.ts";
import { subtaskMarkdown } from "./plan-markdown.ts";
import type { SubtaskDraft } from "./plan.ts";
import { refusalsIn } from "./refusal.ts";
import { replies } from "./replies.ts";

const text = (description: string) => z.string().check(z.describe(description));
const optional = (description: string) => z.optional(text(description));

const index = z.int().check(z.describe("index of the sub-task, from 0"));

/** Only the name is insisted on: weak models leave the rest out, and a plan without it is still a plan. */
const subtask = z.object({
  name: text("what to do, in a few words"),
  description: optional("what exactly is to be done, with its bounds, so that another could do it; always give it"),
  expected_outcome: optional("what there is when it is done, so that one can tell: a number, a file, a list"),
});

const change = z.object({
  name: optional("new name"),
  description: optional("new description"),
  expected_outcome: optional("new expected outcome"),
});

type Written = { name?: string | undefined; description?: string | undefined; expected_outcome?: string | undefined };

const draft = ({ name = "", description = "", expected_outcome: expectedOutcome = "" }: Written): SubtaskDraft => ({
  name,
  description,
  expectedOutcome,
});

/**
 * Makes the tools over a notebook. Their names and parameters are AgentScope's. Each answers with what was done and what is next,
 * in the notebook's language, or throws a NotebookRefusal that names the way out.
 */
export function notebookTools(notebook: Notebook): Tool[] {
  const say = replies[notebook.language];
  const refuse = refusalsIn(notebook.language);
  const current = () => {
    if (!notebook.plan) throw refuse("no_plan", {});
    return notebook.plan;
  };
  const andNext = (done: string) => `${done}${notebook.language === "zh" ? "" : " "}${say.next(notebook)}`;

  const createPlan = defineTool({
    name: "create_plan",
    description:
      "Writes a plan for a task of several steps, before you begin it. Its sub-tasks are carried out in order, one at a time. " +
      'Example: {"name": "Product of 10 and 5", "description": "Calculate, save, check", "expected_outcome": "result.txt holds 50", ' +
      '"subtasks": [{"name": "Calculate", "description": "10*5 with the calculator", "expected_outcome": "the product"}]}',
    input: z.object({
      name: text("a short name for the plan"),
      description: z._default(text("the task, its bounds, and how the plan goes about it"), ""),
      expected_outcome: z._default(text("what there is in the end, so that one can tell that the task is done"), ""),
      subtasks: z.array(subtask).check(z.describe("the steps, in order; each small enough to be checked by itself")),
    }),
    async run(input) {
      const before = notebook.plan;
      const plan = await notebook.createPlan({ ...draft(input), subtasks: input.subtasks.map(draft) });
      return andNext(say.created(plan, before));
    },
  });

  const updatePlanInfo = defineTool({
    name: "update_plan_info",
    description:
      "Changes the plan's own name, description or expected outcome. What you leave out stays. " +
      'Example: {"expected_outcome": "a report of one page"}',
    input: change,
    async run(input) {
      return andNext(say.described(await notebook.updatePlanInfo(draft(input))));
    },
  });

  const reviseCurrentPlan = defineTool({
    name: "revise_current_plan",
    description:
      "Adds, rewrites or deletes one sub-task, when what you found out asks for it. add: puts it before subtask_idx (the number of " +
      "sub-tasks: at the end). revise: changes the fields you give and keeps the others. delete: takes it out. " +
      'Example: {"subtask_idx": 1, "action": "add", "subtask": {"name": "Check", "description": "…", "expected_outcome": "…"}}',
    input: z.object({
      subtask_idx: index,
      action: text("add, revise or delete"),
      subtask: z.optional(change.check(z.describe("for add: all of it; for revise: what changes"))),
    }),
    async run({ subtask_idx: at, action, subtask }) {
      const plan = current();
      const verb = action.trim().toLowerCase();
      switch (verb) {
        case "add":
          if (!subtask) throw refuse("subtask_required", { action: verb });
          return andNext(say.added(at, await notebook.insertSubtask(at, draft(subtask))));
        case "revise": {
          if (!subtask) throw refuse("subtask_required", { action: verb });
          const wasDone = plan.subtasks[at]?.state === "done";
          return andNext(say.revised(at, await notebook.reviseSubtask(at, draft(subtask)), wasDone));
        }
        case "delete": {
          await notebook.deleteSubtask(at);
          return andNext(say.deleted(at, plan.subtasks[at]?.name ?? ""));
        }
        default:
          throw refuse("bad_action", { given: action });
      }
    },
  });

  const updateSubtaskState = defineTool({
    name: "update_subtask_state",
    description:
      "Starts a sub-task, sets it back, or gives it up. One is in progress at a time, and only after all before it are closed. " +
      'To finish one, use finish_subtask. Example: {"subtask_idx": 0, "state": "in_progress"}',
    input: z.object({ subtask_idx: index, state: text("todo, in_progress or abandoned") }),
    async run({ subtask_idx: at, state }) {
      return andNext(say.stateSet(at, await notebook.setSubtaskState(at, state)));
    },
  });

  const finishSubtask = defineTool({
    name: "finish_subtask",
    description:
      "Marks a sub-task as done and keeps what it produced; the next one starts by itself. " +
      'Example: {"subtask_idx": 0, "subtask_outcome": "10*5 = 50"}',
    input: z.object({
      subtask_idx: index,
      subtask_outcome: text(
        "The product itself: the figures, names, text or file that later steps need. A report that you did something is of no use to them.",
      ),
    }),
    async run({ subtask_idx: at, subtask_outcome: outcome }) {
      const { plan, corrected } = await notebook.finishSubtask(at, outcome);
      return andNext(say.finished(at, plan, corrected));
    },
  });

  const viewSubtasks = defineTool({
    name: "view_subtasks",
    readOnly: true,
    description:
      'Shows sub-tasks with all their details and outcomes. Example: {"subtask_idx": [0, 2]}; an empty list shows all of them.',
    input: z.object({
      subtask_idx: z.union([z.array(z.int()), z.int()]).check(z.describe("indexes of the sub-tasks, from 0")),
    }),
    run({ subtask_idx: wanted }) {
      const { subtasks } = current();
      const listed = typeof wanted === "number" ? [wanted] : wanted;
      const indexes = [...new Set(listed.length > 0 ? listed : subtasks.keys())];
      const last = subtasks.length - 1;
      const wrong = indexes.find((at) => !subtasks[at]);
      if (wrong !== undefined && !indexes.some((at) => subtasks[at])) throw refuse("bad_index", { index: wrong, last });
      const shown = indexes.map((at) => {
        const found = subtasks[at];
        return found ? `${say.subtask(at)}\n${subtaskMarkdown(found, true)}` : say.noSubtask(at, last);
      });
      return shown.join("\n\n") || say.count(current());
    },
  });

  const getSubtaskCount = defineTool({
    name: "get_subtask_count",
    readOnly: true,
    description: "Tells how many sub-tasks the plan has, and how many are done, in progress, to do and abandoned.",
    input: z.object({}),
    run: () => say.count(current()),
  });

  const finishPlan = defineTool({
    name: "finish_plan",
    description:
      "Closes the plan and puts it into the history: done, when its task is done; abandoned, when the user gives it up or it cannot be " +
      'done. Then answer the user. Example: {"state": "done", "outcome": "result.txt holds 50, read back and checked"}',
    input: z.object({
      state: text("done or abandoned"),
      outcome: text("done: what came out, with its data; abandoned: why"),
    }),
    async run({ state, outcome }) {
      return andNext(say.planFinished(await notebook.finishPlan(state, outcome)));
    },
  });

  const viewHistoricalPlans = defineTool({
    name: "view_historical_plans",
    readOnly: true,
    description: "Lists earlier plans, finished or left, with their ids and outcomes.",
    input: z.object({}),
    async run() {
      return say.history(await notebook.history());
    },
  });

  const recoverHistoricalPlan = defineTool({
    name: "recover_historical_plan",
    description:
      "Takes up an earlier plan where it was left. A plan that is under way goes to the history. " +
      "view_historical_plans shows the ids.",
    input: z.object({ plan_id: text("id of the earlier plan") }),
    async run({ plan_id: id }) {
      const before = notebook.plan;
      const plan = await notebook.recoverPlan(id.trim());
      return andNext(say.recovered(plan, before === plan ? null : before));
    },
  });

  return [
    createPlan,
    updatePlanInfo,
    reviseCurrentPlan,
    updateSubtaskState,
    finishSubtask,
    viewSubtasks,
    getSubtaskCount,
    finishPlan,
    viewHistoricalPlans,
    recoverHistoricalPlan,
  ];
}
