// The answer on its way through: every byte as it comes, and no longer than 300 s.
import { afterEach, expect, test, vi } from "vitest";
import { env } from "cloudflare:workers";
import {
  bytes,
  call as begun,
  callWith,
  errorOf,
  hello,
  pageRequest,
  sayHello,
  stream,
  upstream,
  type UpstreamCall,
} from "./calls.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const asked = { ...hello, stream: true };
// In the test's own context: streams of one request's context cannot be written from another's.
const ask = (body: unknown, options: { signal?: AbortSignal } = {}) => callWith({ ...env }, pageRequest(body, options));
const text = (chunk: ReadableStreamReadResult<Uint8Array>) => new TextDecoder().decode(chunk.value);

/** Starts a streamed call and waits until the model's server has it. */
async function begin(options: { signal?: AbortSignal } = {}) {
  const started = Promise.withResolvers<UpstreamCall>();
  const model = Promise.withResolvers<ReturnType<typeof stream>>();
  upstream((call) => {
    started.resolve(call);
    const opened = stream(call);
    model.resolve(opened);
    return opened.response;
  });
  const reply = ask(asked, options);
  return { reply: await reply, call: await started.promise, model: (await model.promise).writer };
}

test("hands each chunk on before the next one is written", async () => {
  const { reply, model } = await begin();
  expect(reply.headers.get("content-type")).toBe("text/event-stream");
  const reader = reply.body!.getReader(); // a 200 of ours always has a body
  for (const piece of ["data: 1\n\n", "data: 2\n\n", "data: 3\n\n"]) {
    void model.write(bytes(piece));
    expect(text(await reader.read())).toBe(piece);
  }
  void model.close();
  expect((await reader.read()).done).toBe(true);
});

test("changes no byte, however the network cuts them", async () => {
  const body = bytes('\ufeffdata: {"c":"你好 🌊"}\r\n\r\n: comment\n\ndata: [DONE]\n\n').map((byte) => byte);
  const binary = new Uint8Array([...body, 0xff, 0x00, 0xc3]);
  for (const size of [1, 3, 7, binary.length]) {
    vi.restoreAllMocks();
    const { reply, model } = await begin();
    void (async () => {
      for (let at = 0; at < binary.length; at += size) await model.write(binary.slice(at, at + size));
      await model.close();
    })();
    expect([...new Uint8Array(await reply.arrayBuffer())]).toEqual([...binary]);
  }
});

test("hands a whole answer on as it is", async () => {
  upstream(() => Response.json({ choices: [] }, { headers: { "x-request-id": "theirs", "content-language": "en" } }));
  const reply = await ask(hello);
  expect(await reply.text()).toBe('{"choices":[]}');
  expect(reply.headers.get("content-type")).toBe("application/json");
  expect(reply.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(reply.headers.has("content-language")).toBe(false);
});

test.for(["text/html", "image/svg+xml", null])("serves no %s of the server's on the page's origin", async (type) => {
  upstream(() => {
    const headers = new Headers(type === null ? {} : { "content-type": type });
    return new Response(new Blob(["<script>1</script>"]).stream(), { headers });
  });
  expect((await ask(asked)).headers.get("content-type")).toBe("text/event-stream");
  expect((await ask(hello)).headers.get("content-type")).toBe("application/json");
});

test("reads the server only as fast as the page reads", async () => {
  let pulled = 0;
  upstream(() => {
    const endless = new ReadableStream<Uint8Array>(
      { pull: (page) => page.enqueue(new Uint8Array(65_536).fill(++pulled)) },
      { highWaterMark: 0 },
    );
    return new Response(endless, { headers: { "content-type": "text/event-stream" } });
  });
  const reader = (await ask(asked)).body!.getReader(); // a 200 of ours always has a body
  await reader.read();
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(pulled).toBeLessThan(20);
  await reader.cancel();
});

test("gives the call up when the page leaves, and the page's reader fails", async () => {
  const page = new AbortController();
  const { reply, call, model } = await begin({ signal: page.signal });
  const reader = reply.body!.getReader(); // a 200 of ours always has a body
  void model.write(bytes("data: 1\n\n"));
  await reader.read();
  expect(call.signal.aborted).toBe(false);
  page.abort();
  expect(call.signal.aborted).toBe(true);
  await expect(reader.read()).rejects.toThrow();
});

test("gives the call up when the page stops reading", async () => {
  const { reply, call, model } = await begin();
  const reader = reply.body!.getReader(); // a 200 of ours always has a body
  void model.write(bytes("data: 1\n\n"));
  await reader.read();
  expect(call.signal.aborted).toBe(false);
  await reader.cancel();
  expect(call.signal.aborted).toBe(true);
});

test("makes no call for a page that has left already", async () => {
  const page = new AbortController();
  const request = pageRequest(asked, { signal: page.signal });
  const calls = upstream(({ signal }) => (signal.aborted ? Promise.reject(signal.reason) : sayHello()));
  page.abort();
  await callWith({ ...env }, request);
  expect(calls.every(({ signal }) => signal.aborted)).toBe(true);
});

test("lets a call that was read to its end be", async () => {
  const { reply, call, model } = await begin();
  void model.write(bytes("data: [DONE]\n\n")).then(() => model.close());
  await reply.text();
  expect(call.signal.aborted).toBe(false);
});

test("cuts the answer short when the server does, so that it cannot be taken for whole", async () => {
  const { reply, model } = await begin();
  void model.write(bytes("data: 1\n\n")).then(() => model.abort(new Error("connection lost: sk-secret")));
  await expect(reply.text()).rejects.toThrow(/^(?!.*sk-secret)/);
});

test("ends an answer after 300 s, and a quick one leaves no timer behind", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  upstream(sayHello);
  const { reply: quick, settled } = begun({ ...env }, pageRequest(hello));
  await (await quick).text();
  await settled();
  expect(vi.getTimerCount()).toBe(0);
  vi.restoreAllMocks();

  const { reply, call, model } = await begin();
  const reader = reply.body!.getReader(); // a 200 of ours always has a body
  void model.write(bytes("data: 1\n\n"));
  await reader.read();
  vi.advanceTimersByTime(299_999);
  expect(call.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(call.signal.aborted).toBe(true);
  await expect(reader.read()).rejects.toThrow();
});

test("an answer of status 200 without a body is the server's mistake", async () => {
  upstream(() => new Response(null));
  expect(await errorOf(await ask(hello))).toEqual([502, "upstream"]);
});
