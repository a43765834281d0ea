// What of a page's request reaches the model's server, and what of the server's failures reaches the page.
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { callWith, chatUrl, errorOf, hello, origin, pageRequest, sayHello, send, testKey, upstream } from "./calls.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function sent(body: unknown): Promise<Record<string, unknown>> {
  const calls = upstream(sayHello);
  const reply = await send(body);
  expect(reply.status, await reply.clone().text()).toBe(200);
  return calls[0]?.body ?? {};
}

async function refused(body: unknown, headers = {}): Promise<[number, string]> {
  const calls = upstream(sayHello);
  const answer = await errorOf(await send(body, { headers }));
  expect(calls).toEqual([]);
  return answer;
}

describe("the request", () => {
  test("is rebuilt from known fields", async () => {
    const tools = [
      {
        type: "function",
        function: { name: "add", description: "Adds.", parameters: { type: "object" }, strict: true },
      },
    ];
    const body = {
      model: "keyed",
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: [{ type: "text", text: "2 + 3?" }] },
        {
          role: "assistant",
          content: null,
          tool_calls: [{ id: "c1", type: "function", function: { name: "add", arguments: '{"a":2,"b":3}' } }],
        },
        { role: "tool", tool_call_id: "c1", content: "5" },
      ],
      tools,
      tool_choice: { type: "function", function: { name: "add" } },
      response_format: { type: "json_schema", json_schema: { name: "sum", schema: { type: "number" }, strict: true } },
      max_tokens: 100,
      temperature: 0,
      seed: 7,
      stop: ["Observation:"],
    };
    expect(await sent(body)).toEqual({ ...body, stream: false });
  });

  test("keeps no field that costs more, chooses a host or is unknown", async () => {
    const hostile = {
      n: 100,
      best_of: 20,
      service_tier: "priority",
      logit_bias: { "1": 100 },
      web_search_options: {},
      modalities: ["audio"],
      audio: { voice: "x" },
      prediction: { type: "content", content: "x" },
      reasoning_effort: "high",
      store: true,
      user: "someone",
      base_url: "https://evil.example",
      api_base: "https://evil.example",
      api_key: "sk-theirs",
      stream_options: { include_usage: false },
      extra_body: { n: 9 },
    };
    const body = `{"__proto__": {"n": 3}, ${JSON.stringify({ ...hello, ...hostile }).slice(1)}`;
    expect(await sent(body)).toEqual({ ...hello, max_tokens: 1000, stream: false });
  });

  test("keeps no unknown field of a message either", async () => {
    const messages = [{ role: "user", content: "Hello", name: "x", cache_control: {}, tool_calls: [] }];
    expect((await sent({ ...hello, messages }))["messages"]).toEqual(hello.messages);
  });

  test.for([
    [{}, 1000],
    [{ max_tokens: 10 }, 10],
    [{ max_tokens: 1_000_000 }, 1000],
    [{ max_completion_tokens: 20 }, 20],
    [{ max_completion_tokens: 5000, max_tokens: 3 }, 1000],
  ] as const)("has its output limit %j cut down to the model's", async ([limits, expected]) => {
    expect(await sent({ ...hello, ...limits })).toEqual({ ...hello, max_tokens: expected, stream: false });
  });

  test("asks for the usage of a stream", async () => {
    expect(await sent({ ...hello, stream: true })).toMatchObject({
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  test("speaks the dialect that the owner configured, whose fields come last", async () => {
    const model = {
      id: "small",
      upstream: "vendor/small-2",
      baseUrl: "https://models.example/v1/",
      limitName: "max_completion_tokens",
      inputUsdPerMillion: 1,
      outputUsdPerMillion: 1,
      maxOutputTokens: 64,
      streamUsage: false,
      extra: { enable_thinking: false, temperature: 1 },
    };
    const calls = upstream(sayHello);
    await callWith({ MODELS: [model] }, pageRequest({ ...hello, model: "small", stream: true, temperature: 0.2 }));
    expect(calls[0]?.url).toBe("https://models.example/v1/chat/completions");
    expect(calls[0]?.body).toEqual({
      ...hello,
      model: "vendor/small-2",
      max_completion_tokens: 64,
      stream: true,
      enable_thinking: false,
      temperature: 1,
    });
    expect(calls[0]?.headers.has("authorization")).toBe(false);
  });

  test("carries three headers, none of the page's, and follows no redirect", async () => {
    const calls = upstream(sayHello);
    const smuggled = { authorization: "Bearer theirs", "openai-organization": "org", "x-forwarded-for": "1.2.3.4" };
    await send(hello, { headers: { ...smuggled, cookie: "a=b", "x-base-url": "https://evil.example" } });
    expect(calls[0]?.url).toBe("https://models.example/v1/chat/completions");
    expect(Object.fromEntries(calls[0]?.headers ?? [])).toEqual({
      accept: "application/json",
      authorization: `Bearer ${testKey}`,
      "content-type": "application/json",
    });
    expect(calls[0]?.init.redirect).toBe("manual");
  });

  test("reaches the server well-formed, even with half an emoji in it", async () => {
    const calls = upstream(sayHello);
    await send(`{"model": "keyed", "messages": [{"role": "user", "content": "a\\ud83cb \\ud83c\\udf0a"}]}`);
    expect(calls[0]?.text).toContain("a\ufffdb \u{1f30a}");
    expect(calls[0]?.text).not.toMatch(/\\ud83/i);
  });

  test.for(["gpt-4.1-mini", "KEYED", "keyed ", "__proto__", "constructor", "", "https://evil.example/v1"])(
    "is refused for the model %j",
    async (model) => {
      expect(await refused({ ...hello, model })).toEqual([403, "model"]);
    },
  );

  test.for([
    [{ model: ["keyed"] }, "a list of models"],
    [{ messages: [] }, "no message"],
    [{ messages: Array.from({ length: 201 }, () => hello.messages[0]) }, "201 messages"],
    [{ messages: [{ role: "developer", content: "x" }] }, "an unknown role"],
    [{ messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: "https://x/" } }] }] }, "an image"],
    [{ tools: Array.from({ length: 33 }, (_, i) => ({ type: "function", function: { name: `t${i}` } })) }, "33 tools"],
    [{ tools: [{ type: "web_search" }] }, "a tool of the provider's"],
    [{ max_tokens: 0 }, "a limit of 0"],
    [{ max_tokens: -5 }, "a negative limit"],
    [{ max_tokens: 1.5 }, "half a token"],
    [{ max_tokens: "9" }, "a limit in text"],
    [{ temperature: 3 }, "a temperature of 3"],
    [{ stop: ["1", "2", "3", "4", "5"] }, "five stop words"],
    [{ stream: "yes" }, "a stream in text"],
  ] as const)("is refused with %s", async ([change]) => {
    expect(await refused({ ...hello, ...change })).toEqual([400, "bad_request"]);
  });

  test("with 200 messages and 32 tools passes", async () => {
    const messages = Array.from({ length: 200 }, () => hello.messages[0]);
    const tools = Array.from({ length: 32 }, (_, i) => ({ type: "function", function: { name: `t${i}` } }));
    expect(await sent({ ...hello, messages, tools })).toMatchObject({ messages, tools });
  });

  test.for(["", "{", "null", "[]", '"keyed"', "\ufeff", "NaN"])("is refused when it is %j", async (text) => {
    expect(await refused(text)).toEqual([400, "bad_request"]);
  });

  test("is refused when it is not UTF-8", async () => {
    const [head, tail] = JSON.stringify(hello).split("Hello") as [string, string];
    const encode = (text: string) => new TextEncoder().encode(text);
    const body = new Blob([encode(head), new Uint8Array([0xff, 0xfe]), encode(tail)]).stream();
    expect(await refused(body)).toEqual([400, "bad_request"]);
  });

  test("is refused when it is nested beyond all measure", async () => {
    const deep = 60_000;
    const parameters = `{"a":${"[".repeat(deep)}${"]".repeat(deep)}}`;
    const tools = `[{"type":"function","function":{"name":"deep","parameters":${parameters}}}]`;
    expect(await refused(`{"model":"keyed","messages":[{"role":"user","content":"x"}],"tools":${tools}}`)).toEqual([
      400,
      "bad_request",
    ]);
  });

  const ofBytes = (size: number) => {
    const empty = JSON.stringify({ ...hello, messages: [{ role: "user", content: "" }] });
    return JSON.stringify({ ...hello, messages: [{ role: "user", content: "a".repeat(size - empty.length) }] });
  };
  const chunked = (text: string) =>
    new Blob([text]).stream().pipeThrough(new TransformStream<Uint8Array, Uint8Array>());

  test("of exactly 256 KB passes, with a length or in chunks", async () => {
    upstream(sayHello);
    expect((await send(ofBytes(262_144))).status).toBe(200);
    expect((await send(chunked(ofBytes(262_144)))).status).toBe(200);
  });

  test("of one byte more is refused, with a length or in chunks", async () => {
    expect(await refused(ofBytes(262_145))).toEqual([413, "too_large"]);
    expect(await refused(chunked(ofBytes(262_145)))).toEqual([413, "too_large"]);
  });

  test("without an end is refused as soon as it is too large", async () => {
    let cancelled: () => void = () => {};
    const done = new Promise<void>((resolve) => (cancelled = resolve));
    const endless = new ReadableStream<Uint8Array>({
      pull: (page) => page.enqueue(new Uint8Array(65_536).fill(32)),
      cancel: () => cancelled(),
    });
    expect(await refused(endless)).toEqual([413, "too_large"]);
    await done;
  });

  test("counts bytes, not letters", async () => {
    const content = "你".repeat(90_000);
    expect(await refused({ ...hello, messages: [{ role: "user", content }] })).toEqual([413, "too_large"]);
  });
});

describe("the server's failure", () => {
  const secretive = (status: number, headers = {}) =>
    new Response(`{"error": {"message": "Incorrect API key provided: ${testKey}"}}`, {
      status,
      headers: { "set-cookie": "a=b", "x-debug": testKey, location: `https://evil.example/?k=${testKey}`, ...headers },
    });

  test.for([
    [301, 502, "upstream", "false"],
    [307, 502, "upstream", "false"],
    [400, 502, "upstream", "false"],
    [401, 503, "misconfigured", "false"],
    [403, 503, "misconfigured", "false"],
    [404, 502, "upstream", "false"],
    [408, 504, "timeout", null],
    [429, 429, "rate", null],
    [500, 502, "upstream", "false"],
    [503, 502, "upstream", "false"],
    [504, 504, "timeout", null],
  ] as const)("of status %i becomes %i %s and quotes nothing of it", async ([status, ours, code, shouldRetry]) => {
    upstream(() => secretive(status));
    const reply = await send(hello);
    expect(await errorOf(reply)).toEqual([ours, code]);
    expect(reply.headers.get("x-should-retry")).toBe(shouldRetry);
    const shown = (await reply.text()) + JSON.stringify([...reply.headers]);
    for (let at = 0; at + 6 <= testKey.length; at++) expect(shown).not.toContain(testKey.slice(at, at + 6));
    expect(shown).not.toMatch(/evil|set-cookie|x-debug|location/);
  });

  test("is never read", async () => {
    let cancelled: () => void = () => {};
    const done = new Promise<void>((resolve) => (cancelled = resolve));
    upstream(() => new Response(new ReadableStream({ cancel: () => cancelled() }), { status: 500 }));
    expect(await errorOf(await send(hello))).toEqual([502, "upstream"]);
    await done;
  });

  test("to be reached is an upstream error without the address", async () => {
    upstream(() => Promise.reject(new TypeError(`fetch failed: https://models.example/?key=${testKey}`)));
    const reply = await send(hello);
    expect(await errorOf(reply)).toEqual([502, "upstream"]);
    expect(await reply.text()).not.toContain("models.example");
  });

  test.for([
    ["7", "7"],
    ["0.2", "1"],
    ["999999", "3600"],
    ["Wed, 21 Oct 2026 07:28:00 GMT", "5"],
    ["-1", "5"],
    [undefined, "5"],
  ] as const)("of a rate limit with retry-after %s asks for %s s", async ([theirs, ours]) => {
    upstream(() => secretive(429, theirs === undefined ? {} : { "retry-after": theirs }));
    expect((await send(hello)).headers.get("retry-after")).toBe(ours);
  });

  test("to send a header within 60 s is a timeout, and ends the call", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const started = Promise.withResolvers<AbortSignal>();
    upstream(({ signal }) => {
      started.resolve(signal);
      return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    });
    const reply = callWith({ ...env }, pageRequest(hello));
    const signal = await started.promise;
    vi.advanceTimersByTime(59_999);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(signal.aborted).toBe(true);
    expect(await errorOf(await reply)).toEqual([504, "timeout"]);
  });
});

test("a page elsewhere than at the Worker's own address cannot name the host itself", async () => {
  const calls = upstream(sayHello);
  const reply = await send(hello, { url: chatUrl.replace(origin, "https://other.example") });
  expect(await errorOf(reply)).toEqual([403, "origin"]);
  expect(calls).toEqual([]);
});
