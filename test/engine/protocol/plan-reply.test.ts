// Plans as planners write them: which JSON is the plan, and what its steps mean.
import { describe, expect, test } from "vitest";
import type { PlanOptions } from "../../../src/engine/protocol/plan-reply.ts";
import { planForm } from "../../../src/engine/protocol/plan-words.ts";
import { messageOf, problemOf, read, shape, stepsOf, think } from "./plan-support.ts";

describe("reads ids and dependencies", () => {
  test.each<[string, object[], string]>([
    ["numbers", [think({ id: 1 }), think({ id: 2, dependsOn: [1] })], "1 2<1"],
    ["texts of digits", [think({ id: "1" }), think({ id: "02", depends_on: "1" })], "1 2<1"],
    ["step3 and Step 3", [think({ step: "step3" }), think({ step: "Step 4", dependsOn: "step_3" })], "3 4<3"],
    ["places in the list", [think({}), think({ dependencies: ["step1"] })], "1 2<1"],
    ["ids of their own", [think({ id: "s1" }), think({ id: "s2", dependsOn: ["S1"] })], "s1 s2<s1"],
    ["numbers for ids that end in one", [think({ id: "s1" }), think({ id: "s2", dependsOn: [1] })], "s1 s2<s1"],
    [
      "names, and places where no id has a number",
      [think({ id: "get" }), think({ id: "sum", dependsOn: [1] })],
      "get sum<get",
    ],
    ["comma lists", [think({}), think({}), think({ dependsOn: "step 1， 2" })], "1 2 3<1+2"],
    ["words between", [think({}), think({}), think({ dependsOn: "step1 and step2" })], "1 2 3<1+2"],
    ["objects", [think({}), think({ dependsOn: [{ stepId: 1 }] })], "1 2<1"],
    [
      "none, in many words",
      [think({ dependsOn: "none" }), think({ dependsOn: [null, ""] }), think({ dependsOn: "无" })],
      "1 2 3",
    ],
    ["two lists at once", [think({}), think({}), think({ dependsOn: [1], requires: [2] })], "1 2 3<1+2"],
    ["placeholders in the description", [think({}), { description: "Sum {{step1_result}} up" }], "1 2<1"],
    [
      "ten after nine",
      [...Array.from({ length: 10 }, () => think({})), think({ dependsOn: [10, 9, 1] })],
      "1 2 3 4 5 6 7 8 9 10 11<1+9+10",
    ],
    ["step as a number beside a description", [think({ step: 5 })], "5"],
  ])("%s", (_, steps, expected) => {
    expect(shape(stepsOf(steps))).toBe(expected);
  });

  test("a step may be all there is under `step`", () => {
    expect(stepsOf([{ step: "Find the price", tool: null }])).toMatchObject([
      { id: "1", description: "Find the price" },
    ]);
  });

  test("ids that are taken are replaced where nothing refers to them, and that is noted", () => {
    const plan = read([think({ id: 1 }), think({ id: 1 }), think({ id: 3 })]);
    expect(plan).toMatchObject({ ok: true, notes: [expect.stringContaining("1"), expect.anything()] as unknown[] });
    expect(plan.ok && shape(plan.steps)).toBe("1 2 3");
  });
});

describe("reads what a step does", () => {
  test.each<[string, object, object]>([
    ["snake case", { tool_name: "search", tool_input: { query: "x" } }, { tool: "search", input: { query: "x" } }],
    [
      "an action that is a tool",
      { action: "search", action_input: { query: "x" } },
      { tool: "search", input: { query: "x" } },
    ],
    ["a name that is a tool", { name: "search", input: { query: "x" } }, { tool: "search", input: { query: "x" } }],
    ["an action that is none", { action: "Compare them" }, { tool: null, description: "Compare them" }],
    [
      "a tool with its input inside",
      { tool: { name: "search", arguments: { query: "x" } } },
      { tool: "search", input: { query: "x" } },
    ],
    ["a tool's name in another case", { tool: "Search", input: "x" }, { tool: "search", input: { query: "x" } }],
    ["a title and its detail", { title: "A", detail: "B" }, { description: "A\nB" }],
    [
      "Chinese keys",
      { 步骤: 1, 描述: "查", 工具: "search", 输入: { query: "x" }, 预期输出: "价格" },
      { description: "查", tool: "search", expected: "价格" },
    ],
    ["no tool, in words", { description: "a", tool: "不需要" }, { tool: null }],
    [
      "an input as JSON text",
      { tool: "search", input: '{"query": "x", "limit": "2"}' },
      { input: { query: "x", limit: 2 } },
    ],
    [
      "a bare text for the one required text",
      { tool: "search", input: "tide tables" },
      { input: { query: "tide tables" } },
    ],
    ["no input where none is required", { tool: "now", input: null }, { input: {} }],
    [
      "the digits of a number that must be text",
      { tool: "search", input: { query: 1.5 } },
      { input: { query: "1.5" } },
    ],
    [
      "what a step without a tool was given",
      { description: "a", input: { focus: "risks" } },
      { input: { focus: "risks" } },
    ],
  ])("%s", (_, step, expected) => {
    expect(stepsOf([step])).toMatchObject([expected]);
  });

  test("digits stay as they were written", () => {
    expect(stepsOf('[{"tool": "search", "input": {"query": 12345678901234567890}}]')[0]?.input).toEqual({
      query: "12345678901234567890",
    });
  });
});

describe("takes placeholders for values of any type", () => {
  const first = [think({ id: 1 }), think({ id: 2 })];
  const inputOf = (input: string) => {
    const reply = `[{"id": 1, "description": "a"}, {"id": 2, "description": "b"}, {"id": 3, "tool": "mean", "input": ${input}}]`;
    const step = stepsOf(reply)[2];
    return [JSON.stringify(step?.input), step?.dependsOn.join("+")];
  };
  test.each([
    ["alone for a list", '{"numbers": "{{step1_result}}"}', '{"numbers":"{{step1_result}}"}', "1"],
    ["as an item", '{"numbers": ["{{step1_result}}", 2]}', '{"numbers":["{{step1_result}}",2]}', "1"],
    ["without quotes", '{"numbers": {{step1_result}}}', '{"numbers":"{{step1_result}}"}', "1"],
    [
      "items without quotes",
      '{"numbers": [{{step1_result}}, {{ step2_result }}]}',
      '{"numbers":["{{step1_result}}","{{ step2_result }}"]}',
      "1+2",
    ],
    ["as the whole input", '"{{step2_result}}"', '{"numbers":"{{step2_result}}"}', "2"],
    ["inside JSON text", String.raw`"{\"numbers\": \"{{step1_result}}\"}"`, '{"numbers":"{{step1_result}}"}', "1"],
    ["for a choice", '{"numbers": [1], "unit": "{{step2_result}}"}', '{"numbers":[1],"unit":"{{step2_result}}"}', "2"],
    ["in another spelling", '{"numbers": "{{step1.output}}"}', '{"numbers":"{{step1_result}}"}', "1"],
  ])("%s", (_, input, expected, dependsOn) => {
    expect(inputOf(input)).toEqual([expected, dependsOn]);
  });

  test("in keys they are text and no dependency", () => {
    expect(stepsOf([...first, { tool: "search", input: { query: "x", "{{step1_result}}": "y" } }])[2]).toMatchObject({
      input: { "{{step1_result}}": "y" },
      dependsOn: [],
    });
  });

  test("a template's own braces are text", () => {
    expect(stepsOf([{ tool: "search", input: { query: "<h1>{{title}}</h1>" } }])[0]).toMatchObject({
      input: { query: "<h1>{{title}}</h1>" },
    });
  });

  test("the number of a step that has another id is written with that id", () => {
    const steps = stepsOf([think({ id: "s1" }), { id: "s2", tool: "search", input: { query: "{{step1_result}}" } }]);
    expect(steps[1]).toMatchObject({ input: { query: "{{s1_result}}" }, dependsOn: ["s1"] });
  });

  test.each([
    ["a part of a result", { query: "{{step1_result.price}}" }, "{{step1_result.price}}"],
    ["a placeholder without its braces", { query: "step1_result" }, "{{step1_result}}"],
    ["text in it where a list is wanted", undefined, "numbers"],
  ])("refuses %s", (_, input, named) => {
    const step = input ? { tool: "search", input } : { tool: "mean", input: { numbers: "{{step1_result}} and 3" } };
    expect(problemOf([...first, step])).toBe("bad_input");
    expect(messageOf([...first, step])).toContain(named);
  });
});

describe("finds the plan", () => {
  const plan = [think({ id: 1 })];
  test.each<[string, string]>([
    ["in an object", JSON.stringify({ goal: "x", steps: plan })],
    ["in an object in an object", JSON.stringify({ plan: { goal: "x", steps: plan } })],
    ["under a name of its own", JSON.stringify({ my_list: plan, tags: ["a"] })],
    ["in tags", `<plan>${JSON.stringify(plan)}</plan> }`],
    ["behind the form it repeats", `The form: ${planForm.en}\n${JSON.stringify(plan)}`],
    ["behind a form that is no JSON", `[{"id": <number>, "description": "...", ...}]\n${JSON.stringify(plan)}`],
    ["before other JSON", `${JSON.stringify(plan)}\nExample input: {"query": "x"} and [1]`],
    ["before sources with titles", `${JSON.stringify(plan)}\nSources: [{"title": "A", "url": "b"}]`],
    [
      "before a single step that is told again",
      `${JSON.stringify(plan)}\nStep 1: ${JSON.stringify(think({ id: 1, tool: "now" }))}`,
    ],
    ["as steps one after another", plan.map((step) => JSON.stringify(step)).join("\n")],
  ])("%s", (_, reply) => {
    expect(stepsOf(reply)).toEqual([{ id: "1", description: "Think it over", tool: null, input: {}, dependsOn: [] }]);
  });

  test("steps one a line are a list", () => {
    expect(shape(stepsOf([think({}), think({ dependsOn: [1] })].map((step) => JSON.stringify(step)).join("\n")))).toBe(
      "1 2<1",
    );
  });

  test("an empty list is a plan with nothing to do", () => {
    expect(read("Nothing to do: []")).toEqual({ ok: true, steps: [], notes: [] });
    expect(read('{"steps": []}')).toEqual({ ok: true, steps: [], notes: [] });
  });

  test.each<[string, string, string, PlanOptions["finishReason"]]>([
    ["prose", "I would first ask [1]. Shall I start?", "no_json", "stop"],
    ["prose that is cut off", "I would first", "truncated", "length"],
    ["a list of names", '["search", "mean"]', "not_a_plan", "stop"],
    ["an object without steps", '{"answer": 42}', "not_a_plan", "stop"],
    ["the form alone", planForm.en, "not_a_plan", "stop"],
    ["the Chinese form alone", planForm.zh, "not_a_plan", "stop"],
    ["a plan that is cut off", '[{"description": "a"}, {"description": "b', "truncated", "length"],
    [
      "an object that is cut off behind its steps",
      '{"steps": [{"description": "a"}], "why": "b',
      "truncated",
      "length",
    ],
    ["a plan that lacks its bracket because it was cut off", '[{"description": "a"}', "truncated", "length"],
    [
      "a newer plan that is cut off",
      '[{"description": "a"}] Better: [{"description": "b"}, {"descr',
      "truncated",
      "length",
    ],
    ["a plan that is broken", '[{"description": "a" "tool": null}, {"description": "b"}]', "no_json", "stop"],
    ["a newer plan that is broken", '[{"description": "a"}] Better: [{"description": "say "b""}]', "no_json", "stop"],
    [
      "a list that lacks its bracket before a fence",
      '```\n[{"description": "a"}, {"description": "b"}\n```',
      "no_json",
      "stop",
    ],
    ["single steps in prose", '1. {"description": "a"}\n2. {"description": "b"}', "not_a_plan", "stop"],
  ])("refuses %s", (_, reply, problem, finishReason) => {
    expect(problemOf(reply, { finishReason })).toBe(problem);
  });

  test("a missing bracket at the end is supplied if the model ended by itself", () => {
    expect(read('[{"description": "Check a"}')).toMatchObject({
      ok: true,
      notes: [expect.stringContaining("mended")] as unknown[],
    });
  });
});
