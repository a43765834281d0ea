// The rehearsal model reads everything from the conversation: both protocols, closing calls, nudges, and other people's calls.
import { describe, expect, test } from "vitest";
import { startRun } from "../../../../src/engine/index.ts";
import type { Message } from "../../../../src/engine/model/model.ts";
import { rehearsal } from "../../../../src/engine/model/rehearsal/rehearsal.ts";
import { reactTextPrompt } from "../../../../src/engine/protocol/react-text.ts";
import { memoryFiles } from "../../../../src/engine/tools/files-memory.ts";
import { tools } from "../../../../src/engine/tools/index.ts";
import { ask } from "./play.ts";
import { toolSpec } from "../../../../src/engine/tools/spec.ts";

const model = rehearsal({ charactersPerSecond: null });
const specs = tools.map(toolSpec);
const task = "Calculate 10*5, save the result to result.txt, then read it back to verify.";
const chineseTask = "计算10*5，把结果保存到result.txt，再读出来核对";
const user = (content: string): Message => ({ role: "user", content });
const said = (id: string, name: string, input: unknown): Message => ({
  role: "assistant",
  content: "",
  toolCalls: [{ id, name, arguments: JSON.stringify(input) }],
});
const result = (toolCallId: string, content: string): Message => ({ role: "tool", toolCallId, content });
const calculated = [user(task), said("a", "calculator", { expression: "10*5" }), result("a", "50")];
const saved = [
  ...calculated,
  said("b", "write_file", { content: "50", path: "result.txt" }),
  result("b", "Wrote 2 characters to result.txt."),
];

describe("in a run of the engine", () => {
  test.each([
    ["tools", task, /10\*5 = 50.*match/],
    ["text", task, /10\*5 = 50.*match/],
    ["tools", chineseTask, /10\*5 = 50.*一致/],
    ["text", chineseTask, /10\*5 = 50.*一致/],
  ])("ReAct with protocol %s does: %s", async (protocol, task, answer) => {
    const files = memoryFiles();
    const run = startRun(task, {
      pattern: "react",
      settings: { protocol },
      models: { main: model },
      tools,
      ports: { files },
    });
    const outcome = await run.finished;
    expect(outcome.status).toBe("completed");
    expect(outcome.answer).toMatch(answer);
    expect(await files.read("result.txt")).toBe("50");
    const calls = run.log.flatMap((event) => (event.type === "tool.call" ? [event.tool] : []));
    expect(calls).toEqual(["calculator", "write_file", "read_file"]);
    expect(run.log.filter((event) => event.type === "thought").length).toBeGreaterThanOrEqual(3);
    expect(outcome.warnings).toEqual([]);
  });

  test.each([
    ["tools", task, /10\*5 = 50\. I saved.*Not done: “read it back to verify”/],
    ["text", chineseTask, /10\*5 = 50。.*没有完成的部分：“读出来核对”/],
  ])("with protocol %s it closes with what was observed and names what is missing", async (protocol, task, answer) => {
    const run = startRun(task, {
      pattern: "react",
      settings: { protocol },
      models: { main: model },
      tools,
      budget: { iterations: 2 },
    });
    const outcome = await run.finished;
    expect(outcome).toMatchObject({ status: "stopped", stop: { code: "limit", limit: "iterations" } });
    expect(outcome.answer).toMatch(answer);
  });

  test("a single prompt gets the arithmetic and an honest word on the rest", async () => {
    const outcome = await startRun(task, { pattern: "single", models: { main: model }, tools }).finished;
    expect(outcome.status).toBe("completed");
    expect(outcome.answer).toMatch(/10\*5 = 50\..*could not save anything in result\.txt/);
  });
});

test("values come from the conversation, not from its own arithmetic", async () => {
  const edited = [user(task), said("a", "calculator", { expression: "10*5" }), result("a", "51")];
  const reply = await ask(model, { messages: edited, tools: specs });
  expect(reply.toolCalls).toMatchObject([{ name: "write_file", arguments: '{"path":"result.txt","content":"51"}' }]);
});

test("the order of the arguments does not matter, and a call of its own gets a new id", async () => {
  const reply = await ask(model, { messages: saved, tools: specs });
  expect(reply.toolCalls).toEqual([{ id: "call_3", name: "read_file", arguments: '{"path":"result.txt"}' }]);
});

test("a call that was not run, or has no result yet, is made again", async () => {
  const refused = [
    ...calculated,
    said("b", "write_file", { path: "result.txt", content: "50" }),
    result("b", "This call was not run: your reply was cut off."),
  ];
  const reply = await ask(model, { messages: refused, tools: specs });
  expect(reply.toolCalls).toMatchObject([{ id: "call_3", name: "write_file" }]);
});

test("calls that the task did not need are passed over", async () => {
  const foreign = [user(task), said("x", "list_files", {}), result("x", "[]"), ...calculated.slice(1)];
  const reply = await ask(model, { messages: foreign, tools: specs });
  expect(reply.toolCalls).toMatchObject([{ name: "write_file" }]);
});

test.each([
  "\n\n[Budget: 2 turns and 0.1000 USD left. Tried so far: calculator ×1. Answer as soon as you can.]",
  "\n\n[预算：还剩 2 轮。已尝试：calculator ×1。能回答时请尽快回答。]",
  "\n\nThe same call was made 3 times in a row, read_file {}, with the same result each time: 50. Calling it again will not change that. Use what you have, or take another way.",
])("what the engine adds to a result is not taken for the result: %s", async (added) => {
  const messages = [...saved, said("c", "read_file", { path: "result.txt" }), result("c", `50${added}`)];
  const reply = await ask(model, { messages, tools: specs });
  expect(reply.text).toMatch(/holds “50”, just what it should hold/);
});

test("after a nudge it does not try the same again, but answers", async () => {
  const missing = 'There is no file "notes.txt". The files are: Notes.txt.';
  const nudged = `${missing}\n\nThe same call failed 2 times in a row in the same way, read_file {}: ${missing} Change the arguments, use another tool, or answer with what you have.`;
  const asked = [user("Read notes.txt"), said("a", "read_file", { path: "notes.txt" })];
  expect((await ask(model, { messages: [...asked, result("a", missing)], tools: specs })).toolCalls).toHaveLength(1);
  const answer = await ask(model, { messages: [...asked, result("a", nudged)], tools: specs });
  expect(answer.toolCalls).toEqual([]);
  expect(answer.text).toMatch(/read_file.*failed/);
});

test("only tools that a text prompt lists are used", async () => {
  const few = specs.filter((spec) => spec.name === "calculator");
  const system: Message = { role: "system", content: reactTextPrompt(few, "en") };
  const first = await ask(model, { messages: [system, user(task)] });
  expect(first.text).toBe(
    'Thought: I need the value of 10*5, so I ask the calculator.\nAction: calculator\nAction Input: {"expression":"10*5"}',
  );
  const then = await ask(model, {
    messages: [system, user(task), { role: "assistant", content: first.text }, user("Observation: 50")],
  });
  expect(then.text).toMatch(/^Thought: .+\nFinal Answer: 10\*5 = 50\..*tool write_file is switched off/);
});

test("a Chinese text prompt gets Chinese labels", async () => {
  const system: Message = { role: "system", content: reactTextPrompt(specs, "zh") };
  const reply = await ask(model, { messages: [system, user(chineseTask)] });
  expect(reply.text).toBe(
    '思考：需要先知道 10*5 的值，我用计算器来算。\n行动：calculator\n行动输入：{"expression":"10*5"}',
  );
});
