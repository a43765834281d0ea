// The arguments of a call: from a model's text to a value that fits the tool's schema, or to what is wrong with it.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeShape } from "../../../src/engine/protocol/argument-words.ts";
import { readArguments } from "../../../src/engine/protocol/arguments.ts";
import { jsonSchema } from "../../../src/engine/json-schema.ts";
import { z } from "../../../src/engine/schema.ts";

const weather = jsonSchema(z.object({ city: z.string(), days: z.optional(z.int()) }));
const order = jsonSchema(
  z.object({
    id: z.string(),
    amount: z.number(),
    notify: z.optional(z.boolean()),
    lines: z.optional(z.array(z.object({ sku: z.string(), count: z.int() }))),
    unit: z.optional(z.enum(["kg", "lb"])),
    note: z.optional(z.nullable(z.string())),
    target: z.optional(z.union([z.int(), z.object({ row: z.int() })])),
    labels: z.optional(z.record(z.string(), z.string())),
  }),
);
const nothing = jsonSchema(z.object({}));

const read = (text: string, parameters = weather, finishReason: "stop" | "tool_calls" | "length" = "stop") =>
  readArguments(text, parameters, { finishReason });
const valueOf = (text: string, parameters = weather): unknown => {
  const result = read(text, parameters);
  return result.ok ? result.value : result;
};

describe("reads", () => {
  test.each<[string, string, Record<string, unknown>, unknown]>([
    ["plain JSON", '{"city": "Oslo", "days": 2}', weather, { city: "Oslo", days: 2 }],
    ["JSON in a fence, with chatter behind it", '```json\n{"city": "Oslo"}\n```\nWaiting.', weather, { city: "Oslo" }],
    [
      "JSON with prose before it where a bare text has no place",
      'Sure: {"id": "a", "amount": 1} ok?',
      order,
      { id: "a", amount: 1 },
    ],
    ["JSON with prose before it that names the one text", 'Here: {"city": "Oslo"}', weather, { city: "Oslo" }],
    ["JSON inside a JSON string, once", '"{\\"city\\": \\"Oslo\\"}"', weather, { city: "Oslo" }],
    ["nothing, where nothing is required", "", nothing, {}],
    ["None, where nothing is required", "None", nothing, {}],
    ["null, where nothing is required", "null", nothing, {}],
    ["a bare text for the one required text", "Oslo", weather, { city: "Oslo" }],
    ["a bare text in quotes", '"Oslo"', weather, { city: "Oslo" }],
    ["a bare number for the one required text, with its digits", "1.50", weather, { city: "1.50" }],
    ["a text that begins like a list", "[1, 2] + 3", weather, { city: "[1, 2] + 3" }],
    ["bare words where the schema asks for text", "{city: New York}", weather, { city: "New York" }],
    ["a missing closer after a whole value", '{"city": "Oslo", "days": 2', weather, { city: "Oslo", days: 2 }],
  ])("%s", (_, text, parameters, value) => {
    expect(valueOf(text, parameters)).toEqual(value);
  });
});

describe("coerces without loss", () => {
  test.each<[string, string, unknown]>([
    [
      "number to text, with the digits as written",
      '{"id": 12345678901234567890, "amount": 1}',
      { id: "12345678901234567890", amount: 1 },
    ],
    ["1.50 stays 1.50", '{"id": 1.50, "amount": 1}', { id: "1.50", amount: 1 }],
    ["numeric text to number", '{"id": "x", "amount": "19.90"}', { id: "x", amount: 19.9 }],
    ["true and false in any case", '{"id": "x", "amount": 1, "notify": "True"}', { id: "x", amount: 1, notify: true }],
    [
      "JSON text to a list, and inside it",
      '{"id": "x", "amount": 1, "lines": "[{\\"sku\\": 12345678901234567890, \\"count\\": \\"2\\"}]"}',
      { id: "x", amount: 1, lines: [{ sku: "12345678901234567890", count: 2 }] },
    ],
    [
      "3.0 is an integer",
      '{"id": "x", "amount": 1, "lines": [{"sku": "s", "count": 3.0}]}',
      { id: "x", amount: 1, lines: [{ sku: "s", count: 3 }] },
    ],
    [
      "null for what may be left out is left out",
      '{"id": "x", "amount": 1, "notify": null, "note": null}',
      { id: "x", amount: 1, note: null },
    ],
    [
      "the alternative that fits",
      '{"id": "x", "amount": 1, "target": {"row": "4"}}',
      { id: "x", amount: 1, target: { row: 4 } },
    ],
    [
      "the alternative that it can be made to fit",
      '{"id": "x", "amount": 1, "target": "4"}',
      { id: "x", amount: 1, target: 4 },
    ],
    [
      "the values of a record",
      '{"id": "x", "amount": 1, "labels": {"a": 1}}',
      { id: "x", amount: 1, labels: { a: "1" } },
    ],
  ])("%s", (_, text, value) => {
    expect(valueOf(text, order)).toEqual(value);
  });

  test("what would lose something is an error that names the path, the type and the value", () => {
    for (const [text, parts] of [
      ['{"id": "x", "amount": 9007199254740993}', ['"amount" must be integer below 2^53', "9007199254740993"]],
      ['{"id": "x", "amount": "007"}', ['"amount" must be number, not "007"']],
      ['{"id": "x", "amount": "1,000"}', ['"amount"', '"1,000"']],
      ['{"id": "x", "amount": 1, "notify": "yes"}', ['"notify" must be boolean, not "yes"']],
      [
        '{"id": "x", "amount": 1, "lines": [{"sku": "s", "count": 2.5}]}',
        ['"lines[0].count" must be integer, not 2.5'],
      ],
      ['{"id": ["x"], "amount": 1}', ['"id" must be string, not ["x"]']],
      ['{"id": "x", "amount": 1, "unit": "g"}', ['"unit" must be one of "kg", "lb", not "g"']],
      ['{"id": "x", "amount": Oslo}', ['"amount"', "Oslo without quotes"]],
      ['{"id": "x", "amount": 1, "other": Oslo}', ['Put "Oslo" in double quotes']],
    ] as const) {
      const result = read(text, order);
      expect(result, text).toMatchObject({ ok: false, reason: "bad_input" });
      for (const part of parts) expect(result.ok ? "" : result.message).toContain(part);
    }
  });
});

describe("refuses", () => {
  test("a missing input, naming what is required", () => {
    for (const text of ["", "None", "  n/a. ", "null", '""', "无"]) {
      const result = read(text);
      expect(result, text).toMatchObject({ ok: false, reason: "missing_input" });
      expect(result.ok ? "" : result.message).toContain('city (string). Expected: {"city": string, "days"?: integer}');
    }
  });

  test("a missing field, as a bad input", () => {
    expect(read('{"days": 2}')).toMatchObject({ ok: false, reason: "bad_input" });
    expect(read("{}")).toMatchObject({
      ok: false,
      message: expect.stringContaining('"city" is missing (string)') as string,
    });
  });

  test("a bare text where it could mean several parameters, or none", () => {
    const two = jsonSchema(z.object({ path: z.string(), content: z.string() }));
    expect(read("notes.txt", two)).toMatchObject({ ok: false, reason: "bad_input" });
    expect(read("42", jsonSchema(z.object({ n: z.int() })))).toMatchObject({ ok: false, reason: "bad_input" });
    expect(read("[1, 2]", two)).toMatchObject({ ok: false, reason: "bad_input" });
  });

  test("two objects glued together", () => {
    expect(read('{}{"city": "Oslo"}')).toMatchObject({ ok: false, reason: "bad_input" });
  });

  test("an input that ends inside a string, whatever the finish reason says", () => {
    for (const finishReason of ["stop", "tool_calls", "length"] as const) {
      expect(read('{"city": "Os', weather, finishReason)).toMatchObject({ ok: false, reason: "truncated" });
    }
  });

  test("to close a bracket for a model that was cut off", () => {
    expect(read('{"city": "Oslo"', weather, "length")).toMatchObject({ ok: false, reason: "truncated" });
    expect(read("Osl", weather, "length")).toMatchObject({ ok: false, reason: "truncated" });
    expect(read('{"city": "Oslo"}', weather, "length")).toMatchObject({ ok: true });
  });

  test("a number at the end of a cut call that a gateway reports as tool_calls", () => {
    expect(read('{"city": "Oslo", "days": 1', weather, "tool_calls")).toMatchObject({ ok: false, reason: "truncated" });
    expect(read('{"days": 1, "city": "Oslo"', weather, "tool_calls")).toMatchObject({ ok: true });
  });

  test("in Chinese where the run is", () => {
    const result = readArguments("", weather, { finishReason: "stop", language: "zh" });
    expect(result.ok ? "" : result.message).toBe(
      '缺少输入，必填参数：city (string)。 应为：{"city": string, "days"?: integer}',
    );
  });
});

test("a __proto__ key stays plain data and reaches no prototype", () => {
  const open = { type: "object", properties: { a: { type: "string" } } };
  for (const text of ['{"__proto__": {"polluted": 1}, "a": 1}', "{'__proto__': {'polluted': 1}, 'a': 1}"]) {
    const value = valueOf(text, open) as Record<string, unknown>;
    expect(value["a"]).toBe("1");
    expect(value["polluted"]).toBeUndefined();
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(JSON.stringify(value)).toContain('"__proto__":{"polluted":1}');
  }
  const required = { type: "object", properties: {}, required: ["constructor"] };
  expect(read("{}", required as typeof weather)).toMatchObject({ ok: false });
});

test("deep nesting is refused, not followed", () => {
  const deep = `{"a": ${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
  expect(read(deep, { type: "object" })).toMatchObject({ ok: false, reason: "bad_input" });
});

test("a schema that refers to itself is followed as far as the value goes", () => {
  const tree = {
    type: "object",
    properties: { root: { $ref: "#/$defs/node" } },
    $defs: { node: { type: "object", properties: { id: { type: "string" }, next: { $ref: "#/$defs/node" } } } },
  };
  expect(valueOf('{"root": {"id": 1, "next": {"id": 2}}}', tree)).toEqual({ root: { id: "1", next: { id: "2" } } });
});

test("alternatives inside alternatives do not multiply without end", () => {
  const node: Record<string, unknown> = {};
  const parameters = { type: "object", properties: { n: node }, $defs: { node } };
  const nested = { type: "array", items: { $ref: "#/$defs/node" } };
  Object.assign(node, { anyOf: [nested, { ...nested, minItems: 1 }, { type: "object", properties: {} }] });
  const start = performance.now();
  readArguments(`{"n": ${"[".repeat(60)}1${"]".repeat(60)}}`, parameters, { finishReason: "stop" });
  expect(performance.now() - start).toBeLessThan(4_500);
});

test("the shape of an input fits on one line", () => {
  expect(describeShape(order)).toBe(
    '{"id": string, "amount": number, "notify"?: boolean, "lines"?: [{"sku": string, "count": integer}], "unit"?: "kg" | "lb", "note"?: string | null, "target"?: integer | object, "labels"?: object}',
  );
});

test("property: arguments that fit their schema come back as they are", () => {
  const value = fc.record({ city: fc.string(), days: fc.integer() }, { requiredKeys: ["city"] });
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 2), (input, indent) => {
      expect(valueOf(JSON.stringify(input, null, indent))).toEqual({ ...input });
    }),
  );
});

test("property: a cut input is never accepted when the model was cut off", () => {
  const value = fc.record({ city: fc.string(), days: fc.integer() });
  fc.assert(
    fc.property(value, (input) => {
      const text = JSON.stringify(input);
      for (let length = 0; length < text.length; length++) {
        expect(read(text.slice(0, length), weather, "length").ok).toBe(false);
      }
    }),
  );
});

test("property: any text gives a value or a reason, and never throws", () => {
  const marks = fc.string({ unit: fc.constantFrom(..."{}[]\"'`:,\\ \n0aNone“”city"), maxLength: 80 });
  fc.assert(
    fc.property(
      fc.oneof(marks, fc.string({ unit: "binary" })),
      fc.constantFrom(weather, order, nothing),
      (text, schema) => {
        const result = read(text, schema);
        if (!result.ok) expect(result.message.length).toBeGreaterThan(10);
      },
    ),
    { numRuns: 1_000 },
  );
});
