// The notebook's operations: transitions, the history, the gate, hooks, saving.
import { describe, expect, test } from "vitest";
import { createNotebook } from "../../../src/engine/notebook/notebook.ts";
import { memoryPlans, type PlanStorage } from "../../../src/engine/notebook/plan-storage.ts";
import { situation } from "../../../src/engine/notebook/situation.ts";
import { draft, newNotebook, noon, outcome, picture, pictured, refusal } from "./support.ts";

describe("finishing a sub-task", () => {
  test("starts the first one after it that is to do, past those given up or done", async () => {
    const notebook = await pictured("[>] a, [-] b, [x] c, [ ] d, [ ] e");
    expect(await notebook.finishSubtask(0, "4")).toMatchObject({ started: 3, corrected: false });
    expect(picture(notebook)).toBe("[x] a, [-] b, [x] c, [>] d, [ ] e");
  });

  test("starts nothing where something is in progress already", async () => {
    const notebook = await pictured("[ ] a, [>] b, [ ] c");
    expect(await notebook.finishSubtask(0, "4")).toMatchObject({ started: null });
    expect(picture(notebook)).toBe("[x] a, [>] b, [ ] c");
  });

  test("again only corrects its outcome", async () => {
    let now = noon;
    const notebook = await pictured("[x] a, [ ] b, [ ] c", { now: () => now });
    now += 5_000;
    expect(await notebook.finishSubtask(0, " better ")).toMatchObject({ started: null, corrected: true });
    expect(picture(notebook)).toBe("[x] a, [ ] b, [ ] c");
    expect(notebook.plan?.subtasks[0]).toMatchObject({ outcome: "better", finishedAt: noon });
  });

  test("needs no start, but all before it closed, and an outcome", async () => {
    const notebook = await pictured("[-] a, [ ] b, [ ] c");
    expect(await outcome(() => notebook.finishSubtask(2, "x"))).toBe("predecessor_open");
    expect(await outcome(() => notebook.finishSubtask(1, " \n"))).toBe("bad_argument");
    expect(await outcome(() => notebook.finishSubtask(1, "x"))).toBe("ok");
    expect(picture(notebook)).toBe("[-] a, [x] b, [>] c");
  });
});

describe("states", () => {
  test("starting the one in progress is a harmless repeat, also after loading", async () => {
    const notebook = await pictured("[>] a, [ ] b");
    const states = new Map<string, unknown>();
    notebook.save(states);
    const later = newNotebook();
    later.load(states);
    expect(await outcome(() => later.setSubtaskState(0, "in_progress"))).toBe("ok");
    expect(picture(later)).toBe("[>] a, [ ] b");
  });

  test("done is reached through finish_subtask, and other words are no states", async () => {
    const notebook = await pictured("[>] a");
    expect(await outcome(() => notebook.setSubtaskState(0, "Done"))).toBe("use_finish_subtask");
    expect(await outcome(() => notebook.setSubtaskState(0, "paused"))).toBe("bad_state");
    expect(await outcome(() => notebook.setSubtaskState(0, " To-Do "))).toBe("bad_state");
    expect(await outcome(() => notebook.setSubtaskState(1, "todo"))).toBe("bad_index");
  });

  test("words count whatever their case and their joints", async () => {
    const notebook = await pictured("[ ] a");
    for (const word of ["IN_PROGRESS", "In Progress", "in-progress"]) {
      await notebook.setSubtaskState(0, "TODO");
      await notebook.setSubtaskState(0, word);
      expect(picture(notebook)).toBe("[>] a");
    }
  });

  test("giving one up starts nothing; setting back a done one keeps its outcome", async () => {
    const notebook = await pictured("[x] a, [>] b, [ ] c");
    await notebook.setSubtaskState(1, "abandoned");
    expect(picture(notebook)).toBe("[x] a, [-] b, [ ] c");
    await notebook.setSubtaskState(0, "todo");
    expect(notebook.plan?.subtasks[0]).toMatchObject({ state: "todo", outcome: "outcome of a", finishedAt: noon });
  });

  test("the plan's state follows from its sub-tasks", async () => {
    const notebook = await pictured("[ ] a, [ ] b");
    expect(notebook.plan?.state).toBe("todo");
    await notebook.finishSubtask(0, "x");
    expect(notebook.plan?.state).toBe("in_progress");
    await notebook.setSubtaskState(1, "abandoned");
    expect(notebook.plan?.state).toBe("done");
    await notebook.insertSubtask(2, { name: "c", description: "", expectedOutcome: "" });
    expect(notebook.plan?.state).toBe("in_progress");
  });
});

describe("revising", () => {
  test("merges, and keeps what is to do or in progress so", async () => {
    const notebook = await pictured("[>] a, [ ] b");
    await notebook.reviseSubtask(0, { name: " ", description: "do it twice" });
    await notebook.reviseSubtask(1, { name: "b2" });
    expect(picture(notebook)).toBe("[>] a, [ ] b2");
    expect(notebook.plan?.subtasks[0]).toMatchObject({ description: "do it twice", expectedOutcome: "a finished" });
  });

  test("what was done is to do again, without its outcome", async () => {
    const notebook = await pictured("[x] a, [ ] b");
    await notebook.reviseSubtask(0, { description: "do it with care" });
    expect(notebook.plan?.subtasks[0]).toMatchObject({ state: "todo", outcome: null, finishedAt: null });
  });

  test("is refused where nothing changes", async () => {
    const notebook = await pictured("[x] a");
    expect(await outcome(() => notebook.reviseSubtask(0, {}))).toBe("nothing_to_update");
    expect(await outcome(() => notebook.reviseSubtask(0, { name: "a", description: "do a" }))).toBe(
      "nothing_to_update",
    );
    expect(await outcome(() => notebook.updatePlanInfo({ name: "  " }))).toBe("nothing_to_update");
    expect(picture(notebook)).toBe("[x] a");
  });

  test.for([-1, 3, 1.5, Number.NaN])("no sub-task has the index %d", async (index) => {
    const notebook = await pictured("[ ] a, [ ] b");
    const more = { name: "c", description: "", expectedOutcome: "" };
    expect(await outcome(() => notebook.deleteSubtask(index))).toBe("bad_index");
    expect(await outcome(() => notebook.reviseSubtask(index, more))).toBe("bad_index");
    expect(await outcome(() => notebook.insertSubtask(index, more))).toBe("bad_index");
    expect(await outcome(() => notebook.finishSubtask(index, "x"))).toBe("bad_index");
    expect(await outcome(() => notebook.moveSubtask(0, index))).toBe("bad_index");
    expect(picture(notebook)).toBe("[ ] a, [ ] b");
  });

  test("what is added before the running one locks nothing: the refusals name the way out", async () => {
    const notebook = await pictured("[>] b");
    await notebook.insertSubtask(0, { name: "a", description: "", expectedOutcome: "" });
    expect(await refusal(() => notebook.finishSubtask(1, "x"))).toContain("set 1 back to todo");
    expect(await refusal(() => notebook.setSubtaskState(0, "in_progress"))).toContain("Set 1 back to todo");
    await notebook.setSubtaskState(1, "todo");
    await notebook.setSubtaskState(0, "in_progress");
    expect(picture(notebook)).toBe("[>] a, [ ] b");
  });

  test("a person may move, and replace the whole list", async () => {
    const notebook = await pictured("[x] a, [>] b, [ ] c");
    await notebook.moveSubtask(2, 0);
    expect(picture(notebook)).toBe("[ ] c, [x] a, [>] b");
    await notebook.replaceSubtasks([
      { from: 2, name: "b", description: "", expectedOutcome: "" },
      { name: "d", description: "new", expectedOutcome: "" },
      { from: 1, name: "a2", description: "", expectedOutcome: "" },
    ]);
    expect(picture(notebook)).toBe("[>] b, [ ] d, [ ] a2");
    const twice = { from: 0, name: "b", description: "", expectedOutcome: "" };
    expect(await outcome(() => notebook.replaceSubtasks([twice, twice]))).toBe("bad_argument");
    expect(await outcome(() => notebook.replaceSubtasks([]))).toBe("bad_argument");
  });

  test("a name stays on one line", async () => {
    const notebook = newNotebook();
    await notebook.createPlan(draft("Two\nlines", "a \r\n b"));
    expect([notebook.plan?.name, picture(notebook)]).toEqual(["Two lines", "[ ] a b"]);
  });
});

describe("the limit of sub-tasks", () => {
  test("holds for making, adding and replacing, and leaves the old plan", async () => {
    const notebook = newNotebook({ maxSubtasks: 2 });
    await notebook.createPlan(draft("Fits", "a", "b"));
    const more = { name: "c", description: "", expectedOutcome: "" };
    expect(await outcome(() => notebook.createPlan(draft("Big", "a", "b", "c")))).toBe("over_limit");
    expect(await outcome(() => notebook.insertSubtask(0, more))).toBe("over_limit");
    expect(await outcome(() => notebook.replaceSubtasks([more, more, more]))).toBe("over_limit");
    expect([notebook.plan?.name, picture(notebook)]).toEqual(["Fits", "[ ] a, [ ] b"]);
  });

  test("may be raised on the way", async () => {
    const options = {
      maxSubtasks: 1,
      storage: memoryPlans(),
      now: () => noon,
      newId: () => "id",
      language: "en" as const,
    };
    const notebook = createNotebook(options);
    await notebook.createPlan(draft("Plan", "a"));
    const more = { name: "b", description: "", expectedOutcome: "" };
    expect(await outcome(() => notebook.insertSubtask(1, more))).toBe("over_limit");
    options.maxSubtasks = 2;
    expect(await outcome(() => notebook.insertSubtask(1, more))).toBe("ok");
    expect(notebook.maxSubtasks).toBe(2);
  });
});

describe("the history", () => {
  test("takes a plan that makes room for a new one, with a note that names it", async () => {
    const notebook = await pictured("[x] a, [ ] b");
    const next = await notebook.createPlan(draft("Next", "c"));
    const [old, ...others] = await notebook.history();
    expect(others).toEqual([]);
    expect(old).toMatchObject({
      name: "Plan",
      state: "abandoned",
      outcome: `Left for another plan: Next (${next.id}).`,
    });
    expect(old?.subtasks[0]?.outcome).toBe("outcome of a");
  });

  test("files a plan that is all closed as done", async () => {
    const notebook = await pictured("[x] a");
    await notebook.createPlan(draft("Next", "c"));
    expect(await notebook.history()).toMatchObject([{ name: "Plan", state: "done" }]);
  });

  test("a recovered plan is live again: its state by its sub-tasks, no outcome, no end", async () => {
    const notebook = await pictured("[x] a, [>] b");
    const { id } = await notebook.finishPlan("ABANDONED", "no time");
    expect(await notebook.history()).toMatchObject([{ state: "abandoned", outcome: "no time", finishedAt: noon }]);
    const plan = await notebook.recoverPlan(id);
    expect(plan).toMatchObject({ id, state: "in_progress", outcome: null, finishedAt: null });
    expect(await notebook.history()).toEqual([]);
    await notebook.finishPlan("done", "ready");
    expect(await notebook.history()).toMatchObject([{ id, state: "done", outcome: "ready" }]);
  });

  test("recovering the plan under way changes nothing", async () => {
    const notebook = await pictured("[>] a");
    const { plan } = notebook;
    expect(await notebook.recoverPlan(plan?.id ?? "")).toBe(plan);
    expect(await notebook.history()).toEqual([]);
  });

  test("an unknown id is answered with those there are", async () => {
    const notebook = await pictured("[>] a");
    expect(await refusal(() => notebook.recoverPlan("nope"))).toContain("no earlier plans at all");
    const { id } = await notebook.finishPlan("done", "x");
    expect(await refusal(() => notebook.recoverPlan("nope"))).toContain(`${id} (Plan)`);
  });

  test("a plan may be closed with open sub-tasks, which keep their states", async () => {
    const notebook = await pictured("[x] a, [>] b, [ ] c");
    const { subtasks, state } = await notebook.finishPlan("done", "enough");
    expect([state, ...subtasks.map(({ state }) => state)]).toEqual(["done", "done", "in_progress", "todo"]);
    expect(await outcome(() => notebook.finishPlan("done", "again"))).toBe("no_plan");
  });

  test("operations wait for slow storage, one after another", async () => {
    const { storage, release } = slowPlans();
    const notebook = await pictured("[ ] a", { storage });
    const finishing = notebook.finishPlan("done", "x");
    const editing = outcome(() => notebook.insertSubtask(0, { name: "late", description: "", expectedOutcome: "" }));
    const making = notebook.createPlan(draft("Next", "b"));
    expect(notebook.plan?.name).toBe("Plan");
    release();
    await finishing;
    expect(await editing).toBe("no_plan");
    await making;
    expect([notebook.plan?.name, (await notebook.history()).map(({ state }) => state)]).toEqual(["Next", ["done"]]);
  });

  test("a plan that cannot be stored stays under way", async () => {
    const full: PlanStorage = { ...memoryPlans(), add: () => Promise.reject(new Error("The disk is full.")) };
    const notebook = await pictured("[>] a", { storage: full });
    await expect(notebook.finishPlan("done", "x")).rejects.toThrow("The disk is full.");
    expect([picture(notebook), notebook.finished]).toEqual(["[>] a", null]);
    expect(await outcome(() => notebook.finishSubtask(0, "x"))).toBe("ok");
  });
});

/** Storage that adds nothing before it is let. */
function slowPlans(): { storage: PlanStorage; release(): void } {
  const plans = memoryPlans();
  const { promise, resolve } = Promise.withResolvers<void>();
  return { storage: { ...plans, add: (plan) => promise.then(() => plans.add(plan)) }, release: resolve };
}

describe("the gate of confirmation", () => {
  test("refuses starting and finishing until the user has confirmed, and nothing else", async () => {
    const notebook = newNotebook({ needUserConfirm: true });
    await notebook.createPlan(draft("Plan", "a", "b"));
    expect(notebook.isConfirmed).toBe(false);
    expect(await outcome(() => notebook.setSubtaskState(0, "in_progress"))).toBe("not_confirmed");
    expect(await outcome(() => notebook.finishSubtask(0, "x"))).toBe("not_confirmed");
    expect(await outcome(() => notebook.finishPlan("done", "x"))).toBe("not_confirmed");
    expect(await outcome(() => notebook.reviseSubtask(0, { name: "a2" }))).toBe("ok");
    expect(await outcome(() => notebook.setSubtaskState(1, "abandoned"))).toBe("ok");
    notebook.confirm();
    expect(await outcome(() => notebook.setSubtaskState(0, "in_progress"))).toBe("ok");
    expect(await outcome(() => notebook.finishSubtask(0, "x"))).toBe("ok");
  });

  test("lets a plan be given up", async () => {
    const notebook = newNotebook({ needUserConfirm: true });
    await notebook.createPlan(draft("Plan", "a"));
    expect(await outcome(() => notebook.finishPlan("abandoned", "the user said no"))).toBe("ok");
  });

  test("stands before each plan anew", async () => {
    const notebook = newNotebook({ needUserConfirm: true });
    const first = await notebook.createPlan(draft("First", "a"));
    notebook.confirm();
    await notebook.createPlan(draft("Second", "a"));
    expect(notebook.isConfirmed).toBe(false);
    await notebook.recoverPlan(first.id);
    expect(notebook.isConfirmed).toBe(false);
  });

  test("lifted where there is no plan, stays so for the next one only", async () => {
    const notebook = newNotebook({ needUserConfirm: true });
    notebook.confirm();
    await notebook.createPlan(draft("Ordered", "a"));
    expect(await outcome(() => notebook.setSubtaskState(0, "in_progress"))).toBe("ok");
    await notebook.createPlan(draft("Not ordered", "a"));
    expect(await outcome(() => notebook.setSubtaskState(0, "in_progress"))).toBe("not_confirmed");
  });
});

describe("change hooks", () => {
  test("hear of each change with the plan, or null; not of refusals, reads and repeats", async () => {
    const notebook = newNotebook();
    const heard: (string | null)[] = [];
    notebook.addChangeHook("a", (from, plan) => {
      expect(from).toBe(notebook);
      expect(from.plan).toBe(plan);
      heard.push(plan && picture(notebook));
    });
    const { id } = await notebook.createPlan(draft("Plan", "a", "b"));
    await outcome(() => notebook.setSubtaskState(1, "in_progress"));
    await notebook.setSubtaskState(0, "in_progress");
    await notebook.setSubtaskState(0, "in_progress");
    await notebook.finishSubtask(0, "x");
    await notebook.history();
    await notebook.finishPlan("abandoned", "x");
    await notebook.recoverPlan(id);
    expect(heard).toEqual(["[ ] a, [ ] b", "[>] a, [ ] b", "[x] a, [>] b", null, "[x] a, [>] b"]);
  });

  test("are replaced and removed by id; an unknown id is no error", async () => {
    const notebook = newNotebook();
    const heard: string[] = [];
    notebook.addChangeHook("a", () => heard.push("first"));
    notebook.addChangeHook("a", () => heard.push("second"));
    notebook.addChangeHook("b", () => heard.push("b"));
    notebook.removeChangeHook("b");
    notebook.removeChangeHook("c");
    await notebook.createPlan(draft("Plan", "a"));
    expect(heard).toEqual(["second"]);
  });

  test("that fail keep no other from hearing, and do not go unheard", async () => {
    const notebook = newNotebook();
    const heard: string[] = [];
    notebook.addChangeHook("a", () => {
      throw new Error("broken hook");
    });
    notebook.addChangeHook("b", () => heard.push("b"));
    expect(() => notebook.createPlan(draft("Plan", "a"))).toThrow("broken hook");
    expect([heard, picture(notebook)]).toEqual([["b"], "[ ] a"]);
  });
});

describe("saving and loading", () => {
  test("keeps everything, as plain JSON", async () => {
    const notebook = await pictured("[x] a, [-] b, [>] c");
    const states = new Map<string, unknown>();
    notebook.save(states);
    expect([...states.keys()]).toEqual(["planNotebook_state"]);
    const later = newNotebook();
    later.load(new Map([...states].map(([key, value]) => [key, JSON.parse(JSON.stringify(value)) as unknown])));
    expect(later.plan).toEqual(notebook.plan);
  });

  test("a cleared plan is cleared on load, and so is one where nothing was saved", async () => {
    const states = new Map<string, unknown>();
    newNotebook().save(states);
    for (const saved of [states, new Map()]) {
      const notebook = await pictured("[>] a");
      notebook.load(saved);
      expect(picture(notebook)).toBe("no plan");
    }
  });

  test("notebooks with different prefixes do not see each other", async () => {
    const states = new Map<string, unknown>();
    (await pictured("[>] a", { keyPrefix: "one" })).save(states);
    const two = newNotebook({ keyPrefix: "two" });
    two.load(states);
    expect(picture(two)).toBe("no plan");
    two.save(states);
    const one = newNotebook({ keyPrefix: "one" });
    one.load(states);
    expect(picture(one)).toBe("[>] a");
  });

  test("a confirmation is kept; that a plan was finished belongs to its run", async () => {
    const notebook = newNotebook({ needUserConfirm: true });
    const states = new Map<string, unknown>();
    await notebook.createPlan(draft("Plan", "a"));
    notebook.confirm();
    notebook.save(states);
    await notebook.finishPlan("done", "x");
    expect(situation(notebook).kind).toBe("plan_finished");
    notebook.load(states);
    expect([notebook.isConfirmed, picture(notebook), notebook.finished]).toEqual([true, "[ ] a", null]);
  });

  test("what is no notebook's state is refused with its fault", () => {
    const states = new Map<string, unknown>([["planNotebook_state", { format: 1, plan: { id: 7 }, confirmed: null }]]);
    expect(() => newNotebook().load(states)).toThrow(/"planNotebook_state".*\n?.*plan\.id/);
  });
});
