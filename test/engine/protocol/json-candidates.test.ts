// Finding JSON in replies: what counts as a value, what is broken, what is cut off, in linear time.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findJson } from "../../../src/engine/protocol/json-candidates.ts";

const valuesOf = (reply: string, finishReason: "stop" | "length" = "stop"): unknown[] =>
  findJson(reply, finishReason).values.map(({ value }) => value);

describe("finds values", () => {
  test.each<[string, string, unknown[]]>([
    ["in a fence", '```json\n{"a": 1}\n```', [{ a: 1 }]],
    ["in a fence of four back-ticks", '````\n{"a": "```"}\n````', [{ a: "```" }]],
    ["in a fence that is never closed", '```json\n{"a": 1}', [{ a: 1 }]],
    ["in a fence of tildes", '~~~\n[{"a": 1}]\n~~~', [[{ a: 1 }]]],
    ["behind braces of prose", 'For {about travel} see [draft 2]: {"a": 1}', [{ a: 1 }]],
    ["before braces of prose", '{"a": 1}\n\nReplace {foo} with {bar}. }', [{ a: 1 }]],
    ["behind a brace in quotes", 'note: "{" is a brace.\n{"a": 1}', [{ a: 1 }]],
    ["behind a shell script", '```bash\nif [ -f x ]; then echo ${HOME}; fi\n```\n{"a": 1}', [{ a: 1 }]],
    ["several, in their order", '{"a": 1} and {"b": 2}', [{ a: 1 }, { b: 2 }]],
    ["with fences inside their texts", '{"a": "```bash\\necho\\n```"}', [{ a: "```bash\necho\n```" }]],
    ["behind a draft", '<think>{"a": 0}</think>{"a": 1}', [{ a: 1 }]],
    ["behind an example that is not JSON", '[{"a": <number>, ...}]\n[{"a": 1}]', [[{ a: 1 }]]],
    ["with full-width punctuation", "｛“甲”：1｝", [{ 甲: 1 }]],
  ])("%s", (_, reply, values) => {
    expect(valuesOf(reply)).toEqual(values);
  });

  test("each with its place and whether it was mended", () => {
    const reply = 'A: {"a": 1} B: {a: 1}';
    const places = findJson(reply, "stop").values.map(({ start, end, mended }) => [reply.slice(start, end), mended]);
    expect(places).toEqual([
      ['{"a": 1}', false],
      ["{a: 1}", true],
    ]);
  });
});

describe("takes no part for the whole", () => {
  test("what stands inside a value that is cut off is no value", () => {
    const search = findJson('Plan:\n[{"a": 1}, {"a": "x', "length");
    expect(search).toMatchObject({ values: [], openAt: 6 });
  });

  test("missing brackets are supplied only if the model ended by itself", () => {
    expect(findJson('[{"a": 1}', "stop")).toMatchObject({
      values: [{ value: [{ a: 1 }], mended: true }],
      openAt: null,
    });
    expect(findJson('[{"a": 1}', "length")).toMatchObject({ values: [], openAt: 0 });
  });

  test("what stands inside a value that is broken is no value", () => {
    const search = findJson('[{"a": 1 "b": 2}, {"a": 2}] {"c": 3}', "stop");
    expect(search.values.map(({ value }) => value)).toEqual([{ c: 3 }]);
    expect(search.broken).toMatchObject([
      { start: 0, end: 27, at: 9, problem: expect.stringContaining('","') as string },
    ]);
  });

  test("a draft that never ends holds no value", () => {
    expect(findJson('<think>maybe {"a": 1}', "length")).toMatchObject({ values: [], openAt: null, text: "" });
  });

  test("prose in brackets at the end is not a value that is cut off", () => {
    expect(findJson('{"a": 1} [see docs', "stop")).toMatchObject({ values: [{ value: { a: 1 } }], openAt: null });
  });
});

test("any text comes to an end, with values in order that do not overlap", () => {
  const pieces = fc.constantFrom(
    ..."{}[]\"'`,:/*#\\“”｛｝ab1 \n".split(""),
    "{{step1_result}}",
    '{"a":',
    "```json\n",
    "<think>",
    "//",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join("")),
      ),
      (text) => {
        const { values, broken } = findJson(text, "stop");
        const places = [...values, ...broken].sort((a, b) => a.start - b.start);
        for (const [index, place] of places.entries()) {
          expect(place.end).toBeGreaterThan(place.start);
          expect(place.start).toBeGreaterThanOrEqual(places[index - 1]?.end ?? 0);
        }
      },
    ),
  );
});

test("an object printed as JSON is found again, whatever prose without brackets stands around it", () => {
  const prose = fc.string().map((text) => text.replace(/[{}[\]｛｝［］<]/g, ""));
  fc.assert(
    fc.property(
      prose,
      fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { minKeys: 1 }),
      prose,
      (before, value, after) => {
        const text = JSON.stringify(value);
        expect(valuesOf(`${before}\n${text}\n${after}`)).toEqual([JSON.parse(text)]);
      },
    ),
  );
});

test("searching is linear also in hostile replies", () => {
  const hostile =
    '{|[|[{|[1,|{"|{"a":|{a:"|[/*|{"a"/*|{"a": [[|{a:}|{a:\'}|{"a": x |[{}|```{|"{|<think>{|{{step1_result}}|[//\n|｛“'.split(
      "|",
    );
  for (const unit of hostile) {
    const text = unit.repeat(Math.ceil(200_000 / unit.length));
    const start = performance.now();
    findJson(text, "stop");
    findJson(text, "length");
    expect(performance.now() - start, unit).toBeLessThan(4_500);
  }
});
