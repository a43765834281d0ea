// Plans that a person changes or edits: the rehearsal model goes by the plan as it stands then.
import { expect, test } from "vitest";
import type { Decision, Hold, PlanItem } from "../../../../src/engine/index.ts";
import { calledIn, eventsOf, run } from "./runs.ts";
import { pricesOf, change, percent } from "./shares.ts";

/** Decides the first approval so, and approves whatever comes after. */
function deciding(first: (items: readonly PlanItem[]) => Decision) {
  let asked = 0;
  return async (hold: Hold): Promise<Decision> => {
    if (hold.kind !== "approval") throw new Error(`A hold of kind ${hold.kind} was not expected.`);
    return asked++ === 0 ? first(hold.items) : { choice: "approve" };
  };
}

const report =
  "Write an investment report on Amazon from the stocks table, 2000 to 2010: the trend, the volatility and the risks";

test("plan-execute: a step that a person took out is not done, and the answer says so; one that was added is told", async () => {
  const { outcome, answer, log } = await run(report, "plan-execute", {
    settings: { approval: true },
    onHold: deciding((items) => {
      const kept = items.filter(({ description }) => !description.includes("volatility"));
      const added = {
        id: "20",
        description: "Multiply",
        tool: "calculator",
        input: { expression: "6*7" },
        dependsOn: [],
        state: "todo" as const,
      };
      const ids = new Set(kept.map(({ id }) => id));
      const bound = kept.map((item) => ({ ...item, dependsOn: (item.dependsOn ?? []).filter((id) => ids.has(id)) }));
      return { choice: "approve", items: [added, ...bound] };
    }),
  });
  expect(outcome.status).toBe("completed");
  expect(calledIn(log).sort()).toEqual(["calculator", "query_table", "query_table"]);
  expect(answer).toContain(percent(change(pricesOf("AMZN"))));
  expect(answer).toMatch(/“Query the volatility of each share .*” was not in the plan/);
  expect(answer).toContain("Other results:\n42 [20]");
});

test("plan-execute: what a person wants changed is in the next plan", async () => {
  const { log, files } = await run("Calculate 10*5", "plan-execute", {
    settings: { approval: true },
    onHold: deciding(() => ({ choice: "change", text: "Then save it to b.txt" })),
  });
  expect(eventsOf(log, "plan").map(({ items }) => items.length)).toEqual([1 + 1, 2 + 1]);
  expect(await files.read("b.txt")).toBe("50");
});

test("plan-notebook: what a person wants besides becomes one more sub-task", async () => {
  const { log, answer } = await run("Calculate 10*5, save it to a.txt", "plan-notebook", {
    onHold: deciding(() => ({ choice: "change", text: "Also list all files" })),
  });
  expect(calledIn(log).slice(0, 3)).toEqual(["create_plan", "revise_current_plan", "update_subtask_state"]);
  expect(calledIn(log)).toContain("list_files");
  expect(answer).toContain("The files are: a.txt.");
});

test("plan-notebook: a wish that no rule understands is named, and the plan shown again", async () => {
  const { answer, log } = await run("Calculate 10*5, save it to a.txt", "plan-notebook", {
    onHold: deciding(() => ({ choice: "change", text: "Make it more elegant" })),
  });
  expect(calledIn(log)).toEqual(["create_plan"]);
  expect(answer).toContain("1. Work out 10*5");
  expect(answer).toContain("“Make it more elegant”");
});

test("plan-notebook: sub-tasks that a person wrote are done by rule, or given up", async () => {
  const { outcome, log, answer } = await run("Calculate 10*5, save it to a.txt", "plan-notebook", {
    onHold: deciding((items) => ({
      choice: "approve",
      items: [
        ...items,
        { id: "new", name: "Calculate 6*7", description: "", state: "todo" },
        { id: "other", name: "Admire the result", description: "", state: "todo" },
      ],
    })),
  });
  expect(outcome.status).toBe("completed");
  const states = eventsOf(log, "plan")
    .at(-1)
    ?.items.map(({ name, state, outcome }) => [name, state, outcome ?? null]);
  expect(states).toEqual([
    ["Work out 10*5", "done", "10*5 = 50."],
    ["Save it in a.txt", "done", expect.stringContaining("a.txt")],
    ["Calculate 6*7", "done", "6*7 = 42."],
    ["Admire the result", "abandoned", null],
  ]);
  expect(answer).toContain("10*5 = 50.");
});
