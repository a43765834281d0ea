// Who may call: how often, with which code, and which addresses are one visitor.
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { visitorOf } from "../../worker/visitor.ts";
import { call, callWith, errorOf, hello, pageRequest, sayHello, someAddress, upstream, variables } from "./calls.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("the access code", () => {
  const code = "correct-horse-battery-staple";
  const withCode = (given: string | null, headers = {}) =>
    callWith({ ACCESS_CODE: code }, pageRequest(hello, { headers: { "x-access-code": given, ...headers } }));

  test("lets a call pass", async () => {
    const calls = upstream(sayHello);
    expect((await withCode(code)).status).toBe(200);
    expect(calls[0]?.headers.has("x-access-code")).toBe(false);
  });

  test.for([null, "", "open", code.slice(0, -1), `${code}x`, code.toUpperCase(), `Bearer ${code}`])(
    "refuses %j",
    async (given) => {
      const calls = upstream(sayHello);
      const reply = await withCode(given);
      expect(await errorOf(reply)).toEqual([401, "code"]);
      expect(await reply.text()).not.toContain(code.slice(0, 6));
      expect(calls).toEqual([]);
    },
  );

  test("is asked for whatever else a call brings", async () => {
    upstream(sayHello);
    expect(await errorOf(await withCode(null, { authorization: `Bearer ${code}`, cookie: `code=${code}` }))).toEqual([
      401,
      "code",
    ]);
  });

  test("is not needed where the owner wrote open", async () => {
    upstream(sayHello);
    const request = pageRequest(hello, { headers: { "x-access-code": "whatever" } });
    expect((await callWith({ ACCESS_CODE: "open" }, request)).status).toBe(200);
  });

  test("cannot be tried quickly: wrong codes count as calls", async () => {
    upstream(sayHello);
    const address = someAddress();
    const limited = variables({ ACCESS_CODE: code, RATE_LIMIT: limiter(20) });
    const attempt = (given: string) =>
      call(limited, pageRequest(hello, { headers: { "x-access-code": given, "cf-connecting-ip": address } })).reply;
    const statuses: number[] = [];
    for (let i = 0; i < 22; i++) statuses.push((await attempt(`guess number ${i} of many`)).status);
    expect(statuses).toEqual([...Array<number>(20).fill(401), 429, 429]);
    expect((await attempt(code)).status).toBe(429);
  });
});

/** A limiter as Cloudflare's, without its clock. */
function limiter(limit: number): RateLimit & { keys: string[] } {
  const keys: string[] = [];
  return {
    keys,
    limit: async ({ key }) => {
      keys.push(key);
      return { success: keys.filter((one) => one === key).length <= limit };
    },
  };
}

describe("the rate limit", () => {
  test("of the runtime lets the largest pattern run and stops a flood", async () => {
    // Its windows are those of the clock: a flood over an edge would be let through twice.
    const visitor = `flood ${crypto.randomUUID()}`;
    const results = await Promise.all(Array.from({ length: 300 }, () => env.RATE_LIMIT.limit({ key: visitor })));
    const passed = results.filter(({ success }) => success).length;
    expect(passed).toBeGreaterThanOrEqual(120);
    expect(passed).toBeLessThanOrEqual(240);
  });

  test("says when the next minute begins, and is worth trying again", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-30T12:00:48.5Z") });
    const calls = upstream(sayHello);
    const reply = await callWith({ RATE_LIMIT: limiter(0) }, pageRequest(hello));
    expect(await errorOf(reply)).toEqual([429, "rate"]);
    expect(reply.headers.get("retry-after")).toBe("12");
    expect(reply.headers.has("x-should-retry")).toBe(false);
    expect(calls).toEqual([]);
  });

  test("comes before anything costs: no code is compared, no body read, no ledger asked", async () => {
    const body = new ReadableStream({ pull: () => Promise.reject(new Error("read")) }, { highWaterMark: 0 });
    const reply = await callWith(
      { RATE_LIMIT: limiter(0), ACCESS_CODE: "correct-horse-battery", LEDGER: { getByName: () => fail() } },
      pageRequest(body),
    );
    expect(await errorOf(reply)).toEqual([429, "rate"]);
  });

  test("counts an IPv6 household as one visitor, and its neighbour as another", async () => {
    upstream(sayHello);
    const limited = limiter(1);
    const from = (address: string) =>
      callWith({ RATE_LIMIT: limited }, pageRequest(hello, { headers: { "cf-connecting-ip": address } }));
    expect((await from("2001:db8:1:2::1")).status).toBe(200);
    expect((await from("2001:db8:1:2:ffff::9")).status).toBe(429);
    expect((await from("2001:db8:1:3::1")).status).toBe(200);
  });

  test("of the configuration is another: whoever asks too often still gets it, but without asking the ledger", async () => {
    const limited = limiter(1);
    const headers = { "cf-connecting-ip": someAddress() };
    const ask = async () => {
      const request = pageRequest(null, { method: "GET", url: "https://page.example/api/config", headers });
      return (await callWith({ RATE_LIMIT: limited }, request)).json();
    };
    expect(await ask()).toMatchObject({ share: { usd: 1000 } });
    expect(await ask()).not.toHaveProperty("share");
    upstream(sayHello);
    expect((await callWith({ RATE_LIMIT: limited }, pageRequest(hello, { headers }))).status).toBe(200);
  });
});

test.for([
  ["203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:0001:0002::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::", "fe80:0:0:0::/64"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::ffff:cb00:7107", "203.0.113.7"],
  ["", "unknown"],
  ["not an address", "unknown"],
  ["2001:db8::1]/x", "unknown"],
] as const)("the address %j is the visitor %j", ([address, visitor]) => {
  expect(visitorOf(new Headers({ "cf-connecting-ip": address }))).toBe(visitor);
});

test("nobody chooses who they are by a header of their own", () => {
  const headers = new Headers({ "x-forwarded-for": "1.2.3.4", "x-real-ip": "1.2.3.4", "true-client-ip": "1.2.3.4" });
  expect(visitorOf(headers)).toBe("unknown");
});

function fail(): never {
  throw new Error("the ledger was asked");
}
