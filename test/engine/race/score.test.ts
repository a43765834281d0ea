// The score board's rows are what the logs say; the spread of several of them.
import fc from "fast-check";
import { expect, test } from "vitest";
import { patterns } from "../../../src/engine/index.ts";
import { answerSpread, reference, scoreRow, spreadOf } from "../../../src/engine/race/index.ts";
import { stamp, runStart } from "../../fixtures/log.ts";
import { run } from "../model/rehearsal/runs.ts";
import { exampleTexts } from "../../../src/ui/messages/en-examples.ts";
import { logOf } from "./logs.ts";

test("a row counts what its log holds", () => {
  expect(scoreRow(logOf([{}, {}], "It is 50, or 51."))).toEqual({
    pattern: "react",
    seed: null,
    status: "completed",
    stop: null,
    answer: "It is 50, or 51.",
    usd: 0.002,
    certainty: "reported",
    tokens: 240,
    ms: 230,
    modelCalls: 2,
    toolCalls: 2,
    steps: 0,
    iterations: 2,
    figures: 2,
    ungrounded: 1,
    hallucinationRate: 0.5,
  });
});

test("time that a person took counts for no pattern", () => {
  const held = stamp([
    runStart("?"),
    { type: "hold", span: "1", id: "h", kind: "pause" },
    { type: "decision", span: "1", hold: "h", by: "person", choice: "resume" },
    { type: "run.end", status: "completed", answer: "Done." },
  ]);
  expect(scoreRow(held).ms).toBe(20);
});

test("a run without an end is running, one without an answer has no rate", () => {
  const log = logOf([{}], null);
  expect(scoreRow(log)).toMatchObject({ status: "completed", answer: null, hallucinationRate: null });
  expect(scoreRow(log.slice(0, 4))).toMatchObject({ status: "running", toolCalls: 0, answer: null });
  expect(scoreRow([])).toMatchObject({ pattern: "", status: "running", usd: 0 });
});

test.each(["example.investment", "example.investment.zh"] as const)(
  "under each pattern every figure of the rehearsal model's report is grounded, and the row is the outcome: %s",
  async (example) => {
    for (const { id, usesTools } of patterns) {
      const { log, outcome } = await run(exampleTexts[example], id);
      const row = scoreRow(log);
      expect(row).toMatchObject({
        pattern: id,
        status: outcome.status,
        answer: outcome.answer,
        usd: outcome.usd,
        tokens: outcome.usage.totalTokens,
        modelCalls: outcome.figures.modelCalls,
        toolCalls: outcome.figures.toolCalls,
        steps: outcome.figures.stepsRun,
        iterations: outcome.figures.iterations,
      });
      expect([id, row.ungrounded, row.figures > 20]).toEqual([id, 0, usesTools]);
    }
  },
);

test("the middle of an even number of values lies between the two middle ones; no value, no spread", () => {
  expect(spreadOf([3, null, 1, 10, 2])).toEqual({ count: 4, min: 1, median: 2.5, max: 10 });
  expect(spreadOf([7])).toEqual({ count: 1, min: 7, median: 7, max: 7 });
  expect(spreadOf([null])).toBeNull();
});

test("least, middle and most are in order, and the order of the runs does not matter", () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 1 }), (values) => {
      const spread = spreadOf(values);
      expect(spread).toEqual(spreadOf([...values].reverse()));
      expect((spread?.min ?? NaN) <= (spread?.median ?? NaN) && (spread?.median ?? NaN) <= (spread?.max ?? NaN)).toBe(
        true,
      );
      expect(values).toContain(spread?.min);
      expect(values).toContain(spread?.max);
    }),
  );
});

test("answers are alike whatever their blanks and case; none is an answer of its own", () => {
  const rows = ["It is 50.", "it is  50.\n", "51", null].map((answer) => ({ answer }));
  expect(answerSpread(rows)).toMatchObject({ distinct: 3, alike: 2, length: { min: 2, max: 11 } });
  expect(answerSpread([])).toEqual({ distinct: 0, alike: 0, length: null });
});

test("the reference names patterns that there are, and stays within its units", () => {
  const ids = new Set(patterns.map(({ id }) => id));
  for (const { pattern, completeness, accuracy, hallucinationRate } of reference) {
    expect(ids).toContain(pattern);
    for (const share of [completeness, accuracy, hallucinationRate]) expect(share > 0 && share < 1).toBe(true);
  }
});
