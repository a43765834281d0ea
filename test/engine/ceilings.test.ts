// Whole runs under random models, tools and budgets: a ceiling is a ceiling, in every pattern.
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  patterns,
  scripted,
  startRun,
  usage,
  type Budget,
  type Clock,
  type ModelReply,
  type ModelRequest,
  type Price,
  type RunEvent,
} from "../../src/engine/index.ts";
import type { ModelFailure } from "../../src/engine/model/model.ts";
import type { ScriptedReply } from "../../src/engine/model/scripted.ts";
import { toPico } from "../../src/engine/purse.ts";
import { add, keepsItsPromises, tool } from "./support.ts";

const tools = [
  add,
  tool("slow", () => Promise.resolve("late")),
  tool("paid", () => "ok", { usdPerCall: 0.004 }),
  tool("broken", () => {
    throw new Error("broken");
  }),
];

const words = [
  "It is 3.",
  "",
  'Thought: x\nAction: add\nAction Input: {"a":1,"b":2}',
  "Final Answer: 3",
  '{"steps":[{"id":1,"description":"a","tool":"add","input":{"a":1,"b":2},"dependsOn":[]},{"id":2,"description":"b","tool":null,"dependsOn":[1]},{"id":3,"description":"c","tool":"broken","input":{}}]}',
  '{"steps":[]}',
  '{"done":false,"feedback":"more"}',
  '{"done":true}',
  '{"passed":true,"score":0.9,"feedback":""}',
  '{"passed":false,"score":0.2,"feedback":"again"}',
  '[{"agent":"finance","task":"f","dependsOn":[]},{"agent":"news","task":"n"},{"agent":"writer","task":"w","dependsOn":["finance"]}]',
];
const calls = [
  ["add", '{"a":1,"b":2}'],
  ["add", '{"a":1'],
  ["slow", "{}"],
  ["paid", "{}"],
  ["broken", "{}"],
  ["nothing", "{}"],
  [
    "create_plan",
    '{"name":"p","description":"","expected_outcome":"","subtasks":[{"name":"s","description":"","expected_outcome":""}]}',
  ],
  ["finish_subtask", '{"subtask_idx":0,"subtask_outcome":"o"}'],
] as const;

/** A reply that uses a share of what it may: never more than was set aside for it. */
const honest = fc.record({
  kind: fc.constant("reply" as const),
  text: fc.constantFrom(...words),
  calls: fc.array(fc.constantFrom(...calls), { maxLength: 3 }),
  finishReason: fc.constantFrom("stop", "tool_calls", "length", "content_filter"),
  /** null: it sends no usage */
  share: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
});
const failing = fc.record({
  kind: fc.constant("failure" as const),
  code: fc.constantFrom("rate-limited", "stream-truncated", "unauthorized", "context-length"),
  retryable: fc.boolean(),
  free: fc.boolean(),
});
type Act =
  typeof honest extends fc.Arbitrary<infer A> ? A | (typeof failing extends fc.Arbitrary<infer F> ? F : never) : never;

function play(act: Act, request: ModelRequest): ModelReply | ModelFailure {
  if (act.kind === "failure")
    return {
      code: act.code as ModelFailure["code"],
      message: "x",
      retryable: act.retryable,
      free: act.free,
      retryAfterMs: 1,
    };
  const bytes = new TextEncoder().encode(JSON.stringify(request.messages)).length;
  return {
    text: act.text,
    toolCalls: act.calls.map(([name, text], i) => ({ id: `c${i}`, name, arguments: text })),
    finishReason: act.finishReason as ModelReply["finishReason"],
    ...(act.share !== null && {
      usage: {
        inputTokens: Math.floor((bytes / 4) * act.share),
        outputTokens: Math.floor(request.maxOutputTokens * act.share),
      },
    }),
  };
}

const budgets = fc.record({
  iterations: fc.integer({ min: 1, max: 8 }),
  steps: fc.integer({ min: 1, max: 6 }),
  modelCalls: fc.integer({ min: 1, max: 25 }),
  toolCalls: fc.integer({ min: 0, max: 12 }),
  tokens: fc.option(fc.integer({ min: 1, max: 60_000 })),
  usd: fc.double({ min: 0, max: 0.1, noNaN: true }),
  rounds: fc.integer({ min: 1, max: 3 }),
  revisions: fc.integer({ min: 0, max: 2 }),
});
const prices = fc.record({
  inputUsdPerMillion: fc.double({ min: 0, max: 10, noNaN: true }),
  outputUsdPerMillion: fc.double({ min: 0, max: 40, noNaN: true }),
  usdPerCall: fc.double({ min: 0, max: 0.002, noNaN: true }),
});

/** Waits between attempts take no time; the long limits stay long. */
const clock: Clock = {
  now: () => performance.now(),
  wall: () => 0,
  after(ms, fire) {
    const timer = setTimeout(fire, ms < 10_000 ? 0 : ms);
    return () => clearTimeout(timer);
  },
};

function neverPasses(log: readonly RunEvent[], budget: Partial<Budget>): void {
  let view = usage.start();
  for (const event of log) {
    view = usage.add(view, event);
    const reserved = [...view.reserved.values()];
    const pico = toPico(view.usd) + reserved.reduce((sum, { usd }) => sum + toPico(usd), 0);
    const tokens = view.tokens.totalTokens + reserved.reduce((sum, one) => sum + one.tokens, 0);
    expect(pico).toBeLessThanOrEqual(toPico(budget.usd ?? Infinity));
    if (typeof budget.tokens === "number") expect(tokens).toBeLessThanOrEqual(budget.tokens);
    expect(view.figures.stepsRun).toBeLessThanOrEqual(budget.steps ?? Infinity);
  }
  // A call that was cut off is known as none only by its observation.
  expect(view.figures.toolCalls).toBeLessThanOrEqual(budget.toolCalls ?? Infinity);
}

test.each(patterns.map(({ id }) => id))(
  "%s never passes a limit, whatever comes, and ends by itself",
  async (pattern) => {
    await fc.assert(
      fc.asyncProperty(
        budgets,
        prices,
        fc.array(fc.oneof({ weight: 6, arbitrary: honest }, failing), { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        async (budget, price, acts, loopRules) => {
          let n = 0;
          const replies: ScriptedReply[] = Array.from(
            { length: 200 },
            () => (request: ModelRequest) => play(acts[n++ % acts.length] as Act, request),
          );
          const run = startRun("Do it.", {
            pattern,
            models: { main: scripted(replies, { price: price as Price }) },
            tools,
            budget,
            seed: 1,
            clock,
            loopRules,
            outputTokens: 300,
          });
          const { status, stop } = await run.finished;
          keepsItsPromises(run.log);
          neverPasses(run.log, budget);
          expect(status === "completed" || stop !== undefined).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  },
);
