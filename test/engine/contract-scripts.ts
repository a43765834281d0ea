// Replies of a model for the contract suite: what any pattern must bear, and what each pattern does with its own.
import { type ModelReply, type OnHold, type StartOptions, type Tool } from "../../src/engine/index.ts";
import type { ScriptedReply } from "../../src/engine/model/scripted.ts";
import { add, call, callAll, say, tool } from "./support.ts";

export interface Script {
  name: string;
  replies: () => ScriptedReply[];
  options?: Partial<StartOptions>;
}

const nothing: ModelReply = { text: "", toolCalls: [], finishReason: "stop" };
const busy = { code: "rate-limited", message: "Too many.", retryable: true, retryAfterMs: 1, free: true } as const;
const refused = { code: "unauthorized", message: "No key.", retryable: false, free: true } as const;
export const tools: Tool[] = [
  add,
  tool("slow", () => new Promise((resolve) => setTimeout(resolve, 2, "late"))),
  tool("broken", () => Promise.reject(new Error("broken"))),
];

export const anyPattern: Script[] = [
  { name: "answers at once", replies: () => [say("42")] },
  { name: "says nothing, for ever", replies: () => Array(20).fill(nothing) },
  { name: "is refused", replies: () => [refused] },
  { name: "is busy twice", replies: () => [busy, busy, say("42")] },
  { name: "is filtered", replies: () => [say("half", { finishReason: "content_filter" })] },
  { name: "is cut off", replies: () => [say("half an ans", { finishReason: "length" })] },
  { name: "has no budget", replies: () => [say("42")], options: { budget: { tokens: 1 } } },
];

export const byPattern: Record<string, Script[]> = {
  single: [],
  react: [
    {
      name: "uses tools",
      replies: () => [
        call("add", { a: 1, b: 2 }),
        callAll([
          ["add", { a: 3, b: 4 }],
          ["add", { a: 5, b: 6 }],
          ["slow", {}],
          ["broken", {}],
          ["unknown", {}],
          ["add", { a: "x" }],
        ]),
        say("Done."),
      ],
    },
    { name: "loops", replies: () => Array.from({ length: 20 }, () => call("add", { a: 1, b: 2 })) },
    {
      name: "is cut off in calls",
      replies: () => Array.from({ length: 9 }, () => call("add", '{"a":1', { finishReason: "length" })),
    },
    {
      name: "writes text",
      replies: () => [
        say('Thought: add\nAction: add\nAction Input: {"a":1,"b":2}\nObservation: 4\nFinal Answer: 4'),
        say("Thought: hm"),
        say("Final Answer: 3"),
      ],
      options: { settings: { protocol: "text" } },
    },
  ],
  "plan-execute": [
    {
      name: "plans, fails, revises",
      replies: () => [
        plan(step(1, "add", { a: 1, b: 2 }), step(2, "broken", {}), step(3, "slow", {}), step(4, null, {}, [1, 2])),
        verdict(false),
        plan(step(5, "add", { a: 3, b: 4 }), step(6, null, {}, [5])),
        say("7 is right"),
        verdict(true),
        say("7"),
      ],
    },
    {
      name: "writes plans with a ring",
      replies: () => Array(9).fill(plan(step(1, null, {}, [2]), step(2, null, {}, [1]))),
    },
    { name: "plans unknown tools", replies: () => Array(9).fill(plan(step(1, "multiply", {}))) },
    {
      name: "never is content",
      replies: () => [plan(step(1, "add", { a: 1, b: 1 })), ...Array(9).fill(verdict(false))],
    },
    {
      name: "waits for approval",
      replies: () => [plan(step(1, "add", { a: 1, b: 2 })), verdict(true), say("3")],
      options: { settings: { approval: true }, onHold: async () => ({ choice: "approve" }) },
    },
  ],
  supervisor: [
    {
      name: "passes in the second round",
      replies: () => [
        plan(step(1, "add", { a: 1, b: 2 })),
        say("4"),
        review(false, 0.4),
        plan(step(1, "add", { a: 1, b: 2 }), step(2, null, {}, [1])),
        say("3 is right"),
        say("3"),
        review(true, 0.9),
      ],
    },
    {
      name: "never passes",
      replies: () =>
        Array.from({ length: 9 }, (_, i) => [
          plan(step(1, "add", { a: i, b: 2 })),
          say(`${i}`),
          review(false, i / 10),
        ]).flat(),
    },
  ],
  "multi-agent": [
    {
      name: "works side by side and in waves",
      replies: () => [
        tasks(["finance", []], ["news", []], ["writer", ["finance", "news"]]),
        call("add", { a: 1, b: 2 }),
        call("slow", {}),
        call("board_write", { key: "sum", text: "3" }),
        say("found it"),
        say("found that"),
        say("written"),
        say("3"),
      ],
    },
    {
      name: "gives work to strangers",
      replies: () => [tasks(["nobody", []]), tasks(["nobody", []]), ...Array(9).fill(say("x"))],
    },
    {
      name: "hangs in an agent",
      replies: () => [
        tasks(["finance", []], ["writer", ["finance"]]),
        () => new Promise(() => {}),
        say("nothing was found"),
      ],
      options: { budget: { agentTimeoutMs: 5 } },
    },
    {
      name: "loops in its agents",
      replies: () => [tasks(["finance", []], ["news", []]), ...Array(30).fill(call("add", { a: 1, b: 2 }))],
    },
  ],
  "plan-notebook": [
    {
      name: "keeps a plan",
      replies: () => [
        call("create_plan", notebookPlan),
        call("finish_subtask", { subtask_idx: 1, subtask_outcome: "out of order" }),
        call("update_subtask_state", { subtask_idx: 0, state: "in_progress" }),
        call("add", { a: 1, b: 2 }),
        call("finish_subtask", { subtask_idx: 0, subtask_outcome: "3" }),
        call("finish_subtask", { subtask_idx: 1, subtask_outcome: "3 again" }),
        call("finish_plan", { state: "done", outcome: "3" }),
        say("3"),
      ],
    },
    {
      name: "is told to change its plan",
      replies: () => [
        call("create_plan", notebookPlan),
        call("create_plan", { ...notebookPlan, name: "Other" }),
        say("done"),
      ],
      options: { onHold: changesOnce() },
    },
  ],
};

const json = (value: unknown) => say(JSON.stringify(value));
const plan = (...steps: object[]) => json({ steps });
const step = (id: number, tool: string | null, input: object, dependsOn: number[] = []) => ({
  id,
  description: `step ${id}`,
  tool,
  input,
  dependsOn,
});
const verdict = (done: boolean) => json({ done, feedback: done ? "" : "More is needed." });
const review = (passed: boolean, score: number) => json({ passed, score, feedback: "Look again." });
const tasks = (...list: [string, string[]][]) =>
  json({ tasks: list.map(([agent, dependsOn]) => ({ agent, task: `the part of ${agent}`, dependsOn })) });

const notebookPlan = {
  name: "Sum",
  description: "adds",
  expected_outcome: "3",
  subtasks: [
    { name: "add", description: "add 1 and 2", expected_outcome: "a sum" },
    { name: "check", description: "check it", expected_outcome: "the sum is right" },
  ],
};

/** Asks for a change the first time it is shown a plan in a run, and approves the next. */
function changesOnce(): OnHold {
  return async ({ id }) => (id === "hold-1" ? { choice: "change", text: "Call it Other." } : { choice: "approve" });
}
