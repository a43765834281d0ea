// Who may call the Worker, and where: exact routes, from its own page only.
import { afterEach, expect, test, vi } from "vitest";
import { callWith, errorOf, hello, origin, pageRequest, sayHello, send, upstream } from "./calls.ts";

afterEach(() => vi.restoreAllMocks());

test("passes on what its own page asks", async () => {
  const calls = upstream(sayHello);
  expect((await send(hello)).status).toBe(200);
  expect(calls).toHaveLength(1);
});

test.for([
  ["GET", "/api/v1/chat/completions"],
  ["PUT", "/api/v1/chat/completions"],
  ["OPTIONS", "/api/v1/chat/completions"],
  ["HEAD", "/api/config"],
  ["POST", "/api/config"],
  ["POST", "/api/v1/chat/completions/"],
  ["POST", "/api/v1/chat/completions?stream=1"],
  ["POST", "/api//v1/chat/completions"],
  ["POST", "/API/v1/chat/completions"],
  ["POST", "/api/v1/chat/completions/../embeddings"],
  ["POST", "/api/v1/responses"],
  ["GET", "/api/config?x-base-url=https://evil.example"],
  ["POST", "/api/health"],
  ["GET", "/api/health?verbose"],
  ["GET", "/api/config?"],
  ["GET", "/api/v1/models"],
  ["GET", "/api"],
  ["POST", "/"],
] as const)("has nothing at %s %s", async ([method, path]) => {
  const calls = upstream(sayHello);
  const reply = await send(hello, { method, url: origin + path });
  expect(reply.status).toBe(404);
  if (method !== "HEAD") expect(await errorOf(reply)).toEqual([404, "not_found"]);
  expect(calls).toEqual([]);
});

test.for([
  [{ origin: "https://evil.example" }, "another site"],
  [{ origin: "https://page.example.evil.example" }, "a longer name"],
  [{ origin: "http://page.example" }, "another scheme"],
  [{ origin: "https://page.example:8443" }, "another port"],
  [{ origin: "null" }, "a sandboxed frame"],
  [{ origin: null }, "no page at all"],
  [{ "sec-fetch-site": "cross-site" }, "a cross-site fetch"],
  [{ "sec-fetch-site": "same-site" }, "a sister site"],
  [{ "sec-fetch-site": "none" }, "the address bar"],
] as const)("refuses %j: %s", async ([headers]) => {
  const calls = upstream(sayHello);
  const reply = await send(hello, { headers });
  expect(await errorOf(reply)).toEqual([403, "origin"]);
  expect(calls).toEqual([]);
});

test("takes its page's calls from browsers that send no Sec-Fetch-Site", async () => {
  upstream(sayHello);
  expect((await send(hello, { headers: { "sec-fetch-site": null } })).status).toBe(200);
});

test.for(["text/plain", "application/x-www-form-urlencoded", "text/plain;application/json", null])(
  "refuses the content type %s, which another site's form could send",
  async (contentType) => {
    upstream(sayHello);
    const reply = await send(hello, { headers: { "content-type": contentType } });
    expect(await errorOf(reply)).toEqual([400, "bad_request"]);
  },
);

test("takes a content type with a charset", async () => {
  upstream(sayHello);
  expect((await send(hello, { headers: { "content-type": "Application/JSON; charset=utf-8" } })).status).toBe(200);
});

test("sends no Access-Control header and none that could be cached or sniffed, whatever the answer", async () => {
  upstream(sayHello);
  const replies = [
    await send(hello),
    await send(null, { method: "GET", url: `${origin}/api/config` }),
    await send(hello, { headers: { origin: "https://evil.example" } }),
    await send(null, { method: "OPTIONS", headers: { "access-control-request-method": "POST" } }),
    await send("{"),
  ];
  for (const { headers } of replies) {
    expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    expect(headers.get("cache-control")).toBe("no-store, no-transform");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  }
});

test("answers a mistake of its own as JSON, without its text", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const limit = () => Promise.reject(new Error("sk-secret at line 3"));
  const reply = await callWith({ RATE_LIMIT: { limit } }, pageRequest(hello));
  const text = await reply.clone().text();
  expect(await errorOf(reply)).toEqual([500, "internal"]);
  expect(text + JSON.stringify(logged.mock.calls)).not.toContain("sk-secret");
});
