// Decompositions: who gets which part, who waits for whom, and what is wrong with those that cannot be used.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decomposeForm, readDecomposition } from "../../../src/engine/protocol/decompose-reply.ts";
import { waves } from "../../../src/engine/protocol/plan-graph.ts";

const agents = ["finance", "news", "Risk Writer"];
const read = (reply: unknown, finishReason: "stop" | "length" = "stop") =>
  readDecomposition(typeof reply === "string" ? reply : JSON.stringify(reply), { agents, finishReason });
/** `finance: a | news: b < finance` */
const tasksOf = (reply: unknown): string => {
  const found = read(reply);
  if (!found.ok) return found.problem;
  return found.tasks
    .map(
      ({ id, task, dependsOn, optional }) =>
        `${id}${optional ? "?" : ""}: ${task}${dependsOn.length > 0 ? ` < ${dependsOn.join(", ")}` : ""}`,
    )
    .join(" | ");
};

describe("reads", () => {
  test.each<[string, unknown, string]>([
    ["a map", { finance: "a", news: "b" }, "finance: a | news: b"],
    [
      "a map with objects",
      { finance: { task: "a" }, news: { task: "b", depends_on: "finance" } },
      "finance: a | news: b < finance",
    ],
    ["a map with lists", { finance: ["a", "b"] }, "finance: a\nb"],
    [
      "a list",
      [
        { agent: "finance", task: "a" },
        { agent: "news", task: "b", dependsOn: ["finance"] },
      ],
      "finance: a | news: b < finance",
    ],
    ["a list in an object", { goal: "x", tasks: [{ agent: "finance", task: "a" }] }, "finance: a"],
    ["a map in an object", { tasks: { finance: "a" } }, "finance: a"],
    ["a list of pairs", [{ finance: "a" }, { news: "b" }], "finance: a | news: b"],
    ["one task alone", { agent: "news", task: "b" }, "news: b"],
    [
      "names in another spelling",
      [
        { agent: "Risk-writer", task: "a", dependsOn: ["`NEWS`"] },
        { agent: "news", task: "b" },
      ],
      "Risk Writer: a < news | news: b",
    ],
    [
      "dependencies as a text",
      [
        { agent: "risk_writer", task: "a", dependsOn: "news and finance" },
        { agent: "news", task: "b" },
        { agent: "finance", task: "c" },
      ],
      "Risk Writer: a < finance, news | news: b | finance: c",
    ],
    [
      "numbers for agents",
      [
        { id: 1, agent: "finance", task: "a" },
        { id: 2, agent: "news", task: "b", dependsOn: [1] },
      ],
      "finance: a | news: b < finance",
    ],
    [
      "places for agents",
      [
        { agent: "finance", task: "a" },
        { agent: "news", task: "b", dependsOn: "1" },
      ],
      "finance: a | news: b < finance",
    ],
    ["Chinese keys", [{ 智能体: "finance", 任务: "a", 依赖: "无" }], "finance: a"],
    ["what others can do without", [{ agent: "finance", task: "a", optional: true }], "finance?: a"],
    [
      "several tasks of one agent",
      [
        { agent: "news", task: "a" },
        { agent: "news", task: "b" },
      ],
      "news: a | news-2: b",
    ],
    ["agents without a task", { finance: "a", news: null, "Risk Writer": "none" }, "finance: a"],
    ["the last of several", 'First {"finance": "a"}, better {"news": "b"}', "news: b"],
    ["prose and braces around it", 'For {you}: {"finance": "a"}\n[1] {foo}', "finance: a"],
    ["the form repeated before it", `${decomposeForm.en}\n{"finance": "a"}`, "finance: a"],
  ])("%s", (_, reply, expected) => {
    expect(tasksOf(reply)).toBe(expected);
  });

  test("agents that do not exist are reported, and their tasks offered again", () => {
    expect(read({ finance: "a", weather_bot: "Check the storms" })).toMatchObject({
      ok: true,
      tasks: [{ agent: "finance" }],
      unknown: [{ agent: "weather_bot", task: "Check the storms" }],
      message: expect.stringMatching(/weather_bot: "Check the storms".*finance, news, Risk Writer/) as string,
    });
  });
});

describe("refuses", () => {
  test.each<[string, unknown, string, RegExp]>([
    ["prose", "Sorry, I cannot divide this task.", "no_json", /no JSON/],
    ["other JSON", '{"answer": 42}', "no_valid_task", /no agent a task/],
    ["only agents that do not exist", { weather_bot: "a" }, "no_valid_task", /weather_bot: "a"/],
    ["only empty tasks", { finance: "", news: null }, "no_valid_task", /no agent a task/],
    ["the form alone", decomposeForm.zh, "no_valid_task", /no agent a task/],
    [
      "a dependency on nobody",
      [{ agent: "finance", task: "a", dependsOn: ["law"] }],
      "unknown_dependency",
      /finance depends on "law"/,
    ],
    [
      "a dependency on an agent without a task",
      [{ agent: "finance", task: "a", dependsOn: ["news"] }],
      "unknown_dependency",
      /Agents with a task: finance\./,
    ],
    [
      "a ring",
      [
        { agent: "finance", task: "a", dependsOn: ["news"] },
        { agent: "news", task: "b", dependsOn: ["finance"] },
      ],
      "cycle",
      /finance → news → finance/,
    ],
    [
      "an agent that waits for itself",
      [{ agent: "finance", task: "a", dependsOn: ["finance"] }],
      "cycle",
      /finance → finance/,
    ],
    ["a list that is cut off", '[{"agent": "finance", "task": "a"}, {"agent": "news", "ta', "truncated", /middle/],
    ["a list that is broken", '[{"agent": "finance" "task": "a"}, {"agent": "news", "task": "b"}]', "no_json", /near/],
    ["a newer version that is broken", '{"finance": "a"} {"agent": "news" "task": "b"}', "no_json", /near/],
  ])("%s", (_, reply, problem, message) => {
    const found = read(reply);
    expect(found).toMatchObject({ ok: false, problem });
    expect(found.message).toMatch(message);
    expect(found.message).toContain(decomposeForm.en);
  });

  test("closing brackets for a model that was cut off", () => {
    expect(read('{"finance": "a"', "length")).toMatchObject({ problem: "truncated" });
    expect(tasksOf('{"finance": "a"')).toBe("finance: a");
  });
});

test("who waits for whom comes out as waves", () => {
  const found = read([
    { agent: "Risk Writer", task: "a", dependsOn: ["finance", "news"] },
    { agent: "finance", task: "b" },
    { agent: "news", task: "c" },
  ]);
  expect(found.ok && waves(found.tasks)).toEqual([["finance", "news"], ["Risk Writer"]]);
});

test("any text is read without throwing, and what is accepted has no ring", () => {
  const pieces = fc.constantFrom(
    '{"agent": "finance", ',
    '"task": "a"',
    '"dependsOn": ["news"]',
    '{"agent": "news", ',
    "}",
    "]",
    ",",
    "{",
    "[",
    '"',
  );
  const name = fc.constantFrom(...agents, "law");
  const list = fc.array(fc.record({ agent: name, task: fc.string(), dependsOn: fc.array(name, { maxLength: 3 }) }));
  const reply = fc.oneof(
    fc.string(),
    fc.json(),
    list.map((tasks) => JSON.stringify(tasks)),
    fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(reply, (text) => {
      const found = read(text);
      if (!found.ok) return;
      expect(found.tasks.length).toBeGreaterThan(0);
      const byAgent = agents.map((id) => ({
        id,
        dependsOn: found.tasks
          .filter(({ agent }) => agent === id)
          .flatMap(({ dependsOn }) => dependsOn.filter((one) => one !== id)),
      }));
      expect(waves(byAgent).flat()).toHaveLength(agents.length);
    }),
  );
});
