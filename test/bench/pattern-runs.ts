// One run of each pattern with a given number of steps, and a model that answers by who asks and never reads the history.
import {
  defineTool,
  startRun,
  type Model,
  type ModelReply,
  type RunEvent,
  type StartOptions,
} from "../../src/engine/index.ts";
import { z } from "../../src/engine/schema.ts";

const free = { inputUsdPerMillion: 0, outputUsdPerMillion: 0 };
const can = { tools: true, responseSchema: true, stop: true, temperature: true };
const text = (text: string): ModelReply => ({ text, toolCalls: [], finishReason: "stop" });
const json = (value: unknown) => text(JSON.stringify(value));
const call = (name: string, args: object, id: number): ModelReply => ({
  text: "",
  toolCalls: [{ id: `c${id}`, name, arguments: JSON.stringify(args) }],
  finishReason: "tool_calls",
});

type Answer = (system: string) => ModelReply;

function model(answer: Answer): Model {
  return { id: "counter", price: free, can, complete: async ({ messages }) => answer(messages[0]?.content ?? "") };
}

/** Calls `add` so many times, then answers. */
function caller(steps: number): () => ModelReply {
  let n = 0;
  return () => (n < steps ? call("add", { a: n++, b: 1 }, n) : text("Done."));
}

const planOf = (steps: number) =>
  json({
    steps: Array.from({ length: steps }, (_, i) => ({
      id: i + 1,
      description: `add ${i}`,
      tool: "add",
      input: { a: i, b: 1 },
      dependsOn: [],
    })),
  });

/** What the model of each pattern answers, so that the run takes `steps` steps. */
export const answers: Record<string, (steps: number) => Answer> = {
  react: caller,
  "plan-execute": (steps) => (system) =>
    system.startsWith("You are the planner")
      ? planOf(steps)
      : system.startsWith("You check")
        ? json({ done: true, feedback: "" })
        : text("Done."),
  supervisor: (steps) => (system) =>
    system.startsWith("You are the planner")
      ? planOf(steps)
      : system.startsWith("You are the reviewer")
        ? json({ passed: true, score: 1, feedback: "" })
        : text("Done."),
  "multi-agent": (steps) => {
    const agents = ["finance", "news", "writer"];
    const byAgent = new Map(agents.map((name) => [name, caller(Math.round(steps / 3))]));
    return (system) => {
      if (system.startsWith("You are the coordinator"))
        return json(agents.map((agent) => ({ agent, task: agent, dependsOn: [] })));
      const agent = agents.find((name) => system.startsWith(`You are ${name}.`));
      return agent ? (byAgent.get(agent)?.() ?? text("")) : text("Done.");
    };
  },
  "plan-notebook": (steps) => {
    const work = caller(steps - 1);
    let created = false;
    const subtasks = [1, 2, 3].map((n) => ({ name: `part ${n}`, description: "do it", expected_outcome: "done" }));
    return () => {
      if (created) return work();
      created = true;
      return call("create_plan", { name: "Plan", description: "d", expected_outcome: "e", subtasks }, -1);
    };
  },
};

/** Carries out one run and checks that it did its steps. */
export async function carryOut(pattern: string, steps: number): Promise<readonly RunEvent[]> {
  let calls = 0;
  const add = defineTool({
    name: "add",
    description: "Adds two numbers.",
    input: z.object({ a: z.number(), b: z.number() }),
    run: ({ a, b }) => (calls++, a + b),
  });
  const answer = answers[pattern]?.(steps);
  if (!answer) throw new Error(`There is no run of ${pattern}.`);
  const wide = steps * 2 + 20;
  const options: StartOptions = {
    pattern,
    models: { main: model(answer) },
    tools: [add],
    budget: {
      iterations: wide,
      modelCalls: wide,
      toolCalls: wide,
      steps: wide,
      wallMs: 3_600_000,
      agentTimeoutMs: 3_600_000,
    },
    ...(pattern === "plan-notebook" && { settings: { needUserConfirm: false } }),
  };
  const run = startRun("Add one to the number until told to stop.", options);
  const { status } = await run.finished;
  if (status !== "completed" || calls < steps - 3)
    throw new Error(`${pattern}: ${status} after ${calls} calls instead of ${steps}.`);
  return run.log;
}
