// A visitor's calls one after the other: what one did not use is there for the next, and no cap is passed by it.
import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { worstMicroUsd } from "../../worker/charge.ts";
import { readConfig } from "../../worker/config.ts";
import type { LedgerPort } from "../../worker/ledger.ts";
import { book, draw } from "../../worker/wallet.ts";
import { bytes, call, errorOf, hello, logged, pageRequest, someAddress, upstream, variables } from "./calls.ts";

beforeEach(() => reset());
afterEach(() => vi.restoreAllMocks());

const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
// At 0.40 and 1.60 USD a million.
const usageMicroUsd = 12;
const asked = { ...hello, stream: true };
const price = { inputUsdPerMillion: 0.4, outputUsdPerMillion: 1.6 };
const streamed = () =>
  new Response(`data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`, {
    headers: { "content-type": "text/event-stream" },
  });

const real = (): LedgerPort => env.LEDGER.getByName("ledger");
const spent = async () => 1e9 - (await real().left("nobody", { dailyMicroUsd: 1e9, visitorMicroUsd: 1e9 }));

/** Calls of one visitor. `asks`: what the ledger was asked for, in millionths of a dollar. */
function visitor(changes: Record<string, unknown> = {}, gate: (call: number) => unknown = () => {}) {
  const sent = upstream(async () => {
    await gate(sent.length);
    return streamed();
  });
  const { lines } = logged();
  const asks: number[] = [];
  const port: LedgerPort = {
    reserve: (ask) => (asks.push(ask.microUsd), real().reserve(ask)),
    settle: (id, microUsd) => real().settle(id, microUsd),
    left: (...which) => real().left(...which),
  };
  const all = variables({ LEDGER: { getByName: () => port }, ...changes });
  const headers = { "cf-connecting-ip": someAddress() };
  const ask = async () => {
    const { reply, settled } = call(all, pageRequest(asked, { headers }));
    const response = await reply;
    if (response.status === 200) await response.text();
    return { response, settled };
  };
  const worst = () => worstMicroUsd(price, bytes(sent[0]?.text ?? "").length, 1000);
  return { ask, asks, lines, worst, sent };
}

test("a call draws from what the calls before it did not use, and in the end each cost what it used", async () => {
  const { ask, asks, lines, worst } = visitor();
  const calls = [];
  for (let i = 0; i < 20; i++) calls.push(await ask());
  expect(asks).toEqual([worst(), worst()]);
  await Promise.all(calls.map(({ settled }) => settled()));
  expect(await spent()).toBe(20 * usageMicroUsd);
  expect(lines).toHaveLength(20);
  expect(lines.every(({ microUsd, settled }) => microUsd === usageMicroUsd && settled)).toBe(true);
});

test("what is left is paid back when no next call comes, and a call after that asks anew", async () => {
  const { ask, asks, worst } = visitor();
  await (await ask()).settled();
  expect(await spent()).toBe(usageMicroUsd);
  await (await ask()).settled();
  expect(asks).toEqual([worst(), worst()]);
  expect(await spent()).toBe(2 * usageMicroUsd);
});

test("where the share has no room for a whole call, it is asked only for what the wallet lacks", async () => {
  const { ask, asks, worst, lines } = visitor({ VISITOR_USD: "0.001700" });
  const first = await ask();
  const room = 1700 - worst();
  expect(room).toBeGreaterThanOrEqual(usageMicroUsd);
  expect(room).toBeLessThan(worst());
  const second = await ask();
  expect(second.response.status).toBe(200);
  expect(asks).toEqual([worst(), worst(), usageMicroUsd]);
  await Promise.all([first.settled(), second.settled()]);
  expect(await spent()).toBe(2 * usageMicroUsd);
  expect(lines).toHaveLength(2);
});

test("calls at the same time never take the same money", async () => {
  const gate = Promise.withResolvers<void>();
  const { ask, worst, sent } = visitor({ VISITOR_USD: "0.010000" }, (call) => call > 2 && gate.promise);
  // What these leave in the wallet is there for one of those that come at once.
  await ask();
  await ask();
  const refused: Response[] = [];
  const all = Array.from({ length: 20 }, async () => {
    const one = await ask();
    if (one.response.status !== 200) refused.push(one.response);
    return one;
  });
  await vi.waitFor(() => expect(sent.length + refused.length).toBe(22));
  expect(sent).toHaveLength(2 + Math.floor((10_000 - 2 * usageMicroUsd) / worst()));
  for (const response of refused) expect(await errorOf(response)).toEqual([429, "visitor_budget"]);
  gate.resolve();
  await Promise.all((await Promise.all(all)).map(({ settled }) => settled()));
  expect(await spent()).toBe(sent.length * usageMicroUsd);
});

test("of money in the wallet no two calls take the same, though they look at the same moment", async () => {
  const config = readConfig(variables({}));
  let isFull = false;
  const ledger: LedgerPort = {
    reserve: async () => (isFull ? { admitted: false, code: "budget", leftMicroUsd: 0 } : { admitted: true }),
    settle: async () => true,
    left: async () => 0,
  };
  const address = someAddress();
  const one = (id: number) => draw({ id: String(id), visitor: address, microUsd: 100 }, config, ledger);
  const drawn = await Promise.all([1, 2, 3].map(one));
  for (const wallet of drawn) if (!("admitted" in wallet)) book(wallet, 100, 10);
  isFull = true;
  const next = await Promise.all(Array.from({ length: 20 }, (_, id) => one(10 + id)));
  expect(next.filter((wallet) => !("admitted" in wallet))).toHaveLength(2);
});

test("with METER=off a busy visitor's calls are charged in packs, each with its worst case, within the share", async () => {
  const { ask, asks, worst } = visitor({ METER: "off" });
  for (let i = 0; i < 6; i++) await ask();
  expect(asks).toEqual([worst(), 4 * worst(), 4 * worst()]);
  const poor = visitor({ METER: "off", VISITOR_USD: "0.010000" });
  for (let i = 0; i < 3; i++) await poor.ask();
  expect(poor.asks).toEqual([poor.worst(), poor.worst(), poor.worst()]);
});
