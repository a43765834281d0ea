// PlanNotebook as a pattern: hints, the person's say in the plan, plans that outlive a run.
import { describe, expect, test } from "vitest";
import {
  scripted,
  startRun,
  tools,
  type Hold,
  type ModelReply,
  type ModelRequest,
  type PlanItem,
  type RunEvent,
  type StartOptions,
} from "../../src/engine/index.ts";
import { memoryPlans } from "../../src/engine/notebook/plan-storage.ts";
import { memoryFiles } from "../../src/engine/tools/files-memory.ts";
import { call, keepsItsPromises, say } from "./support.ts";

async function keep(task: string, replies: ModelReply[], more: Partial<StartOptions> = {}) {
  const requests: ModelRequest[] = [];
  const model = scripted(replies.map((reply) => (request: ModelRequest) => (requests.push(request), reply)));
  const run = startRun(task, { pattern: "plan-notebook", models: { main: model }, ...more });
  const outcome = await run.finished;
  keepsItsPromises(run.log);
  return { outcome, requests, log: run.log };
}

const plans = (log: readonly RunEvent[]) => log.filter((event) => event.type === "plan");
const subtask = (name: string) => ({ name, description: `do ${name}`, expected_outcome: `${name} is done` });
const create = (...names: string[]) =>
  call("create_plan", { name: "Plan", description: "d", expected_outcome: "e", subtasks: names.map(subtask) });
const start = (index: number) => call("update_subtask_state", { subtask_idx: index, state: "in_progress" });
const finish = (index: number, outcome: string) =>
  call("finish_subtask", { subtask_idx: index, subtask_outcome: outcome });
const close = call("finish_plan", { state: "done", outcome: "all done" });
const free = { settings: { needUserConfirm: false } };

test("the article's demo: every change says the plan, the file holds 50, all is done, and the plan is filed", async () => {
  const task =
    "Calculate 10*5, save the result to result.txt, then read it back to verify. This is a multi-step task, please plan first.";
  const files = memoryFiles();
  const storage = memoryPlans();
  const { outcome, log } = await keep(
    task,
    [
      create("calculate", "save", "verify"),
      start(0),
      call("calculator", { expression: "10*5" }),
      finish(0, "50"),
      call("write_file", { path: "result.txt", content: "50" }),
      finish(1, "result.txt holds 50"),
      call("read_file", { path: "result.txt" }),
      finish(2, "50, as calculated"),
      close,
      say("10*5 is 50; it is saved and verified."),
    ],
    { tools, ports: { files, plans: storage }, budget: { subtasks: 8 }, ...free },
  );
  expect(outcome.status).toBe("completed");
  expect(await files.read("result.txt")).toBe("50");
  expect(plans(log).map(({ items }) => items.map(({ state }) => state).join(" "))).toEqual([
    "todo todo todo",
    "in_progress todo todo",
    "done in_progress todo",
    "done done in_progress",
    "done done done",
    "done done done",
  ]);
  expect((await storage.list()).map(({ name, state }) => [name, state])).toEqual([["Plan", "done"]]);
});

test("one hint stands at the end of each call and is never kept", async () => {
  const { requests } = await keep("Plan it.", [create("a"), start(0), finish(0, "x"), close, say("done")], free);
  for (const { messages } of requests) {
    const hints = messages.filter(({ content }) => content.includes("<system-hint>"));
    expect(hints).toHaveLength(1);
    expect(messages.at(-1)).toBe(hints[0]);
  }
});

test("a plan of ten sub-tasks finishes under the defaults", async () => {
  const names = Array.from({ length: 10 }, (_, i) => `part ${i}`);
  const replies = [create(...names), start(0), ...names.map((_, i) => finish(i, `outcome ${i}`)), close, say("done")];
  const { outcome, log } = await keep("Do ten things.", replies, free);
  expect(outcome).toMatchObject({ status: "completed", answer: "done" });
  expect(
    plans(log)
      .at(-1)
      ?.items.every(({ state }) => state === "done"),
  ).toBe(true);
});

test("more sub-tasks than the budget holds are refused, and the run goes on", async () => {
  const { log, outcome } = await keep("Plan it.", [create("a", "b", "c"), say("I cannot.")], {
    budget: { subtasks: 2 },
    ...free,
  });
  expect(plans(log)).toEqual([]);
  expect(outcome.status).toBe("completed");
  expect(log.find((event) => event.type === "observation")?.failure?.message).toContain("2");
});

describe("needUserConfirm", () => {
  test("shows the plan before its first sub-task; approved, it goes on", async () => {
    const holds: Hold[] = [];
    const { log } = await keep("Plan it.", [create("a", "b"), start(0), say("done")], {
      onHold: async (hold) => (holds.push(hold), { choice: "approve" }),
    });
    expect(holds).toMatchObject([{ kind: "approval", items: [{ name: "a" }, { name: "b" }] }]);
    expect(plans(log).at(-1)?.items[0]?.state).toBe("in_progress");
  });

  test("nobody there: the plan is approved, and recorded as decided by nobody", async () => {
    const { log } = await keep("Plan it.", [create("a"), start(0), say("done")]);
    expect(log.find((event) => event.type === "decision")).toMatchObject({ by: "nobody", choice: "approve" });
  });

  test("a change that is asked for reaches the model, and starting is refused until the new plan is approved", async () => {
    let asked = 0;
    const { requests, log } = await keep("Plan it.", [create("a"), start(0), create("b"), start(0), say("done")], {
      onHold: async () => (asked++ === 0 ? { choice: "change", text: "Do b instead." } : { choice: "approve" }),
    });
    expect(requests[1]?.messages.at(-2)).toEqual({ role: "user", content: "Do b instead." });
    const failures = log.flatMap((event) =>
      event.type === "observation" && event.failure ? [event.failure.message] : [],
    );
    expect(failures).toHaveLength(1);
    expect(plans(log).at(-1)?.items).toMatchObject([{ name: "b", state: "in_progress" }]);
  });

  test("a plan that the person edits is the plan", async () => {
    const { log } = await keep("Plan it.", [create("a", "b"), start(0), say("done")], {
      onHold: async (hold) => ({ choice: "approve", items: hold.kind === "approval" ? hold.items.slice(1) : [] }),
    });
    expect(plans(log).map(({ by, items }) => [by, items.length])).toEqual([
      ["model", 2],
      ["person", 1],
      ["model", 1],
    ]);
  });
});

describe("an edit that the notebook refuses", () => {
  const eleven = (items: readonly PlanItem[]): PlanItem[] => [
    ...items,
    ...Array.from({ length: 10 }, (_, index): PlanItem => ({
      id: `new-${index}`,
      name: `more ${index}`,
      description: "more",
      state: "todo",
    })),
  ];

  test("on approval: the person is told why and asked again", async () => {
    const texts: (string | undefined)[] = [];
    const { log, outcome } = await keep("Plan it.", [create("a"), start(0), say("done")], {
      onHold: async (hold) => {
        if (hold.kind !== "approval") throw new Error("another hold");
        texts.push(hold.text);
        return { choice: "approve", ...(texts.length === 1 && { items: eleven(hold.items) }) };
      },
    });
    expect(outcome.status).toBe("completed");
    expect(texts).toEqual([undefined, expect.stringContaining("10")]);
    expect(plans(log).every(({ by }) => by === "model")).toBe(true);
  });

  test("while it is carried out: the plan stays, with a warning, and what follows is the model's again", async () => {
    const { log, outcome } = await editOnceBegun(eleven);
    expect(outcome.warnings.join()).toContain("10");
    expect(plans(log).at(-1)).toMatchObject({ by: "model", items: [{ name: "a", state: "done" }, { name: "b" }] });
  });
});

test("sub-tasks that have begun stay, whatever a person's edit does to them", async () => {
  const { log } = await editOnceBegun((items) => items.slice(1).map((item) => ({ ...item, name: "other" })));
  expect(plans(log).find(({ by }) => by === "person")?.items).toMatchObject([
    { name: "a", state: "in_progress" },
    { name: "other", state: "todo" },
  ]);
});

/** Edits the plan a, b as soon as a is in progress; the model then finishes a. */
async function editOnceBegun(change: (items: readonly PlanItem[]) => PlanItem[]) {
  const run = startRun("Plan it.", {
    pattern: "plan-notebook",
    models: { main: scripted([create("a", "b"), start(0), finish(0, "kept"), say("done")]) },
    ...free,
  });
  let edited = false;
  run.subscribe((event) => {
    if (edited || event.type !== "plan" || event.items[0]?.state !== "in_progress") return;
    edited = true;
    run.edit(change(event.items));
  });
  const outcome = await run.finished;
  return { outcome, log: run.log };
}

test("plans outlive a run: they are seen and recovered in the next", async () => {
  const storage = memoryPlans();
  await keep(
    "Plan it.",
    [
      create("a", "b"),
      start(0),
      finish(0, "kept"),
      call("finish_plan", { state: "abandoned", outcome: "later" }),
      say("later"),
    ],
    {
      ports: { plans: storage },
      ...free,
    },
  );
  const [stored] = await storage.list();
  const { log } = await keep(
    "Go on.",
    [call("view_historical_plans"), call("recover_historical_plan", { plan_id: stored?.id }), say("going on")],
    {
      ports: { plans: storage },
      ...free,
    },
  );
  expect(plans(log).at(-1)).toMatchObject({ items: [{ state: "done", outcome: "kept" }, { state: "in_progress" }] });
});

describe("the hint maker", () => {
  test("may be one's own, and is named as such in the log", async () => {
    const { requests, log } = await keep("Plan it.", [say("done")], { settings: { hint: () => "My hint." } });
    expect(requests[0]?.messages.at(-1)?.content).toBe("My hint.");
    expect(log[0]).toMatchObject({ settings: { hint: "custom" } });
  });

  test("may be none", async () => {
    const { requests } = await keep("Plan it.", [say("done")], { settings: { hint: "none" } });
    expect(requests[0]?.messages).toHaveLength(2);
  });
});

test("with a place for its state, the plan under way is there again in the next run, under the same prefix only", async () => {
  const states = new Map<string, unknown>();
  await keep("Plan it.", [create("a", "b"), start(0), say("later")], { ports: { states }, ...free });
  const again = await keep("Go on.", [say("going on")], { ports: { states }, ...free });
  expect(plans(again.log)[0]).toMatchObject({ items: [{ name: "a", state: "in_progress" }, { name: "b" }] });
  const other = await keep("Go on.", [say("what plan?")], {
    ports: { states },
    settings: { needUserConfirm: false, keyPrefix: "other" },
  });
  expect(plans(other.log)).toEqual([]);
});
