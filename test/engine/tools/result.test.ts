// What a tool returned, as text for a model and as plain JSON for the log.
import fc from "fast-check";
import { expect, test } from "vitest";
import { FailureError } from "../../../src/engine/errors.ts";
import { shorten } from "../../../src/engine/text.ts";
import { resultText } from "../../../src/engine/tools/result.ts";

test("a string stays as it is, however long", () => {
  const text = "x".repeat(1_000_000);
  expect(resultText(text)).toEqual({ text, plain: text });
  expect(shorten(resultText(text).text, 2_000).length).toBeLessThan(2_200);
});

test("a cycle is named where it closes", () => {
  const value: Record<string, unknown> = { n: 1 };
  value["self"] = value;
  expect(resultText(value)).toEqual({ text: '{"n":1,"self":"[Circular]"}', plain: { n: 1, self: "[Circular]" } });
});

test("one object in two places is no cycle", () => {
  const shared = { a: 1 };
  expect(resultText([shared, shared]).plain).toEqual([{ a: 1 }, { a: 1 }]);
});

test("a BigInt becomes its digits", () => {
  expect(resultText({ n: 10n })).toEqual({ text: '{"n":"10"}', plain: { n: "10" } });
  expect(resultText(12345678901234567890n).text).toBe("12345678901234567890");
});

test("nothing, null, false, 0 and the empty text are told apart", () => {
  const texts = [undefined, null, false, 0, "", () => 1].map((value) => resultText(value).text);
  expect(texts).toEqual(["(no output)", "null", "false", "0", "(empty text)", "(no output)"]);
  expect(resultText(undefined).plain).toBeUndefined();
  expect(resultText("").plain).toBe("");
});

test("a getter, a toJSON or a trap that throws is a failed call", () => {
  const hostile = [
    {
      get x() {
        throw new Error("getter");
      },
      toJSON() {
        throw new Error("toJSON");
      },
    },
    {
      get x() {
        throw "boom";
      },
    },
    new Proxy(
      {},
      {
        ownKeys() {
          throw new Error("trap");
        },
      },
    ),
  ];
  for (const value of hostile) {
    expect(() => resultText(value)).toThrow(expect.objectContaining({ code: "tool-failed" }));
  }
  expect(() => resultText(hostile[1])).toThrow("could not be read: boom");
});

test("lone surrogates are replaced in texts and in keys", () => {
  const { text, plain } = resultText({ ["k\ud83c"]: ["\udf0a", "🌊"] });
  expect(text).toBe('{"k\ufffd":["\ufffd","🌊"]}');
  expect(plain).toEqual({ "k\ufffd": ["\ufffd", "🌊"] });
  expect(resultText("\ud83c").text).toBe("\ufffd");
});

test("maps, sets, dates and numbers that JSON does not know keep their meaning", () => {
  const value = {
    map: new Map([["a", 1]]),
    odd: new Map([[1, "a"]]),
    set: new Set([1, 2]),
    date: new Date(0),
    never: new Date(NaN),
    nan: NaN,
    far: -Infinity,
    list: [undefined, () => 1],
    gone: undefined,
    error: new RangeError("too far"),
    pattern: /a/g,
    bytes: new Uint8Array([1, 2]),
    many: new Uint8Array(20_000),
  };
  expect(resultText(value).plain).toEqual({
    map: { a: 1 },
    odd: [[1, "a"]],
    set: [1, 2],
    date: "1970-01-01T00:00:00.000Z",
    never: "Invalid Date",
    nan: "NaN",
    far: "-Infinity",
    list: [null, null],
    error: { name: "RangeError", message: "too far" },
    pattern: "/a/g",
    bytes: [1, 2],
    many: "[Uint8Array, 20000 bytes]",
  });
});

test("a key named __proto__ is only a key", () => {
  const { text, plain } = resultText(JSON.parse('{"__proto__":{"admin":true}}'));
  expect(text).toBe('{"__proto__":{"admin":true}}');
  expect((plain as { admin?: boolean }).admin).toBeUndefined();
});

test("a deep result ends at its 200th level, and one that doubles at each level is refused in time", () => {
  let deep: unknown = "end";
  for (let level = 0; level < 100_000; level++) deep = [deep];
  expect(resultText(deep).text).toContain("[more than 200 levels deep]");
  let doubling: unknown = 1;
  for (let level = 0; level < 60; level++) doubling = [doubling, doubling];
  expect(() => resultText(doubling)).toThrow(FailureError);
});

test("JSON comes out as JSON.stringify writes it", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      fc.pre(typeof value !== "string");
      expect(JSON.parse(resultText(value).text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
