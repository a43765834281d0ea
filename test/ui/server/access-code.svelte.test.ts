// The access code: what is kept, what travels, and how a refused call waits for a better one.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ModelFailureError, scripted, type Model } from "../../../src/engine/index.ts";
import { AccessCode } from "../../../src/ui/server/access-code.svelte.ts";
import { createGuard } from "../../../src/ui/server/guard.ts";

let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => void vi.unstubAllGlobals());

const request = { messages: [], maxOutputTokens: 10 };
const call = (model: Model, signal = new AbortController().signal) => model.complete(request, { signal, onText() {} });

/** A model behind a server that takes one code, and tells how it is held and let go. */
function behind(access: AccessCode, right: string) {
  const told: string[] = [];
  const sent: string[] = [];
  const answering = scripted([]);
  const model: Model = {
    ...answering,
    async complete() {
      const code = access.headers()["x-access-code"] ?? "";
      sent.push(code);
      if (code === right) return { text: "ok", toolCalls: [], finishReason: "stop" };
      throw new ModelFailureError({ code: "access-code", message: "No.", retryable: false, free: true });
    },
  };
  const guarded = createGuard(access, { hold: () => told.push("hold"), goOn: () => told.push("go on") })(model);
  return { guarded, told, sent };
}

test("what is entered travels as a header, lasts as long as the tab, and is gone when it is forgotten", () => {
  const access = new AccessCode();
  expect(access.headers()).toEqual({});
  expect(access.enter("  abc-123 \n")).toBe(true);
  expect(access.headers()).toEqual({ "x-access-code": "abc-123" });
  expect(new AccessCode().headers()).toEqual({ "x-access-code": "abc-123" });
  access.forget();
  expect([access.headers(), access.held, stored.size]).toEqual([{}, false, 0]);
});

test.for(["a b", "“abc”", "代码", "a\nb"])("%j cannot be a code, and the one before stays", (typed) => {
  const access = new AccessCode();
  access.enter("abc");
  expect(access.enter(typed)).toBe(false);
  expect(access.headers()).toEqual({ "x-access-code": "abc" });
});

test("a browser without storage keeps it until the page is left", () => {
  vi.stubGlobal("sessionStorage", undefined);
  const access = new AccessCode();
  expect(access.enter("abc")).toBe(true);
  expect(access.held).toBe(true);
});

describe("a call that is refused for want of the code", () => {
  test("holds its run, and is made again with the next code until one is accepted", async () => {
    const access = new AccessCode();
    const { guarded, told, sent } = behind(access, "right");
    const reply = call(guarded);
    await vi.waitFor(() => expect(access.waiting).toBe(1));
    access.enter("wrong");
    await vi.waitFor(() => expect([access.waiting, sent.length]).toEqual([1, 2]));
    expect(access.refused).toBe(true);
    access.enter("right");
    expect((await reply).text).toBe("ok");
    expect(sent).toEqual(["", "wrong", "right"]);
    expect(told).toEqual(["hold", "go on", "hold", "go on"]);
    expect([access.accepted, access.refused, access.waiting]).toEqual([true, false, 0]);
  });

  test("holds its run once however many of its calls wait, and lets it go when all have gone", async () => {
    const access = new AccessCode();
    const { guarded, told } = behind(access, "right");
    const replies = [call(guarded), call(guarded), call(guarded)];
    await vi.waitFor(() => expect(access.waiting).toBe(3));
    expect(told).toEqual(["hold"]);
    access.enter("right");
    await Promise.all(replies);
    expect(told).toEqual(["hold", "go on"]);
  });

  test("ends when the run is stopped, which does not go on", async () => {
    const access = new AccessCode();
    const { guarded, told } = behind(access, "right");
    const stop = new AbortController();
    const reply = call(guarded, stop.signal);
    const failed = expect(reply).rejects.toMatchObject({ code: "aborted", free: true });
    await vi.waitFor(() => expect(access.waiting).toBe(1));
    stop.abort();
    await failed;
    expect([told, access.waiting]).toEqual([["hold"], 0]);
  });

  test("other failures are none of its business", async () => {
    const access = new AccessCode();
    const failing = scripted([{ code: "budget", message: "Spent.", retryable: false }]);
    const guarded = createGuard(access, { hold: () => expect.unreachable(), goOn: () => expect.unreachable() })(
      failing,
    );
    await expect(call(guarded)).rejects.toMatchObject({ code: "budget" });
    expect(access.refused).toBe(false);
  });
});
