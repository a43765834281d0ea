// The built page's Worker over real connections: the page's files, its answers, and bytes that nobody changes.
import { afterAll, beforeAll, expect, test } from "vitest";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { startOpenaiServer, type OpenaiServer } from "../fixtures/openai-server.ts";
import { localModel, serve, type Served } from "./serve.ts";

let model: OpenaiServer;
let site: Served;

beforeAll(async () => {
  model = await startOpenaiServer();
  site = await serve(localModel(model.url));
});
afterAll(async () => {
  await site.stop();
  await model.stop();
});

const hello = { model: "local-model", messages: [{ role: "user", content: "Hello" }], stream: true };

function chat(body: object = hello, init: RequestInit = {}): Promise<Response> {
  const headers = { origin: site.url, "sec-fetch-site": "same-origin", "content-type": "application/json" };
  return fetch(`${site.url}/api/v1/chat/completions`, { method: "POST", headers, body: JSON.stringify(body), ...init });
}

test("serves the page at any path, and nothing of it under /api", async () => {
  for (const path of ["/", "/runs/1"]) {
    const reply = await fetch(site.url + path, { headers: { "sec-fetch-mode": "navigate" } });
    expect(reply.headers.get("content-type")).toContain("text/html");
    expect(await reply.text()).toContain('<div id="app">');
  }
  for (const path of ["/api", "/api/", "/api/nothing"]) {
    const reply = await fetch(site.url + path, { headers: { "sec-fetch-mode": "navigate" } });
    expect(reply.status).toBe(404);
    expect(await reply.json()).toMatchObject({ error: { code: "not_found" } });
  }
});

test("offers no model until one is connected", async () => {
  const bare = await serve();
  try {
    const reply = await fetch(`${bare.url}/api/config`);
    expect(await reply.json()).toMatchObject({ models: [], code: false });
  } finally {
    await bare.stop();
  }
});

const hostileCuts = (() => {
  const bytes = Buffer.from(
    '\ufeffdata: {"choices":[{"delta":{"content":"你好 🌊\\n"}}]}\r\n\r\n: ping\n\ndata: [DONE]\n\n',
  );
  return [...bytes].map((byte) => Uint8Array.of(byte));
})();

test("changes no byte of a stream that comes one byte at a time", async () => {
  model.reply({ raw: hostileCuts });
  const reply = await chat();
  expect(Buffer.from(await reply.arrayBuffer())).toEqual(Buffer.concat(hostileCuts));
});

test("hands each event on before the next one is sent", async () => {
  const letOn: (() => void)[] = [];
  const gates = Array.from({ length: 3 }, () => new Promise<void>((resolve) => letOn.push(resolve)));
  const raw = ["data: 1\n\n", "data: 2\n\n", "data: 3\n\n"];
  model.reply({ raw, before: (event) => gates[event] });
  const reply = chat();
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  for (const [index, event] of raw.entries()) {
    letOn[index]?.();
    reader ??= (await reply).body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe(event);
  }
  expect((await reader?.read())?.done).toBe(true);
});

const encodings = {
  gzip: gzipSync,
  br: brotliCompressSync,
  identity: (text: string) => Buffer.from(text),
};

test.for(Object.entries(encodings))(
  "hands on a readable answer and a readable stream when the server encodes them as %s",
  async ([encoding, encode]) => {
    const text = JSON.stringify({ choices: [{ message: { content: "你好".repeat(200) } }] });
    const events = `data: {"choices":[{"delta":{"content":"${"你好".repeat(200)}"}}]}\n\ndata: [DONE]\n\n`;
    for (const [plain, stream, type] of [
      [text, false, "application/json"],
      [events, true, "text/event-stream"],
    ] as const) {
      const body = encode(plain);
      const headers = { "content-type": type, "content-encoding": encoding, "content-length": String(body.length) };
      model.reply({ body, headers });
      const reply = await chat({ ...hello, stream });
      expect(await reply.text()).toBe(plain);
      expect(reply.headers.get("content-type")).toBe(type);
      expect(reply.headers.get("cache-control")).toBe("no-store, no-transform");
    }
  },
);

test("follows no redirect, so that the key stays with its server", async () => {
  const elsewhere = await startOpenaiServer();
  try {
    model.reply({ status: 307, headers: { location: `${elsewhere.url}/chat/completions` } });
    const reply = await chat();
    expect([reply.status, await reply.json()]).toMatchObject([502, { error: { code: "upstream" } }]);
    expect(elsewhere.requests).toEqual([]);
  } finally {
    await elsewhere.stop();
  }
});

test("says so when the model's server cannot be reached", async () => {
  const gone = await startOpenaiServer();
  await gone.stop();
  const site = await serve(localModel(gone.url));
  try {
    const headers = { origin: site.url, "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(hello) };
    const reply = await fetch(`${site.url}/api/v1/chat/completions`, init);
    expect([reply.status, await reply.json()]).toMatchObject([502, { error: { code: "upstream" } }]);
  } finally {
    await site.stop();
  }
});

test("an answer that the server cuts off fails, it does not end", async () => {
  model.reply({ raw: ["data: 1\n\n", "data: 2\n\n"], breakAfter: 1 });
  await expect(chat().then((reply) => reply.text())).rejects.toThrow();
});

test("closes the connection to the model's server when the page stops in mid-stream", async () => {
  const before = model.closedEarly;
  const endless = Array.from({ length: 100_000 }, (_, index) => `data: ${index}\n\n`);
  model.reply({ raw: endless, delayMs: 5 });
  const page = new AbortController();
  const reply = await chat(hello, { signal: page.signal });
  await reply.body?.getReader().read();
  page.abort();
  await model.closed(before + 1);
});
