// Plan-and-Execute: what it does with a plan, with its failures, and with what a reflection finds.
import { describe, expect, test } from "vitest";
import {
  defineTool,
  outline,
  scripted,
  startRun,
  type Hold,
  type ModelReply,
  type ModelRequest,
  type RunEvent,
  type StartOptions,
} from "../../src/engine/index.ts";
import { z } from "../../src/engine/schema.ts";
import { add, keepsItsPromises, say, tool } from "./support.ts";

const json = (value: unknown): ModelReply => say(JSON.stringify(value));
const plan = (...steps: object[]) => json({ steps });
const done = json({ done: true, feedback: "" });

const sum = (id: number, a: unknown, b: unknown, more: object = {}) => ({
  id,
  description: `sum ${id}`,
  tool: "add",
  input: { a, b },
  dependsOn: [],
  ...more,
});
const check = (id: number, dependsOn: number[]) => ({ id, description: "check the results", tool: null, dependsOn });

async function carry(replies: ModelReply[], more: Partial<StartOptions> = {}) {
  const requests: ModelRequest[] = [];
  const model = scripted(replies.map((reply) => (request: ModelRequest) => (requests.push(request), reply)));
  const run = startRun("Add up.", { pattern: "plan-execute", models: { main: model }, tools: [add], ...more });
  const outcome = await run.finished;
  keepsItsPromises(run.log);
  return { outcome, requests, log: run.log, lines: outline.of(run.log).lines };
}

const plans = (log: readonly RunEvent[]) => log.filter((event) => event.type === "plan");
const steps = (log: readonly RunEvent[]) =>
  log.flatMap((event) => (event.type === "span.start" && event.kind === "step" ? [event] : []));
const endOf = (log: readonly RunEvent[], span: string | undefined) =>
  log.find((event) => event.type === "span.end" && event.span === span);

test("plans, carries the steps out, reflects and answers; results flow as parsed values", async () => {
  const { lines, outcome, log } = await carry([
    plan(sum(1, 1, 2), sum(2, "{{step1_result}}", 10), check(3, [1, 2])),
    say("3 and 13 are right."),
    done,
    say("13 [2]"),
  ]);
  expect(lines).toEqual([
    "run: Add up.",
    "  plan",
    "    planner",
    "  sum 1",
    "    add",
    "  sum 2",
    "    add",
    "  check the results",
    "    executor",
    "  reflection",
    "    reviewer",
    "  synthesis",
    "completed: 13 [2]",
  ]);
  expect(log.flatMap((event) => (event.type === "observation" ? [event.output] : []))).toEqual([3, 13]);
  expect(outcome.figures).toMatchObject({ stepsRun: 3, modelCalls: 4, toolCalls: 2 });
  const [first, second] = steps(log);
  expect(second?.causes).toEqual([first?.span]);
});

test("the roles use their own models and temperatures", async () => {
  const called: [string, number | undefined][] = [];
  const as = (id: string, reply: ModelReply) =>
    scripted(
      Array.from({ length: 3 }, () => (request: ModelRequest) => (called.push([id, request.temperature]), reply)),
      { id },
    );
  const run = startRun("Add up.", {
    pattern: "plan-execute",
    tools: [add],
    models: {
      main: as("main", say("?")),
      planner: scripted(
        [plan(check(1, [])), say("Answer")].map(
          (reply) => (request: ModelRequest) => (called.push(["planner", request.temperature]), reply),
        ),
        { id: "planner" },
      ),
      executor: as("executor", say("checked")),
      reviewer: as("reviewer", done),
    },
  });
  await run.finished;
  expect(called).toEqual([
    ["planner", 0.3],
    ["executor", 0.1],
    ["reviewer", 0],
    ["planner", 0.3],
  ]);
});

test("ready steps run side by side, as many as the setting says, with ids in the order of the plan", async () => {
  let running = 0;
  let most = 0;
  const wait = defineTool({
    name: "wait",
    description: "Waits.",
    input: z.object({ turns: z.number() }),
    run: async ({ turns }) => {
      most = Math.max(most, ++running);
      for (let i = 0; i < turns; i++) await Promise.resolve();
      running -= 1;
      return turns;
    },
  });
  const waits = [30, 2, 20, 1].map((turns, i) => ({
    id: i + 1,
    description: `wait ${i + 1}`,
    tool: "wait",
    input: { turns },
    dependsOn: [],
  }));
  const { log } = await carry([plan(...waits), done, say("ok")], { tools: [wait], settings: { parallelSteps: 2 } });
  expect(most).toBe(2);
  expect(
    steps(log)
      .map(({ item, span }) => [item, span])
      .toSorted(),
  ).toEqual([
    ["1", "1.2"],
    ["2", "1.3"],
    ["3", "1.4"],
    ["4", "1.5"],
  ]);
});

describe("a step that fails", () => {
  const broken = tool("broken", () => {
    throw new Error("down");
  });
  const fails = { id: 1, description: "fails", tool: "broken", input: {}, dependsOn: [] };

  test("makes its dependants skipped; the others go on, and the synthesis is told", async () => {
    const { log, requests, outcome } = await carry(
      [
        plan(fails, sum(2, 1, 2), { ...sum(3, "{{step1_result}}", 1), dependsOn: [1] }, { ...check(4, [2]) }),
        say("3 is right"),
        done,
        say("3; 1 failed"),
      ],
      { tools: [add, broken], settings: { parallelSteps: 1 } },
    );
    const states = Object.fromEntries(steps(log).map(({ item, span }) => [item, endOf(log, span)]));
    expect(states).toMatchObject({
      1: { status: "failed" },
      2: { status: "ok" },
      3: { status: "skipped" },
      4: { status: "ok" },
    });
    expect(requests.at(-1)?.messages.at(-1)?.content).toMatch(/failed: .*down/);
    expect(outcome.status).toBe("completed");
  });

  test("that the last step needs ends the plan at once, and a revision adds new steps", async () => {
    const { log, outcome, requests } = await carry(
      [
        plan(fails, sum(2, 1, 2), { ...check(3, [1, 2]) }),
        json({ done: false, feedback: "Step 1 is missing." }),
        plan(sum(4, 20, 1), { ...check(5, [4]) }),
        say("21 is right"),
        done,
        say("21"),
      ],
      { tools: [add, broken], settings: { parallelSteps: 1 } },
    );
    expect(plans(log).map(({ revision, why }) => [revision, why])).toEqual([
      [0, ""],
      [1, "Step 1 is missing."],
    ]);
    expect(plans(log)[1]?.items.map(({ id, state }) => `${id} ${state}`)).toEqual([
      "1 failed",
      "2 skipped",
      "3 skipped",
      "4 todo",
      "5 todo",
    ]);
    expect(outcome).toMatchObject({ status: "completed", answer: "21", figures: { planRevisions: 1 } });
    expect(requests[2]?.messages.at(-1)?.content).toContain("Step 1 is missing.");
  });

  test("a revision that repeats the failed call is refused, as nothing was learnt", async () => {
    const again = plan({ ...fails, id: 4 });
    const { log } = await carry(
      [plan(fails), json({ done: false, feedback: "?" }), again, again, say("Nothing worked.")],
      { tools: [add, broken] },
    );
    expect(steps(log)).toHaveLength(1);
    expect(plans(log)).toHaveLength(1);
  });
});

describe("a plan that cannot be run", () => {
  test.each<[string, ModelReply, RegExp]>([
    ["no JSON", say("I would first look."), /JSON/],
    ["an unknown tool", plan({ ...sum(1, 1, 2), tool: "multiply" }), /multiply/],
    ["a ring", plan({ ...check(1, [2]) }, { ...check(2, [1]) }), /1/],
    ["a dependency that is not there", plan(check(1, [7])), /7/],
    ["too many steps", plan(...Array.from({ length: 11 }, (_, i) => sum(i + 1, 1, i))), /1[01]/],
  ])("for %s is asked for once more with the fault named", async (_name, bad, fault) => {
    const { requests, log, outcome } = await carry([bad, plan(sum(1, 1, 2)), done, say("3")]);
    expect(requests[1]?.messages.at(-1)?.content).toMatch(fault);
    expect(outcome.answer).toBe("3");
    expect(plans(log)[0]?.fallback).toBeUndefined();
  });

  test("twice becomes one step, the task itself, marked as no plan", async () => {
    const { log, outcome } = await carry([say("no"), say("no"), say("42"), done, say("42 [1]")]);
    expect(plans(log)[0]).toMatchObject({ fallback: true, items: [{ description: "Add up.", tool: null }] });
    expect(outcome.warnings.join()).toContain("No plan could be read");
    expect(outcome.answer).toBe("42 [1]");
  });
});

test("an empty plan has nothing to do but the task itself", async () => {
  const { log, outcome } = await carry([plan(), say("42"), done, say("42")]);
  expect(plans(log)[0]?.fallback).toBeUndefined();
  expect(outcome.figures.stepsRun).toBe(1);
});

test("without reflection there are two model calls whatever the number of tools (ReWOO)", async () => {
  const { outcome } = await carry(
    [plan(sum(1, 1, 2), sum(2, 3, 4), sum(3, "{{step1_result}}", "{{step2_result}}")), say("10")],
    {
      settings: { reflection: false },
    },
  );
  expect(outcome.figures).toMatchObject({ modelCalls: 2, toolCalls: 3 });
  expect(outcome.answer).toBe("10");
});

test("revisions end with a warning when they are used up, and the run completes", async () => {
  const more = json({ done: false, feedback: "More." });
  const { outcome } = await carry([plan(sum(1, 1, 1)), more, plan(sum(2, 2, 2)), more, say("4")], {
    budget: { revisions: 1 },
  });
  expect(outcome).toMatchObject({ status: "completed", answer: "4" });
  expect(outcome.warnings.join()).toContain("revised 1 times");
});

test("the limit of steps stops the run by its name, with a closing answer over the results", async () => {
  const { outcome, requests } = await carry(
    [
      plan(sum(1, 1, 2), sum(2, 3, 4)),
      json({ done: false, feedback: "More." }),
      plan(sum(3, 5, 6)),
      say("So far 3 and 7."),
    ],
    {
      budget: { steps: 2 },
    },
  );
  expect(outcome).toMatchObject({ status: "stopped", stop: { limit: "steps" }, answer: "So far 3 and 7." });
  expect(
    requests
      .at(-1)
      ?.messages.map(({ content }) => content)
      .join(),
  ).toContain("→ 7");
});

test("a step whose model finally fails ends that step only", async () => {
  const gone = { code: "upstream-error", message: "gone", retryable: false } as const;
  const replies = [plan(check(1, []), sum(2, 1, 2, { dependsOn: [] })), gone, done, say("3")];
  const run = startRun("Add up.", {
    pattern: "plan-execute",
    models: { main: scripted(replies) },
    tools: [add],
    settings: { parallelSteps: 1 },
  });
  expect(await run.finished).toMatchObject({ status: "completed", answer: "3" });
  keepsItsPromises(run.log);
});

describe("approval", () => {
  const two = plan(sum(1, 1, 2), sum(2, 3, 4));

  test("nobody there: the plan is approved, and recorded as decided by nobody", async () => {
    const { log } = await carry([two, done, say("7")], { settings: { approval: true } });
    expect(log.find((event) => event.type === "decision")).toMatchObject({ by: "nobody", choice: "approve" });
  });

  test("the first step waits for it", async () => {
    const seen: Hold[] = [];
    const { log } = await carry([two, done, say("7")], {
      settings: { approval: true },
      onHold: async (hold) => (seen.push(hold), { choice: "approve" }),
    });
    expect(seen).toMatchObject([{ kind: "approval", items: [{ id: "1" }, { id: "2" }] }]);
    expect(log.findIndex((event) => event.type === "decision")).toBeLessThan(
      log.findIndex((event) => event.type === "tool.call"),
    );
  });

  test("an edited plan is a plan event by the person, and is what is carried out", async () => {
    const { log } = await carry([two, done, say("7")], {
      settings: { approval: true },
      onHold: async (hold) => ({ choice: "approve", items: hold.kind === "approval" ? hold.items.slice(0, 1) : [] }),
    });
    expect(plans(log).map(({ by, items }) => [by, items.length])).toEqual([
      ["model", 2],
      ["person", 1],
    ]);
    expect(steps(log)).toHaveLength(1);
  });

  test("a change that is asked for goes to the planner", async () => {
    let asked = 0;
    const { requests, log } = await carry([two, plan(sum(1, 9, 9)), done, say("18")], {
      settings: { approval: true },
      onHold: async () => (asked++ === 0 ? { choice: "change", text: "Use nines." } : { choice: "approve" }),
    });
    expect(requests[1]?.messages.at(-1)?.content).toBe("Use nines.");
    expect(plans(log)[1]).toMatchObject({ why: "Use nines.", revision: 1 });
  });

  test("the run can be stopped at it", async () => {
    const { outcome } = await carry([two], { settings: { approval: true }, onHold: async () => ({ choice: "stop" }) });
    expect(outcome).toMatchObject({ status: "stopped", stop: { code: "aborted" } });
  });
});
