// The estimate before a run: every real run lies between the least and the most.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  patterns,
  scripted,
  startRun,
  type Budget,
  type ModelRequest,
  type Pattern,
  type Price,
} from "../../src/engine/index.ts";
import { patternWords } from "../../src/engine/estimate-calls.ts";
import { estimate, type EstimateOptions } from "../../src/engine/estimate.ts";
import { utf8Bytes } from "../../src/engine/text.ts";
import { player, scripts, type Script } from "./random-scripts.ts";
import { add, tool } from "./support.ts";

const tools = [add, tool("paid", () => "ok", { usdPerCall: 0.000_7 }), tool("long", () => "界".repeat(20_000))];
const price: Price = { inputUsdPerMillion: 2, outputUsdPerMillion: 8, cachedUsdPerMillion: 0.5, usdPerCall: 0.000_1 };
const tasks = ["Count.", "统计一下这些数字，并说明理由。".repeat(9)];

const budgets = fc.record({
  iterations: fc.integer({ min: 1, max: 12 }),
  steps: fc.integer({ min: 1, max: 8 }),
  modelCalls: fc.integer({ min: 1, max: 40 }),
  toolCalls: fc.integer({ min: 0, max: 20 }),
  tokens: fc.option(fc.integer({ min: 500, max: 400_000 })),
  usd: fc.option(fc.double({ min: 0, max: 2, noNaN: true })),
  revisions: fc.integer({ min: 0, max: 2 }),
  rounds: fc.integer({ min: 1, max: 3 }),
});

/** A provider that counts tokens at one rate of bytes, prompt, tools and schema alike. */
const counting = (tokensPerByte: number) => (request: ModelRequest) => {
  const { messages, tools = [], responseSchema = {} } = request;
  const bytes = messages.reduce(
    (sum, message) => {
      const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
      return (
        sum + utf8Bytes(message.content) + utf8Bytes(calls.map(({ name, arguments: text }) => name + text).join(""))
      );
    },
    utf8Bytes(JSON.stringify([tools, responseSchema])),
  );
  return Math.ceil(bytes * tokensPerByte);
};

const options = (
  pattern: Pattern,
  task: string,
  budget: Partial<Budget>,
  more: Partial<EstimateOptions> = {},
): EstimateOptions => {
  const model = { id: "m", price };
  const models = { main: model, planner: model, executor: model, reviewer: model };
  return { task, pattern, settings: {}, budget, models, tools, ...more };
};

async function run(pattern: Pattern, task: string, script: Script, budget: Partial<Budget>, tokensPerByte: number) {
  const reply = player(script, counting(tokensPerByte));
  const model = scripted(
    Array.from({ length: 400 }, () => reply),
    { price },
  );
  return startRun(task, { pattern: pattern.id, models: { main: model }, tools, budget, loopRules: false }).finished;
}

describe("every run lies between the least and the most", () => {
  test.each(patterns.map((pattern) => [pattern.id, pattern] as const))("%s", async (_, pattern) => {
    const rate = fc.double({ min: 1 / 6, max: 1, noNaN: true });
    await fc.assert(
      fc.asyncProperty(
        scripts,
        budgets,
        fc.constantFrom(...tasks),
        rate,
        async (script, given, task, tokensPerByte) => {
          const { least, most, pattern: whole } = estimate(options(pattern, task, given));
          const { figures, usage, usd, status } = await run(pattern, task, script, given, tokensPerByte);
          const was = { modelCalls: figures.modelCalls, toolCalls: figures.toolCalls, tokens: usage.totalTokens, usd };
          for (const key of ["modelCalls", "toolCalls", "tokens", "usd"] as const) {
            expect(was[key], `${key} at most`).toBeLessThanOrEqual(most[key] ?? Infinity);
            expect(was[key], `${key} of the pattern at most`).toBeLessThanOrEqual(whole?.[key] ?? Infinity);
            if (status === "completed") expect(was[key], `${key} at least`).toBeGreaterThanOrEqual(least[key] ?? 0);
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});

const at = (id: string, given: Partial<Budget> = {}, more: Partial<EstimateOptions> = {}) => {
  const pattern = patterns.find((one) => one.id === id);
  if (!pattern) throw new Error(`There is no pattern ${id}.`);
  return estimate(options(pattern, "Count.", given, more));
};
const everyRole = (price: Price | null, more = {}) => {
  const model = { id: "m", price, ...more };
  return { main: model, planner: model, executor: model, reviewer: model };
};

describe("what decides the most", () => {
  test("is the pattern, where it ends by itself before any limit", () => {
    const { most, pattern, binds, mostly } = at("single", { usd: 0.5 });
    expect(binds).toEqual({ usd: "pattern", tokens: "pattern" });
    expect(most).toEqual(pattern);
    expect(most.modelCalls).toBe(2);
    expect(most.usd).toBeGreaterThanOrEqual((2 * 2_048 * 8) / 1e6);
    expect(mostly).toEqual({ role: "main", part: "output" });
  });

  test("is the cost limit, which holds to the cent", () => {
    expect(at("react", { usd: 0.25 })).toMatchObject({ most: { usd: 0.25 }, binds: { usd: "usd" } });
  });

  test("is the token limit, at the dearest rate", () => {
    const { most, binds } = at("react", { usd: 9, tokens: 10_000 });
    expect(binds).toEqual({ usd: "tokens", tokens: "tokens" });
    expect(most.tokens).toBe(10_000);
    expect(most.usd).toBeCloseTo((10_000 * 8) / 1e6 + 11 * 0.000_1 + 80 * 0.000_7, 9);
  });

  test("is the limit of model calls, where the pattern would make more", () => {
    const { most, pattern, binds } = at("multi-agent", { usd: null, modelCalls: 5 });
    expect(most.modelCalls).toBe(5);
    expect(pattern?.modelCalls).toBeGreaterThan(5);
    expect(binds.usd).toBe("modelCalls");
  });

  test("lowers with each iteration, round and step that is taken away", () => {
    for (const [id, limit] of [
      ["react", "iterations"],
      ["supervisor", "rounds"],
      ["plan-execute", "steps"],
    ] as const) {
      const [few, many] = [at(id, { usd: null, [limit]: 2 }), at(id, { usd: null, [limit]: 4 })];
      expect(few.most.usd).toBeLessThan(many.most.usd ?? 0);
      expect(few.most.modelCalls).toBeLessThan(many.most.modelCalls ?? 0);
    }
  });
});

test("reflection that is switched off costs nothing", () => {
  const { rows, least } = at("plan-execute", {}, { settings: { reflection: false } });
  expect(rows.map(({ name }) => name)).not.toContain("reflection");
  expect(least.modelCalls).toBe(2);
});

test("a price that is unknown leaves tokens and calls, and is never guessed", () => {
  const found = at("react", {}, { models: everyRole(null) });
  expect(found).toMatchObject({ price: "unknown", least: { usd: null }, most: { usd: null, tokens: 200_000 } });
  expect(found.rows.every(({ usd }) => usd.most === null)).toBe(true);
});

test("a free model is free, unless a tool has a price", () => {
  const free = { inputUsdPerMillion: 0, outputUsdPerMillion: 0 };
  expect(at("react", {}, { models: everyRole(free), tools: [add] })).toMatchObject({ price: "free", most: { usd: 0 } });
  expect(at("react", { usd: null }, { models: everyRole(free) })).toMatchObject({
    price: "known",
    mostly: { role: null, part: "tools" },
  });
});

test("a window of the model bounds what one call can read", () => {
  const [narrow, wide] = [
    at("react", { usd: null }, { models: everyRole(price, { contextTokens: 8_000 }) }),
    at("react", { usd: null }),
  ];
  expect(narrow.most.tokens).toBeLessThanOrEqual(11 * (8_000 + 2_048));
  expect(wide.most.tokens).toBeGreaterThan(narrow.most.tokens ?? 0);
});

test("a limit that refuses even the first call is told of, and such a run makes none", async () => {
  expect(at("react", { tokens: 900 }).refuses).toBe("tokens");
  expect(at("react", { usd: 0.000_2 }).refuses).toBe("usd");
  expect(at("react", {}).refuses).toBeNull();
  const react = patterns.find(({ id }) => id === "react");
  if (!react) throw new Error("There is no react.");
  const script: Script = { turns: [{ calls: 1, outputTokens: 9, priced: false }], steps: 2, failures: 0, width: 1 };
  const { figures, stop } = await run(react, "Count.", script, { usd: 0.000_2 }, 0.25);
  expect(figures.modelCalls).toBe(0);
  expect(stop).toMatchObject({ limit: "usd" });
});

test("a pattern that says nothing of its calls is bounded by the limits alone", () => {
  const react = patterns.find(({ id }) => id === "react");
  if (!react) throw new Error("There is no react.");
  const silent: Pattern = { ...react, calls: () => null };
  expect(estimate(options(silent, "Count.", { tokens: 50_000 }))).toMatchObject({
    pattern: null,
    rows: [],
    most: { modelCalls: 60, toolCalls: 80, tokens: 50_000, usd: 0.462 },
  });
});

test.each(patterns.map((pattern) => [pattern.id, pattern] as const))(
  "the words of %s in one call keep to their bound",
  async (_, pattern) => {
    const script: Script = { turns: [{ calls: 1, outputTokens: 9, priced: false }], steps: 2, failures: 1, width: 1 };
    for (const task of ["a", "数"]) {
      const sizes: number[] = [];
      const reply = player(script, (request) => {
        const [system, user] = request.messages;
        sizes.push(utf8Bytes(`${system?.content}${user?.content}${JSON.stringify(request.responseSchema ?? "")}`));
        return 1;
      });
      const model = scripted(Array.from({ length: 99 }, () => reply));
      await startRun(task, { pattern: pattern.id, models: { main: model }, tools: [] }).finished;
      expect(sizes.length).toBeGreaterThan(0);
      // Beside its own words each prompt holds no more than a few short results.
      expect(Math.max(...sizes)).toBeLessThan(patternWords);
    }
  },
);
