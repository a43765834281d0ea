// Tools by schema: what a model that knows no tools is asked, and what its replies become.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromJSONSchema } from "zod";
import { scripted, startRun, tools, toolSpec, type ModelRequest } from "../../../src/engine/index.ts";
import { bounded } from "../../../src/engine/model/schema-tools-form.ts";
import { formReader } from "../../../src/engine/model/schema-tools-read.ts";
import { withSchemaTools } from "../../../src/engine/model/schema-tools.ts";
import type { Message, ModelReply, ToolSpec } from "../../../src/engine/model/model.ts";
import { z } from "../../../src/engine/schema.ts";
import { add, keepsItsPromises, say } from "../support.ts";

const signal = new AbortController().signal;
const can = { tools: false };
const adder = toolSpec(add);
const call = (tool: string, input: unknown, thought = "so") => JSON.stringify({ thought, tool, input });
const answer = (text: unknown) => JSON.stringify({ thought: "so", answer: text });

/** Asks once; what the model was asked, what came back, and what was streamed. */
async function ask(reply: Partial<ModelReply> & { text: string }, more: Partial<ModelRequest> = {}) {
  const asked: ModelRequest[] = [];
  const model = scripted([(request) => (asked.push(request), say(reply.text, reply))], { can });
  const texts: string[] = [];
  const got = await withSchemaTools(model).complete(
    { messages: [{ role: "user", content: "Hi" }], tools: [adder], maxOutputTokens: 90, ...more },
    { signal, onText: (text) => texts.push(text) },
  );
  return { got, texts: texts.join(""), request: asked[0] as ModelRequest };
}

const accepts = (schema: Record<string, unknown>, value: unknown) =>
  fromJSONSchema(schema as Parameters<typeof fromJSONSchema>[0]).safeParse(value).success;

/** Inputs of each bundled tool: with all that may be said, and with as little as may be. */
const vectors: Record<string, { takes: unknown[]; refuses: unknown[] }> = {
  calculator: { takes: [{ expression: "1200 * 1.05^3" }], refuses: [{}, { expression: 3 }] },
  write_file: { takes: [{ path: "a/b.txt", content: 'two\nlines "quoted" 潮' }], refuses: [{ path: "a" }] },
  read_file: { takes: [{ path: "a.txt" }], refuses: [{}] },
  list_files: { takes: [{}], refuses: ["all"] },
  delete_file: { takes: [{ path: "a.txt" }], refuses: [{ path: null }] },
  current_time: { takes: [{}, { timeZone: "Asia/Shanghai" }], refuses: [{ timeZone: 8 }] },
  date_math: {
    takes: [
      { date: "today" },
      { date: "2024-03-10T09:30", years: 1, months: -2, weeks: 3, days: 0, hours: 5, minutes: 6, toTimeZone: "UTC" },
    ],
    refuses: [{ days: 1 }, { date: "now", days: 1.5 }],
  },
  days_between: { takes: [{ from: "2024-03-10", to: "now", timeZone: "UTC" }], refuses: [{ from: "now" }] },
  search_documents: {
    takes: [{ query: "rates" }, { query: "rates", from: "2024", to: "2024-03-10", limit: 3 }],
    refuses: [{ query: "" }, { query: "a", limit: 21 }],
  },
  read_document: { takes: [{ id: "d1" }, { id: "d1", page: 2 }], refuses: [{ id: "d1", page: 0 }] },
  list_tables: { takes: [{}], refuses: [[]] },
  query_table: { takes: [{ sql: "SELECT 1" }], refuses: [{ sql: "SELECT 1", more: 1 }] },
  ask_user: {
    takes: [{ question: "Which?" }, { question: "Which?", options: ["a", "b"] }],
    refuses: [
      { question: "Which?", options: [1] },
      { question: "Which?", options: Array(7).fill("a") },
    ],
  },
};

describe("each bundled tool", () => {
  test("has vectors", () => {
    expect(tools.map(({ name }) => name).filter((name) => !vectors[name])).toEqual([]);
  });

  describe.each(tools.map((tool) => [tool.name, tool] as const))("%s", (name, tool) => {
    const { takes, refuses } = vectors[name] ?? { takes: [], refuses: [] };

    test("is called by what its schema takes, and by nothing else", async () => {
      expect(takes.length * refuses.length).toBeGreaterThan(0);
      for (const input of takes) {
        const text = call(name, input);
        const { got, request } = await ask({ text }, { tools: [toolSpec(tool)] });
        expect(accepts(request.responseSchema ?? {}, JSON.parse(text)), text).toBe(true);
        expect(got).toMatchObject({ text: "so", finishReason: "tool_calls", toolCalls: [{ name }] });
        expect(JSON.parse(got.toolCalls[0]?.arguments ?? "")).toEqual(input);
        expect(z.safeParse(tool.input, input).success).toBe(true);
        for (const wrong of refuses) {
          const refused = accepts(request.responseSchema ?? {}, { thought: "", tool: name, input: wrong });
          expect(refused, JSON.stringify(wrong)).toBe(false);
        }
      }
    });
  });
});

describe("the schema of a tool's input", () => {
  test("keeps what grammars can hold, ends each string and list, and leaves the rest to be checked after", () => {
    const unit = { type: "string", enum: ["kg", "lb"], description: "which" };
    const input = {
      type: "object",
      properties: {
        unit,
        part: { type: "object", properties: { size: { type: "integer", minimum: 1 }, note: { type: "string" } } },
        list: { type: "array", items: { type: "object", properties: { unit }, required: ["unit"] }, minItems: 1 },
        day: { type: "string", pattern: "^\\d{4}$", maxLength: 10 },
        any: { $ref: "#/$defs/any" },
        either: { anyOf: [{ type: "string" }, { type: "null" }] },
        both: { type: ["number", "null"] },
        is: { const: 3 },
        free: { type: "object", additionalProperties: { type: "number" } },
      },
      required: ["unit", "list"],
    };
    const units = { enum: ["kg", "lb"] };
    expect(bounded(input)).toEqual({
      type: "object",
      properties: {
        unit: units,
        part: {
          type: "object",
          properties: { size: { type: "integer", minimum: 1 }, note: { type: "string", maxLength: 1500 } },
          additionalProperties: false,
        },
        list: {
          type: "array",
          items: { type: "object", properties: { unit: units }, required: ["unit"], additionalProperties: false },
          minItems: 1,
          maxItems: 8,
        },
        day: { type: "string", maxLength: 10 },
        any: {},
        either: { anyOf: [{ type: "string", maxLength: 1500 }, { type: "null" }] },
        both: { anyOf: [{ type: "number" }, { type: "null" }] },
        is: { const: 3 },
        free: { type: "object" },
      },
      required: ["unit", "list"],
      additionalProperties: false,
    });
  });
});

describe("a request", () => {
  const branches = ({ responseSchema = {} }: ModelRequest) =>
    ((responseSchema["oneOf"] ?? [responseSchema]) as { properties: Record<string, unknown> }[]).map(
      ({ properties }) => (properties["tool"] ? "call" : "answer"),
    );

  test("tells the tools in the system message and asks for a call or the answer", async () => {
    const messages: Message[] = [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Hi" },
    ];
    const { request } = await ask({ text: answer("3") }, { messages });
    expect(request).not.toHaveProperty("tools");
    expect(branches(request)).toEqual(["call", "answer"]);
    expect(request.messages[0]?.content).toMatch(/^Be brief\.\n\n.*- add: Adds two numbers\./s);
    expect(request.messages[1]).toEqual(messages[1]);
  });

  test("speaks the language of the run", async () => {
    const { request } = await ask({ text: answer("3") }, { messages: [{ role: "system", content: "你是一个助手。" }] });
    expect(request.messages[0]?.content).toContain("可用的工具：");
  });

  test("may want a call, or none", async () => {
    expect(branches((await ask({ text: call("add", {}) }, { toolChoice: "required" })).request)).toEqual(["call"]);
    expect(branches((await ask({ text: answer("3") }, { toolChoice: "none" })).request)).toEqual(["answer"]);
  });

  test("holds earlier calls and results in the form that replies have", async () => {
    const toolCalls = [
      { id: "call-7", name: "add", arguments: '{"a":1,"b":2}' },
      { id: "x", name: "add", arguments: '{"a":' },
    ];
    const messages: Message[] = [
      { role: "user", content: "Hi" },
      { role: "assistant", content: "first", toolCalls },
      { role: "tool", toolCallId: "call-7", content: "3" },
      { role: "tool", toolCallId: "x", content: "no JSON" },
    ];
    const { request, got } = await ask({ text: call("add", {}) }, { messages });
    expect(request.messages.slice(2)).toEqual([
      {
        role: "assistant",
        content:
          '{"thought":"first","tool":"add","input":{"a":1,"b":2}}\n{"thought":"first","tool":"add","input":"{\\"a\\":"}',
      },
      { role: "user", content: '{"tool":"add","result":"3"}\n{"tool":"add","result":"no JSON"}' },
    ]);
    expect(got.toolCalls[0]?.id).toBe("call-8");
  });

  test("without tools keeps the schema that a pattern asks for", async () => {
    const responseSchema = { type: "object" };
    const { request, got } = await ask({ text: '{"steps":[]}' }, { tools: [], responseSchema });
    expect(request.responseSchema).toBe(responseSchema);
    expect(got.text).toBe('{"steps":[]}');
  });

  test("needs a model that takes a schema", () => {
    expect(() => withSchemaTools(scripted([], { can: { responseSchema: false } }))).toThrow(/response schema/);
  });
});

describe("a reply", () => {
  const cases: [name: string, text: string, reply: Partial<ModelReply>][] = [
    ["that answers", answer("It is 3."), { text: "It is 3.", toolCalls: [], finishReason: "stop", reasoning: "so" }],
    ["that answers with a value", answer({ n: 3 }), { text: '{"n":3}' }],
    ["in plain text is the answer", "It is 3.", { text: "It is 3." }],
    ["in other JSON is the answer", '{"n":3}', { text: '{"n":3}' }],
    [
      "with its input in a string",
      call("add", '{"a":1}'),
      { toolCalls: [{ id: "call-1", name: "add", arguments: '{"a":1}' }] },
    ],
    [
      "that is no JSON",
      '{"thought":"so","tool":"add","input":{a:1}}',
      { toolCalls: [{ id: "call-1", name: "add", arguments: "{a:1}" }] },
    ],
  ];
  test.each(cases)("%s", async (_name, text, reply) => {
    expect((await ask({ text })).got).toMatchObject(reply);
  });

  const cut: [name: string, text: string, reply: Partial<ModelReply>][] = [
    ["an answer", '{"thought":"so","answer":"It is \\u00', { text: "It is ", reasoning: "so", toolCalls: [] }],
    ["a thought", '{"thought":"so and', { text: "", reasoning: "so and", toolCalls: [] }],
    [
      "a call",
      '{"thought":"so","tool":"add","input":{"a":1}',
      { text: "so", toolCalls: [{ id: "call-1", name: "add", arguments: '{"a":1}' }] },
    ],
  ];
  test.each(cut)("cut off in %s keeps what was written", async (_name, text, reply) => {
    expect((await ask({ text, finishReason: "length" })).got).toMatchObject({ ...reply, finishReason: "length" });
  });

  test("is streamed as the answer in it, however it is cut", async () => {
    const whole = JSON.stringify({ thought: 'a "b"\n', answer: 'It is "3" \\ 潮 🌊\nas {"n":3}.' });
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(whole.length), { maxLength: 20 }), async (cuts) => {
        const edges = [0, ...cuts.sort((a, b) => a - b), whole.length];
        const texts: string[] = [];
        const thoughts: string[] = [];
        const model = {
          ...scripted([], { can }),
          complete: async (_request: ModelRequest, { onText }: { onText: (text: string) => void }) => {
            edges.slice(1).forEach((edge, place) => onText(whole.slice(edges[place], edge)));
            return say(whole);
          },
        };
        const got = await withSchemaTools(model).complete(
          { messages: [], tools: [adder], maxOutputTokens: 90 },
          { signal, onText: (text) => texts.push(text), onReasoning: (text) => thoughts.push(text) },
        );
        expect(texts.join("")).toBe(got.text);
        expect(thoughts.join("")).toBe('a "b"\n');
        for (const piece of [...texts, ...thoughts]) expect(piece.isWellFormed()).toBe(true);
      }),
    );
  });

  test("is read in linear time, however many pieces it comes in", () => {
    const timeOf = (words: number) => {
      let letters = 0;
      const { add } = formReader((text) => (letters += text.length));
      const begun = performance.now();
      add('{"thought":"so","answer":"');
      for (let i = 0; i < words; i++) add("word \\n");
      add('"}');
      expect(letters).toBe(6 * words);
      return performance.now() - begun;
    };
    timeOf(20_000);
    expect(timeOf(200_000)).toBeLessThan(1_000 * Math.max(1, timeOf(2_000)));
  });

  test("in plain text is streamed as it comes", async () => {
    expect((await ask({ text: "It is 3." })).texts).toBe("It is 3.");
  });

  test("that failed keeps the part of the answer that had come", async () => {
    const partial = say('{"thought":"so","answer":"It is');
    const model = withSchemaTools(scripted([{ code: "offline", message: "gone", retryable: false, partial }], { can }));
    const failed = model.complete(
      { messages: [], tools: [adder] as ToolSpec[], maxOutputTokens: 9 },
      { signal, onText: () => {} },
    );
    await expect(failed).rejects.toMatchObject({ code: "offline", partial: { text: "It is" } });
  });
});

test("a run calls a tool by schema, repairs a wrong call once, and ends with the answer", async () => {
  const asked: ModelRequest[] = [];
  const replies = [call("add", { a: 1, b: "two" }), call("add", { a: 1, b: 2 }), answer("It is 3.")];
  const model = scripted(
    replies.map((text) => (request: ModelRequest) => (asked.push(request), say(text))),
    { can },
  );
  const run = startRun("Add 1 and 2.", { pattern: "react", models: { main: withSchemaTools(model) }, tools: [add] });
  expect(await run.finished).toMatchObject({ status: "completed", answer: "It is 3." });
  keepsItsPromises(run.log);
  const observed = run.log.filter((event) => event.type === "observation");
  expect(observed).toMatchObject([{ failure: { code: "bad-arguments" } }, { output: 3 }]);
  expect(asked[2]?.messages.at(-1)?.content).toBe('{"tool":"add","result":"3"}');
});
