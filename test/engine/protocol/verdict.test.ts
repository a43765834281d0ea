// Reviews and reflections: only a clear yes is a yes.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readReflection, reflectionForm } from "../../../src/engine/protocol/reflection-reply.ts";
import { readReview, readScore, reviewForm } from "../../../src/engine/protocol/review-reply.ts";

const review = (reply: string, finishReason: "stop" | "length" = "stop") => readReview(reply, { finishReason });

describe("a review passes", () => {
  test.each([
    '{"passed": true}',
    '{"passed": "True"}',
    '{"passed": "yes."}',
    '{"Passed": 1}',
    '{"verdict": "PASS"}',
    '{"review": {"passed": true, "score": 1}}',
    '[{"passed": true}]',
    '{"通过": "是"}',
    "{passed: yes}",
    'Draft: {"passed": false, "score": 0.2}\nOn second thoughts: {"passed": true}',
    `${reviewForm.en}\n{"passed": true}`,
    '{"passed": "true|false", "score": "0..1"}\n{"passed": true}',
    '{"passed": true} (see {the task})',
  ])("%s", (reply) => {
    expect(review(reply)).toMatchObject({ ok: true, passed: true });
  });
});

describe("a review does not pass", () => {
  test.each([
    '{"passed": false, "score": 1}',
    '{"passed": "false"}',
    '{"passed": "no"}',
    '{"passed": 0}',
    '{"verdict": "NEEDS_IMPROVEMENT"}',
    '{"passed": "未通过"}',
    'Fine: {"passed": true}\nNo: {"passed": false}',
  ])("%s", (reply) => {
    expect(review(reply)).toMatchObject({ ok: true, passed: false });
  });

  test.each<[string, string, string]>([
    ["without JSON", "Looks good to me, approved!", "no_json"],
    ["without a verdict", '{"score": 0.9, "feedback": "good"}', "no_verdict"],
    ["with a verdict that says neither", '{"passed": "mostly"}', "unclear"],
    ["with a verdict that is null", '{"passed": null}', "unclear"],
    ["with verdicts that differ", '{"passed": true, "approved": false}', "unclear"],
    ["that is cut off", '{"passed": true, "feedback": "but', "truncated"],
    ["whose newer version is cut off", '{"passed": true} No: {"passed": fa', "truncated"],
    ["whose newer version is broken", '{"passed": true} No: {"passed": false "score": 0}', "no_json"],
    ["that is broken", '{"passed": true, "feedback": "say "no""}', "no_json"],
    ["that repeats the form", reviewForm.en, "no_verdict"],
    ["in a draft that never ends", '<think>{"passed": true}', "no_json"],
  ])("%s, and it can be asked for again", (_, reply, problem) => {
    const read = review(reply);
    expect(read).toMatchObject({ ok: false, passed: false, score: null, problem });
    expect(read.ok ? "" : read.message).toContain(reviewForm.en);
  });

  test("if it was cut off where only a bracket is missing, or may have been", () => {
    expect(review('{"passed": true', "length")).toMatchObject({ ok: false, problem: "truncated" });
    expect(readReview('{"passed": true', {})).toMatchObject({ ok: false, problem: "truncated" });
    expect(review('{"passed": true', "stop")).toMatchObject({ ok: true, passed: true });
  });

  test("and is told so in the run's language", () => {
    const read = readReview("好", { finishReason: "stop", language: "zh" });
    expect(read.ok ? "" : read.message).toContain(reviewForm.zh);
  });
});

test.each<[unknown, number | null]>([
  [0, 0],
  [0.4, 0.4],
  [1, 1],
  [1.5, 0.15],
  [8, 0.8],
  [10, 1],
  [85, 0.85],
  [100, 1],
  [101, null],
  [-1, null],
  ["0.4", 0.4],
  ["8/10", 0.8],
  ["8 out of 10", 0.8],
  ["4/5 (good)", 0.8],
  ["80 %", 0.8],
  ["0.5%", 0.005],
  ["85分", 0.85],
  ["11/10", null],
  ["1/0", null],
  ["good", null],
  ["", null],
  [null, null],
  [undefined, null],
  [true, null],
  [[0.5], null],
  [{ score: 0.5 }, 0.5],
  [NaN, null],
])("a score of %j is %j", (value, score) => {
  const read = readScore(value);
  if (score === null) expect(read).toBeNull();
  else expect(read).toBeCloseTo(score, 12);
});

describe("what else a review says", () => {
  test("feedback as a list is one point a line, as an object one key a line", () => {
    expect(review('{"passed": false, "feedback": ["a", "b"]}').feedback).toBe("a\nb");
    expect(review('{"passed": false, "feedback": {"style": "a", "facts": ["b", "c"]}}').feedback).toBe(
      "style: a\nfacts: b; c",
    );
    expect(review('{"passed": false, "issues": [{"what": "a", "fix": "b"}]}').feedback).toBe("what: a; fix: b");
    expect(review('{"passed": true, "feedback": null}').feedback).toBe("");
  });

  test("parts beside the score or in an object of their own", () => {
    expect(review('{"passed": true, "completeness": 0.9, "accuracy": "7/10"}')).toMatchObject({
      parts: { completeness: 0.9, accuracy: 0.7, relevance: null },
    });
    expect(review('{"passed": true, "scores": {"relevance": {"score": 80}}}')).toMatchObject({
      score: null,
      parts: { completeness: null, accuracy: null, relevance: 0.8 },
    });
    expect(review('{"passed": true}')).not.toHaveProperty("parts");
  });
});

describe("a reflection", () => {
  const reflect = (reply: string) => readReflection(reply, { finishReason: "stop" });
  test("is done only if it says so", () => {
    expect(reflect('{"done": true, "feedback": ""}')).toEqual({ ok: true, done: true, feedback: "" });
    expect(reflect('{"done": "no", "missing": ["the price"]}')).toEqual({
      ok: true,
      done: false,
      feedback: "the price",
    });
    expect(reflect('{"完成": "否", "缺少": "价格"}')).toEqual({ ok: true, done: false, feedback: "价格" });
  });
  test.each([
    ["Done!", "no_json"],
    ['{"feedback": "all there"}', "no_verdict"],
    ['{"done": "almost"}', "unclear"],
    ['{"done": true, "completed": false}', "unclear"],
    [reflectionForm.en, "no_verdict"],
    [reflectionForm.zh, "no_verdict"],
  ])("%s is not done", (reply, problem) => {
    expect(reflect(reply)).toMatchObject({ ok: false, done: false, problem });
  });
});

test("any text is read without throwing, and only what holds a yes passes", () => {
  const pieces = fc.constantFrom(
    '{"passed": ',
    "true",
    "false",
    '"yes"',
    '"score": ',
    "}",
    ",",
    "{",
    "[",
    '"',
    "null",
    '"approved": ',
  );
  const reply = fc.oneof(
    fc.string(),
    fc.json(),
    fc.array(pieces, { maxLength: 20 }).map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(reply, (text) => {
      const read = review(text);
      if (read.passed) expect(text).toMatch(/true|yes|1|pass/i);
      readReflection(text, { finishReason: "length" });
    }),
  );
});
