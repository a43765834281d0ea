// proxyModel against a real server on loopback.
import { readFileSync } from "node:fs";
import { once } from "node:events";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { ModelFailureError, ModelReply, ModelRequest } from "../../../src/engine/model/model.ts";
import { proxyModel } from "../../../src/engine/model/proxy.ts";
import type { ProxyOptions } from "../../../src/engine/model/proxy-call.ts";
import { wireErrors, type WireErrorCode } from "../../../src/engine/model/wire.ts";
import { chunksOf, headOf, streamCases, type StreamFile, type StreamVariant } from "../../vectors/streams.ts";
import { chunk, done, rejection } from "./chunks.ts";
import { startModelServer, type ModelServer } from "./model-server.ts";

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());
afterEach(() => {
  server.asked.length = 0;
});

const hello: ModelRequest = { messages: [{ role: "user", content: "Hello" }], maxOutputTokens: 100 };
const sayHi = () => {
  server.answer = (response) => void response.end(chunk({ content: "Hi." }) + chunk({}, "stop") + done);
};

function complete(
  request: ModelRequest = hello,
  options: Partial<ProxyOptions> = {},
  signal = new AbortController().signal,
  onText: (text: string) => void = () => {},
): Promise<ModelReply> {
  return proxyModel({ id: "m-1", baseURL: server.baseURL, price: null, ...options }).complete(request, {
    signal,
    onText,
  });
}

const refusal = (status: number, body: unknown, headers: Record<string, string> = {}) => {
  server.answer = (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
  return rejection<ModelFailureError>(complete());
};

describe("a stream through HTTP", () => {
  const file = JSON.parse(readFileSync(new URL("../../vectors/streams.json", import.meta.url), "utf8")) as StreamFile;
  const overHttp = (variant: StreamVariant): Promise<ModelReply> => {
    server.answer = async (response) => {
      const { status, headers } = headOf(variant);
      response.writeHead(status, headers);
      for (const piece of chunksOf(variant)) if (!response.write(piece)) await once(response, "drain");
      if (variant.end !== "open") response.end();
    };
    return complete();
  };
  for (const vector of streamCases(file, overHttp)) {
    if ("run" in vector) test(vector.name, async () => expect(await vector.run()).toBeNull());
  }
});

describe("what is sent", () => {
  test("is a chat completion with everything that was asked for", async () => {
    sayHi();
    const seen: string[] = [];
    const request: ModelRequest = {
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "2 + 3?" },
        { role: "assistant", content: "", toolCalls: [{ id: "c1", name: "add", arguments: '{"a":2,"b":3}' }] },
        { role: "tool", content: "5", toolCallId: "c1" },
        { role: "assistant", content: "Five." },
        { role: "user", content: "Sure?" },
      ],
      tools: [{ name: "add", description: "Adds.", parameters: { type: "object" } }],
      toolChoice: "required",
      responseSchema: { type: "object" },
      maxOutputTokens: 77,
      stop: ["1", "2", "3", "4", "5"],
      seed: 7,
      temperature: 0.3,
    };
    await complete(request, { headers: () => ({ "x-access-code": "abc" }) }, undefined, (text) => seen.push(text));
    expect(seen).toEqual(["Hi."]);
    expect(server.asked).toHaveLength(1);
    expect(server.asked[0]?.path).toBe("POST /v1/chat/completions");
    expect(server.asked[0]?.headers["content-type"]).toBe("application/json");
    expect(server.asked[0]?.headers["x-access-code"]).toBe("abc");
    expect(server.asked[0]?.body).toEqual({
      model: "m-1",
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "2 + 3?" },
        {
          role: "assistant",
          content: null,
          tool_calls: [{ id: "c1", type: "function", function: { name: "add", arguments: '{"a":2,"b":3}' } }],
        },
        { role: "tool", tool_call_id: "c1", content: "5" },
        { role: "assistant", content: "Five." },
        { role: "user", content: "Sure?" },
      ],
      tools: [{ type: "function", function: { name: "add", description: "Adds.", parameters: { type: "object" } } }],
      tool_choice: "required",
      response_format: { type: "json_schema", json_schema: { name: "reply", schema: { type: "object" } } },
      max_completion_tokens: 77,
      stop: ["1", "2", "3", "4"],
      temperature: 0.3,
      seed: 7,
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  test("leaves out what the model does not take, and what is empty", async () => {
    sayHi();
    const can = { tools: false, responseSchema: false, stop: false, temperature: false };
    const tool = { name: "add", description: "", parameters: {} };
    const request: ModelRequest = {
      ...hello,
      tools: [tool],
      toolChoice: "auto",
      responseSchema: {},
      stop: ["x"],
      temperature: 0,
    };
    await complete(request, { can, limitName: "max_tokens", streamUsage: false, upstreamId: "m-2" });
    const bare = { model: "m-2", messages: hello.messages, max_tokens: 100, stream: true };
    expect(server.asked[0]?.body).toEqual(bare);
    await complete(
      { ...hello, tools: [], toolChoice: "none", stop: [] },
      { limitName: "max_tokens", streamUsage: false },
    );
    expect(server.asked[1]?.body).toEqual({ ...bare, model: "m-1" });
  });

  test("says nothing of the machine, and holds no key", async () => {
    sayHi();
    await complete();
    const names = Object.keys(server.asked[0]?.headers ?? {});
    expect(names.filter((name) => /stainless|authorization|openai/.test(name))).toEqual([]);
    await complete(hello, { headers: () => ({ authorization: "Bearer k" }) });
    expect(server.asked[1]?.headers.authorization).toBe("Bearer k");
  });

  test("holds no half of a surrogate pair, neither in texts nor inside arguments nor in schemas", async () => {
    sayHi();
    const request: ModelRequest = {
      ...hello,
      messages: [
        { role: "user", content: "1234567890123456789\ud83c" },
        { role: "assistant", content: "", toolCalls: [{ id: "c", name: "f", arguments: '{"q":"\\ud83c","ok":"🌊"}' }] },
        { role: "tool", content: "\udf0a", toolCallId: "c" },
      ],
      tools: [{ name: "f", description: "\udc00", parameters: { type: "object", description: "\ud800" } }],
    };
    await complete(request);
    const { text } = server.asked[0] ?? { text: "" };
    expect(text).not.toMatch(/ud83c|udf0a|udc00|ud800/i);
    expect(text).toContain("🌊");
    expect(text.match(/\\ufffd|\ufffd/g)).toHaveLength(5);
  });

  test("is written anew for a message whose words were changed", async () => {
    sayHi();
    const message = { role: "user" as const, content: "one" };
    const model = proxyModel({ id: "m-1", baseURL: server.baseURL, price: null });
    const call = () =>
      model.complete({ ...hello, messages: [message] }, { signal: new AbortController().signal, onText() {} });
    await call();
    message.content = "two";
    await call();
    expect(server.asked.map((asked) => asked.body["messages"])).toEqual([
      [{ role: "user", content: "one" }],
      [{ role: "user", content: "two" }],
    ]);
  });
});

describe("a refusal", () => {
  const codes: Record<WireErrorCode, string> = {
    not_found: "outdated-page",
    origin: "forbidden",
    bad_request: "bad-request",
    model: "model-not-offered",
    code: "access-code",
    rate: "rate-limited",
    visitor_budget: "visitor-budget",
    budget: "budget",
    too_large: "too-large",
    internal: "worker-error",
    upstream: "upstream-error",
    ledger: "ledger",
    misconfigured: "misconfigured",
    timeout: "timeout",
  };
  /** not charged: refused before the provider was called */
  const charged = ["internal", "upstream", "timeout"];
  for (const [wireCode, status] of Object.entries(wireErrors) as [WireErrorCode, number][]) {
    test(`of the Worker with code ${wireCode} is ${codes[wireCode]}`, async () => {
      const body = { error: { message: "Said so.", type: "loopglass_error", code: wireCode } };
      const failed = await refusal(status, body, { "x-should-retry": "false", "retry-after": "7" });
      expect(failed).toMatchObject({ code: codes[wireCode], status, retryAfterMs: 7000 });
      expect(failed.free ?? false).toBe(!charged.includes(wireCode));
      expect(failed.retryable).toBe(["rate", "internal", "upstream", "ledger", "timeout"].includes(wireCode));
      expect(failed.message).toMatch(/^Said so\. [A-Z].+\.$/);
    });
  }

  test.each([
    [
      400,
      { error: { message: "This model's maximum context length is 8192 tokens.", code: "context_length_exceeded" } },
      "context-length",
    ],
    [
      400,
      {
        error: {
          code: 400,
          message: "the request exceeds the available context size",
          type: "exceed_context_size_error",
        },
      },
      "context-length",
    ],
    [400, { object: "error", message: "Input is too long for this model.", code: 40303 }, "context-length"],
    [400, { error: { message: "bad tools[0]" } }, "bad-request"],
    [422, { detail: [{ loc: ["body", "messages"], msg: "field required" }] }, "bad-request"],
    [401, { error: { message: "Incorrect API key provided" } }, "unauthorized"],
    [403, { error: "not allowed" }, "forbidden"],
    [404, { error: { message: "model 'm-1' not found" } }, "model-not-offered"],
    [404, { detail: "Not Found" }, "misconfigured"],
    [402, { error: { message: "Insufficient Balance" } }, "quota"],
    [429, { error: { message: "You exceeded your current quota", code: "insufficient_quota" } }, "quota"],
    [
      429,
      { error: { message: "Rate limit reached on tokens per minute, context window", code: "rate_limit_exceeded" } },
      "rate-limited",
    ],
    [413, { error: { message: "Request too large" } }, "too-large"],
    [503, { error: { message: "overloaded" } }, "upstream-error"],
    [504, { error: { message: "upstream timed out" } }, "timeout"],
    [401, "", "unauthorized"],
    [429, "", "rate-limited"],
    [502, "<html>Bad Gateway</html>", "bad-upstream-response"],
    [404, "404 page not found", "bad-upstream-response"],
  ])("of another server with %i %j is %s", async (status, body, code) => {
    const failed = await refusal(status, body);
    expect(failed).toMatchObject({ code, status });
    expect(failed.free).toBe(status < 500 ? true : undefined);
    expect(failed.message).toContain(String(status));
  });

  test("is not repeated where the server says so", async () => {
    expect((await refusal(503, { error: { message: "no" } }, { "x-should-retry": "false" })).retryable).toBe(false);
    expect((await refusal(503, { error: { message: "no" } })).retryable).toBe(true);
  });

  test("says when to come back, in seconds, in ms or as a date", async () => {
    const body = { error: { message: "slow down" } };
    expect((await refusal(429, body, { "retry-after": "1.5" })).retryAfterMs).toBe(1500);
    expect((await refusal(429, body, { "retry-after": "9", "retry-after-ms": "250" })).retryAfterMs).toBe(250);
    const date = new Date(Date.now() + 20_000).toUTCString();
    const asked = (await refusal(429, body, { "retry-after": date })).retryAfterMs ?? 0;
    expect(asked).toBeGreaterThan(15_000);
    expect(asked).toBeLessThanOrEqual(20_000);
    expect((await refusal(429, body, { "retry-after": "soon" })).retryAfterMs).toBeUndefined();
  });

  test("is told in one short line without control characters", async () => {
    const { message } = await refusal(500, { error: { message: `a\n\u202eb\u0000c ${"x".repeat(1000)}` } });
    expect(message).toMatch(/a b c x/);
    expect(message.length).toBeLessThan(400);
  });
});

describe("a parameter that a server refuses by name", () => {
  test.each([
    ["stream_options", "Unknown parameter: 'stream_options'."],
    ["temperature", "Unsupported value: 'temperature' does not support 0.3 with this model."],
    ["stop", "Unsupported parameter: 'stop' is not supported with this model."],
    ["seed", JSON.stringify([{ type: "extra_forbidden", loc: ["body", "seed"] }])],
  ])("is left out from then on: %s", async (name, message) => {
    server.answer = (response, { body }) => {
      if (name in body) response.writeHead(400).end(JSON.stringify({ error: { message } }));
      else response.end(chunk({ content: "Hi." }, "stop"));
    };
    const model = proxyModel({ id: "m-1", baseURL: server.baseURL, price: null });
    const request: ModelRequest = { ...hello, temperature: 0.3, seed: 1, stop: ["x"] };
    const call = () => model.complete(request, { signal: new AbortController().signal, onText() {} });
    // Side by side, as agents do: the second refusal tells nothing new, and must not fail.
    const replies = await Promise.all([call(), call()]);
    expect(replies.map((reply) => reply.text)).toEqual(["Hi.", "Hi."]);
    expect(server.asked).toHaveLength(4);
    await call();
    expect(server.asked).toHaveLength(5);
  });

  test("changes the name of the output limit, and never sends two", async () => {
    server.answer = (response, { body }) => {
      expect("max_tokens" in body && "max_completion_tokens" in body).toBe(false);
      if ("max_tokens" in body) response.end(chunk({ content: "Hi." }, "stop"));
      else
        response
          .writeHead(400)
          .end('{"error":{"message":"Unrecognized request argument supplied: max_completion_tokens"}}');
    };
    expect((await complete()).text).toBe("Hi.");
    expect(server.asked.at(-1)?.body["max_tokens"]).toBe(100);
  });

  test("fails if the server goes on refusing", async () => {
    const failed = await refusal(400, { error: { message: "stream_options is not supported" } });
    expect(failed.code).toBe("bad-request");
    expect(server.asked).toHaveLength(2);
  });
});

describe("a connection", () => {
  test("that cannot be made is offline, and cost nothing", async () => {
    const gone = await startModelServer();
    await gone.close();
    const failed = await rejection<ModelFailureError>(complete(hello, { baseURL: gone.baseURL }));
    expect(failed).toMatchObject({ code: "offline", retryable: true, free: true });
    expect(failed.message).toContain("ECONNREFUSED");
  });

  test("that is lost before the answer is offline, and may have cost something", async () => {
    server.answer = (response) => void response.destroy();
    const failed = await rejection<ModelFailureError>(complete());
    expect(failed).toMatchObject({ code: "offline", retryable: true });
    expect(failed.free).toBeUndefined();
  });

  test("that is lost in the middle keeps what had come", async () => {
    server.answer = (response) =>
      void response.write(chunk({ content: "Half" }), () => setImmediate(() => response.destroy()));
    const failed = await rejection<ModelFailureError>(complete());
    expect(failed).toMatchObject({ code: "stream-truncated", partial: { text: "Half" } });
  });

  test("is closed at the server when the call is stopped in the middle of a reply", async () => {
    let closed: Promise<unknown> | undefined;
    server.answer = (response) => {
      closed = once(response, "close");
      response.write(chunk({ content: "Half" }));
    };
    const stop = new AbortController();
    const calling = complete(hello, {}, stop.signal, () => stop.abort(new Error("Stop was pressed.")));
    expect(await rejection(calling)).toMatchObject({ code: "aborted", retryable: false, partial: { text: "Half" } });
    await closed;
  });

  test("is closed at the server when the call is stopped before the answer", async () => {
    const stop = new AbortController();
    let closed: Promise<unknown> | undefined;
    server.answer = (response) => {
      closed = once(response, "close");
      stop.abort(new Error("Stop was pressed."));
    };
    expect(await rejection(complete(hello, {}, stop.signal))).toMatchObject({ code: "aborted" });
    await closed;
  });

  test("is not made once the call was stopped", async () => {
    const failed = await rejection<ModelFailureError>(
      complete(hello, {}, AbortSignal.abort(new Error("Stop was pressed."))),
    );
    expect(failed.code).toBe("aborted");
    expect(failed.message).toBe("The call was stopped: Stop was pressed.");
    expect(server.asked).toEqual([]);
  });

  test("needs an address, and headers that can be sent", async () => {
    const noPage = await rejection<ModelFailureError>(complete(hello, { baseURL: "/api/v1" }));
    expect(noPage).toMatchObject({ code: "misconfigured", free: true });
    const quoted = await rejection<ModelFailureError>(
      complete(hello, { headers: () => ({ "x-access-code": "密码" }) }),
    );
    expect(quoted).toMatchObject({ code: "unauthorized", free: true });
    expect(quoted.message).toContain("x-access-code");
  });

  test("to an address relative to the page goes to the page's own origin", async () => {
    sayHi();
    const page = globalThis as { location?: { href: string } };
    page.location = { href: `${new URL(server.baseURL).origin}/deep/page?x#y` };
    try {
      expect((await complete(hello, { baseURL: "/api/v1" })).text).toBe("Hi.");
    } finally {
      delete page.location;
    }
    expect(server.asked[0]?.path).toBe("POST /api/v1/chat/completions");
  });
});
