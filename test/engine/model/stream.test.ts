// Bytes to reply: what the vectors do not hold.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ModelFailureError } from "../../../src/engine/model/model.ts";
import { readStream } from "../../../src/engine/model/stream.ts";
import { bodyOf, bytesOf, calls, chunk, done, read, rejection } from "./chunks.ts";

const failure = (promise: Promise<unknown>) => rejection<ModelFailureError>(promise);

describe("a body cut anywhere", () => {
  const whole = [
    ": hello\n\n",
    chunk({ role: "assistant", content: "潮 é" }),
    "event: ping\ndata: {}\n\n",
    chunk({ content: " 🌊👩‍🚀", reasoning_content: "想" }),
    chunk(calls({ index: 0, id: "a", function: { name: "save", arguments: '{"文":' } })),
    chunk(calls({ index: 0, function: { arguments: '"😀\\n"}' } })),
    chunk({}, "tool_calls"),
    chunk(null, null, { usage: { prompt_tokens: 3, completion_tokens: 4 } }),
    done,
  ].join("");
  const expected = {
    text: "潮 é 🌊👩‍🚀",
    reasoning: "想",
    toolCalls: [{ id: "a", name: "save", arguments: '{"文":"😀\\n"}' }],
    finishReason: "tool_calls",
    usage: { inputTokens: 3, outputTokens: 4 },
  };

  for (const [name, lineEnd] of [
    ["LF", "\n"],
    ["CRLF", "\r\n"],
    ["CR", "\r"],
  ] as const) {
    test(`reads the same with ${name} at the line ends`, async () => {
      const bytes = bytesOf(`\ufeff${whole}`.replaceAll("\n", lineEnd));
      await fc.assert(
        fc.asyncProperty(fc.uniqueArray(fc.nat(bytes.length), { maxLength: 40 }), async (cuts) => {
          const edges = [0, ...cuts.sort((a, b) => a - b), bytes.length];
          const pieces = edges.slice(1).map((edge, place) => bytes.slice(edges[place], edge));
          let streamed = "";
          const reply = await read(pieces, { onText: (text) => (streamed += text) });
          expect(reply).toEqual(expected);
          expect(streamed).toBe(expected.text);
        }),
        { numRuns: 60 },
      );
    });
  }

  test("never throws anything but a ModelFailure, whatever the bytes are", async () => {
    const line = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.json().map((json) => `data: ${json}\n\n`),
      fc.record({ choices: fc.anything(), error: fc.anything(), usage: fc.anything() }).map((value) => {
        try {
          return `data: ${JSON.stringify(value)}\n\n`;
        } catch {
          return "data\n";
        }
      }),
      fc.record({ content: fc.anything(), tool_calls: fc.array(fc.anything()) }).map((delta) => {
        try {
          return chunk(delta);
        } catch {
          return "\r\n";
        }
      }),
      fc.constantFrom(done, "event: error\n", ":\n", "data: {\n\n"),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 8 }), async (lines) => {
        const outcome = await read(lines).catch((thrown: ModelFailureError) => thrown.partial ?? thrown);
        if (outcome instanceof Error) expect(outcome.name).toBe("ModelFailureError");
        else expect(JSON.stringify(outcome)).not.toMatch(/\\ud[89a-f]/);
      }),
      { numRuns: 400 },
    );
  });

  test("takes linear time for one event of 1 MB in pieces of 64 bytes", async () => {
    const bytes = bytesOf(chunk({ content: "x".repeat(1 << 20) }, "stop"));
    const pieces = Array.from({ length: Math.ceil(bytes.length / 64) }, (_, at) =>
      bytes.subarray(at * 64, at * 64 + 64),
    );
    expect((await read(pieces)).text).toHaveLength(1 << 20);
  });

  test("takes linear time for 10,000 parts of text and of arguments", async () => {
    const parts = Array.from({ length: 10_000 }, () =>
      chunk({ content: "ab", ...calls({ index: 0, function: { arguments: "1" } }) }),
    );
    const head = chunk(calls({ index: 0, id: "a", function: { name: "f", arguments: "" } }));
    const reply = await read([head, ...parts, chunk({}, "stop")]);
    expect(reply.text).toHaveLength(20_000);
    expect(reply.toolCalls[0]?.arguments).toHaveLength(10_000);
  });
});

describe("half characters", () => {
  test("join across two deltas, also while streaming", async () => {
    const seen: string[] = [];
    const reply = await read([chunk({ content: "wave \ud83c" }), chunk({ content: "\udf0a!" }, "stop"), done], {
      onText: (text) => seen.push(text),
    });
    expect(reply.text).toBe("wave 🌊!");
    expect(seen).toEqual(["wave ", "🌊!"]);
  });

  test("become U+FFFD where the other half never comes, in text, reasoning, names and arguments", async () => {
    const reply = await read([
      chunk({ content: "a\ud83c", reasoning_content: "\udc00b" }),
      chunk(
        calls({
          index: 0,
          id: "\ud800",
          function: { name: "f\udfff", arguments: '{"q":"\\ud83c","r":"\\ud83c\\udf0a\\\\ud83c"}' },
        }),
      ),
      chunk({}, "stop"),
    ]);
    expect(reply.text).toBe("a\ufffd");
    expect(reply.reasoning).toBe("\ufffdb");
    expect(reply.toolCalls).toEqual([
      { id: "\ufffd", name: "f\ufffd", arguments: '{"q":"\\ufffd","r":"\\ud83c\\udf0a\\\\ud83c"}' },
    ]);
  });
});

describe("an answer that is no stream", () => {
  test("is read as one completion, whatever its content type says", async () => {
    const completion = JSON.stringify({
      choices: [{ message: { content: "Hi.", reasoning: "hm", tool_calls: null }, finish_reason: "stop" }],
      usage: { prompt_tokens: 2, completion_tokens: 1 },
    });
    const seen: string[] = [];
    const reply = await read([completion.slice(0, 20), completion.slice(20)], { onText: (text) => seen.push(text) });
    expect(reply).toEqual({
      text: "Hi.",
      reasoning: "hm",
      toolCalls: [],
      finishReason: "stop",
      usage: { inputTokens: 2, outputTokens: 1 },
    });
    expect(seen).toEqual(["Hi."]);
  });

  for (const [what, body, status] of [
    ["a page of HTML", "<!doctype html><h1>It works</h1>", 200],
    ["plain text", "Internal Server Error", 200],
    ["a cut completion", '{"choices":[{"message":{"content":"Hal', 200],
    ["other JSON", '{"message":{"role":"assistant","content":"Hi"},"done":true}', 200],
    ["a gateway's page", "<html>502 Bad Gateway</html>", 502],
    ["JSON that says nothing", "{}", 500],
  ] as const) {
    test(`is a bad answer if it is ${what}`, async () => {
      const failed = await failure(read([body], {}, { status }));
      expect(failed.code).toBe("bad-upstream-response");
      expect(failed.status).toBe(status);
      expect(failed.retryable).toBe(true);
    });
  }

  test("is empty if it has no bytes", async () => {
    expect((await failure(read([]))).code).toBe("empty-response");
    expect((await failure(readStream(new Response(null, { status: 204 })))).code).toBe("empty-response");
  });

  for (const [what, body] of [
    ["an error object", { error: { message: "no such thing", code: "x" } }],
    ["an error in a list", [{ error: { message: "no such thing", code: 400 } }]],
    ["an error as text", { error: "no such thing" }],
    ["a message with a code", { code: "InvalidParameter", message: "no such thing", request_id: "1" }],
    ["a detail", { detail: "no such thing" }],
  ] as const) {
    test(`is the provider's own error if it is ${what}`, async () => {
      const failed = await failure(
        read([JSON.stringify(body)], {}, { headers: { "content-type": "application/json" } }),
      );
      expect(["upstream-error", "bad-request"]).toContain(failed.code);
      expect(failed.message).toContain("no such thing");
      expect(failed.free).toBeUndefined();
    });
  }
});

describe("the end of a stream", () => {
  test("is the finish reason where the server keeps the connection open behind it", async () => {
    let cancelled = false;
    const pieces = [chunk({ content: "Hi." }), chunk({}, "stop")];
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        const piece = pieces.shift();
        if (!piece) return new Promise(() => {});
        controller.enqueue(bytesOf(piece));
        return undefined;
      },
      cancel() {
        cancelled = true;
      },
    });
    expect((await readStream(new Response(body), { tailMs: 20 })).text).toBe("Hi.");
    expect(cancelled).toBe(true);
  });

  test("without the last blank line is read too", async () => {
    expect((await read([chunk({ content: "Hi." }), "data: [DONE]"])).text).toBe("Hi.");
  });

  test("reads events between which the blank line is missing", async () => {
    expect(
      (await read([`${chunk({ content: "Hi" }).trimEnd()}\n${chunk({ content: "." }).trimEnd()}\ndata: [DONE]\n\n`]))
        .text,
    ).toBe("Hi.");
  });

  test("ignores what stands behind [DONE]", async () => {
    expect((await read([chunk({ content: "Hi." }) + done + chunk({ content: " No." })])).text).toBe("Hi.");
  });

  test("in a lost connection keeps what had come, and its usage", async () => {
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        controller.enqueue(
          bytesOf(chunk({ content: "Half" }, null, { usage: { prompt_tokens: 5, completion_tokens: 1 } })),
        );
      },
      pull: (controller) => controller.error(new TypeError("network error")),
    });
    const failed = await failure(readStream(new Response(body)));
    expect(failed).toMatchObject({
      code: "stream-truncated",
      retryable: true,
      partial: { text: "Half" },
      usage: { inputTokens: 5, outputTokens: 1 },
    });
    expect(failed.message).toContain("network error");
  });

  test("by the person's Stop closes the body and keeps what had come", async () => {
    const stop = new AbortController();
    let cancelled = false;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => controller.enqueue(bytesOf(chunk({ content: "Half" }))),
      cancel: () => void (cancelled = true),
    });
    const reading = readStream(new Response(body), {
      signal: stop.signal,
      onText: () => stop.abort(new Error("Stop was pressed")),
    });
    expect(await failure(reading)).toMatchObject({ code: "aborted", retryable: false, partial: { text: "Half" } });
    expect(cancelled).toBe(true);
  });

  for (const [label, meaning] of [
    ["max_tokens", "length"],
    ["SAFETY", "content_filter"],
    ["end_turn", "stop"],
    ["function_call", "stop"],
  ] as const) {
    test(`labelled ${label} means ${meaning}`, async () => {
      expect((await read([chunk({ content: "Hi." }), chunk({}, label)])).finishReason).toBe(meaning);
    });
  }

  test("labelled length is no empty answer, even if all the tokens went into reasoning", async () => {
    expect(await read([chunk({ reasoning: "hm" }), chunk({}, "length")])).toMatchObject({
      text: "",
      finishReason: "length",
    });
    expect(await read([chunk({}, "length")])).toMatchObject({ text: "", finishReason: "length" });
    expect((await failure(read([chunk({}, "stop")]))).code).toBe("empty-response");
  });

  test("labelled with a server's fault is a failure", async () => {
    expect(await failure(read([chunk({ content: "Hal" }), chunk({}, "insufficient_system_resource")]))).toMatchObject({
      code: "upstream-error",
      retryable: true,
      partial: { text: "Hal" },
    });
  });

  test("lets a body come to its own end, so that its connection can be used again", async () => {
    let cancelled = false;
    await readStream(new Response(bodyOf([chunk({ content: "Hi." }) + done], () => (cancelled = true))));
    await new Promise((resolve) => setImmediate(resolve));
    expect(cancelled).toBe(false);
  });
});

test("a listener that throws does not hang the read: the body is closed and the error comes out", async () => {
  let cancelled = false;
  const body = bodyOf([chunk({ content: "a" }), chunk({ content: "b" })], () => (cancelled = true));
  const reading = readStream(new Response(body), {
    onText() {
      throw new Error("our bug");
    },
  });
  await expect(reading).rejects.toThrow("our bug");
  expect(cancelled).toBe(true);
});
