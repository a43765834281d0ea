// The rehearsal model as a model: how it streams, counts, is cut, is aborted, and that it keeps nothing between calls.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Clock } from "../../../../src/engine/clock.ts";
import { ModelFailureError, type Message, type ModelRequest } from "../../../../src/engine/model/model.ts";
import { rehearsal } from "../../../../src/engine/model/rehearsal/rehearsal.ts";
import { utf8Bytes } from "../../../../src/engine/text.ts";
import { tools } from "../../../../src/engine/tools/index.ts";
import { ask } from "./play.ts";
import { toolSpec } from "../../../../src/engine/tools/spec.ts";

const atOnce = rehearsal({ charactersPerSecond: null });
const specs = tools.map(toolSpec);
const user = (content: string): Message => ({ role: "user", content });
const task = "Calculate 10*5, save the result to result.txt, then read it back to verify.";
const request = (changes: Partial<ModelRequest> = {}): ModelRequest => ({
  messages: [user(task)],
  tools: specs,
  maxOutputTokens: 2_000,
  ...changes,
});

/** Time that passes only when the test says so. */
function handClock(): Clock & { pass(ms: number): void } {
  let now = 0;
  let timers: { at: number; fire: () => void }[] = [];
  return {
    now: () => now,
    wall: () => now,
    after(ms, fire) {
      const timer = { at: now + ms, fire };
      timers.push(timer);
      return () => void (timers = timers.filter((each) => each !== timer));
    },
    pass(ms) {
      now += ms;
      for (const timer of timers.filter((each) => each.at <= now)) {
        timers = timers.filter((each) => each !== timer);
        timer.fire();
      }
    },
  };
}

/** Lets what was awaited go on: the rules are loaded on the first call. */
const loaded = () => ask(atOnce, request()).then(() => undefined);

test("it is free, takes everything, and says that it is no AI", () => {
  expect(atOnce.id).toBe("rehearsal");
  expect(atOnce.price).toEqual({ inputUsdPerMillion: 0, outputUsdPerMillion: 0 });
  expect(atOnce.can).toEqual({ tools: true, responseSchema: true, stop: true, temperature: true });
  expect(atOnce.notice).toContain("No AI");
});

test("it writes word by word at its speed, and the words add up to the reply", async () => {
  await loaded();
  const clock = handClock();
  const heard: string[] = [];
  const model = rehearsal({ charactersPerSecond: 100, clock });
  const reply = model.complete(request(), { signal: new AbortController().signal, onText: (text) => heard.push(text) });
  await loaded();
  clock.pass(100);
  expect(heard.join("").length).toBeLessThanOrEqual(10);
  expect(heard.join("").length).toBeGreaterThan(0);
  for (let turn = 0; turn < 100; turn++) clock.pass(50);
  expect(heard.length).toBeGreaterThan(5);
  expect(heard.join("")).toBe((await reply).text);
});

test("a timer that comes late, as in a hidden tab, makes up for it", async () => {
  await loaded();
  const clock = handClock();
  const heard: string[] = [];
  const model = rehearsal({ charactersPerSecond: 100, clock });
  const reply = model.complete(request(), { signal: new AbortController().signal, onText: (text) => heard.push(text) });
  await loaded();
  clock.pass(60_000);
  expect((await reply).text).toBe(heard.join(""));
});

test("an abort in mid-stream rejects at once, with what had been written", async () => {
  await loaded();
  const clock = handClock();
  const controller = new AbortController();
  const heard: string[] = [];
  const model = rehearsal({ charactersPerSecond: 100, clock });
  const reply = model.complete(request(), { signal: controller.signal, onText: (text) => heard.push(text) });
  await loaded();
  clock.pass(100);
  controller.abort();
  const failure = await reply.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ModelFailureError);
  expect(failure).toMatchObject({ code: "aborted", retryable: false, partial: { text: heard.join("") } });
  const before = heard.length;
  clock.pass(10_000);
  expect(heard).toHaveLength(before);
});

test("an abort by the listener of a word is taken too", async () => {
  await loaded();
  const controller = new AbortController();
  const reply = rehearsal({ charactersPerSecond: 10_000 }).complete(request(), {
    signal: controller.signal,
    onText: () => controller.abort(),
  });
  await expect(reply).rejects.toMatchObject({ code: "aborted" });
});

test("a call that was aborted before it began costs nothing", async () => {
  const reply = atOnce.complete(request(), { signal: AbortSignal.abort(), onText: () => expect.unreachable() });
  await expect(reply).rejects.toMatchObject({ code: "aborted", free: true });
});

test("a speed that is no speed is refused", () => {
  expect(() => rehearsal({ charactersPerSecond: 0 })).toThrow(/charactersPerSecond is 0/);
  expect(() => rehearsal({ charactersPerSecond: Number.NaN })).toThrow(RangeError);
});

test("the same request gets the same reply, whatever was asked in between", async () => {
  const first = await ask(atOnce, request({ seed: 7 }));
  await ask(atOnce, request({ messages: [user("计算3+4")] }));
  expect(await ask(atOnce, request({ seed: 7 }))).toEqual(first);
  expect(await ask(rehearsal({ charactersPerSecond: null }), request({ seed: 7 }))).toEqual(first);
});

test("another seed words the thought otherwise and makes the same call", async () => {
  const replies = await Promise.all([1, 2, 3, 4].map((seed) => ask(atOnce, request({ seed }))));
  expect(new Set(replies.map((reply) => reply.text)).size).toBeGreaterThan(1);
  expect(new Set(replies.map((reply) => reply.toolCalls[0]?.arguments))).toEqual(new Set(['{"expression":"10*5"}']));
});

test("a request is left as it was", async () => {
  const given = request();
  const before = structuredClone(given);
  await ask(atOnce, given);
  expect(given).toEqual(before);
});

test("usage stays within what the purse sets aside, and every limit on the output holds", async () => {
  const anyTask = fc.oneof(
    fc.constantFrom(task, "计算10*5，把结果保存到result.txt", "What is the capital of France?", "你好"),
    fc.string({ unit: "grapheme" }),
  );
  await fc.assert(
    fc.asyncProperty(
      anyTask,
      fc.integer({ min: 1, max: 120 }),
      fc.boolean(),
      async (text, maxOutputTokens, withTools) => {
        const asked: ModelRequest = { messages: [user(text)], maxOutputTokens, ...(withTools && { tools: specs }) };
        const reply = await ask(atOnce, asked);
        const sent = utf8Bytes(text) + 16 + (withTools ? utf8Bytes(JSON.stringify(specs)) + 16 : 0);
        expect(reply.usage?.outputTokens).toBeLessThanOrEqual(maxOutputTokens);
        expect(reply.usage?.inputTokens).toBeLessThanOrEqual(sent);
        expect(reply.text.isWellFormed() || !text.isWellFormed()).toBe(true);
        const written =
          utf8Bytes(reply.text) + reply.toolCalls.reduce((sum, call) => sum + utf8Bytes(call.arguments), 0);
        expect(written).toBeLessThanOrEqual(maxOutputTokens * 4);
      },
    ),
    { numRuns: 200 },
  );
});

test("a reply over the output limit is cut in the text, or in the middle of the call, and says so", async () => {
  const whole = await ask(atOnce, request());
  expect(whole.finishReason).toBe("tool_calls");
  const inText = await ask(atOnce, request({ maxOutputTokens: 5 }));
  expect(inText).toMatchObject({ text: whole.text.slice(0, 20), toolCalls: [], finishReason: "length" });
  const inCall = await ask(atOnce, request({ maxOutputTokens: Math.ceil(whole.text.length / 4) + 8 }));
  expect(inCall.finishReason).toBe("length");
  expect(inCall.text).toBe(whole.text);
  const cutArguments = inCall.toolCalls[0]?.arguments ?? "";
  expect(cutArguments.length).toBeGreaterThan(0);
  expect(() => JSON.parse(cutArguments) as unknown).toThrow();
});

test("it ends before a stop label, and makes no call after it", async () => {
  const reply = await ask(atOnce, request({ stop: ["calculator", "zebra", ""] }));
  expect(reply).toMatchObject({ text: "I need the value of 10*5, so I ask the ", toolCalls: [], finishReason: "stop" });
});

test("toolChoice none makes it answer with what there is", async () => {
  const reply = await ask(atOnce, request({ toolChoice: "none" }));
  expect(reply.toolCalls).toEqual([]);
  expect(reply.text).toMatch(/stopped before I found anything.*Not done: “Calculate 10\*5”/);
});

test("an answer goes into the field of a reply schema that is for it; where more is required, nothing is made up", async () => {
  const schema = (properties: Record<string, unknown>, required: string[]) => ({
    type: "object",
    properties,
    required,
  });
  const text = { type: "string" };
  const fits = await ask(atOnce, {
    messages: [user("Calculate 10*5")],
    responseSchema: schema({ answer: text }, ["answer"]),
  });
  expect(JSON.parse(fits.text)).toEqual({ answer: expect.stringContaining("10*5 = 50") });
  const more = schema({ answer: text, score: { type: "number" } }, ["answer", "score"]);
  const plain = await ask(atOnce, { messages: [user("Calculate 10*5")], responseSchema: more });
  expect(plain.text).toMatch(/^10\*5 = 50/);
});
