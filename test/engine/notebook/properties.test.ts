// Any sequence of operations, by a model or a person, keeps what the notebook promises.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Notebook } from "../../../src/engine/notebook/notebook.ts";
import { defaultHint } from "../../../src/engine/notebook/hint.ts";
import { isClosed, stateBySubtasks, type Plan } from "../../../src/engine/notebook/plan.ts";
import { planMarkdown } from "../../../src/engine/notebook/plan-markdown.ts";
import { memoryPlans, type PlanStorage } from "../../../src/engine/notebook/plan-storage.ts";
import { NotebookRefusal } from "../../../src/engine/notebook/refusal.ts";
import { situation } from "../../../src/engine/notebook/situation.ts";
import { newNotebook } from "./support.ts";

const name = fc.oneof(fc.constantFrom("a", "b", "c"), fc.string({ maxLength: 4 }));
const task = fc.record({ name, description: name, expectedOutcome: name });
const at = fc.integer({ min: -1, max: 5 });
const stateWord = fc.constantFrom("todo", "in_progress", "abandoned", "done", "In Progress", "gone");
/** Which of the plans so far to recover. */
const anyPlan = fc.nat({ max: 6 });

type Operation = { label: string; run: (notebook: Notebook, ids: readonly string[]) => unknown };
const operation = fc.oneof<fc.MaybeWeightedArbitrary<Operation>[]>(
  {
    arbitrary: fc
      .tuple(at, stateWord)
      .map(([index, state]) => op(`set ${index} ${state}`, (notebook) => notebook.setSubtaskState(index, state))),
    weight: 6,
  },
  {
    arbitrary: fc
      .tuple(at, name)
      .map(([index, text]) => op(`finish ${index}`, (notebook) => notebook.finishSubtask(index, text))),
    weight: 6,
  },
  {
    arbitrary: fc
      .tuple(task, fc.array(task, { maxLength: 5 }))
      .map(([plan, subtasks]) => op("create", (notebook) => notebook.createPlan({ ...plan, subtasks }))),
    weight: 2,
  },
  fc.tuple(at, task).map(([index, draft]) => op(`insert ${index}`, (notebook) => notebook.insertSubtask(index, draft))),
  fc.tuple(at, task).map(([index, draft]) => op(`revise ${index}`, (notebook) => notebook.reviseSubtask(index, draft))),
  at.map((index) => op(`delete ${index}`, (notebook) => notebook.deleteSubtask(index))),
  fc.tuple(at, at).map(([from, to]) => op(`move ${from} ${to}`, (notebook) => notebook.moveSubtask(from, to))),
  fc
    .array(fc.tuple(fc.option(at, { nil: undefined }), task), { maxLength: 5 })
    .map((list) =>
      op("replace", (notebook) =>
        notebook.replaceSubtasks(list.map(([from, draft]) => (from === undefined ? draft : { from, ...draft }))),
      ),
    ),
  task.map((info) => op("describe", (notebook) => notebook.updatePlanInfo(info))),
  fc
    .tuple(stateWord, name)
    .map(([state, text]) => op(`close ${state}`, (notebook) => notebook.finishPlan(state, text))),
  anyPlan.map((nth) => op(`recover ${nth}`, (notebook, ids) => notebook.recoverPlan(ids[nth] ?? "none"))),
  fc.constant(op("confirm", (notebook) => notebook.confirm())),
  fc.constant(
    op("reload", (notebook) => {
      const states = new Map<string, unknown>();
      notebook.save(states);
      notebook.load(states);
    }),
  ),
);

function op(label: string, run: Operation["run"]): Operation {
  return { label, run };
}

/** Indexes of the sub-tasks in progress. */
function running(plan: Plan | null): number[] {
  return plan ? plan.subtasks.flatMap(({ state }, index) => (state === "in_progress" ? [index] : [])) : [];
}

async function holds(operations: readonly Operation[], needUserConfirm: boolean, storage: PlanStorage): Promise<void> {
  const notebook = newNotebook({ needUserConfirm, storage, maxSubtasks: 4, language: "zh" });
  const ids: string[] = [];
  let heard = 0;
  notebook.addChangeHook("count", (_, plan) => {
    heard += 1;
    if (plan && !ids.includes(plan.id)) ids.push(plan.id);
  });
  for (const { label, run } of operations) {
    const before = { plan: notebook.plan, history: await notebook.history(), heard, isConfirmed: notebook.isConfirmed };
    let isRefused = false;
    try {
      await run(notebook, ids);
    } catch (thrown) {
      expect(thrown, label).toBeInstanceOf(NotebookRefusal);
      isRefused = true;
    }
    const { plan } = notebook;
    const history = await notebook.history();
    if (isRefused) {
      expect(plan, label).toBe(before.plan);
      expect(history, label).toEqual(before.history);
    }
    if (label !== "reload") expect(heard - before.heard, label).toBe(plan === before.plan ? 0 : 1);

    // One at a time; and what a call starts, or a finish starts by itself, has nothing open before it.
    expect(running(plan).length, label).toBeLessThan(2);
    const [started] = running(plan);
    if (plan && started !== undefined && /^(set|finish)/.test(label) && running(before.plan)[0] !== started) {
      expect(plan.subtasks.slice(0, started).every(isClosed), label).toBe(true);
      expect(before.isConfirmed, label).toBe(true);
    }
    // No edit starts anything: what is in progress was so before.
    if (plan && /^(insert|revise|delete|move|replace|describe)/.test(label)) {
      expect(running(plan).length, label).toBeLessThanOrEqual(running(before.plan).length);
    }
    if (plan) {
      expect(plan.state, label).toBe(stateBySubtasks(plan.subtasks));
      expect([plan.outcome, plan.finishedAt], label).toEqual([null, null]);
      for (const { state, outcome, finishedAt } of plan.subtasks) {
        if (state === "done") expect([outcome, finishedAt], label).not.toContain(null);
      }
      expect(planMarkdown(plan, { detailed: true }).length).toBeGreaterThan(0);
    }

    // Each plan once, none lost.
    const filed = history.map(({ id }) => id);
    expect(new Set(filed).size, label).toBe(filed.length);
    expect([...filed, ...(plan ? [plan.id] : [])].sort(), label).toEqual([...ids].sort());
    for (const { state, outcome, finishedAt } of history) {
      expect(["done", "abandoned"], label).toContain(state);
      expect([outcome, finishedAt], label).not.toContain(null);
    }
    const now = situation(notebook);
    expect(now.kind === "no_plan" || now.kind === "plan_finished", label).toBe(plan === null);
    expect(defaultHint(plan, notebook)).toMatch(/^<system-hint>\n[^]+\n<\/system-hint>$/);
  }
}

test("whatever is done with it, the notebook keeps its promises", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 40 }), fc.boolean(), (operations, gate) =>
      holds(operations, gate, memoryPlans()),
    ),
    { numRuns: 400 },
  );
});

function laterPlans(): PlanStorage {
  const plans = memoryPlans();
  return { add: async (plan) => plans.add(plan), get: async (id) => plans.get(id), list: async () => plans.list() };
}

test("so it does with storage that answers later", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 30 }), (operations) =>
      holds(operations, false, laterPlans()),
    ),
    { numRuns: 100 },
  );
});

test("operations started together give what they give one after another", async () => {
  const shape = async (notebook: Notebook) => ({
    plan: notebook.plan && { name: notebook.plan.name, subtasks: notebook.plan.subtasks },
    history: (await notebook.history()).map(({ name, state, subtasks }) => ({ name, state, subtasks })),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { maxLength: 15 }), async (all) => {
      // Loading takes no turn, and ids of plans that are being made are not known yet.
      const operations = all.filter(({ label }) => !/^(reload|recover|confirm)/.test(label));
      const apart = newNotebook({ storage: laterPlans() });
      for (const { run } of operations) await Promise.resolve(quiet(() => run(apart, [])));
      const together = newNotebook({ storage: laterPlans() });
      await Promise.all(operations.map(({ run }) => quiet(() => run(together, []))));
      expect(await shape(together)).toEqual(await shape(apart));
    }),
    { numRuns: 100 },
  );
});

async function quiet(run: () => unknown): Promise<void> {
  try {
    await run();
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(NotebookRefusal);
  }
}
