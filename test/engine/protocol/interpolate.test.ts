// Filling results into inputs: on values, once, never in keys, with the type that the parameter wants.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { interpolate, interpolateText, type StepResult } from "../../../src/engine/protocol/interpolate.ts";
import { jsonSchema } from "../../../src/engine/json-schema.ts";
import { z } from "../../../src/engine/schema.ts";

const results = (outputs: Record<string, unknown>): Map<string, StepResult> =>
  new Map(Object.entries(outputs).map(([id, output]) => [id, { state: "done", output }]));
const valueOf = (
  input: Record<string, unknown>,
  outputs: Record<string, unknown>,
  schema?: z.ZodMiniObject,
): unknown => {
  const filled = interpolate(input, results(outputs), schema && jsonSchema(schema));
  return filled.ok ? filled.value : filled;
};

describe("puts a result in", () => {
  test.each<[string, Record<string, unknown>, Record<string, unknown>, unknown]>([
    ["with quotes, breaks and back-slashes", { q: "a {{step1_result}}" }, { 1: 'x"\n\\' }, { q: 'a x"\n\\' }],
    ["with blanks inside the braces", { q: "{{ step1_result }}" }, { 1: "x" }, { q: "x" }],
    [
      "once: what came from a tool is data",
      { q: "{{step1_result}}" },
      { 1: "{{step2_result}}", 2: "secret" },
      { q: "{{step2_result}}" },
    ],
    ["of the whole number", { q: "{{step1_result}} {{step12_result}}" }, { 1: "a", 12: "b" }, { q: "a b" }],
    ["with a dollar sign as it is", { q: "x{{step1_result}}" }, { 1: "$& $1" }, { q: "x$& $1" }],
    [
      "deep inside, but never in keys",
      { "{{step1_result}}": [{ q: "{{step1_result}}" }] },
      { 1: "x" },
      { "{{step1_result}}": [{ q: "x" }] },
    ],
    ["under an id of its own", { q: "{{s1_result}}" }, { s1: "x" }, { q: "x" }],
    ["as JSON, where it is no text", { q: "{{step1_result}}" }, { 1: { a: [1] } }, { q: '{"a":[1]}' }],
    [
      "nothing for a template's own braces",
      { q: "{{title}} {{user_result}} {{ x }}" },
      {},
      { q: "{{title}} {{user_result}} {{ x }}" },
    ],
  ])("%s", (_, input, outputs, value) => {
    expect(valueOf(input, outputs)).toEqual(value);
  });

  test("an own __proto__ key stays a key", () => {
    const input = JSON.parse('{"__proto__": {"polluted": "{{step1_result}}"}}') as Record<string, unknown>;
    const filled = interpolate(input, results({ 1: "x" }), { type: "object", properties: {} });
    expect(JSON.stringify(filled)).toContain('{"__proto__":{"polluted":"x"}}');
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });
});

describe("gives a lone placeholder the type that the parameter wants", () => {
  const schema = z.object({
    n: z.optional(z.number()),
    list: z.optional(z.array(z.number())),
    of: z.optional(z.array(z.object({ n: z.number() }))),
    text: z.optional(z.string()),
    either: z.optional(z.union([z.string(), z.array(z.number())])),
  });
  test.each<[string, Record<string, unknown>, unknown, unknown]>([
    ["a number", { n: "{{step1_result}}" }, "42.5", { n: 42.5 }],
    ["a list, from a text", { list: "{{step1_result}}" }, "[1, 2]", { list: [1, 2] }],
    ["a list, from a value", { list: "{{step1_result}}" }, [1, 2], { list: [1, 2] }],
    ["a list, from a fence", { list: "{{step1_result}}" }, "```json\n[1, 2]\n```", { list: [1, 2] }],
    ["an item of a list", { list: ["{{step1_result}}", 3] }, "2", { list: [2, 3] }],
    ["a member of an item", { of: [{ n: "{{step1_result}}" }] }, "2", { of: [{ n: 2 }] }],
    ["text where text is wanted, digits as they are", { text: "{{step1_result}}" }, "007", { text: "007" }],
    ["text where text will do", { either: "{{step1_result}}" }, "[1]", { either: "[1]" }],
    [
      "text where it is not what is wanted, for the tool to refuse",
      { n: "{{step1_result}}" },
      "about 42",
      { n: "about 42" },
    ],
    ["text where more stands around it", { n: "1{{step1_result}}" }, "2", { n: "12" }],
    [
      "a fence as it is where text is wanted",
      { text: "{{step1_result}}" },
      "```json\n[1]\n```",
      { text: "```json\n[1]\n```" },
    ],
  ])("%s", (_, input, output, value) => {
    expect(valueOf(input, { 1: output }, schema)).toEqual(value);
  });
});

describe("fills nothing in", () => {
  test("from a step that failed or was skipped", () => {
    const known = new Map<string, StepResult>([
      ["1", { state: "done", output: "x" }],
      ["3", { state: "failed" }],
      ["4", { state: "skipped" }],
    ]);
    const input = { a: "{{step1_result}} {{step4_result}}", b: ["{{step3_result}}"] };
    expect(interpolate(input, known)).toEqual({ ok: false, problem: "failed_dependency", refs: ["4", "3"] });
  });

  test("from a step without a result", () => {
    expect(valueOf({ a: "{{step1_result}} {{step2_result}}" }, { 1: "x" })).toEqual({
      ok: false,
      problem: "missing_result",
      refs: ["2"],
    });
  });
});

test("results in a text for a model are shortened with a mark, in tools they are whole", () => {
  const long = "x".repeat(5_000);
  const text = interpolateText("Sum up: {{step1_result}}", results({ 1: long }), 200);
  expect(text).toMatchObject({
    ok: true,
    value: expect.stringMatching(/^Sum up: x+\n… \[shortened: 5000 .*x$/s) as string,
  });
  expect(valueOf({ q: "{{step1_result}}" }, { 1: long })).toEqual({ q: long });
});

test("what only begins like a step's name is plain text", () => {
  const text = "{{ step1_result step1_result }}";
  expect(valueOf({ a: text }, { 1: "x" })).toEqual({ a: text });
});

test("only texts that hold a placeholder change, keys never, and no result is looked at again", () => {
  const token = fc.constantFrom("{{step1_result}}", "{{ step2_result }}", "{{title}}", "step1_result", "{{", "}}");
  const text = fc.array(fc.oneof(token, fc.string()), { maxLength: 4 }).map((parts) => parts.join(" "));
  const input = fc.dictionary(text, fc.oneof(text, fc.array(text), fc.integer(), fc.dictionary(text, text)));
  fc.assert(
    fc.property(input, text, text, (value, first, second) => {
      const outputs = { 1: `<${first}>`, 2: `<${second}>` };
      const filled = interpolate(value, results(outputs));
      if (!filled.ok) throw new Error(JSON.stringify(filled));
      // The other way round: each text cut at its placeholders, the results put between the pieces.
      const expected = (part: unknown): unknown => {
        if (typeof part === "string") {
          return part
            .split(/(\{\{\s*step[12]_result\s*\}\})/)
            .map((piece, index) => (index % 2 === 0 ? piece : outputs[piece.includes("step1") ? 1 : 2]))
            .join("");
        }
        if (Array.isArray(part)) return part.map(expected);
        if (typeof part !== "object" || part === null) return part;
        return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, expected(inner)]));
      };
      expect(filled.value).toEqual(expected(value));
    }),
  );
});
