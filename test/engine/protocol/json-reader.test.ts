// The tolerant JSON reader: what it mends, what it refuses, and that it agrees with JSON.parse on valid text.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { depthLimit, readJson } from "../../../src/engine/protocol/json-reader.ts";
import { BareWord } from "../../../src/engine/protocol/json-values.ts";

const valueOf = (text: string): unknown => {
  const read = readJson(text);
  return read.status === "ok" ? read.value : read.status;
};

describe("mends what invents nothing", () => {
  test.each<[string, string, unknown]>([
    ["line and block comments", '{"a": 1, // one\n /* two */ "b": 2}', { a: 1, b: 2 }],
    ["a comment with a quote mark in it", '{"a": "x", // 27" wide\n "b": 2}', { a: "x", b: 2 }],
    ["trailing and leading commas", '{,"a": [,1, 2,],}', { a: [1, 2] }],
    ["single quotes", "{'a': 'x'}", { a: "x" }],
    ["back-ticks", "{`a`: `x`}", { a: "x" }],
    [
      "curly quotes and full-width punctuation",
      "｛“关键词”：“海水，淡化：好”，“n”：［1，2］｝",
      { 关键词: "海水，淡化：好", n: [1, 2] },
    ],
    ["unquoted keys", "{goal: 1, 名称: 2, x-y: 3}", { goal: 1, 名称: 2, "x-y": 3 }],
    ["Python's words", "[True, False, None, undefined]", [true, false, null, null]],
    ["raw line breaks and tabs in a string", '{"a": "x\n\ty"}', { a: "x\n\ty" }],
    ["unknown escapes", String.raw`["\d", "it\'s", "\u12"]`, ["d", "it's", "u12"]],
  ])("%s", (_, text, value) => {
    expect(readJson(text)).toMatchObject({ status: "ok", value, end: text.length, missingClosers: 0, repaired: true });
  });

  test("closers that are missing at the end are counted", () => {
    expect(readJson('{"a": {"b": [1, "x"')).toMatchObject({
      status: "ok",
      value: { a: { b: [1, "x"] } },
      missingClosers: 3,
      endsInNumber: false,
    });
  });
});

describe("refuses what would be a guess", () => {
  test.each<[string, string, "truncated" | "bad" | "none"]>([
    ["an open string", '{"a": "x', "truncated"],
    ["no value after a colon", '{"a":', "truncated"],
    ["no value after a colon, closed", '{"a":}', "bad"],
    ["a comma at the very end", '{"a": 1,', "truncated"],
    ["a bracket with nothing in it at the end", '{"a": [', "truncated"],
    ["half a word", '{"a": tru', "truncated"],
    ["half an escape", '{"a": "\\u00', "truncated"],
    ["an unescaped quote inside a string", '{"a": "he said "no" to it"}', "bad"],
    ["an apostrophe that ends the string", "{'a': 'it's'}", "bad"],
    ["curly quotes that do not pair", '{“a": 1, “b”: 2}', "bad"],
    ["a missing comma", '{"a": 1 "b": 2}', "bad"],
    ["a missing colon", '{"a" 1}', "bad"],
    ["two commas", "[1,,2]", "bad"],
    ["the wrong closer", '{"a": [1, 2}', "bad"],
    ["a bare word", '{"a": Oslo}', "bad"],
    ["a number with a leading zero", "[007]", "bad"],
    ["a colour without quotes", '{"a": #fff, "b": 1}', "bad"],
    ["prose", "Sure! Here it is", "none"],
    ["nothing", "  \n", "none"],
  ])("%s", (_, text, status) => {
    expect(readJson(text).status).toBe(status);
  });
});

test("a value ends where its bracket closes, whatever follows", () => {
  const text = 'x {"a": "}\\"{"} and {more}';
  expect(readJson(text, 2)).toMatchObject({ status: "ok", value: { a: '}"{' }, end: 15, repaired: false });
});

test("a bare word is read as such where the caller asks for it", () => {
  const read = readJson("{city: New York, code: 007}", 0, { bareWords: true });
  expect(read).toMatchObject({ status: "ok", bareWords: true });
  expect(read.status === "ok" && read.value).toEqual({ city: new BareWord("New York"), code: new BareWord("007") });
});

test("the digits of a number are kept as written", () => {
  const read = readJson('{"id": 12345678901234567890, "price": 1.50, "n": 7, "list": [1e2]}');
  if (read.status !== "ok") throw new Error(read.status);
  const value = read.value as { list: unknown[] };
  expect(read.written.get(value)?.get("id")).toBe("12345678901234567890");
  expect(read.written.get(value)?.get("price")).toBe("1.50");
  expect(read.written.get(value)?.get("n")).toBeUndefined();
  expect(read.written.get(value.list)?.get("0")).toBe("1e2");
});

test("a __proto__ key becomes an own property and reaches no prototype", () => {
  const value = valueOf('{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}, a: 1}');
  expect(Object.keys(value as object)).toEqual(["__proto__", "constructor", "a"]);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
});

test("nesting without end is refused, not followed", () => {
  expect(readJson("[".repeat(1_000_000)).status).toBe("bad");
  expect(readJson('{"a":'.repeat(1_000_000)).status).toBe("bad");
  expect(readJson("[".repeat(depthLimit) + "]".repeat(depthLimit)).status).toBe("ok");
});

test("reading is linear: a hundred times the text takes nowhere near ten thousand times as long", () => {
  const shapes = ['{"a": "x\\n", ', "[1, ", '"\\', "{'", "/* ", "“", "# ", "a b ", '{"k": [1,2,3], "s": "text text"},'];
  for (const shape of shapes) {
    const time = (count: number): number => {
      const text = `[${shape.repeat(count)}`;
      const start = performance.now();
      readJson(text);
      return performance.now() - start;
    };
    time(1_000);
    expect(time(50_000), shape).toBeLessThan(Math.max(time(500), 0.5) * 2_000);
  }
});

const shallow = { maxDepth: 6 };

test("property: valid JSON reads as JSON.parse reads it, with no repair", () => {
  fc.assert(
    fc.property(fc.json(shallow), fc.constantFrom(undefined, 1, "\t"), (text, indent) => {
      const pretty = JSON.stringify(JSON.parse(text), null, indent);
      for (const form of [text, pretty]) {
        expect(readJson(form)).toMatchObject({ status: "ok", end: form.length, repaired: false, missingClosers: 0 });
        expect(valueOf(form)).toEqual(JSON.parse(form));
      }
    }),
  );
});

test("property: a cut object or list never reads as complete", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })), fc.array(fc.jsonValue({ maxDepth: 2 }))),
      (value) => {
        const text = JSON.stringify(value);
        for (let length = 0; length < text.length; length++) {
          const read = readJson(text.slice(0, length));
          if (read.status === "ok") expect(read.missingClosers).toBeGreaterThan(0);
          else expect(read.status).toBe(length === 0 ? "none" : "truncated");
        }
      },
    ),
    { numRuns: 40 },
  );
});

test("property: what is missing at the end is never a value: a read prefix holds only values of the whole", () => {
  const strings = fc.dictionary(fc.string(), fc.string());
  fc.assert(
    fc.property(strings, (value) => {
      const text = JSON.stringify(value);
      for (let length = 1; length < text.length; length++) {
        const read = readJson(text.slice(0, length));
        if (read.status !== "ok") continue;
        for (const [key, part] of Object.entries(read.value as object)) expect(part).toBe(value[key]);
      }
    }),
    { numRuns: 40 },
  );
});

test("property: any text ends in one of four ways", () => {
  const marks = fc.string({ unit: fc.constantFrom(..."{}[]\"'`“”:：,，\\/*#\n 0-1eatrue｛｝$u"), maxLength: 200 });
  fc.assert(
    fc.property(fc.oneof(marks, fc.string({ unit: "binary" })), fc.boolean(), (text, bareWords) => {
      const read = readJson(text, 0, { bareWords });
      expect(["ok", "truncated", "bad", "none"]).toContain(read.status);
      if (read.status === "ok") expect(read.end).toBeLessThanOrEqual(text.length);
    }),
    { numRuns: 2_000 },
  );
});
