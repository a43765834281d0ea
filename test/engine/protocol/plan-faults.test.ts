// Plans that cannot be run, and what is said of them; revisions; any text at all.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { topologicalOrder } from "../../../src/engine/protocol/plan-graph.ts";
import type { PlannedStep, PlanOptions } from "../../../src/engine/protocol/plan-reply.ts";
import { planForm } from "../../../src/engine/protocol/plan-words.ts";
import { messageOf, problemOf, read, shape, stepsOf, think } from "./plan-support.ts";

describe("notes", () => {
  const notes = (reply: unknown, options: Partial<PlanOptions> = {}) => {
    const plan = read(reply, options);
    return plan.ok ? plan.notes.join("\n") : plan.message;
  };
  test("a plan that does not end with a check", () => {
    expect(notes([think({})])).toMatch(/check/);
    expect(notes([think({}), { description: "Check the results against the task" }])).toBe("");
    expect(notes([think({}), { description: "对照任务核对结果" }], { language: "zh" })).toBe("");
    expect(notes([think({})], { language: "zh" })).toMatch(/检查/);
  });
  test("one plan of several, but not the same plan twice", () => {
    const check = JSON.stringify([{ description: "Check a" }]);
    expect(notes(`${JSON.stringify([think({})])} or ${check}`)).toMatch(/2 different plans/);
    expect(notes(`${check} again: ${check}`)).toBe("");
  });
});

describe("refuses what cannot run, and names it", () => {
  test.each<[string, object[], Partial<PlanOptions>, string, RegExp]>([
    ["a tool that does not exist", [{ tool: "fly" }], {}, "unknown_tool", /"fly".*search, mean, now/],
    [
      "a dependency that does not exist",
      [think({}), think({ dependsOn: [7] })],
      {},
      "unknown_dependency",
      /Step 2 .*"7".*1, 2/,
    ],
    [
      "a placeholder for a step that does not exist",
      [{ tool: "search", input: { query: "{{step4_result}}" } }],
      {},
      "unknown_dependency",
      /"4"/,
    ],
    [
      "a placeholder under a name that does not exist",
      [{ tool: "search", input: { query: "{{prices_result}}" } }],
      {},
      "unknown_dependency",
      /"prices"/,
    ],
    [
      "an id that two steps have and a third needs",
      [think({ id: 1 }), think({ id: 1 }), think({ dependsOn: [1] })],
      {},
      "duplicate_id",
      /id 1/,
    ],
    ["a step that waits for itself", [think({ dependsOn: [1] })], {}, "cycle", /Step 1 waits for itself/],
    ["a ring", [think({ dependsOn: [2] }), think({ dependsOn: [1] })], {}, "cycle", /1 → 2 → 1/],
    [
      "a step that needs its own result",
      [{ tool: "search", input: { query: "{{step1_result}}" } }],
      {},
      "cycle",
      /itself/,
    ],
    ["more steps than are left", [think({}), think({}), think({})], { maxSteps: 2 }, "too_many_steps", /3 steps.*2/],
    [
      "an input that lacks something",
      [{ tool: "search", input: { limit: 1 } }],
      {},
      "bad_input",
      /"query" is missing.*"query": string/,
    ],
    [
      "an input of the wrong type",
      [{ tool: "mean", input: { numbers: "many" } }],
      {},
      "bad_input",
      /"numbers" must be array/,
    ],
    ["several faults at once", [{ tool: "fly" }, think({ dependsOn: [9] })], {}, "unknown_tool", /fly[^]*"9"/],
  ])("%s", (_, steps, options, problem, message) => {
    expect(problemOf(steps, options)).toBe(problem);
    expect(messageOf(steps, options)).toMatch(message);
    expect(messageOf(steps, options)).toContain(planForm.en);
    expect(messageOf(steps, { ...options, language: "zh" })).toContain(planForm.zh);
  });

  test("the ring is given as its path", () => {
    const plan = read([think({ dependsOn: [3] }), think({ dependsOn: [1] }), think({ dependsOn: [2] })]);
    expect(plan).toMatchObject({ problem: "cycle", cycle: ["1", "3", "2", "1"] });
  });
});

describe("a revision", () => {
  const steps = stepsOf([
    { id: 1, tool: "search", input: { query: "a" } },
    { id: 2, tool: "search", input: { query: "b", limit: 2 } },
    { id: 3, description: "Join {{step1_result}} and {{step2_result}}" },
  ]);
  const earlier: NonNullable<PlanOptions["earlier"]> = {
    steps,
    results: new Map([
      ["1", { state: "done", output: "x" }],
      ["2", { state: "failed" }],
      ["3", { state: "skipped" }],
    ]),
  };
  test("may depend on steps that are done", () => {
    expect(shape(stepsOf([think({ id: 4, dependsOn: [1] }), think({ id: 5, dependsOn: [4] })], { earlier }))).toBe(
      "4<1 5<4",
    );
  });
  test("gives steps that take old ids new ones, if nothing refers to them", () => {
    expect(shape(stepsOf([think({ id: 1 }), think({})], { earlier }))).toBe("4 5");
  });
  test.each<[string, object[], string, RegExp]>([
    [
      "a dependency on a step that failed",
      [think({ id: 4, dependsOn: [2] })],
      "unknown_dependency",
      /step 2, which has none/,
    ],
    [
      "an old id that a new step refers to",
      [think({ id: 1 }), think({ id: 4, dependsOn: [1] })],
      "duplicate_id",
      /earlier step/,
    ],
    [
      "a call that failed, with its input in another order",
      [{ id: 4, tool: "search", input: { limit: 2, query: "b" } }],
      "repeats_failed_step",
      /Step 4 repeats/,
    ],
    ["a dependency that does not exist", [think({ id: 4, dependsOn: [9] })], "unknown_dependency", /Steps: 1, 4/],
    ["a ring", [think({ id: 4, dependsOn: [5] }), think({ id: 5, dependsOn: [4, 1] })], "cycle", /4 → 5 → 4/],
  ])("refuses %s", (_, revised, problem, message) => {
    expect(problemOf(revised, { earlier })).toBe(problem);
    expect(messageOf(revised, { earlier })).toMatch(message);
  });
  test("may call the same tool with another input, and repeat a call that went well", () => {
    expect(
      shape(
        stepsOf(
          [
            { id: 4, tool: "search", input: { query: "c" } },
            { id: 5, tool: "search", input: { query: "a" } },
          ],
          { earlier },
        ),
      ),
    ).toBe("4 5");
  });
});

test("any text is read without throwing", () => {
  const pieces = fc.constantFrom(
    '[{"description": "a"',
    '"dependsOn": [1]',
    "{{step1_result}}",
    '"tool": "search"',
    "}",
    "]",
    ",",
    "{",
    "[",
    '"',
    "\n```",
    "null",
  );
  const anyReply = fc.oneof(
    fc.string(),
    fc.json(),
    fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(anyReply, fc.constantFrom("stop" as const, "length" as const), (reply, finishReason) => {
      const plan = read(reply, { finishReason });
      expect(plan.ok ? plan.steps.length >= 0 : plan.message.length > 0).toBe(true);
    }),
  );
});

const plan = fc
  .integer({ min: 1, max: 8 })
  .chain((size) =>
    fc.tuple(
      fc.array(
        fc.record({
          description: fc.string({ minLength: 1 }).map((text) => `Do ${text}`),
          query: fc.option(fc.string()),
          before: fc.uniqueArray(fc.nat(7), { maxLength: 3 }),
        }),
        { minLength: size, maxLength: size },
      ),
      fc.shuffledSubarray([...Array(size).keys()], { minLength: size }),
    ),
  )
  .map(([parts, order]) =>
    // Steps depend on steps of lower rank only, so that there is no ring; the list is in any order.
    order.map((rank): PlannedStep => {
      const { description, query, before } = parts[rank] ?? { description: "", query: null, before: [] };
      const dependsOn = before.filter((other) => other < rank).sort((a, b) => a - b);
      return {
        id: String(rank + 1),
        description,
        tool: query === null ? null : "search",
        input:
          query === null
            ? {}
            : { query: `${dependsOn.map((other) => `{{step${other + 1}_result}}`).join("")}${query}` },
        dependsOn: dependsOn.map((other) => String(other + 1)),
      };
    }),
  );

test("a plan printed as JSON, with prose around it, reads back equal, and its order is topological", () => {
  const prose = fc.string().map((text) => text.replace(/[{}[\]｛｝［］<"]/g, ""));
  fc.assert(
    fc.property(plan, prose, prose, fc.boolean(), (steps, before, after, isWrapped) => {
      const text = JSON.stringify(isWrapped ? { goal: "x", steps } : steps, null, 1);
      const found = stepsOf(`${before} {see} [draft 2]\n\`\`\`json\n${text}\n\`\`\`\n${after} {foo}`);
      expect(found).toEqual(steps);
      const order = topologicalOrder(found);
      expect(order).toHaveLength(steps.length);
      for (const { id, dependsOn } of steps) {
        for (const needed of dependsOn) expect(order.indexOf(needed)).toBeLessThan(order.indexOf(id));
      }
    }),
  );
});

test("reading is linear also in hostile replies", () => {
  const hostile = [
    '{"description": "a"},',
    '{"description": "{{step1_result}}"}\n',
    '[{"id": 1, "description": "',
    "{{step1_result}}",
    '{"steps": [',
    '[{"id":1,"description":"a","dependsOn":[1]}],',
    "step1_result ",
  ];
  for (const unit of hostile) {
    const text = unit.repeat(Math.ceil(100_000 / unit.length));
    for (const reply of [
      text,
      `[${text}{"description": "a"}]`,
      `[{"tool": "search", "input": {"query": ${JSON.stringify(text)}}}]`,
    ]) {
      const start = performance.now();
      read(reply, { maxSteps: 10 });
      expect(performance.now() - start, unit).toBeLessThan(4_500);
    }
  }
});
