// The ReAct pattern: what it does with each kind of reply.
import { describe, expect, test } from "vitest";
import {
  defineTool,
  promptOf,
  scripted,
  startRun,
  type Message,
  type ModelRequest,
  type StartOptions,
} from "../../src/engine/index.ts";
import type { ScriptedReply } from "../../src/engine/model/scripted.ts";
import { z } from "../../src/engine/schema.ts";
import { add, call, callAll, outlineOf, say, tool } from "./support.ts";

const react = (replies: ScriptedReply[], more: Partial<StartOptions> = {}): StartOptions => ({
  pattern: "react",
  models: { main: scripted(replies) },
  tools: [add],
  ...more,
});

/** Keeps each request beside its reply. */
function recording(replies: ScriptedReply[]) {
  const requests: ModelRequest[] = [];
  const model = scripted(
    replies.map((item) => (request: ModelRequest, options) => {
      requests.push(request);
      return typeof item === "function" ? item(request, options) : item;
    }),
  );
  return { requests, model };
}

const toolMessages = (messages: readonly Message[] = []) => messages.filter((message) => message.role === "tool");

test("react hands a failing call back to the model and goes on", async () => {
  expect(await outlineOf("What is 2 + 3?", react([call("add", { a: "two", b: 3 }), say("Sorry: 5.")]))).toEqual([
    "run: What is 2 + 3?",
    "  turn 1",
    "    model",
    "    add → bad-arguments",
    "  turn 2",
    "    model",
    "completed: Sorry: 5.",
  ]);
});

test("a call to a tool that is not there is answered with the tools that are", async () => {
  const { model, requests } = recording([call("subtract", {}), say("I cannot.")]);
  await startRun("What is 2 - 3?", react([], { models: { main: model } })).finished;
  expect(toolMessages(requests[1]?.messages)[0]?.content).toContain("The tools are: add.");
});

describe("the founding article's trace", () => {
  const search = defineTool({
    name: "search_financial_data",
    description: "Looks up a company's figures of a year.",
    readOnly: true,
    input: z.object({ symbol: z.string(), year: z.int() }),
    run: ({ symbol }) => ({ symbol, market_cap: 3_200_000_000_000, net_income: 93_700_000_000 }),
  });
  const ratio = defineTool({
    name: "calculate_pe_ratio",
    description: "Divides the market value by the net income.",
    readOnly: true,
    input: z.object({ market_cap: z.number(), net_income: z.number() }),
    run: ({ market_cap, net_income }) => `PE = ${(market_cap / net_income).toFixed(2)}`,
  });
  const tools = [search, ratio];
  const figures = { market_cap: 3_200_000_000_000, net_income: 93_700_000_000 };
  const expected = (task: string, answer: string) => [
    `run: ${task}`,
    "  turn 1",
    "    model",
    "    search_financial_data",
    "  turn 2",
    "    model",
    "    calculate_pe_ratio",
    "  turn 3",
    "    model",
    `completed: ${answer}`,
  ];

  test("runs with native tool calls", async () => {
    const replies = [
      call("search_financial_data", { symbol: "AAPL", year: 2024 }),
      call("calculate_pe_ratio", figures),
      say("The P/E ratio is 34.15."),
    ];
    const { model, requests } = recording(replies);
    const task = "What was Apple's P/E ratio in 2024?";
    expect(await outlineOf(task, react([], { models: { main: model }, tools }))).toEqual(
      expected(task, "The P/E ratio is 34.15."),
    );
    expect(toolMessages(requests[2]?.messages).at(-1)?.content).toContain("PE = 34.15");
  });

  test("runs in the text protocol, in English", async () => {
    const { model, requests } = recording([
      say('Thought: I need the figures.\nAction: search_financial_data\nAction Input: {"symbol":"AAPL","year":2024}'),
      say(`Thought: Now the ratio.\nAction: calculate_pe_ratio\nAction Input: ${JSON.stringify(figures)}`),
      say("Thought: I know it.\nFinal Answer: The P/E ratio is 34.15."),
    ]);
    const task = "What was Apple's P/E ratio in 2024?";
    const options = react([], { models: { main: model }, tools, settings: { protocol: "text" } });
    expect(await outlineOf(task, options)).toEqual(expected(task, "The P/E ratio is 34.15."));
    expect(requests[2]?.messages.at(-1)?.content).toMatch(/^Observation: PE = 34\.15/);
    expect(requests[0]?.tools).toBeUndefined();
  });

  test("runs in the text protocol, in Chinese", async () => {
    const { model, requests } = recording([
      say('思考：先查数据\n行动：search_financial_data\n行动输入：{"symbol":"AAPL","year":2024}'),
      say(`思考：计算市盈率\n行动：calculate_pe_ratio\n行动输入：${JSON.stringify(figures)}`),
      say("思考：可以回答了\n最终答案：苹果公司的市盈率是 34.15。"),
    ]);
    const task = "苹果公司2024年的市盈率是多少？";
    const options = react([], { models: { main: model }, tools, settings: { protocol: "text" } });
    expect(await outlineOf(task, options)).toEqual(expected(task, "苹果公司的市盈率是 34.15。"));
    expect(requests[2]?.messages.at(-1)?.content).toMatch(/^观察：\s*PE = 34\.15/);
  });
});

describe("the text protocol", () => {
  const text = { settings: { protocol: "text" } };

  test("cuts a reply at the observation that the model writes itself, and saves the rest", async () => {
    const reply = 'Thought: add\nAction: add\nAction Input: {"a":1,"b":2}\nObservation: 99\nFinal Answer: 99';
    const { model, requests } = recording([say(reply), say("Final Answer: 3")]);
    const run = startRun("1 + 2?", react([], { models: { main: model }, ...text }));
    expect((await run.finished).answer).toBe("3");
    expect(JSON.stringify(requests[1]?.messages)).not.toContain("99");
  });

  test("tells the model what was wrong with a reply, twice, and then takes plain text as the answer, marked as such", async () => {
    const { model, requests } = recording([say("It is three."), say("Three, as I said."), say("Three.")]);
    const outcome = await startRun("1 + 2?", react([], { models: { main: model }, ...text })).finished;
    expect(outcome).toMatchObject({ status: "completed", answer: "Three." });
    expect(outcome.warnings.join()).toContain("did not keep to the format");
    expect(requests[2]?.messages.filter((message) => message.role === "user")).toHaveLength(3);
  });

  test("is used by itself where the model knows no tools", async () => {
    const model = scripted([say("Final Answer: 3")], { can: { tools: false } });
    expect((await startRun("1 + 2?", react([], { models: { main: model } })).finished).answer).toBe("3");
  });
});

test("three replies that hold nothing end the run as a monologue", async () => {
  const lines = await outlineOf("1 + 2?", react(Array(4).fill(say(""))));
  expect(lines.at(-1)).toBe("stopped (monologue)");
});

test("read-only calls of one reply run side by side, others in order", async () => {
  const order: string[] = [];
  const slow = (name: string, turns: number, readOnly: boolean) =>
    tool(
      name,
      async () => {
        order.push(`${name} begins`);
        for (let i = 0; i < turns; i++) await Promise.resolve();
        order.push(`${name} ends`);
      },
      { readOnly },
    );
  const tools = [slow("r1", 9, true), slow("r2", 1, true), slow("w1", 3, false), slow("w2", 1, false)];
  const calls = callAll([
    ["r1", {}],
    ["r2", {}],
    ["w1", {}],
    ["w2", {}],
  ]);
  await startRun("Go.", react([calls, say("Done.")], { tools })).finished;
  expect(order).toEqual([
    "r1 begins",
    "r2 begins",
    "r2 ends",
    "r1 ends",
    "w1 begins",
    "w1 ends",
    "w2 begins",
    "w2 ends",
  ]);
});

test("the whole prompt of each call can be put together from the log", async () => {
  const { model, requests } = recording([call("add", { a: 1, b: 2 }), call("add", { a: 3, b: 4 }), say("Done.")]);
  const run = startRun("Add.", react([], { models: { main: model } }));
  await run.finished;
  const spans = run.log.flatMap((event) => (event.type === "model.request" ? [event.span] : []));
  expect(spans.map((span) => promptOf(run.log, span))).toEqual(requests.map((request) => request.messages));
});

describe("from half of its turns on", () => {
  test("the agent is told what is left and what it tried, apart from the tool's result", async () => {
    const replies = [1, 2, 3].map((a) => call("add", { a, b: 1 }));
    const { model, requests } = recording([...replies, say("Done.")]);
    const run = startRun("Add.", react([], { models: { main: model }, budget: { iterations: 4 } }));
    await run.finished;
    expect(toolMessages(requests[1]?.messages).at(-1)?.content).toBe("2");
    expect(toolMessages(requests[2]?.messages).at(-1)?.content).toMatch(/^3\n\n\[Budget: 2 turns.*add ×2/);
    const outputs = run.log.flatMap((event) => (event.type === "observation" ? [event.output] : []));
    expect(outputs).toEqual([2, 3, 4]);
  });
});

describe("a conversation that outgrows the model's window", () => {
  test("loses its oldest turns, a call together with its results (field case B-04)", async () => {
    const long = tool("read", () => "x".repeat(1_500), { readOnly: true });
    const other = tool("look", () => "y".repeat(1_500), { readOnly: true });
    const replies = Array.from({ length: 20 }, (_, i) =>
      call(i % 2 ? "read" : "look", {}, { usage: { inputTokens: 0, outputTokens: 0 } }),
    );
    const requests: ModelRequest[] = [];
    const model = scripted(
      [...replies, say("Done.")].map((reply) => (request: ModelRequest) => {
        requests.push(request);
        const { usage: _none, ...rest } = reply;
        return rest;
      }),
      { contextTokens: 6_000 },
    );
    const options = react([], {
      models: { main: model },
      tools: [long, other],
      budget: { iterations: 30 },
      loopRules: false,
    });
    const outcome = await startRun("Read all.", options).finished;
    expect(outcome.status).toBe("completed");
    expect(outcome.warnings.join()).toContain("oldest turns were left out");
    for (const { messages } of requests) {
      expect(messages[0]?.role).toBe("system");
      expect(messages[1]).toEqual({ role: "user", content: "Read all." });
      const asked = messages
        .flatMap((message) => (message.role === "assistant" ? (message.toolCalls ?? []) : []))
        .map(({ id }) => id);
      expect(toolMessages(messages).map((message) => message.toolCallId)).toEqual(asked);
    }
    expect(Math.max(...requests.map(({ messages }) => messages.length))).toBeLessThan(42);
  });
});
