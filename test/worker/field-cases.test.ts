// Failures that others had in the field (F-01 to F-05), tried on the Worker. F-01 also stands in leaving.test.ts, F-04 also in e2e.
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  bytes,
  call,
  callWith,
  chatUrl,
  errorOf,
  hello,
  logged,
  origin,
  pageRequest,
  sayHello,
  stream,
  upstream,
  variables,
  type UpstreamCall,
} from "./calls.ts";

afterEach(() => vi.restoreAllMocks());

const asked = { ...hello, stream: true };

describe("F-01, the client goes away and the upstream goes on:", () => {
  test("a client that stops reading but stays makes the Worker keep nothing", async () => {
    let sent = 0;
    upstream(() => {
      const endless = new ReadableStream<Uint8Array>(
        { pull: (page) => page.enqueue(bytes(`data: {"n":${++sent},"pad":"${"x".repeat(60_000)}"}\n\n`)) },
        { highWaterMark: 0 },
      );
      return new Response(endless, { headers: { "content-type": "text/event-stream" } });
    });
    const reader = (await callWith({}, pageRequest(asked))).body!.getReader(); // a 200 of ours always has a body
    await reader.read();
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(sent * 60_000).toBeLessThan(1_048_576);
    await reader.cancel();
  });

  test("what is settled is settled once, whatever comes together", async () => {
    const { lines } = logged();
    const started = Promise.withResolvers<UpstreamCall>();
    let writer: WritableStreamDefaultWriter<Uint8Array> | undefined;
    upstream((one) => {
      started.resolve(one);
      const opened = stream(one);
      writer = opened.writer;
      return opened.response;
    });
    const page = new AbortController();
    const { reply, settled } = call(variables({}), pageRequest(asked, { signal: page.signal }));
    const answer = await reply;
    const reader = answer.body!.getReader(); // a 200 of ours always has a body
    void writer?.write(bytes("data: 1\n\n"));
    await reader.read();
    page.abort();
    void reader.cancel().catch(() => {});
    void writer?.close().catch(() => {});
    await settled();
    const ours = lines.filter(({ id }) => id === answer.headers.get("x-request-id"));
    expect(ours).toMatchObject([{ reason: "page-left", settled: true }]);
  });
});

describe("F-02, cross-origin calls:", () => {
  const noneIsCrossOrigin = (reply: Response) =>
    expect([...reply.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);

  test("a preflight of another site is refused", async () => {
    const headers = {
      origin: "https://evil.example",
      "access-control-request-method": "POST",
      "access-control-request-headers":
        "authorization,content-type,x-stainless-arch,x-stainless-lang,x-stainless-os,x-stainless-package-version,x-stainless-retry-count,x-stainless-runtime,x-stainless-runtime-version,x-stainless-timeout",
    };
    const reply = await callWith({}, pageRequest(null, { method: "OPTIONS", headers }));
    expect([403, 404, 405]).toContain(reply.status);
    noneIsCrossOrigin(reply);
  });

  const limit = async () => ({ success: false });
  const broken = () => Promise.reject(new Error("the binding threw"));
  test.for([
    ["the rate limit reached", { RATE_LIMIT: { limit } }, hello, {}, [429, "rate"]],
    ["a body over the size limit", {}, "x".repeat(300_000), {}, [413, "too_large"]],
    ["the upstream refusing the connection", {}, hello, {}, [502, "upstream"]],
    ["another method", {}, null, { method: "DELETE" }, [404, "not_found"]],
    ["a binding that throws", { RATE_LIMIT: { limit: broken } }, hello, {}, [500, "internal"]],
    ["a ledger that throws", { LEDGER: { getByName: () => ({ reserve: broken }) } }, hello, {}, [503, "ledger"]],
  ] as const)("%s is JSON that the page can read", async ([, changes, body, options, expected]) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    upstream(() => Promise.reject(new TypeError("connection refused")));
    const reply = await callWith(changes, pageRequest(body, options));
    expect(await errorOf(reply)).toEqual(expected);
    expect(reply.headers.get("content-type")).toBe("application/json");
    expect(reply.headers.has("retry-after")).toBe(expected[0] === 429);
    noneIsCrossOrigin(reply);
  });
});

describe("F-03, keys in errors and logs:", () => {
  const key = "sk-op-7777SECRET8888";
  const model = {
    id: "keyed",
    baseUrl: "https://up.example/v1",
    keyName: "OPERATOR_KEY",
    inputUsdPerMillion: 1,
    outputUsdPerMillion: 1,
    maxOutputTokens: 10,
  };

  test.for([
    [
      "an answer of 401 that quotes it",
      () =>
        Response.json(
          { error: { message: "API key sk-op-77***8888 is not valid, see your dashboard", code: "invalid_api_key" } },
          { status: 401 },
        ),
      503,
    ],
    [
      "a fetch error with the address",
      () => Promise.reject(new TypeError(`request to https://up.example/v1/x?key=${key} failed`)),
      502,
    ],
    [
      "an error inside the stream",
      () =>
        new Response(`data: {"error":{"message":"key ${key} is over quota","param":"${key}"}}\n\n`, {
          headers: { "content-type": "text/event-stream" },
        }),
      200,
    ],
    [
      "a redirect",
      () => new Response(null, { status: 302, headers: { location: `https://up.example/login?token=${key}` } }),
      502,
    ],
    [
      "headers",
      () =>
        new Response('data: {"choices":[]}\n\n', {
          headers: { "x-debug-auth": `Bearer ${key}`, "set-cookie": "s=1", "content-type": "text/event-stream" },
        }),
      200,
    ],
    ["an error in an answer of 200", () => Response.json({ error: { message: `key ${key}` } }), 502],
  ] as const)("%s reaches neither page nor log", async ([, reply, status]) => {
    const written: unknown[] = [];
    const { log, error } = console;
    console.log = (...all) => void written.push(all);
    console.error = (...all) => void written.push(all);
    try {
      upstream(reply);
      const { reply: answer, settled } = call(variables({ MODELS: [model], OPERATOR_KEY: key }), pageRequest(asked));
      const response = await answer;
      const shown = (await response.text()) + JSON.stringify([...response.headers]) + JSON.stringify(written);
      await settled();
      expect(response.status).toBe(status);
      const all = shown + JSON.stringify(written);
      for (let at = 0; at + 6 <= key.length; at++) expect(all).not.toContain(key.slice(at, at + 6));
      expect(all).not.toMatch(/up\.example|\bat .*:\d+:\d+|set-cookie|x-debug/);
      expect(written.length).toBeGreaterThan(0);
    } finally {
      Object.assign(console, { log, error });
    }
  });

  test("an error inside the stream becomes a fixed one that clients know as an error", async () => {
    upstream(
      () =>
        new Response(`data: {"choices":[]}\n\ndata: {"error":{"message":"${key}"}}\n\ndata: [DONE]\n\n`, {
          headers: { "content-type": "text/event-stream" },
        }),
    );
    const text = await (await callWith({}, pageRequest(asked))).text();
    const events = text.trim().split("\n\n");
    expect([events[0], events[2]]).toEqual(['data: {"choices":[]}', "data: [DONE]"]);
    expect(JSON.parse(events[1]?.slice(5) ?? "")).toEqual({
      error: { message: expect.stringContaining("model's server"), type: "loopglass_error", code: "upstream" },
    });
  });
});

describe("F-05, an upstream chosen by the caller:", () => {
  const badUrls = [
    "http://169.254.169.254/",
    "http://[::ffff:169.254.169.254]/",
    "http://[::ffff:a9fe:a9fe]/",
    "http://2852039166/",
    "http://0xa9.0xfe.0xa9.0xfe/",
    "http://0251.0376.0251.0376/",
    "http://127.1/",
    "http://localhost./",
    "http://[::1]:8787/",
    "https://up.example@evil.example/",
    "https://up.example.evil.example/v1",
    "https://evil.example/?https://up.example/v1",
    "https://up.example\\@evil.example/",
    "https://up.example%2eevil.example/",
    "//evil.example/v1",
    "file:///etc/passwd",
    "https://up.example:444/v1",
  ];

  test.for(badUrls)("%s in a field, a header or the model's name goes nowhere", async (url) => {
    const calls = upstream(sayHello);
    const fields = { base_url: url, api_base: url, baseURL: url, url, host: url, upstream: url };
    const headers = {
      "x-base-url": url,
      "x-upstream-url": url,
      "x-forwarded-host": "evil.example",
      "helicone-target-url": url,
    };
    await callWith({}, pageRequest({ ...hello, ...fields }, { headers }));
    expect(calls.map((one) => one.url)).toEqual(["https://models.example/v1/chat/completions"]);
    expect(calls[0]?.text).not.toContain(JSON.stringify(url));
    expect([...(calls[0]?.headers ?? [])].join()).not.toContain("evil");
    expect(await errorOf(await callWith({}, pageRequest({ ...hello, model: url })))).toEqual([403, "model"]);
    expect(calls).toHaveLength(1);
  });

  test.for([
    "/chat/completions/../files",
    "/chat/completions%2f..%2ffiles",
    "//evil.example/chat/completions",
    "/chat/completions?base_url=https://evil.example",
    "/chat/completions;x=/../../files",
    "/files",
    "/fine_tuning/jobs",
  ])("the path %s is none", async (path) => {
    const calls = upstream(sayHello);
    const reply = await callWith({}, pageRequest(hello, { url: `${origin}/api/v1${path}` }));
    expect(await errorOf(reply)).toEqual([404, "not_found"]);
    expect(calls).toEqual([]);
  });

  test("a redirect is not followed, so the key stays where it belongs", async () => {
    const calls = upstream(
      () => new Response(null, { status: 307, headers: { location: "https://evil.example/collect" } }),
    );
    expect(await errorOf(await callWith({}, pageRequest(hello, { url: chatUrl })))).toEqual([502, "upstream"]);
    expect(calls.map(({ init }) => init.redirect)).toEqual(["manual"]);
  });
});
