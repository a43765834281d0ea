// The ten tools: names and parameters, lenient reading, what they answer in both languages.
import { describe, expect, test } from "vitest";
import { notebookTools } from "../../../src/engine/notebook/notebook-tools.ts";
import { readArguments } from "../../../src/engine/protocol/arguments.ts";
import { toolSpec } from "../../../src/engine/tools/spec.ts";
import { failure } from "../tools/support.ts";
import { call, newNotebook, outcome, picture, pictured, refusal } from "./support.ts";

/** `name(parameter, optional?)` as the schema shows them to a model. */
function signature(spec: ReturnType<typeof toolSpec>): string {
  const { properties = {}, required = [] } = spec.parameters as { properties?: object; required?: string[] };
  return `${spec.name}(${Object.keys(properties)
    .map((key) => (required.includes(key) ? key : `${key}?`))
    .join(", ")})`;
}

test("the tools have AgentScope's names and parameters", () => {
  expect(notebookTools(newNotebook()).map((tool) => signature(toolSpec(tool)))).toEqual([
    "create_plan(name, description?, expected_outcome?, subtasks)",
    "update_plan_info(name?, description?, expected_outcome?)",
    "revise_current_plan(subtask_idx, action, subtask?)",
    "update_subtask_state(subtask_idx, state)",
    "finish_subtask(subtask_idx, subtask_outcome)",
    "view_subtasks(subtask_idx)",
    "get_subtask_count()",
    "finish_plan(state, outcome)",
    "view_historical_plans()",
    "recover_historical_plan(plan_id)",
  ]);
});

test("those that only look may run side by side", () => {
  const readOnly = notebookTools(newNotebook()).filter((tool) => tool.readOnly);
  expect(readOnly.map(({ name }) => name)).toEqual(["view_subtasks", "get_subtask_count", "view_historical_plans"]);
});

test("the examples in the descriptions can be read as arguments", () => {
  for (const tool of notebookTools(newNotebook())) {
    const { description, parameters } = toolSpec(tool);
    const example = /Example: (\{.*\})/.exec(description)?.[1];
    if (example === undefined) continue;
    expect(readArguments(example, parameters, { finishReason: "stop" })).toMatchObject({ ok: true });
  }
});

test.for([
  ["update_subtask_state", '{"subtask_idx": "0", "state": "In_Progress"}', { subtask_idx: 0, state: "In_Progress" }],
  ["view_subtasks", '{"subtask_idx": 1}', { subtask_idx: 1 }],
  ["view_subtasks", '{"subtask_idx": "[0, 1]"}', { subtask_idx: [0, 1] }],
  ["view_subtasks", '{"subtask_idx": ["0", "1"]}', { subtask_idx: [0, 1] }],
  ["update_plan_info", '{"name": null, "description": "d"}', { description: "d" }],
  [
    "revise_current_plan",
    '{"subtask_idx": 0, "action": "revise", "subtask": "{\\"name\\": \\"b\\"}"}',
    { subtask_idx: 0, action: "revise", subtask: { name: "b" } },
  ],
  [
    "create_plan",
    '{"name": "P", "subtasks": "[{\\"name\\": \\"a\\", \\"description\\": null}]"}',
    { name: "P", subtasks: [{ name: "a" }] },
  ],
] as const)("%s takes %s", ([name, written, value]) => {
  const tool = notebookTools(newNotebook()).find((tool) => tool.name === name);
  if (!tool) throw new Error(name);
  expect(readArguments(written, toolSpec(tool).parameters, { finishReason: "stop" })).toEqual({ ok: true, value });
});

const plan = {
  name: "Product",
  description: "Calculate and save",
  expected_outcome: "result.txt holds 50",
  subtasks: [{ name: "Calculate", description: "10*5", expected_outcome: "the product" }, { name: "Save" }],
};

describe("answers", () => {
  test("say what was done and what is next", async () => {
    const notebook = newNotebook();
    const said = async (name: string, input: unknown) => call(notebook, name, input);
    expect(await said("create_plan", plan)).toBe(
      'The plan "Product" is made, with 2 sub-tasks. Next: start sub-task 0 ("Calculate") with update_subtask_state.',
    );
    expect(await said("update_subtask_state", { subtask_idx: 0, state: "in_progress" })).toBe(
      'Sub-task 0 ("Calculate") is in progress. In progress now: sub-task 0 ("Calculate").',
    );
    expect(await said("revise_current_plan", { subtask_idx: 2, action: "ADD", subtask: { name: "Check" } })).toBe(
      'Sub-task 2 ("Check") is added; those after it moved up by one. There are 3 now. In progress now: sub-task 0 ("Calculate").',
    );
    expect(await said("finish_subtask", { subtask_idx: 0, subtask_outcome: "50" })).toBe(
      'Sub-task 0 ("Calculate") is done. In progress now: sub-task 1 ("Save").',
    );
    expect(await said("revise_current_plan", { subtask_idx: 0, action: "revise", subtask: { name: "Sum" } })).toContain(
      "its outcome is cleared",
    );
    expect(await said("revise_current_plan", { subtask_idx: 0, action: "delete" })).toContain('0 ("Sum") is deleted');
    expect(await said("get_subtask_count", {})).toBe("2 sub-tasks: 0 done, 1 in progress, 1 to do, 0 abandoned.");
    await said("finish_subtask", { subtask_idx: 0, subtask_outcome: "result.txt" });
    expect(await said("finish_subtask", { subtask_idx: 1, subtask_outcome: "it holds 50" })).toBe(
      'Sub-task 1 ("Check") is done. All sub-tasks are closed. Next: close the plan with finish_plan, then answer the user.',
    );
    expect(await said("finish_plan", { state: "Done", outcome: "50" })).toBe(
      'The plan "Product" is filed as done. Next: sum up for the user what came out, and answer.',
    );
  });

  test("a plan closed too early is told which sub-tasks stay open", async () => {
    const notebook = await pictured("[x] a, [>] b, [-] c, [ ] d");
    expect(await call(notebook, "finish_plan", { state: "done", outcome: "enough" })).toContain(
      'still open and stay so: "b", "d".',
    );
  });

  test("sub-tasks are shown with their outcomes, wrong indexes by the side", async () => {
    const notebook = await pictured("[x] a, [>] b");
    const shown = await call(notebook, "view_subtasks", { subtask_idx: [0, 7] });
    expect(shown).toContain("Actual Outcome: outcome of a");
    expect(shown).toContain("There is no sub-task 7: they go from 0 to 1.");
    expect(await call(notebook, "view_subtasks", { subtask_idx: [] })).toContain("Sub-task 1:\n- [ ] [WIP] b");
    expect(await outcome(() => call(notebook, "view_subtasks", { subtask_idx: [5, 7] }))).toBe("bad_index");
    expect(await outcome(() => call(notebook, "view_subtasks", { subtask_idx: -1 }))).toBe("bad_index");
  });

  test("earlier plans are listed, left ones too, and brought back", async () => {
    const notebook = await pictured("[x] a, [>] b");
    expect(await call(notebook, "view_historical_plans")).toContain("history is empty");
    const { id } = notebook.plan ?? { id: "" };
    expect(await call(notebook, "create_plan", plan)).toContain(`"Plan" (${id}), was put into the history`);
    expect(await call(notebook, "view_historical_plans")).toContain(`- ${id}: "Plan", abandoned at `);
    expect(await call(notebook, "recover_historical_plan", { plan_id: ` ${id} ` })).toContain(
      'The plan "Plan" is under way again: 1 of 2 sub-tasks closed. The plan before it, "Product"',
    );
    expect(picture(notebook)).toBe("[x] a, [>] b");
  });

  test("before the user has confirmed, the next step is to ask", async () => {
    const notebook = newNotebook({ needUserConfirm: true });
    expect(await call(notebook, "create_plan", plan)).toContain("wait for a clear yes");
    expect(
      await refusal(() => call(notebook, "update_subtask_state", { subtask_idx: 0, state: "in_progress" })),
    ).toContain("has not confirmed");
  });

  test("speak Chinese where the run does", async () => {
    const notebook = newNotebook({ language: "zh" });
    expect(await call(notebook, "create_plan", plan)).toBe(
      "计划“Product”已建立，共 2 个子任务。下一步：用 update_subtask_state 开始子任务 0（“Calculate”）。",
    );
    expect(await call(notebook, "get_subtask_count")).toBe("共 2 个子任务：已完成 0，进行中 0，待办 2，已放弃 0。");
    expect(await call(notebook, "view_historical_plans")).toContain("历史是空的");
  });
});

describe("refusals", () => {
  const cases: readonly (readonly [
    reason: string,
    start: string,
    tool: string,
    input: unknown,
    way: RegExp,
    wayZh: RegExp,
  ])[] = [
    ["no_plan", "", "get_subtask_count", {}, /create_plan/, /create_plan/],
    ["bad_index", "[ ] a", "finish_subtask", { subtask_idx: 4, subtask_outcome: "x" }, /from 0 to 0/, /0 到 0/],
    ["bad_argument", "", "create_plan", { ...plan, subtasks: [] }, /List the steps/, /列出各个步骤/],
    [
      "bad_argument",
      "",
      "create_plan",
      { ...plan, subtasks: [{ name: " " }] },
      /subtasks\[0\]\.name is empty/,
      /subtasks\[0\]\.name 为空/,
    ],
    [
      "bad_argument",
      "[ ] a",
      "finish_subtask",
      { subtask_idx: 0, subtask_outcome: "" },
      /subtask_outcome is empty/,
      /subtask_outcome 为空/,
    ],
    [
      "bad_state",
      "[ ] a",
      "update_subtask_state",
      { subtask_idx: 0, state: "paused" },
      /todo, in_progress, abandoned/,
      /todo、in_progress、abandoned/,
    ],
    ["bad_state", "[ ] a", "finish_plan", { state: "todo", outcome: "x" }, /done, abandoned/, /done、abandoned/],
    [
      "bad_action",
      "[ ] a",
      "revise_current_plan",
      { subtask_idx: 0, action: "swap" },
      /add, revise, delete/,
      /add、revise、delete/,
    ],
    [
      "use_finish_subtask",
      "[>] a",
      "update_subtask_state",
      { subtask_idx: 0, state: "done" },
      /call finish_subtask/,
      /调用 finish_subtask/,
    ],
    [
      "predecessor_open",
      "[ ] a, [ ] b",
      "update_subtask_state",
      { subtask_idx: 1, state: "in_progress" },
      /Close 0 first/,
      /先结束 0/,
    ],
    [
      "predecessor_open",
      "[ ] a, [ ] b",
      "finish_subtask",
      { subtask_idx: 1, subtask_outcome: "x" },
      /Close 0 first/,
      /先结束 0/,
    ],
    [
      "other_in_progress",
      "[ ] a, [>] b",
      "update_subtask_state",
      { subtask_idx: 0, state: "in_progress" },
      /Set 1 back to todo/,
      /把 1 设回 todo/,
    ],
    [
      "subtask_required",
      "[ ] a",
      "revise_current_plan",
      { subtask_idx: 0, action: "add" },
      /name, description and expected_outcome/,
      /name、description 和 expected_outcome/,
    ],
    [
      "over_limit",
      "",
      "create_plan",
      { ...plan, subtasks: Array.from({ length: 6 }, () => ({ name: "a" })) },
      /at most 5/,
      /最多 5/,
    ],
    ["unknown_plan", "", "recover_historical_plan", { plan_id: "x" }, /create_plan/, /create_plan/],
    [
      "nothing_to_update",
      "[ ] a",
      "update_plan_info",
      {},
      /at least one of name, description, expected_outcome/,
      /name、description、expected_outcome/,
    ],
  ];

  test.for(cases)("%s on %s by %s", async ([reason, start, tool, input, way, wayZh]) => {
    for (const language of ["en", "zh"] as const) {
      const options = { language, maxSubtasks: 5 };
      const notebook = start === "" ? newNotebook(options) : await pictured(start, options);
      const before = notebook.plan;
      expect(await outcome(() => call(notebook, tool, input))).toBe(reason);
      expect(await refusal(() => call(notebook, tool, input))).toMatch(language === "en" ? way : wayZh);
      expect(notebook.plan).toBe(before);
    }
  });

  test("reach the run as failures: of the arguments, or of the order of calls", async () => {
    const notebook = await pictured("[ ] a, [ ] b");
    const [, , , update] = notebookTools(notebook);
    if (!update) throw new Error("no tool");
    expect(await failure(update, { subtask_idx: 9, state: "todo" })).toMatch(/^bad-arguments: There is no sub-task 9/);
    expect(await failure(update, { subtask_idx: 1, state: "in_progress" })).toMatch(/^tool-failed: Sub-task 1 \("b"\)/);
  });

  test("one in progress is named with the way to start another", async () => {
    const notebook = await pictured("[x] a, [>] b");
    expect(await outcome(() => notebook.setSubtaskState(0, "in_progress"))).toBe("other_in_progress");
    expect(await refusal(() => notebook.setSubtaskState(0, "in_progress"))).toContain("Finish 1 with finish_subtask");
  });
});
