// What the rehearsal model plans, judges and shares out, and what it does where something goes wrong.
import { describe, expect, test } from "vitest";
import {
  FailureError,
  outline,
  rehearsal,
  startRun,
  tools,
  type Model,
  type ModelRequest,
  type Tool,
} from "../../../../src/engine/index.ts";
import { planWords } from "../../../../src/engine/moves/plan/words.ts";
import { toolSpec } from "../../../../src/engine/tools/spec.ts";
import { ask } from "./play.ts";
import { calledIn, eventsOf, run } from "./runs.ts";

const model = rehearsal({ charactersPerSecond: null });
const words = planWords.en;

const reply = async (system: string, ...users: string[]) => {
  const messages = users.flatMap((content, index) => [
    ...(index > 0 ? [{ role: "assistant" as const, content: "…" }] : []),
    { role: "user" as const, content },
  ]);
  return (await ask(model, { messages: [{ role: "system", content: system }, ...messages] })).text;
};

interface Steps {
  steps: { id: number; description: string; tool: string | null; input?: unknown; dependsOn: number[] }[];
}
const plan = async (task: string, { steps = 10, extra = [] as string[], offered = tools } = {}) =>
  JSON.parse(await reply(words.planner(offered.map(toolSpec), steps), words.task(task), ...extra)) as Steps;

describe("the planner", () => {
  test("writes one step a call, with placeholders, and a check at the end", async () => {
    const { steps } = await plan("Calculate 10*5, then multiply the result by 3 and save it to a.txt");
    expect(steps.map(({ tool, input, dependsOn }) => [tool, input, dependsOn])).toEqual([
      ["calculator", { expression: "10*5" }, []],
      ["calculator", { expression: "({{step1_result}})*3" }, [1]],
      ["write_file", { path: "a.txt", content: "{{step2_result}}" }, [2]],
      [null, undefined, [1, 2, 3]],
    ]);
  });

  test("lets a file be read only after it was written", async () => {
    const { steps } = await plan("Write “a” to a.txt and “b” to b.txt, then read a.txt and list all files");
    const read = steps.find(({ tool }) => tool === "read_file");
    expect(read?.dependsOn).toEqual([1]);
  });

  test("plans what it does not understand as a step without a tool", async () => {
    const { steps } = await plan("Calculate 6*7 and translate the result into French");
    expect(steps.map(({ tool, description }) => [tool, description])).toEqual([
      ["calculator", "Work out 6*7"],
      [null, "translate the result into French"],
      [null, expect.stringContaining("Check the results against the task")],
    ]);
  });

  test("uses no tool that it is not offered", async () => {
    const { steps } = await plan("Calculate 6*7 and save it to a.txt", {
      offered: tools.filter(({ name }) => name === "calculator"),
    });
    expect(steps.map(({ tool }) => tool)).toEqual(["calculator", null, null]);
  });

  test("leaves out what comes last where the steps do not suffice, and says so in the check", async () => {
    const { steps } = await plan("Calculate 1+1. Calculate 2+2. Calculate 3+3. Calculate 4+4.", { steps: 4 });
    expect(steps).toHaveLength(4);
    expect(steps.at(-1)?.description).toContain("Not in this plan, for want of steps: “Calculate 4+4”");
  });

  test("writes the smallest plan where its plan was refused, not the same one again", async () => {
    const { steps } = await plan("Calculate 10*5 and save it to a.txt", {
      extra: ["Step 1 names the tool … Write the whole plan again in this form, and nothing else: …"],
    });
    expect(steps).toMatchObject([{ tool: null, description: "Calculate 10*5 and save it to a.txt" }]);
  });

  test("takes up what a person wants changed", async () => {
    const { steps } = await plan("Calculate 10*5", { extra: ["Then save it to b.txt"] });
    expect(steps.map(({ tool }) => tool)).toEqual(["calculator", "write_file", null]);
  });

  test("plans a table of the person's own: look, write the query, run it", async () => {
    const { steps } = await plan("Average salary by department");
    expect(steps.map(({ tool, input }) => [tool, input])).toEqual([
      ["list_tables", {}],
      [null, undefined],
      ["query_table", { sql: "{{step2_result}}" }],
      [null, undefined],
    ]);
  });

  test("refuses a task of too many characters in one step, at once", async () => {
    const { steps } = await plan("Calculate 1+1. ".repeat(600));
    expect(steps).toHaveLength(1);
  });
});

describe("the executor of a step", () => {
  test("writes the query from the tables that it is shown", async () => {
    const listed = JSON.stringify([
      { name: "staff", rows: 3, columns: { name: "text", department: "text", salary: "number" }, source: "staff.csv" },
    ]);
    const { steps } = await plan("Average salary by department");
    const sql = await reply(
      words.executor,
      words.step(
        "Average salary by department",
        steps[1]?.description ?? "",
        "",
        `[1] ${steps[0]?.description}\n→ ${listed}`,
      ),
    );
    expect(sql).toBe(
      "SELECT department, round(avg(salary), 2) AS average_salary\nFROM staff\nGROUP BY department\nORDER BY average_salary DESC\nLIMIT 20",
    );
  });

  test("says what it cannot do, with what it was given", async () => {
    const text = await reply(
      words.executor,
      words.step("A task", "Judge the style of the letter", undefined, "[1] Read letter.txt\n→ Dear all"),
    );
    expect(text).toBe(
      "I cannot carry out “Judge the style of the letter” by rule, and make nothing up. I am the rehearsal model: no AI.\nThis is what I was given:\n[1] Dear all",
    );
  });

  test("checks part by part", async () => {
    const results =
      "[1] Work out 10*5 (expected: a number)\n→ 50\n\n[2] Save it in a.txt (expected: …)\n→ failed: The disk is full.";
    const text = await reply(
      words.executor,
      words.step(
        "Calculate 10*5 and save it to a.txt",
        "Check the results against the task: is every part of it answered, and does nothing contradict?",
        undefined,
        results,
      ),
    );
    expect(text).toBe(
      "Not every part of the task is done.\n- “Calculate 10*5”: done.\n- “save it to a.txt”: not done. Step [2] (“Save it in a.txt”) failed: The disk is full.",
    );
  });
});

describe("the reviewer", () => {
  const results = "[1] Work out 10*5 (expected: a number)\n→ 50";
  const judge = async (answer: string, told = results) =>
    JSON.parse(await reply(words.reviewer, words.judge("Calculate 10*5", "[1] Work out 10*5", told, answer))) as Record<
      string,
      unknown
    >;

  test("passes an answer whose figures stand in the results", async () => {
    expect(await judge("10*5 = 50. [1]")).toMatchObject({
      passed: true,
      score: 1,
      completeness: 1,
      accuracy: 1,
      relevance: 1,
    });
  });

  test("names a figure that stands in no result", async () => {
    const review = await judge("10*5 = 51.5. [1]");
    expect(review).toMatchObject({
      passed: false,
      completeness: 1,
      feedback: "These figures stand in no result: 51.5.",
    });
    expect(review["accuracy"]).toBeLessThan(1);
  });

  test("names a part that is not answered", async () => {
    expect(await judge("I do not know.", "[1] Work out 10*5\n→ failed: no answer")).toMatchObject({
      passed: false,
      completeness: 0,
      feedback: "Not answered: Calculate 10*5",
    });
  });

  test("does not pass an empty answer", async () => {
    expect(await judge("")).toMatchObject({ passed: false, completeness: 0 });
  });
});

describe("reflection and revision", () => {
  test("a step that a refusal tells how to mend is made once more, with those that wait for it", async () => {
    const { answer, lines, log } = await run("Write “hi” to Notes.txt, then read notes.txt", "plan-execute");
    expect(lines.filter((line) => /^ +(revision|read_file|Read)/.test(line))).toEqual([
      "  Read notes.txt → tool-failed",
      "    read_file → tool-failed",
      "  revision 1",
      "  Read notes.txt (once more, as the refusal says)",
      "    read_file",
    ]);
    expect(eventsOf(log, "review").map(({ passed }) => passed)).toEqual([false, true]);
    expect(answer).toContain("I read Notes.txt: it holds “hi”.");
  });

  test("under the supervisor the next round makes the mended call at once", async () => {
    const { lines, answer } = await run("Write “hi” to Notes.txt, then read notes.txt", "supervisor");
    expect(lines.filter((line) => line.startsWith("  round"))).toHaveLength(2);
    expect(answer).toContain("it holds “hi”");
  });

  test("a failure without a repair ends the run with what failed and what was skipped", async () => {
    const broken = tools.map((tool): Tool =>
      tool.name === "calculator"
        ? {
            ...tool,
            run: () => {
              throw new FailureError("tool-failed", "out of order");
            },
          }
        : tool,
    );
    const { outcome, answer, log } = await run("Calculate 10*5 and save it to a.txt", "plan-execute", {
      tools: broken,
    });
    expect(outcome.status).toBe("completed");
    expect(eventsOf(log, "review")).toMatchObject([
      { passed: true, feedback: expect.stringContaining("I know no other way") as string },
    ]);
    expect(answer).toContain("Step [1] (“Work out 10*5”) failed: tool-failed: out of order");
    expect(answer).toMatch(/Step \[2\] .*skipped|nothing/);
    expect(answer).not.toContain("50");
  });
});

describe("with a notebook", () => {
  const task = "Calculate 10*5, save the result to result.txt, then read it back to verify.";

  test("a plan of many steps keeps to the limit of sub-tasks", async () => {
    const { outcome, log } = await run(task, "plan-notebook", { budget: { subtasks: 2 } });
    expect(outcome.status).toBe("completed");
    expect(eventsOf(log, "plan").at(-1)?.items).toMatchObject([{ state: "done" }, { state: "done" }]);
    expect(calledIn(log).filter((tool) => !/plan|subtask/.test(tool))).toEqual([
      "calculator",
      "write_file",
      "read_file",
    ]);
  });

  test("ten sub-tasks are done under the default limits", async () => {
    const many = Array.from({ length: 10 }, (_, index) => `Calculate ${index}+${index}`).join(". ");
    const { outcome, log, answer } = await run(`${many}.`, "plan-notebook");
    expect(outcome.status).toBe("completed");
    expect(
      eventsOf(log, "plan")
        .at(-1)
        ?.items.map(({ state }) => state),
    ).toEqual(Array.from({ length: 10 }, () => "done"));
    expect(answer).toContain("9+9 = 18.");
  });

  test("a sub-task whose call fails for good is given up, and named in the answer", async () => {
    const broken = tools.map((tool): Tool =>
      tool.name === "write_file"
        ? {
            ...tool,
            run: () => {
              throw new FailureError("tool-failed", "the disk is full");
            },
          }
        : tool,
    );
    const { outcome, log, answer } = await run(task, "plan-notebook", { tools: broken });
    expect(outcome.status).toBe("completed");
    expect(
      eventsOf(log, "plan")
        .at(-1)
        ?.items.map(({ state }) => state),
    ).toEqual(["done", "abandoned", "abandoned"]);
    expect(answer).toContain("10*5 = 50.");
    expect(answer).toContain("the disk is full");
  });

  test("a hint that the user has to confirm is followed by the plan and a question", async () => {
    const hint =
      "<system-hint>\nThe plan as it stands:\n```markdown\n# Fifty\n**Description**: N/A\n## Subtasks\n- [ ] Work out 10*5\n- [ ] Save it\n```\n\nThe user has not confirmed this plan. Show it and ask for a clear yes.\n</system-hint>";
    const { text, toolCalls } = await ask(model, {
      messages: [
        { role: "system", content: "Use the tools." },
        { role: "user", content: task },
        { role: "user", content: hint },
      ],
      tools: [...tools.map(toolSpec), { name: "create_plan", description: "", parameters: {} }],
    });
    expect(toolCalls).toEqual([]);
    expect(text).toContain("This is my plan, “Fifty”:\n\n1. Work out 10*5\n2. Save it\n\nShall I carry it out?");
  });
});

test("the same request gets the same reply, whoever asks and however often", async () => {
  const requests: ModelRequest[] = [];
  const recorded: Model = {
    ...model,
    complete: (request, options) => {
      requests.push({ ...request, messages: [...request.messages] });
      return model.complete(request, options);
    },
  };
  const started = startRun("Calculate 10*5 and save it to a.txt", {
    pattern: "supervisor",
    models: { main: recorded },
  });
  await started.finished;
  const said = eventsOf(started.log, "model.reply").map(({ text }) => text);
  for (const [index, request] of requests.entries()) expect((await ask(model, request)).text).toBe(said[index]);
  expect(outline.of(started.log).lines.at(-1)).toContain("50");
});
