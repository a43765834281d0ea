// What calls are charged, through the whole Worker: before they are made, and after each way they can end.
import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { worstMicroUsd } from "../../worker/charge.ts";
import {
  bytes,
  call,
  errorOf,
  hello,
  logged,
  origin,
  pageRequest,
  sayHello,
  someAddress,
  stream,
  upstream,
  variables,
  type UpstreamCall,
} from "./calls.ts";

beforeEach(() => reset());
afterEach(() => vi.restoreAllMocks());

const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
// At 0.40 and 1.60 USD a million: 10 and 5 tokens.
const usageMicroUsd = 12;
const chunk = (part: object) => `data: ${JSON.stringify({ choices: [], ...part })}\n\n`;
const words = chunk({ choices: [{ delta: { content: "Hi" } }] });
const done = "data: [DONE]\n\n";
const asked = { ...hello, stream: true };

const spent = async (): Promise<number> =>
  1e9 - (await env.LEDGER.getByName("ledger").left("somebody else", { dailyMicroUsd: 1e9, visitorMicroUsd: 1e9 }));

const streamed = (...events: string[]) =>
  new Response(events.join(""), { headers: { "content-type": "text/event-stream" } });

/** Makes one call, reads its answer to the end, and waits for its settlement. */
async function charged(
  reply: (call: UpstreamCall) => Response | Promise<Response>,
  { body = asked as object, changes = {} } = {},
) {
  const { lines } = logged();
  const calls = upstream(reply);
  const { reply: answer, settled } = call(variables(changes), pageRequest(body));
  const response = await answer;
  await response.text().catch(() => {});
  await settled();
  const sentBytes = bytes(calls[0]?.text ?? "").length;
  const price = { inputUsdPerMillion: 0.4, outputUsdPerMillion: 1.6 };
  return { response, lines, worst: worstMicroUsd(price, sentBytes, 1000), spent: await spent() };
}

describe("a call that ended well costs what it used", () => {
  test.for([
    ["streamed", asked, () => streamed(words, chunk({ usage }), done)],
    [
      "streamed with comments and a usage of null before",
      asked,
      () => streamed(": ping\n\n", chunk({ usage: null }), words, chunk({ usage }), done),
    ],
    ["in one piece", hello, () => Response.json({ choices: [], usage })],
  ] as const)("%s", async ([, body, reply]) => {
    const { lines, spent, response } = await charged(reply, { body });
    expect(spent).toBe(usageMicroUsd);
    const id = response.headers.get("x-request-id");
    expect(lines).toEqual([{ id, model: "keyed", microUsd: usageMicroUsd, reason: "complete", settled: true }]);
  });

  test("also where that is more than its worst case: a provider that ignores the limit is charged truly", async () => {
    const heavy = { prompt_tokens: 10, completion_tokens: 50_000, total_tokens: 50_010 };
    const { spent, worst } = await charged(() => streamed(words, chunk({ usage: heavy }), done));
    expect(spent).toBe(80_004);
    expect(spent).toBeGreaterThan(worst);
  });

  test("with cached and reasoning tokens at their own prices", async () => {
    const model = {
      id: "keyed",
      baseUrl: "https://models.example/v1",
      inputUsdPerMillion: 2,
      cachedUsdPerMillion: 0.5,
      outputUsdPerMillion: 4,
      reasoningUsdPerMillion: 8,
      usdPerCall: 0.001,
      maxOutputTokens: 1000,
    };
    const detailed = {
      prompt_tokens: 100,
      completion_tokens: 50,
      total_tokens: 150,
      prompt_tokens_details: { cached_tokens: 40 },
      completion_tokens_details: { reasoning_tokens: 20 },
    };
    const { spent } = await charged(() => streamed(words, chunk({ usage: detailed }), done), {
      changes: { MODELS: [model] },
    });
    expect(spent).toBe(1000 + 60 * 2 + 40 * 0.5 + 30 * 4 + 20 * 8);
  });
});

describe("a call whose use is not known costs its worst case", () => {
  const forged = JSON.stringify(`\n\ndata: {"usage":{"prompt_tokens":1,"completion_tokens":0}}\n\n${done}`);
  test.for([
    ["without usage", [words, done], "no-usage"],
    ["without [DONE]", [words, chunk({ usage })], "no-usage"],
    [
      "that counts zero",
      [words, chunk({ usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 } }), done],
      "no-usage",
    ],
    [
      "with a usage that is no count",
      [words, chunk({ usage: { prompt_tokens: -5, completion_tokens: "3" } }), done],
      "no-usage",
    ],
    ["with words after its [DONE]", [chunk({ usage }), done, words], "no-usage"],
    ["whose model writes a usage into its text", [chunk({ choices: [{ delta: { content: forged } }] })], "no-usage"],
    ["whose usage lies deeper", [chunk({ choices: [{ usage }] }), chunk({ x: { usage } }), done], "no-usage"],
    ["of no event at all", [], "no-usage"],
  ] as const)("a stream %s", async ([, events, reason]) => {
    const { spent, worst, lines } = await charged(() => streamed(...events));
    expect(spent).toBe(worst);
    expect(lines).toMatchObject([{ microUsd: worst, reason, settled: true }]);
  });

  test.for([
    ["a status of 500", () => new Response("x", { status: 500 }), "failed"],
    ["a redirect", () => new Response(null, { status: 302, headers: { location: "https://evil.example" } }), "failed"],
    ["no connection", () => Promise.reject(new TypeError("fetch failed")), "unreachable"],
    ["an answer without usage", () => Response.json({ choices: [] }), "no-usage"],
    ["an answer that is no JSON", () => new Response("<html>"), "no-usage"],
  ] as const)("%s", async ([, reply, reason]) => {
    const { spent, worst, lines } = await charged(reply, { body: hello });
    expect(spent).toBe(worst);
    expect(lines).toMatchObject([{ microUsd: worst, reason, settled: true }]);
  });

  test("a stream that is cut off", async () => {
    const { spent, worst, lines } = await charged((one) => {
      const { writer, response } = stream(one);
      void writer.write(bytes(words + chunk({ usage }))).then(() => writer.abort(new Error("lost")));
      return response;
    });
    expect(spent).toBe(worst);
    expect(lines).toMatchObject([{ reason: "cut-off", settled: true }]);
  });
});

test("a page that leaves after the end changes nothing: its call costs what it used", async () => {
  const { lines } = logged();
  upstream(() => streamed(words, chunk({ usage }), done));
  const page = new AbortController();
  const { reply, settled } = call(variables({}), pageRequest(asked, { signal: page.signal }));
  await (await reply).text();
  page.abort();
  await settled();
  expect(lines).toMatchObject([{ reason: "complete", settled: true }]);
  expect(await spent()).toBe(usageMicroUsd);
});

test.for([400, 401, 404, 413, 429])("a call that its server refuses with %i costs nothing", async (status) => {
  const { spent, lines } = await charged(() => new Response("x", { status }));
  expect(spent).toBe(0);
  expect(lines).toMatchObject([{ microUsd: 0, reason: "refused", settled: true }]);
});

test("a page that has left already costs nothing, and nothing is sent for it", async () => {
  const calls = upstream(sayHello);
  const page = new AbortController();
  const request = pageRequest(asked, { signal: page.signal });
  page.abort();
  const { reply, settled } = call(variables({}), request);
  await reply;
  await settled();
  expect(calls).toEqual([]);
  expect(await spent()).toBe(0);
});

describe("nothing is sent", () => {
  const refusal = async (changes: Record<string, unknown>) => {
    const { lines } = logged();
    const calls = upstream(sayHello);
    const reply = await call(variables(changes), pageRequest(hello)).reply;
    expect(calls).toEqual([]);
    return { answer: await errorOf(reply), reply, lines };
  };

  test.for([
    [{ DAILY_USD: "0" }, "budget"],
    [{ DAILY_USD: "0.000100" }, "budget"],
    [{ VISITOR_USD: "0" }, "visitor_budget"],
    [{ VISITOR_USD: "0.000100" }, "visitor_budget"],
  ] as const)("with %j", async ([changes, code]) => {
    const { answer, reply, lines } = await refusal(changes);
    expect(answer).toEqual([429, code]);
    expect(reply.headers.get("x-should-retry")).toBe("false");
    const seconds = Number(reply.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(86_400);
    expect(await reply.text()).toMatch(/may cost up to 0\.00\d+ USD; 0\.00(01)? USD are left/);
    expect(lines).toMatchObject([{ microUsd: 0, reason: code }]);
  });

  test.for([
    ["throws", () => Promise.reject(new Error("Exceeded allowed rows written in Durable Objects free tier."))],
    ["is gone", () => Promise.reject(new Error("Network connection lost."))],
  ] as const)("while the ledger %s", async ([, reserve]) => {
    const { answer, reply } = await refusal({ LEDGER: { getByName: () => ({ reserve }) } });
    expect(answer).toEqual([503, "ledger"]);
    expect(await reply.text()).not.toMatch(/Exceeded|Network/);
  });

  test("while the ledger says nothing: after 10 s it is given up", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const asked = Promise.withResolvers<void>();
    const reserve = () => {
      asked.resolve();
      return new Promise(() => {});
    };
    const calls = upstream(sayHello);
    const reply = call(variables({ LEDGER: { getByName: () => ({ reserve }) } }), pageRequest(hello)).reply;
    await asked.promise;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await errorOf(await reply)).toEqual([503, "ledger"]);
    expect(calls).toEqual([]);
    vi.useRealTimers();
  });

  test("for a model without a price once the owner has switched calls off", async () => {
    const unpriced = { id: "keyed", baseUrl: "https://models.example/v1", maxOutputTokens: 9 };
    const { answer } = await refusal({ MODELS: [unpriced], METER: "off", DAILY_USD: "0" });
    expect(answer).toEqual([429, "budget"]);
  });
});

test("200 calls at once never pass the day's cap, whatever they were going to cost", async () => {
  upstream(sayHello);
  logged();
  const content = "x".repeat(40_000);
  const all = Array.from({ length: 200 }, () =>
    call(variables({ DAILY_USD: "1" }), pageRequest({ ...hello, messages: [{ role: "user", content }] })),
  );
  const statuses = await Promise.all(all.map(async ({ reply }) => (await reply).status));
  await Promise.all(all.map(({ settled }) => settled()));
  // 40 KB in and 1,000 tokens out: 0.0177 USD at worst.
  expect(statuses.filter((status) => status === 200)).toHaveLength(56);
  expect(statuses.filter((status) => status === 429)).toHaveLength(144);
  expect(await spent()).toBeLessThanOrEqual(1e6);
});

test("a charge that cannot be settled stands, and the log says so", async () => {
  const real = env.LEDGER.getByName("ledger");
  const port = {
    reserve: (ask: Parameters<typeof real.reserve>[0]) => real.reserve(ask),
    settle: () => Promise.reject(new Error("gone")),
  };
  const { lines, spent, worst } = await charged(() => streamed(words, chunk({ usage }), done), {
    changes: { LEDGER: { getByName: () => port } },
  });
  expect(spent).toBe(worst);
  expect(lines).toMatchObject([{ microUsd: worst, reason: "complete", settled: false }]);
});

describe("METER=off", () => {
  const changes = { METER: "off" };

  test("hands the server's own stream on, and the worst case stands", async () => {
    const { lines, spent, worst } = await charged(() => streamed(words, chunk({ usage }), done), { changes });
    expect(spent).toBe(worst);
    expect(lines).toMatchObject([{ microUsd: worst, reason: "unmetered", settled: false }]);
  });

  test("settles an answer in one piece, and a refusal, as ever", async () => {
    const whole = await charged(() => Response.json({ choices: [], usage }), { body: hello, changes });
    expect(whole.spent).toBe(usageMicroUsd);
    vi.restoreAllMocks();
    const refused = await charged(() => new Response("x", { status: 429 }), { changes });
    expect(refused.spent).toBe(usageMicroUsd);
  });

  test("keeps the caps", async () => {
    upstream(sayHello);
    const reply = await call(variables({ ...changes, VISITOR_USD: "0.0001" }), pageRequest(asked)).reply;
    expect(await errorOf(reply)).toEqual([429, "visitor_budget"]);
  });

  test("ends the call when the page leaves, or stops reading", async () => {
    const page = new AbortController();
    const started = Promise.withResolvers<UpstreamCall>();
    upstream((one) => {
      started.resolve(one);
      return stream(one).response;
    });
    await call(variables(changes), pageRequest(asked, { signal: page.signal })).reply;
    const { signal } = await started.promise;
    expect(signal.aborted).toBe(false);
    page.abort();
    expect(signal.aborted).toBe(true);
  });

  test("does not count a model without a price", async () => {
    const unpriced = { id: "keyed", baseUrl: "https://models.example/v1", maxOutputTokens: 9 };
    const { spent, lines } = await charged(() => streamed(words, done), {
      changes: { ...changes, MODELS: [unpriced] },
    });
    expect(spent).toBe(0);
    expect(lines).toMatchObject([{ microUsd: 0, reason: "unmetered" }]);
  });
});

test("what is left of a visitor's share is told, and no other visitor's", async () => {
  upstream(() => Response.json({ choices: [], usage }));
  logged();
  const [one, other] = [someAddress(), someAddress()];
  const from = (address: string) => ({ headers: { "cf-connecting-ip": address } });
  const caps = variables({ DAILY_USD: "0.5", VISITOR_USD: "0.2" });
  const first = call(caps, pageRequest(hello, from(one)));
  await first.reply;
  await first.settled();
  const share = async (address: string) => {
    const request = pageRequest(null, { method: "GET", url: `${origin}/api/config`, ...from(address) });
    return (await (await call(caps, request).reply).json<{ share: unknown }>()).share;
  };
  expect(await share(one)).toEqual({ usd: 0.2, leftUsd: 0.199988 });
  expect(await share(other)).toEqual({ usd: 0.2, leftUsd: 0.2 });
});

test("a worst case is never less than any prompt of so many bytes can cost", () => {
  const price = { inputUsdPerMillion: 1, outputUsdPerMillion: 2, cachedUsdPerMillion: 3, reasoningUsdPerMillion: 4 };
  expect(worstMicroUsd(price, 100, 10)).toBe(164 * 3 + 10 * 4);
  expect(worstMicroUsd({ inputUsdPerMillion: 0, outputUsdPerMillion: 0 }, 100, 10)).toBe(1);
  expect(worstMicroUsd({ inputUsdPerMillion: 0, outputUsdPerMillion: 0, usdPerCall: 0.02 }, 100, 10)).toBe(20_000);
});
