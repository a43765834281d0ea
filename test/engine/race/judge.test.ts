// A judge model's scores: asked with what the run observed, paid from its own budget, never guessed.
import { expect, test } from "vitest";
import { rehearsal, scripted, type ModelReply, type ModelRequest, type Price } from "../../../src/engine/index.ts";
import { judgeRun } from "../../../src/engine/race/index.ts";
import { logOf } from "./logs.ts";

const log = logOf([{}], "It is 50.");
const price: Price = { inputUsdPerMillion: 1, outputUsdPerMillion: 2 };
const say = (text: string): ModelReply => ({
  text,
  toolCalls: [],
  finishReason: "stop",
  usage: { inputTokens: 1_000, outputTokens: 100 },
});
const good = say('{"completeness": 1, "accuracy": 0.9, "relevance": "80 %", "passed": true, "feedback": "Good."}');

test("the judge is shown task, results and answer, and its scores are read with what they cost", async () => {
  const asked: ModelRequest[] = [];
  const model = scripted([(request) => (asked.push(request), good)], { id: "judge", price });
  expect(await judgeRun(log, { model, rubric: "Prefer short answers." })).toEqual({
    scores: { completeness: 1, accuracy: 0.9, relevance: 0.8 },
    feedback: "Good.",
    model: "judge",
    usd: 0.0012,
    tokens: 1_100,
    certainty: "reported",
  });
  const [system, user] = asked[0]?.messages ?? [];
  expect(system?.content).toContain("Prefer short answers.");
  for (const part of ["What is 10*5?", 'calculator {"expression":"10*5"}', "→ 50", "It is 50."])
    expect(user?.content).toContain(part);
  expect(JSON.stringify(asked)).not.toContain("react");
});

test("a reply that cannot be read is asked for once more, and both are paid", async () => {
  const judged = await judgeRun(log, { model: scripted([say("Fine."), good], { price }) });
  expect(judged).toMatchObject({ scores: { completeness: 1 }, usd: 0.0024, tokens: 2_200 });
});

test("a reply that cannot be read twice, or that lacks a score, gives no verdict", async () => {
  const unread = await judgeRun(log, { model: scripted([say("Fine."), say("Very fine.")]) });
  expect(unread.scores).toBeNull();
  expect(unread.why).toBeTruthy();
  const partly = say('{"completeness": 1, "accuracy": 1, "passed": true}');
  expect(await judgeRun(log, { model: scripted([partly, partly]) })).toMatchObject({ scores: null });
});

test("a call that the judge's budget does not allow is not made", async () => {
  const dear = scripted([good], { price: { inputUsdPerMillion: 1_000, outputUsdPerMillion: 1_000 } });
  expect(await judgeRun(log, { model: dear })).toMatchObject({
    scores: null,
    usd: 0,
    tokens: 0,
    why: expect.stringContaining("Choose a cheaper judge") as string,
  });
  const unpriced = scripted([good], { price: null });
  expect(await judgeRun(log, { model: unpriced, budget: { tokens: 100 } })).toMatchObject({ scores: null, tokens: 0 });
});

test("a failure is told, and counted as it may have been charged", async () => {
  const failing = (free: boolean) =>
    scripted([{ code: "upstream-error", message: "The server is down.", retryable: true, free }], { price });
  expect(await judgeRun(log, { model: failing(true) })).toMatchObject({
    scores: null,
    why: "The server is down.",
    usd: 0,
  });
  const charged = await judgeRun(log, { model: failing(false) });
  expect(charged.certainty).toBe("at-most");
  expect(charged.usd).toBeGreaterThan(0);
});

test("an answer that is not there is not judged", async () => {
  expect(await judgeRun(logOf([{}], null), { model: scripted([]) })).toMatchObject({ scores: null, tokens: 0 });
});

test("a long answer and long results are shortened, so that a judgement stays cheap", async () => {
  const sizes: number[] = [];
  const model = scripted([({ messages }) => (sizes.push(JSON.stringify(messages).length), good)]);
  const turns = Array.from({ length: 30 }, () => ({ output: "x".repeat(50_000) }));
  expect(await judgeRun(logOf(turns, "y".repeat(100_000)), { model })).toMatchObject({ scores: { accuracy: 0.9 } });
  expect(sizes[0]).toBeLessThan(40_000);
});

test("the rehearsal model says that it cannot judge, and gives no scores", async () => {
  for (const task of ["What is 10*5?", "10*5等于多少？"]) {
    const judged = await judgeRun(logOf([{}], "50", task), { model: rehearsal({ charactersPerSecond: null }) });
    expect(judged.scores).toBeNull();
    expect(judged.why).toMatch(/no AI|不是 AI/);
  }
});
