// The purse: a ceiling that holds, whatever is asked of it and whatever comes back.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Price, Usage } from "../../src/engine/model/model.ts";
import { costPico, toPico, toUsd, worstPico } from "../../src/engine/money.ts";
import { createPurse, type CallAsk, type Reservation } from "../../src/engine/purse.ts";

const price: Price = { inputUsdPerMillion: 2, outputUsdPerMillion: 9 };
const limits = { modelCalls: 60, toolCalls: 80, tokens: null, usd: 0.025 };
const ask = (more: Partial<CallAsk> = {}): CallAsk => ({
  price,
  inputTokens: 500,
  outputTokens: 1_000,
  leastOutputTokens: 1_000,
  closing: "none",
  ...more,
});

describe("money", () => {
  test("is counted in whole 10^-12 dollars", () => {
    expect(costPico(price, { inputTokens: 10, outputTokens: 3 })).toBe(47_000_000);
    expect(toUsd(47_000_000)).toBe(0.000047);
    expect(toPico(0.1) + toPico(0.2)).toBe(toPico(0.3));
  });

  test("has its own rates for cached input and for reasoning", () => {
    const rates: Price = { ...price, cachedUsdPerMillion: 0.0025, reasoningUsdPerMillion: 20, usdPerCall: 0.01 };
    expect(costPico(rates, { inputTokens: 100, outputTokens: 10, cachedTokens: 40, reasoningTokens: 4 })).toBe(
      toPico(0.01) + 60 * 2_000_000 + 40 * 2_500 + 6 * 9_000_000 + 4 * 20_000_000,
    );
  });

  test("never goes below zero where a provider reports more reasoning than output", () => {
    expect(costPico(price, { inputTokens: 0, outputTokens: 2, reasoningTokens: 5 })).toBe(5 * 9_000_000);
  });
});

describe("four workers of 0.010 USD each and a budget of 0.025 USD (field case B-02)", () => {
  async function work(real: Usage) {
    const purse = createPurse(limits);
    let inFlight = 0;
    let mostInFlight = 0;
    let done = 0;
    let refused = 0;
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        const answer = await purse.reserve(ask());
        if (answer.kind === "limit") return void (refused += 1);
        mostInFlight = Math.max(mostInFlight, ++inFlight);
        await new Promise((resolve) => setImmediate(resolve));
        inFlight -= 1;
        purse.settle(answer, real);
        done += 1;
      }),
    );
    return { mostInFlight, done, refused, spentUsd: toUsd(purse.spent.pico) };
  }

  test("all are served, two at a time, if they use less than they might", async () => {
    const result = await work({ inputTokens: 500, outputTokens: 200 });
    expect(result).toEqual({ mostInFlight: 2, done: 4, refused: 0, spentUsd: 0.0112 });
  });

  test("two are served if they use it all, and the others are told of the limit", async () => {
    const result = await work({ inputTokens: 500, outputTokens: 1_000 });
    expect(result).toEqual({ mostInFlight: 2, done: 2, refused: 2, spentUsd: 0.02 });
  });
});

describe("a call that does not fit as a whole", () => {
  test("is shortened when nothing else is in flight", async () => {
    const purse = createPurse({ ...limits, usd: 0.005 });
    expect(await purse.reserve(ask({ leastOutputTokens: 64 }))).toMatchObject({ kind: "reserved", outputTokens: 444 });
  });

  test("waits while another is in flight, and is served in order", async () => {
    const purse = createPurse(limits);
    const first = (await purse.reserve(ask({ outputTokens: 2_000, leastOutputTokens: 64 }))) as Reservation;
    const order: string[] = [];
    const large = Promise.resolve(purse.reserve(ask({ outputTokens: 2_000, leastOutputTokens: 64 }))).then(() =>
      order.push("large"),
    );
    const small = Promise.resolve(purse.reserve(ask({ outputTokens: 100, leastOutputTokens: 64 }))).then(() =>
      order.push("small"),
    );
    await Promise.resolve();
    expect(order).toEqual([]);
    purse.settle(first, { inputTokens: 10, outputTokens: 10 });
    await Promise.all([large, small]);
    expect(order).toEqual(["large", "small"]);
  });

  test("names the limit that forbids it", async () => {
    const purse = createPurse({ ...limits, tokens: 100 });
    expect(await purse.reserve(ask({ leastOutputTokens: 64 }))).toEqual({
      kind: "limit",
      limit: "tokens",
      value: 100,
      used: 0,
    });
  });

  test("is allowed once the limit is raised", async () => {
    const purse = createPurse({ ...limits, usd: 0.001 });
    expect(await purse.reserve(ask())).toMatchObject({ limit: "usd" });
    purse.raise("usd", 0.05);
    expect(await purse.reserve(ask())).toMatchObject({ kind: "reserved" });
  });
});

describe("a tool with a price", () => {
  const reserve = async (purse: ReturnType<typeof createPurse>, more: Partial<CallAsk> = {}) =>
    (await purse.reserve(ask(more))) as Reservation;

  test("waits while a call in flight may still leave room for it, and is paid when it does", async () => {
    const purse = createPurse({ ...limits, usd: 0.012 });
    const call = await reserve(purse);
    const paying = purse.payTool(0.005);
    expect(paying).toBeInstanceOf(Promise);
    expect(purse.spent).toMatchObject({ toolCalls: 0, pico: 0 });
    purse.settle(call, { inputTokens: 500, outputTokens: 0 });
    expect(await paying).toMatchObject({ kind: "paid" });
    expect(toUsd(purse.spent.pico)).toBe(0.006);
  });

  test("is refused when the calls in flight have left no room, and at once when none could", async () => {
    const purse = createPurse({ ...limits, usd: 0.012 });
    const call = await reserve(purse);
    const paying = purse.payTool(0.005);
    purse.settleWhole(call);
    expect(await paying).toEqual({ kind: "limit", limit: "usd", value: 0.012, used: 0.01 });
    await reserve(purse, { outputTokens: 10, leastOutputTokens: 1 });
    expect(purse.payTool(0.005)).toMatchObject({ kind: "limit", limit: "usd" });
  });

  test("never takes the room that is kept for the closing call", () => {
    const purse = createPurse({ ...limits, usd: 0.012 });
    purse.keepForClosing(price, 500, 1_000);
    expect(purse.payTool(0.003)).toMatchObject({ kind: "limit", limit: "usd" });
    expect(purse.payTool(0.002)).toMatchObject({ kind: "paid" });
  });

  test("does not overtake a call that waits; one without a price never waits", async () => {
    const purse = createPurse(limits);
    const calls = [await reserve(purse), await reserve(purse)];
    const order: string[] = [];
    const third = (purse.reserve(ask()) as Promise<Reservation>).then((call) => (order.push("call"), call));
    const paying = Promise.resolve(purse.payTool(0.001)).then(() => order.push("tool"));
    expect(purse.payTool(0)).toMatchObject({ kind: "paid" });
    for (const call of calls) purse.settle(call, null);
    purse.settle(await third, null);
    await paying;
    expect(order).toEqual(["call", "tool"]);
  });

  test("that is raised while it waits is paid at once", async () => {
    const purse = createPurse({ ...limits, usd: 0.012 });
    await reserve(purse);
    const paying = purse.payTool(0.005);
    purse.raise("usd", 0.02);
    expect(await paying).toMatchObject({ kind: "paid" });
  });
});

describe("whoever gives up waiting", () => {
  test("is forgotten, and those behind are served", async () => {
    const purse = createPurse(limits);
    const first = (await purse.reserve(ask({ outputTokens: 2_000, leastOutputTokens: 64 }))) as Reservation;
    const large = purse.reserve(ask({ outputTokens: 2_000, leastOutputTokens: 64 })) as Promise<Reservation>;
    const small = purse.reserve(ask({ outputTokens: 100, leastOutputTokens: 64 }));
    purse.giveUp(large);
    expect(await small).toMatchObject({ kind: "reserved", outputTokens: 100 });
    purse.settle(first, null);
    expect(purse.reserved.modelCalls).toBe(1);
  });

  test("leaves nothing set aside or paid, if it was served in the same moment", async () => {
    const purse = createPurse({ ...limits, usd: 0.012 });
    const call = (await purse.reserve(ask())) as Reservation;
    const next = purse.reserve(ask()) as Promise<Reservation>;
    const paying = purse.payTool(0.002) as Promise<never>;
    purse.settle(call, null);
    purse.giveUp(next);
    purse.giveUp(paying);
    await Promise.all([next, paying]);
    await Promise.resolve();
    expect(purse.reserved).toEqual({ modelCalls: 0, toolCalls: 0, tokens: 0, pico: 0 });
    expect(purse.spent).toEqual({ modelCalls: 0, toolCalls: 0, tokens: 0, pico: 0 });
  });
});

test("the last model calls wait for one in flight: a provider that refuses it makes it count for nothing", async () => {
  const purse = createPurse({ ...limits, usd: null, modelCalls: 1 });
  const first = (await purse.reserve(ask())) as Reservation;
  const second = purse.reserve(ask());
  expect(second).toBeInstanceOf(Promise);
  purse.settle(first, null);
  expect(await second).toMatchObject({ kind: "reserved" });
  expect(purse.fits(ask())).toBe("later");
  purse.settleWhole((await second) as Reservation);
  expect(purse.fits(ask())).toBe("never");
  expect(purse.reserve(ask())).toEqual({ kind: "limit", limit: "modelCalls", value: 1, used: 1 });
});

test("a reservation is settled once only", async () => {
  const purse = createPurse(limits);
  const reservation = (await purse.reserve(ask())) as Reservation;
  purse.settle(reservation, null);
  expect(() => purse.settle(reservation, null)).toThrow("twice");
});

test("a budget of 0 USD allows free models only", async () => {
  const purse = createPurse({ ...limits, usd: 0 });
  expect(await purse.reserve(ask())).toMatchObject({ limit: "usd" });
  expect(await purse.reserve(ask({ price: { inputUsdPerMillion: 0, outputUsdPerMillion: 0 } }))).toMatchObject({
    kind: "reserved",
  });
});

test("the room kept for a closing call always holds it", async () => {
  const arbitrary = fc.record({
    usd: fc.double({ min: 0.0001, max: 0.1, noNaN: true }),
    tokens: fc.option(fc.integer({ min: 100, max: 20_000 })),
    inputTokens: fc.integer({ min: 1, max: 2_000 }),
    outputTokens: fc.integer({ min: 64, max: 4_000 }),
    slackTokens: fc.integer({ min: 0, max: 500 }),
    closingTokens: fc.integer({ min: 64, max: 512 }),
  });
  await fc.assert(
    fc.asyncProperty(arbitrary, async ({ usd, tokens, inputTokens, outputTokens, slackTokens, closingTokens }) => {
      const purse = createPurse({ ...limits, usd, tokens });
      const closing = { slackTokens, outputTokens: closingTokens };
      const answer = await purse.reserve(ask({ inputTokens, outputTokens, leastOutputTokens: 64, closing }));
      if (answer.kind === "limit") return;
      purse.settleWhole(answer);
      const last = await purse.reserve(
        ask({
          inputTokens: inputTokens + answer.outputTokens + slackTokens,
          outputTokens: closingTokens,
          leastOutputTokens: closingTokens,
        }),
      );
      expect(last.kind).toBe("reserved");
    }),
  );
});

/** What may happen to a call: it uses a share of what was set aside, is never sent, or is lost. */
const fate = fc.oneof(
  fc.record({ input: fc.double({ min: 0, max: 1, noNaN: true }), output: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.constant("free" as const),
  fc.constant("lost" as const),
);

test("spent + reserved never passes a limit, in any order of calls, parallel or not, however they end", async () => {
  const calls = fc.array(
    fc.record({
      inputTokens: fc.integer({ min: 0, max: 3_000 }),
      outputTokens: fc.integer({ min: 1, max: 3_000 }),
      leastOutputTokens: fc.integer({ min: 1, max: 200 }),
      closing: fc.constantFrom<CallAsk["closing"]>("none", "held", { slackTokens: 100, outputTokens: 100 }),
      fate,
      settleAfter: fc.integer({ min: 0, max: 5 }),
      toolUsd: fc.option(fc.double({ min: 0, max: 0.01, noNaN: true })),
    }),
    { maxLength: 40 },
  );
  const budget = fc.record({
    modelCalls: fc.integer({ min: 1, max: 30 }),
    toolCalls: fc.integer({ min: 0, max: 20 }),
    tokens: fc.option(fc.integer({ min: 1, max: 40_000 })),
    usd: fc.option(fc.double({ min: 0, max: 0.2, noNaN: true })),
  });
  const prices = fc.record({
    inputUsdPerMillion: fc.double({ min: 0, max: 30, noNaN: true }),
    outputUsdPerMillion: fc.double({ min: 0, max: 90, noNaN: true }),
    cachedUsdPerMillion: fc.option(fc.double({ min: 0, max: 3, noNaN: true }), { nil: undefined }),
    usdPerCall: fc.double({ min: 0, max: 0.01, noNaN: true }),
  });
  await fc.assert(
    fc.asyncProperty(budget, prices, calls, async (limits, price, calls) => {
      const purse = createPurse(limits);
      const holds = () => {
        const { spent, reserved } = purse;
        expect(spent.modelCalls + reserved.modelCalls).toBeLessThanOrEqual(limits.modelCalls);
        expect(spent.toolCalls).toBeLessThanOrEqual(limits.toolCalls);
        if (limits.tokens !== null) expect(spent.tokens + reserved.tokens).toBeLessThanOrEqual(limits.tokens);
        if (limits.usd !== null) expect(spent.pico + reserved.pico).toBeLessThanOrEqual(toPico(limits.usd));
      };
      const paid: Promise<unknown>[] = [];
      const settled = calls.map(async ({ fate, settleAfter, toolUsd, ...one }) => {
        const answer = await purse.reserve({ ...one, price: price as Price });
        holds();
        // Not waited for here: it may wait for the very call that is settled below.
        if (toolUsd !== null) paid.push(Promise.resolve(purse.payTool(toolUsd)).finally(holds));
        holds();
        if (answer.kind === "limit") return;
        expect(answer.pico).toBe(worstPico(price as Price, answer.inputTokens, answer.outputTokens));
        for (let i = 0; i < settleAfter; i++) await Promise.resolve();
        if (fate === "lost") purse.settleWhole(answer);
        else if (fate === "free") purse.settle(answer, null);
        else {
          purse.settle(answer, {
            inputTokens: Math.floor(answer.inputTokens * fate.input),
            outputTokens: Math.floor(answer.outputTokens * fate.output),
          });
        }
        holds();
      });
      await Promise.all(settled);
      await Promise.all(paid);
      expect(purse.reserved).toEqual({ modelCalls: 0, toolCalls: 0, tokens: 0, pico: 0 });
    }),
    { numRuns: 300 },
  );
});
