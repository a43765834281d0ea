// When the page leaves, the call to the model ends and is settled once: through the runtime, against a real server.
import { inject, expect, test } from "vitest";
import { hello, logged, send } from "./calls.ts";
import type { ReceivedRequest, Script } from "../fixtures/openai-server.ts";

const asked = { ...hello, model: "local", stream: true };
const control = async <T>(path: string, body?: Script): Promise<T> => {
  const init = body ? { method: "POST", body: JSON.stringify(body) } : {};
  return (await fetch(`${inject("modelControlUrl")}/local/${path}`, init)).json<T>();
};
const queue = (script: Script) => control<{ number: number; closedEarly: number }>("reply", script);

test("ends the call when the page leaves before the first header", async () => {
  const { lines, line } = logged();
  const { number, closedEarly } = await queue({ silent: true });
  const page = new AbortController();
  const reply = send(asked, { signal: page.signal });
  await control(`request/${number}`);
  page.abort();
  await expect(reply).rejects.toThrow();
  await control(`closed/${closedEarly + 1}`);
  expect(await line(0)).toMatchObject({ reason: "page-left", settled: true });
  expect(lines).toHaveLength(1);
});

test("ends the call when the page leaves while the model is silent", async () => {
  const { lines, line } = logged();
  const { number, closedEarly } = await queue({ text: "Hello", holdAfter: 2 });
  const page = new AbortController();
  const reply = await send(asked, { signal: page.signal });
  const reader = reply.body!.getReader(); // a 200 of ours always has a body
  await reader.read();
  await control(`sent/${number}/2`);
  page.abort();
  await control(`closed/${closedEarly + 1}`);
  expect(await line(0)).toMatchObject({ reason: "page-left", settled: true });
  expect(lines).toHaveLength(1);
});

test("ends the call when the page stops reading", async () => {
  const { line } = logged();
  const { closedEarly } = await queue({ text: "Hello", holdAfter: 2 });
  const reader = (await send(asked)).body!.getReader(); // a 200 of ours always has a body
  await reader.read();
  await reader.cancel();
  await control(`closed/${closedEarly + 1}`);
  expect(await line(0)).toMatchObject({ reason: "page-left", settled: true });
});

test("lets a page read to the end", async () => {
  const { line } = logged();
  const { number, closedEarly } = await queue({ text: ["Hel", "lo"] });
  const text = await (await send(asked)).text();
  expect(text).toContain('"content":"Hel"');
  expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
  const request = await control<ReceivedRequest>(`request/${number}`);
  expect(request.path).toBe("/v1/chat/completions");
  expect(request.headers.authorization).toBe("Bearer sk-test-0123456789abcdef");
  expect((await queue({})).closedEarly).toBe(closedEarly);
  // Last: whatever comes after it runs as a part of that other request, and could fetch nothing.
  expect(await line(0)).toMatchObject({ reason: "complete", settled: true });
});
