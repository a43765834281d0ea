// What the Worker says it offers, from what its owner configured.
import { afterEach, describe, expect, test, vi } from "vitest";
import example from "../../worker/.dev.vars.example?raw";
import type { Offer } from "../../src/engine/model/wire.ts";
import {
  call,
  callWith,
  errorOf,
  hello,
  origin,
  pageRequest,
  sayHello,
  send,
  testKey,
  upstream,
  variables,
} from "./calls.ts";

afterEach(() => vi.restoreAllMocks());

const model = {
  id: "small",
  baseUrl: "https://models.example/v1",
  keyName: "SOME_KEY",
  inputUsdPerMillion: 1,
  outputUsdPerMillion: 2,
  maxOutputTokens: 500,
};

const getConfig = () => pageRequest(null, { method: "GET", url: `${origin}/api/config`, headers: { origin: null } });

async function offerOf(env: Record<string, unknown>): Promise<Offer> {
  const reply = await callWith(env, getConfig());
  expect(reply.status, await reply.clone().text()).toBe(200);
  return reply.json();
}

async function complaint(env: Record<string, unknown>): Promise<string> {
  const reply = await callWith(env, getConfig());
  expect(await errorOf(reply)).toEqual([503, "misconfigured"]);
  return (await reply.json<{ error: { message: string } }>()).error.message;
}

test("offers a model whose key is set, with what a page must know and nothing else", async () => {
  const reply = await callWith({ MODELS: [model], SOME_KEY: "sk-secret" }, getConfig());
  expect(await reply.json()).toEqual({
    models: [
      {
        id: "small",
        price: { inputUsdPerMillion: 1, outputUsdPerMillion: 2 },
        maxOutputTokens: 500,
        can: { tools: true, responseSchema: true, stop: true, temperature: true },
      },
    ],
    code: false,
    limits: { steps: 10, usd: 0.5, rounds: 3, toolTimeoutMs: 30_000 },
    share: { usd: 1000, leftUsd: 1000 },
  });
});

test.for([[undefined], [""], ["  "], [17]])("does not offer a model whose key is %j", async ([key]) => {
  expect((await offerOf({ MODELS: [model], SOME_KEY: key })).models).toEqual([]);
});

test("offers nothing where nothing is configured", async () => {
  const bare = { MODELS: undefined, ACCESS_CODE: undefined, LEDGER: undefined, RATE_LIMIT: undefined };
  const { models, share } = await offerOf(bare);
  expect([models, share]).toEqual([[], undefined]);
});

test("offers a model of this machine without a key", async () => {
  const { keyName: _none, ...local } = { ...model, baseUrl: "http://127.0.0.1:11434/v1", inputUsdPerMillion: 0 };
  expect((await offerOf({ MODELS: [local] })).models.map(({ id }) => id)).toEqual(["small"]);
});

test("takes MODELS as JSON text, as it stands in .dev.vars", async () => {
  const described = { ...model, contextTokens: 9000, cachedUsdPerMillion: 0.1, can: { tools: false } };
  const { models } = await offerOf({ MODELS: JSON.stringify([described]), SOME_KEY: "k" });
  expect(models).toEqual([
    {
      id: "small",
      price: { inputUsdPerMillion: 1, outputUsdPerMillion: 2, cachedUsdPerMillion: 0.1 },
      contextTokens: 9000,
      maxOutputTokens: 500,
      can: { tools: false, responseSchema: true, stop: true, temperature: true },
    },
  ]);
});

test.for([
  [{ inputUsdPerMillion: 1 }, "MODELS[0].outputUsdPerMillion"],
  [{ outputUsdPerMillion: 1 }, "MODELS[0].inputUsdPerMillion"],
  [{ usdPerCall: 0.02 }, "MODELS[0].inputUsdPerMillion"],
] as const)("refuses half a price: %j", async ([prices, field]) => {
  const { inputUsdPerMillion: _in, outputUsdPerMillion: _out, ...unpriced } = model;
  const message = await complaint({ MODELS: [{ ...unpriced, ...prices }], SOME_KEY: "k" });
  expect(message).toContain(`${field}: a model has a price for input and for output`);
});

test("hands on the owner's limits", async () => {
  const vars = {
    MAX_STEPS_PER_REQUEST: "12",
    MAX_COST_PER_REQUEST_USD: "0",
    MAX_ITERATIONS: 4,
    TOOL_TIMEOUT_SEC: "2.5",
  };
  expect((await offerOf({ MODELS: [], ...vars })).limits).toEqual({
    steps: 12,
    usd: 0,
    rounds: 4,
    toolTimeoutMs: 2500,
  });
});

test.for([
  [{ inputUsdPerMillion: undefined }, "MODELS[0].inputUsdPerMillion"],
  [{ outputUsdPerMillion: -1 }, "MODELS[0].outputUsdPerMillion"],
  [{ maxOutputTokens: 0 }, "MODELS[0].maxOutputTokens"],
  [{ maxOutputTokens: "500" }, "MODELS[0].maxOutputTokens"],
  [{ maxOutputToken: 500 }, 'there is no field "maxOutputToken"'],
  [{ id: "" }, "MODELS[0].id"],
  [{ keyName: "sk-live-aaaa" }, "MODELS[0].keyName"],
  [{ limitName: "max" }, "MODELS[0].limitName"],
  [{ can: { fly: true } }, "MODELS[0].can"],
  [{ extra: { n: 5 } }, "MODELS[0].extra.n"],
  [{ extra: { max_tokens: 100_000 } }, "MODELS[0].extra.max_tokens"],
] as const)("names the field that is wrong: %j", async ([change, field]) => {
  const message = await complaint({ MODELS: [{ ...model, ...change }], SOME_KEY: "sk-secret" });
  expect(message).toContain(field);
  expect(message).not.toMatch(/sk-/);
});

test.for([
  "http://models.example/v1",
  "http://127.0.0.1.evil.example/v1",
  "http://2852039166/",
  "http://[::ffff:a9fe:a9fe]/",
  "https://up.example@evil.example/",
  "https://user:word@models.example/v1",
  "https://models.example\\@evil.example/v1",
  "https://models.example/v1?key=1",
  "https://models.example/v1#",
  "ftp://models.example/v1",
  "models.example/v1",
])("refuses the address %s", async (baseUrl) => {
  expect(await complaint({ MODELS: [{ ...model, baseUrl }] })).toContain("MODELS[0].baseUrl");
});

test.for(["https://models.example/v1/", "https://10.0.0.1:8443", "http://localhost:8080/v1", "http://[::1]:1234/v1"])(
  "takes the address %s",
  async (baseUrl) => {
    expect((await offerOf({ MODELS: [{ ...model, baseUrl }], SOME_KEY: "k" })).models).toHaveLength(1);
  },
);

test("refuses two models of one id", async () => {
  expect(await complaint({ MODELS: [model, { ...model, upstream: "other" }] })).toContain("MODELS[1].id");
});

test("says where MODELS stops being JSON, and quotes none of it", async () => {
  const message = await complaint({ MODELS: '[{"id": "small", sk-secret}]' });
  expect(message).toContain("MODELS: is not JSON; the first mistake is at position 17");
  expect(message).not.toContain("sk-secret");
});

test.for([
  [{ MAX_STEPS_PER_REQUEST: "ten" }, "MAX_STEPS_PER_REQUEST"],
  [{ MAX_ITERATIONS: "0" }, "MAX_ITERATIONS"],
  [{ MAX_COST_PER_REQUEST_USD: "-1" }, "MAX_COST_PER_REQUEST_USD"],
  [{ MAX_COST_PER_REQUEST_USD: "NaN" }, "MAX_COST_PER_REQUEST_USD"],
  [{ TOOL_TIMEOUT_SEC: "0" }, "TOOL_TIMEOUT_SEC"],
  [{ DAILY_USD: "a dollar" }, "DAILY_USD"],
  [{ DAILY_USD: "-1" }, "DAILY_USD"],
  [{ VISITOR_USD: "Infinity" }, "VISITOR_USD"],
  [{ METER: "maybe" }, "METER"],
  [{ ACCESS_CODE: "short" }, "ACCESS_CODE"],
  [{ ACCESS_CODE: "OPEN" }, "ACCESS_CODE"],
  [{ ACCESS_CODE: "one with spaces in it" }, "ACCESS_CODE"],
  [{ ACCESS_CODE: "sixteen letters\u00e9" }, "ACCESS_CODE"],
] as const)("refuses %j", async ([vars, name]) => {
  const message = await complaint(vars);
  expect(message).toContain(`${name}: `);
  if (name === "ACCESS_CODE") expect(message).not.toContain(Object.values(vars)[0]);
});

test.for([
  ["ACCESS_CODE", undefined],
  ["ACCESS_CODE", ""],
  ["ACCESS_CODE", "  "],
  ["LEDGER", undefined],
  ["RATE_LIMIT", undefined],
] as const)("calls no model where %s is %j: a wall forgotten is no wall open", async ([name, value]) => {
  const calls = upstream(sayHello);
  expect(await complaint({ [name]: value })).toContain(`${name}: `);
  expect(await errorOf(await callWith({ [name]: value }, pageRequest(hello)))).toEqual([503, "misconfigured"]);
  expect(calls).toEqual([]);
});

test("says whether calls need an access code, and not which", async () => {
  const reply = await callWith({ ACCESS_CODE: "correct-horse-battery" }, getConfig());
  expect(await reply.clone().json()).toMatchObject({ code: true });
  expect(await reply.text()).not.toContain("correct");
});

test("offers a model without prices only with METER=off; the page then looks for one", async () => {
  const { inputUsdPerMillion: _in, outputUsdPerMillion: _out, ...unpriced } = model;
  const env = { MODELS: [model, { ...unpriced, id: "unpriced" }], SOME_KEY: "k" };
  expect(await complaint(env)).toMatch(/MODELS\[1\]\.inputUsdPerMillion: .*METER=off/);
  expect((await offerOf({ ...env, METER: "off" })).models.map(({ price }) => price)).toEqual([
    { inputUsdPerMillion: 1, outputUsdPerMillion: 2 },
    null,
  ]);
});

test("says what is wrong once in the log, and never a value of it", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const wrong = variables({ ACCESS_CODE: "my-code" });
  for (let i = 0; i < 3; i++) await call(wrong, getConfig()).reply;
  expect(logged).toHaveBeenCalledTimes(1);
  expect(String(logged.mock.calls)).toContain("ACCESS_CODE");
  expect(String(logged.mock.calls)).not.toContain("my-code");
});

describe("GET /api/health", () => {
  const health = (changes: Record<string, unknown>) =>
    callWith(changes, pageRequest(null, { method: "GET", url: `${origin}/api/health` }));

  test("answers 200 once a model can be called", async () => {
    const reply = await health({});
    expect([reply.status, await reply.json()]).toEqual([200, { ok: true }]);
  });

  test.for([
    [{ TEST_KEY: undefined }, "TEST_KEY: is not set"],
    [{ MODELS: [] }, "MODELS: names no model"],
    [{ ACCESS_CODE: undefined }, "ACCESS_CODE: is not set"],
    [{ LEDGER: undefined }, "LEDGER: the binding is missing"],
    [{ DAILY_USD: "x" }, "DAILY_USD: "],
  ] as const)("with %j answers 503 and names what is missing", async ([changes, text]) => {
    const reply = await health(changes);
    expect(await errorOf(reply)).toEqual([503, "misconfigured"]);
    const shown = await reply.text();
    expect(shown).toContain(text);
    expect(shown).not.toContain(testKey);
  });
});

test("calls no model while the configuration is wrong", async () => {
  const reply = await callWith({ MODELS: [{ ...model, maxOutputTokens: 0 }], SOME_KEY: "k" }, pageRequest(hello));
  expect(await errorOf(reply)).toEqual([503, "misconfigured"]);
});

test("answers the page through the runtime", async () => {
  const reply = await send(null, { method: "GET", url: `${origin}/api/config`, headers: { origin: null } });
  expect((await reply.json<Offer>()).models.map(({ id }) => id)).toEqual(["keyed", "local", "client"]);
});

test("the documented example is right: its clouds are offered once their key is set, its local servers at once", async () => {
  const blocks = [...example.matchAll(/^(# )?MODELS='([\s\S]*?)'$/gm)].map(([, commented, text]) => ({
    commented,
    text,
  }));
  const keys = Object.fromEntries([...example.matchAll(/^([A-Z]+_API_KEY)=""$/gm)].map(([, name]) => [name, "k"]));
  const offered = await Promise.all(
    blocks.map(async ({ commented, text }) => (await offerOf({ MODELS: text, ...(commented ? {} : keys) })).models),
  );
  expect(offered.map((models) => models.length)).toEqual([4, 1, 1, 1]);
  expect((await offerOf({ MODELS: blocks[0]?.text })).models).toEqual([]);
});
