// The watch over a stream: bytes pass unchanged and at once, however they are cut; events that hold an error do not.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EventTooLong, SseWatch } from "../../worker/sse-watch.ts";
import { bytes } from "./calls.ts";

const replacement = bytes("data: REPLACED\n\n");
const key = "sk-op-7777SECRET8888";
const watch = () => new SseWatch(replacement, key);
const text = (pieces: readonly Uint8Array[]) => pieces.map((piece) => new TextDecoder().decode(piece)).join("");

/** What comes out in all when `stream` goes in, in pieces of these lengths. */
function pass(stream: Uint8Array, lengths: readonly number[], one = watch()): number[] {
  const out: number[] = [];
  let at = 0;
  for (const length of [...lengths, stream.length]) {
    for (const piece of one.take(stream.slice(at, at + length))) out.push(...piece);
    at += length;
  }
  for (const piece of one.flush()) out.push(...piece);
  return out;
}

const wellKept =
  '\ufeffdata: {"choices":[{"delta":{"content":"你好 🌊 \\n\\ndata: [DONE]"}}]}\r\n\r\n: ping\n\nid: 7\nevent: message\ndata: {"choices":\ndata: []}\r\r\ndata:{"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4}}\n\ndata: [DONE]';

test("changes no byte of any stream of any bytes, however it is cut", () => {
  const piece = fc.oneof(
    fc.constantFrom("\n", "\r", "\r\n", "\n\n", "data: ", "data: 1", ": ", "event: x", "data: [DONE]", "你", "\ufeff"),
    fc.string({ maxLength: 5 }),
  );
  const anyBytes = fc.array(
    fc.oneof(
      piece.map((part) => [...bytes(part)]),
      fc.array(fc.nat(255), { maxLength: 3 }),
    ),
  );
  fc.assert(
    fc.property(anyBytes, fc.array(fc.nat(9)), (parts, lengths) => {
      const stream = Uint8Array.from(parts.flat());
      expect(pass(stream, lengths)).toEqual([...stream]);
    }),
  );
});

test("reads usage and end of a stream however it is cut, and lets every byte of it pass", () => {
  const stream = bytes(wellKept);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40 })), (lengths) => {
      const one = watch();
      expect(pass(stream, lengths, one)).toEqual([...stream]);
      expect(one.usage).toEqual({ inputTokens: 3, outputTokens: 4 });
    }),
  );
});

test("lets no error pass, however it is cut", () => {
  const stream = bytes(`data: {"a":1}\n\ndata: {"error":{"message":"${key}"}}\r\n\r\ndata: {"b":2}\n\n`);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40 })), (lengths) => {
      // Where the second half of a line's end comes alone, it stays: an empty line more means nothing.
      const shown = new TextDecoder().decode(Uint8Array.from(pass(stream, lengths))).replace("\n\n\n", "\n\n");
      expect(shown).toBe('data: {"a":1}\n\ndata: REPLACED\n\n' + 'data: {"b":2}\n\n');
    }),
  );
});

test("hands whole events on at once, and as one piece", () => {
  const one = watch();
  const whole = bytes("data: 1\n\ndata: 2\n\n: ping\n\n");
  const [piece, ...more] = one.take(whole);
  expect(piece).toEqual(whole);
  expect(more).toEqual([]);
});

test("keeps no event back that is whole, and no sign of life", () => {
  const one = watch();
  expect(text(one.take(bytes("data: 1\r\n\r")))).toBe("data: 1\r\n\r");
  expect(text(one.take(bytes("\n")))).toBe("\n");
  expect(text(one.take(bytes(": PROCESSING\n")))).toBe(": PROCESSING\n");
  expect(text(one.take(bytes("\ndata: 2\n\ndata: half")))).toBe("\ndata: 2\n\n");
  expect(text(one.take(bytes(" of it\n")))).toBe("");
  expect(text(one.take(bytes("\n")))).toBe("data: half of it\n\n");
});

describe("replaces", () => {
  test.for([
    ["an error object", `data: {"error":{"message":"${key}","param":"x"}}`],
    ["an error in words", 'data: {"error":"insufficient quota of org-77"}'],
    [
      "an error beside choices",
      'data: {"id":"1","error":{"code":502},"choices":[{"delta":{},"finish_reason":"error"}]}',
    ],
    ["an error in an array", 'data: [{"error":{"code":400,"message":"x"}}]'],
    ["an error over several lines", 'event: x\ndata: {"error":\ndata: {"message":"x"}}'],
    ["an event named error", "event: error\ndata: the key is wrong"],
    ["a marked error", 'data: {"object":"error","message":"x","code":400}'],
    ["an error of another shape", 'data: {"message":"x","code":"rate_limit"}'],
    ["the key in no JSON at all", `data: Bearer ${key} is over quota`],
    ["the key in a comment", `: upstream key ${key}`],
    ["the key in a field that nobody reads", `data: {"choices":[],"debug":"${key}"}`],
  ] as const)("%s", ([, event]) => {
    const one = watch();
    expect(text([...one.take(bytes(`${event}\n\n`)), ...one.flush()]).replace(/\n+$/, "")).toBe("data: REPLACED");
  });

  test("an error without an end, when the stream ends", () => {
    const one = watch();
    expect(text(one.take(bytes('data: {"error":{"message":"x"}}')))).toBe("");
    expect(text(one.flush())).toBe("data: REPLACED\n\n");
  });
});

describe("lets pass", () => {
  test.for([
    ["an error that is none", 'data: {"choices":[],"error":null}'],
    ["a word of the model", 'data: {"choices":[{"delta":{"content":"{\\"error\\": 1}"}}]}'],
    ["a tool's error deeper down", 'data: {"choices":[{"delta":{"tool_calls":[{"error":"x"}]}}]}'],
    ["a part of the key", `data: {"choices":[{"delta":{"content":"${key.slice(0, 8)}"}}]}`],
    ["words that are no JSON", "data: hello"],
  ] as const)("%s", ([, event]) => {
    expect(text(watch().take(bytes(`${event}\n\n`)))).toBe(`${event}\n\n`);
  });
});

test("gives an event without an end up after one megabyte", () => {
  const one = watch();
  const piece = new Uint8Array(65_536).fill(120);
  expect(() => {
    for (let i = 0; i < 16; i++) one.take(piece);
  }).not.toThrow();
  expect(() => one.take(piece)).toThrow(EventTooLong);
});
