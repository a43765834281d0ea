// A plan that a person edits while Plan-and-Execute carries it out: what stays, what is taken, what is refused.
import { describe, expect, test } from "vitest";
import { scripted, startRun, type ModelReply, type PlanItem, type RunEvent } from "../../src/engine/index.ts";
import { add, keepsItsPromises, say } from "./support.ts";

const json = (value: unknown): ModelReply => say(JSON.stringify(value));
const plan = (...steps: object[]) => json({ steps });
const done = json({ done: true, feedback: "" });
const sum = (id: number, a: number, b: number, more: object = {}) => ({
  id,
  description: `sum ${id}`,
  tool: "add",
  input: { a, b },
  dependsOn: [],
  ...more,
});

const plans = (log: readonly RunEvent[]) => log.filter((event) => event.type === "plan");
const steps = (log: readonly RunEvent[]) =>
  log.flatMap((event) => (event.type === "span.start" && event.kind === "step" ? [event] : []));

describe("a plan that a person edits while it is carried out", () => {
  const three = plan(sum(1, 1, 1), sum(2, 2, 2, { dependsOn: [1] }), sum(3, 3, 3, { dependsOn: [2] }));

  /** Pauses after the first step, edits the plan, goes on. */
  async function edit(
    change: (items: readonly PlanItem[]) => PlanItem[],
    replies: ModelReply[] = [three, done, say("ok")],
  ) {
    const run = startRun("Add up.", { pattern: "plan-execute", models: { main: scripted(replies) }, tools: [add] });
    const paused = new Promise<void>((resolve) => {
      run.subscribe((event) => {
        if (event.type !== "observation" || run.log.some((other) => other.type === "hold")) return;
        run.pause();
        resolve();
      });
    });
    await paused;
    const items = plans(run.log)[0]?.items ?? [];
    run.edit(change(items));
    run.resume();
    const outcome = await run.finished;
    keepsItsPromises(run.log);
    return { outcome, log: run.log };
  }

  test("is carried out as edited: what has begun stays, what was dropped is not run", async () => {
    const { log, outcome } = await edit((items) =>
      items.filter(({ id }) => id !== "2").map((item) => ({ ...item, dependsOn: [] })),
    );
    expect(outcome.status).toBe("completed");
    expect(plans(log).at(-1)).toMatchObject({
      by: "person",
      revision: 1,
      items: [{ id: "1", state: "done" }, { id: "3" }],
    });
    expect(steps(log).map(({ item }) => item)).toEqual(["1", "3"]);
  });

  test("may have new steps, which are run in their place", async () => {
    const extra: PlanItem = {
      id: "9",
      description: "nine",
      tool: "add",
      input: { a: 9, b: 9 },
      dependsOn: ["1"],
      state: "todo",
    };
    const { log } = await edit((items) => [...items.slice(0, 1), extra]);
    expect(steps(log).map(({ item }) => item)).toEqual(["1", "9"]);
  });

  test("stays as it was where the edit cannot be run, with a warning", async () => {
    const { log, outcome } = await edit((items) =>
      items.map((item) => (item.id === "2" ? { ...item, dependsOn: ["3"] } : item)),
    );
    expect(steps(log).map(({ item }) => item)).toEqual(["1", "2", "3"]);
    expect(outcome.warnings.join()).toContain("cannot be run");
  });

  test.each([
    [
      "before a revision, whose steps stay",
      [plan(sum(1, 1, 1)), json({ done: false, feedback: "More." }), plan(sum(2, 2, 2)), done, say("ok")],
      ["1", "2"],
    ],
    ["before the last answer", [plan(sum(1, 1, 1)), done, say("ok")], ["1"]],
  ])("is refused with a warning where it comes too late: %s", async (_, replies, carried) => {
    let edited = false;
    const run = startRun("Add up.", { pattern: "plan-execute", models: { main: scripted(replies) }, tools: [add] });
    run.subscribe((event) => {
      if (edited || event.type !== "review") return;
      edited = true;
      run.edit(plans(run.log)[0]?.items ?? []);
    });
    const { warnings } = await run.finished;
    keepsItsPromises(run.log);
    expect(edited).toBe(true);
    expect(steps(run.log).map(({ item }) => item)).toEqual(carried);
    expect(plans(run.log).every(({ by }) => by === "model")).toBe(true);
    expect(warnings.join()).toContain("too late");
  });
});
