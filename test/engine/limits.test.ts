// Limits: each one ends the run under its own name, and with an answer where room for one was kept.
import { describe, expect, test, vi } from "vitest";
import {
  rootSpan,
  scripted,
  startRun,
  type Budget,
  type Decision,
  type ModelReply,
  type Price,
  type StartOptions,
} from "../../src/engine/index.ts";
import type { ScriptedReply } from "../../src/engine/model/scripted.ts";
import { toPico } from "../../src/engine/money.ts";
import { add, call, callAll, keepsItsPromises, say, tool, usageOf, withFakeTimers } from "./support.ts";

const price: Price = { inputUsdPerMillion: 1, outputUsdPerMillion: 4 };
/** Calls for ever, each a little different; answers when it is told that it can call no more tools. */
const restless = (more: Partial<ModelReply> = {}): ScriptedReply[] => {
  let n = 0;
  return Array.from({ length: 400 }, (): ScriptedReply => (request) => {
    const last = request.messages.at(-1)?.content ?? "";
    return last.includes("no more tools")
      ? say("Best so far.")
      : call("add", { a: n++, b: n * n }, { usage: usageOf(400, 100), ...more });
  });
};

const start = (budget: Partial<Budget>, more: Partial<StartOptions> = {}, replies = restless()) =>
  startRun("Count.", {
    pattern: "react",
    models: { main: scripted(replies, { price }) },
    tools: [add],
    budget,
    ...more,
  });

describe("a run that reaches its limit of", () => {
  const wide: Partial<Budget> = { iterations: 200, modelCalls: 200, toolCalls: 200, usd: 9 };
  test.each<[string, Partial<Budget>, Partial<StartOptions>]>([
    ["iterations", { iterations: 3 }, {}],
    ["modelCalls", { ...wide, modelCalls: 4 }, {}],
    ["toolCalls", { ...wide, toolCalls: 2 }, {}],
    ["tokens", { ...wide, tokens: 12_000 }, {}],
    ["usd", { ...wide, usd: 0.02 }, {}],
  ])("%s is stopped by that name, with a closing answer inside the limit", async (limit, budget, more) => {
    const run = start(budget, more);
    const outcome = await run.finished;
    keepsItsPromises(run.log);
    expect(outcome).toMatchObject({ status: "stopped", answer: "Best so far.", stop: { code: "limit", limit } });
    const { iterations, modelCalls, toolCalls } = outcome.figures;
    const limits = { ...wide, ...budget };
    expect(iterations).toBeLessThanOrEqual(limits.iterations ?? Infinity);
    expect(modelCalls).toBeLessThanOrEqual(limits.iterations === 3 ? 4 : (limits.modelCalls ?? Infinity));
    expect(toolCalls).toBeLessThanOrEqual(limits.toolCalls ?? Infinity);
    expect(outcome.usage.totalTokens).toBeLessThanOrEqual(limits.tokens ?? Infinity);
    expect(outcome.usd).toBeLessThanOrEqual(limits.usd ?? Infinity);
  });

  test("usd by its tools is stopped by that name", async () => {
    const paid = tool("paid", () => "ok", { usdPerCall: 0.3 });
    const replies = [call("paid"), call("paid", { again: 1 }), say("x"), say("Best so far.")];
    const outcome = await start({ usd: 0.5 }, { tools: [paid] }, replies).finished;
    expect(outcome.stop).toMatchObject({ code: "limit", limit: "usd" });
    expect(outcome.usd).toBeLessThanOrEqual(0.5);
    expect(outcome.figures.toolCalls).toBe(1);
  });

  test("wallMs is stopped by that name, with a closing answer in the time that was kept", () =>
    withFakeTimers(async () => {
      const hang = tool("hang", () => new Promise(() => {}));
      const run = start({ wallMs: 20_000 }, { tools: [hang] }, [call("hang"), say("Best so far.")]);
      await vi.advanceTimersByTimeAsync(18_000);
      const outcome = await run.finished;
      keepsItsPromises(run.log);
      expect(outcome).toMatchObject({
        status: "stopped",
        answer: "Best so far.",
        stop: { code: "limit", limit: "wallMs" },
      });
    }));

  test("wallMs ends even if the closing call hangs", () =>
    withFakeTimers(async () => {
      const run = start({ wallMs: 20_000 }, {}, [() => new Promise(() => {}), () => new Promise(() => {})]);
      await vi.advanceTimersByTimeAsync(20_000);
      const outcome = await run.finished;
      keepsItsPromises(run.log);
      expect(outcome).toMatchObject({ status: "stopped", answer: null, stop: { code: "limit", limit: "wallMs" } });
      expect(outcome.usd).toBeGreaterThan(0);
    }));
});

test("a budget that holds no closing call gives no answer, and says why", async () => {
  const outcome = await start({ tokens: 50 }).finished;
  expect(outcome).toMatchObject({ status: "stopped", answer: null, stop: { code: "limit", limit: "tokens" } });
  expect(outcome.warnings.join()).toContain("There is no closing answer.");
  expect(outcome.figures.modelCalls).toBe(0);
});

test("the same call for ever ends the run at the limit or earlier by a loop rule (field case B-01)", async () => {
  const same = (id: string, text: string) => ({
    text: "",
    toolCalls: [{ id, name: "list_boats", arguments: text }],
    finishReason: "tool_calls" as const,
  });
  const replies = [
    '{"port":"Ost","day":1}',
    '{ "day": 1, "port": "Ost" }',
    '{"port":"Ost","day":1.0}',
    '{"port":"Ost","day":1}',
    '{"port":"Ost","day":1}',
  ];
  const boats = tool("list_boats", () => "[]", { readOnly: true });
  const model = scripted([...replies.map((text, i) => same(`c${i}`, text)), say("None.")]);
  const outcome = await startRun("Boats?", {
    pattern: "react",
    models: { main: model },
    tools: [boats],
    budget: { iterations: 6 },
  }).finished;
  expect(outcome.status).toBe("stopped");
  expect(["loop", "limit"]).toContain(outcome.stop?.code);
  expect(outcome.figures.iterations).toBeLessThanOrEqual(6);
  expect(outcome.figures.modelCalls).toBeLessThanOrEqual(7);
});

test("one iteration is one iteration", async () => {
  const outcome = await start({ iterations: 1 }).finished;
  expect(outcome.figures).toMatchObject({ iterations: 1, modelCalls: 2, toolCalls: 1 });
  expect(outcome.stop).toMatchObject({ code: "limit", limit: "iterations" });
});

describe("a limit that is none", () => {
  test.each<[string, Record<string, unknown>]>([
    ["iterations", { iterations: 0 }],
    ["iterations", { iterations: Number.NaN }],
    ["iterations", { iterations: -1 }],
    ["iterations", { iterations: 2.5 }],
    ["iterations", { iterations: "10" }],
    ["usd", { usd: Number.POSITIVE_INFINITY }],
    ["wallMs", { wallMs: 0 }],
    ["budget", { iteration: 3 }],
  ])("%s %j is refused before anything is sent", async (_limit, budget) => {
    let asked = 0;
    const run = start(budget as Partial<Budget>, {}, [() => (asked++, say("x"))]);
    const outcome = await run.finished;
    expect(outcome).toMatchObject({ status: "stopped", answer: null, stop: { code: "config" } });
    expect(outcome.stop?.message).toContain(Object.keys(budget)[0]);
    expect(asked).toBe(0);
    expect(run.log.map((event) => event.type)).toEqual(["run.start", "run.end"]);
  });

  test("a time limit above 2^31-1 ms does not fire at once, nor within a minute (field case B-01, v4)", () =>
    withFakeTimers(async () => {
      const run = start({ wallMs: 3e9 }, {}, [() => new Promise(() => {})]);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(run.log.some((event) => event.type === "limit" || event.type === "run.end")).toBe(false);
      run.stop();
      await run.finished;
    }));
});

describe("a model without a price", () => {
  const unpriced = (budget: Partial<Budget>) =>
    startRun("Count.", {
      pattern: "react",
      models: { main: scripted([say("1")], { price: null }) },
      tools: [add],
      budget,
    });

  test("is held to the default token limit instead of the default dollars", async () => {
    const run = unpriced({});
    await run.finished;
    expect(run.log[0]).toMatchObject({ budget: { usd: null, tokens: 200_000 } });
  });

  test("is refused where a person set a dollar limit, with the repair", async () => {
    const { stop } = await unpriced({ usd: 1 }).finished;
    expect(stop).toMatchObject({ code: "config", limit: "usd" });
    expect(stop?.message).toContain("Set a price, or set a token limit");
  });
});

test("run.start says whose price each model has, and of which day a list is", async () => {
  const model = scripted([say("1")], { price: { inputUsdPerMillion: 1, outputUsdPerMillion: 1 } });
  const run = startRun("Count.", {
    pattern: "single",
    models: { main: { ...model, priceSource: "list", priceDate: "2026-01-02" } },
  });
  await run.finished;
  expect(run.log[0]).toMatchObject({ models: { main: { priceSource: "list", priceDate: "2026-01-02" } } });
});

describe("with a person there", () => {
  test("a limit that is raised goes on where it was, and nothing is paid twice", async () => {
    const run = start(
      { iterations: 2 },
      {
        onHold: async (hold) =>
          hold.kind === "limit" && hold.value === 2 ? { choice: "raise", value: 5 } : { choice: "finish" },
      },
    );
    const outcome = await run.finished;
    keepsItsPromises(run.log);
    expect(outcome.figures).toMatchObject({ iterations: 5, toolCalls: 5, modelCalls: 6 });
    expect(run.log.filter((event) => event.type === "decision").map((event) => event.choice)).toEqual([
      "raise",
      "finish",
    ]);
  });

  test("a cost limit that is raised lets the call through that it held", async () => {
    const outcome = await start(
      { usd: 0.02, iterations: 8 },
      {
        onHold: async (hold) =>
          hold.kind === "limit" && hold.limit === "usd"
            ? { choice: "raise", value: hold.value * 10 }
            : { choice: "finish" },
      },
    ).finished;
    expect(outcome.stop).toMatchObject({ limit: "iterations" });
  });

  test("a raise that raises nothing finishes", async () => {
    const outcome = await start({ iterations: 2 }, { onHold: async () => ({ choice: "raise", value: 2 }) }).finished;
    expect(outcome.figures.iterations).toBe(2);
  });

  test("the run can be stopped while it waits for a decision", async () => {
    const run = start({ iterations: 1 }, { onHold: () => new Promise(() => {}) });
    run.subscribe((event) => event.type === "hold" && run.stop());
    expect(await run.finished).toMatchObject({ status: "stopped", answer: null, stop: { code: "aborted" } });
    keepsItsPromises(run.log);
  });

  test("the time for a decision does not count", () =>
    withFakeTimers(async () => {
      const onHold = () => new Promise<Decision>((resolve) => setTimeout(resolve, 60_000, { choice: "finish" }));
      const run = start({ iterations: 1, wallMs: 20_000 }, { onHold });
      await vi.advanceTimersByTimeAsync(60_000);
      expect((await run.finished).stop).toMatchObject({ limit: "iterations" });
    }));
});

describe("usage", () => {
  test("that no provider sent is estimated, and said to be", async () => {
    const { usage: _none, ...reply } = say("Three.");
    const run = start({}, {}, [reply]);
    const outcome = await run.finished;
    expect(outcome.usd).toBeGreaterThan(0);
    expect(run.log.find((event) => event.type === "model.reply")).toMatchObject({ certainty: "estimated" });
  });

  test("of a call that was lost is the whole reservation, as at most", async () => {
    const lost = { code: "stream-truncated", message: "Cut.", retryable: false } as const;
    const run = start({}, {}, [lost]);
    await run.finished;
    const request = run.log.find((event) => event.type === "model.request");
    expect(run.log.find((event) => event.type === "model.reply")).toMatchObject({
      certainty: "at-most",
      usd: request?.reserved.usd,
    });
  });

  test("of a call that was refused is nothing", async () => {
    const refused = { code: "unauthorized", message: "No.", retryable: false, free: true } as const;
    expect((await start({}, {}, [refused]).finished).usd).toBe(0);
  });

  test("above the reservation is recorded as reported, with a warning, and no further call is made past the limit", async () => {
    const replies = [call("add", { a: 1, b: 2 }, { usage: usageOf(900_000, 10) }), say("x"), say("y")];
    const run = start({ usd: 0.5 }, {}, replies);
    const outcome = await run.finished;
    expect(toPico(outcome.usd)).toBe(toPico(0.90004));
    expect(outcome).toMatchObject({ stop: { limit: "usd" }, answer: null });
    expect(outcome.warnings.join()).toContain("more than");
    expect(outcome.figures.modelCalls).toBe(1);
  });

  test("of a stream that ignores its limit ends with the stream, which is cut off", async () => {
    const flood: ScriptedReply = (_request, { onText }) => {
      for (let i = 0; i < 4_000; i++) onText(`word${i} `);
      return new Promise(() => {});
    };
    const run = startRun("Go.", { pattern: "single", models: { main: scripted([flood]) }, outputTokens: 256 });
    const outcome = await run.finished;
    expect(outcome.status).toBe("completed");
    expect(outcome.warnings.join()).toContain("past its limit");
  });
});

test("parallel calls of a reply share one limit", async () => {
  const calls = callAll(Array.from({ length: 5 }, (_, i) => ["add", { a: i, b: 1 }] as const));
  const run = start({ toolCalls: 3 }, {}, [calls, say("Best so far.")]);
  const outcome = await run.finished;
  keepsItsPromises(run.log);
  expect(outcome).toMatchObject({ answer: "Best so far.", stop: { limit: "toolCalls" } });
  expect(run.log.filter((event) => event.type === "tool.call")).toHaveLength(3);
  expect(run.log.filter((event) => event.type === "span.end" && event.span === rootSpan)).toHaveLength(1);
});
