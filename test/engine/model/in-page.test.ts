// The model in the page: what a runtime streams becomes replies, progress and failures; calls take turns.
import { expect, test } from "vitest";
import { inPageModel, type InPageRuntime } from "../../../src/engine/model/in-page.ts";
import type { ModelProgress, ModelRequest } from "../../../src/engine/model/model.ts";

const request: ModelRequest = {
  messages: [{ role: "user", content: "Hello" }],
  maxOutputTokens: 7,
  seed: 5,
  tools: [{ name: "calculator", description: "", parameters: {} }],
};
const words = (content: string, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta: { content }, finish_reason }],
});
const usage = { prompt_tokens: 9, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 4 } };

function modelOf(chat: InPageRuntime["chat"], can = {}) {
  return inPageModel({ chat }, { id: "small", contextTokens: 4096, can });
}
const call = (signal = new AbortController().signal) => ({ signal, onText: () => {} });

test("a reply is streamed, with its usage, and the prompt is told as it is read", async () => {
  let sent: Record<string, unknown> = {};
  const model = modelOf(async (body, { onChunk }) => {
    sent = JSON.parse(body) as typeof sent;
    onChunk({ choices: [], prompt_progress: { processed: 2, total: 8 } });
    onChunk(words("Good "));
    onChunk(words("day", "length"));
    onChunk({ choices: [], usage });
  });
  const told: ModelProgress[] = [];
  const texts: string[] = [];
  const reply = await model.complete(request, {
    signal: new AbortController().signal,
    onText: (text) => texts.push(text),
    onProgress: (progress) => told.push(progress),
  });
  expect(texts).toEqual(["Good ", "day"]);
  expect(reply).toMatchObject({
    text: "Good day",
    finishReason: "length",
    usage: { inputTokens: 9, outputTokens: 2, cachedTokens: 4 },
  });
  expect(told).toEqual([{ phase: "waiting" }, { phase: "reading", fraction: 0.25 }, { phase: "writing" }]);
  expect(sent).toMatchObject({ max_tokens: 7, seed: 5, stream_options: { include_usage: true } });
  expect(sent).toHaveProperty("tools");
});

test("a model whose template does not know tools gets them by schema", async () => {
  let sent = {};
  const model = modelOf(
    async (body, { onChunk }) => {
      sent = JSON.parse(body) as object;
      onChunk(words('{"thought":"","tool":"calculator","input":{"expression":"1+1"}}', "stop"));
    },
    { tools: false },
  );
  const reply = await model.complete(request, call());
  expect(sent).not.toHaveProperty("tools");
  expect(sent).toHaveProperty("response_format");
  expect(model.can.tools).toBe(true);
  expect(reply.toolCalls).toMatchObject([{ name: "calculator", arguments: '{"expression":"1+1"}' }]);
});

test("a prompt that does not fit is told with both numbers", async () => {
  const model = modelOf(async () => {
    throw new Error("request (6031 tokens) exceeds the available context size (4096 tokens), try increasing it");
  });
  const failed = model.complete(request, call());
  await expect(failed).rejects.toMatchObject({ code: "context-length", retryable: false, free: true });
  await expect(failed).rejects.toThrow(/6031.*4096/);
});

test("a stopped call ends at once and keeps what was written; the next one waits until the runtime is free", async () => {
  const order: string[] = [];
  let free = () => {};
  let begun = () => {};
  const isBegun = new Promise<void>((resolve) => (begun = resolve));
  const model = modelOf(async (_body, { onChunk }) => {
    order.push("begins");
    if (order.length > 1) return onChunk(words("second", "stop"));
    onChunk(words("half"));
    begun();
    await new Promise<void>((resolve) => (free = resolve));
    onChunk(words(" too late"));
    order.push("is free");
  });
  const stop = new AbortController();
  const first = model.complete(request, call(stop.signal));
  await isBegun;
  stop.abort(new Error("by the person"));
  await expect(first).rejects.toMatchObject({ code: "aborted", partial: { text: "half" } });
  const second = model.complete(request, call());
  free();
  expect((await second).text).toBe("second");
  expect(order).toEqual(["begins", "is free", "begins"]);
});

test("a call that is stopped while it waits never reaches the runtime", async () => {
  let calls = 0;
  const model = modelOf(async (_body, { onChunk }) => {
    calls++;
    onChunk(words("x", "stop"));
  });
  await expect(model.complete(request, call(AbortSignal.abort()))).rejects.toMatchObject({ code: "aborted" });
  expect((await model.complete(request, call())).text).toBe("x");
  expect(calls).toBe(1);
});

test("a reply without a word is a failure that says what to do", async () => {
  const model = modelOf(async (_body, { onChunk }) => onChunk(words("", "stop")));
  await expect(model.complete(request, call())).rejects.toMatchObject({ code: "empty-response" });
});

test("a runtime that breaks is told by its own words", async () => {
  const model = modelOf(() => Promise.reject(new Error("RuntimeError: (ABORT)")));
  await expect(model.complete(request, call())).rejects.toMatchObject({
    code: "upstream-error",
    message: expect.stringContaining("(ABORT)") as string,
  });
});

test("calls of several agents take turns in the order in which they came, and each is told that it waits", async () => {
  const order: string[] = [];
  const model = modelOf(async (body, { onChunk }) => {
    const { messages } = JSON.parse(body) as { messages: { content: string }[] };
    order.push(messages[0]?.content ?? "");
    await Promise.resolve();
    onChunk(words("x", "stop"));
  });
  const told: string[] = [];
  const agents = ["a", "b", "a again"].map((content) =>
    model.complete(
      { ...request, messages: [{ role: "user", content }] },
      { ...call(), onProgress: ({ phase }) => told.push(`${content}: ${phase}`) },
    ),
  );
  await Promise.all(agents);
  expect(order).toEqual(["a", "b", "a again"]);
  expect(told.slice(0, 3)).toEqual(["a: waiting", "b: waiting", "a again: waiting"]);
});

test("how fast the runtime read and wrote is told with the reply", async () => {
  const model = modelOf(async (_body, { onChunk }) =>
    onChunk({ ...words("x", "stop"), timings: { prompt_n: 9, prompt_per_second: 20, predicted_per_second: 10 } }),
  );
  const { speed } = await model.complete(request, call());
  expect(speed).toEqual({ inputTokensPerSecond: 20, outputTokensPerSecond: 10 });
});
