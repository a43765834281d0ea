// The ledger by itself: what it admits, pays back and forgets, through real RPC and real SQLite.
import { evictDurableObject, reset, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Ledger } from "../../worker/ledger.ts";

beforeEach(() => reset());
afterEach(() => void vi.useRealTimers());

const caps = { dailyMicroUsd: 1000, visitorMicroUsd: 1000 };
const ledger = () => env.LEDGER.getByName("ledger");
let number = 0;
const ask = (changes: Partial<Parameters<Ledger["reserve"]>[0]> = {}) => ({
  id: `call-${++number}`,
  visitor: "192.0.2.1",
  microUsd: 10,
  caps,
  ...changes,
});
const leftFor = (visitor: string) => ledger().left(visitor, caps);

function everyRow(): Promise<Record<string, Record<string, SqlStorageValue>[]>> {
  return runInDurableObject(ledger(), (_ledger: Ledger, { storage }) =>
    Object.fromEntries(
      ["spend", "hold", "salt"].map((table) => [table, storage.sql.exec(`SELECT * FROM ${table}`).toArray()]),
    ),
  );
}

test("admits up to the cap and not one millionth of a dollar more", async () => {
  expect(await ledger().reserve(ask({ microUsd: 990 }))).toEqual({ admitted: true });
  expect(await ledger().reserve(ask({ microUsd: 11 }))).toEqual({ admitted: false, code: "budget", leftMicroUsd: 10 });
  expect(await ledger().reserve(ask({ microUsd: 10 }))).toEqual({ admitted: true });
  expect(await ledger().reserve(ask({ microUsd: 1 }))).toEqual({ admitted: false, code: "budget", leftMicroUsd: 0 });
});

test("of 200 calls at once it admits exactly as many as the day has room for", async () => {
  const stub = ledger();
  const asks = Array.from({ length: 200 }, (_, i) => ask({ visitor: `192.0.2.${i}` }));
  const verdicts = await Promise.all(asks.map((one) => stub.reserve(one)));
  expect(verdicts.filter(({ admitted }) => admitted)).toHaveLength(100);
  const spent = (await everyRow())["spend"]?.find(({ who }) => who === "");
  expect(spent?.["micro_usd"]).toBe(1000);
});

test("of 200 calls at once by one visitor it admits exactly as many as the share has room for", async () => {
  const stub = ledger();
  const asks = Array.from({ length: 200 }, () => ask({ caps: { dailyMicroUsd: 1000, visitorMicroUsd: 300 } }));
  const verdicts = await Promise.all(asks.map((one) => stub.reserve(one)));
  expect(verdicts.filter(({ admitted }) => admitted)).toHaveLength(30);
  expect(verdicts.find(({ admitted }) => !admitted)).toMatchObject({ code: "visitor_budget", leftMicroUsd: 0 });
});

test("of calls that reach the object in one turn it admits exactly as many as the day has room for", async () => {
  const stub = ledger();
  // By RPC each call has a turn of its own, so that an await between check and charge would go unseen.
  await stub.reserve(ask({ microUsd: 100 }));
  const verdicts = await runInDurableObject(stub, (one: Ledger) =>
    Promise.all(Array.from({ length: 20 }, () => one.reserve(ask({ microUsd: 100 })))),
  );
  expect(verdicts.filter(({ admitted }) => admitted)).toHaveLength(9);
});

test("keeps each visitor's share apart from the others'", async () => {
  const share = { dailyMicroUsd: 1000, visitorMicroUsd: 10 };
  expect(await ledger().reserve(ask({ caps: share }))).toEqual({ admitted: true });
  expect(await ledger().reserve(ask({ caps: share }))).toMatchObject({ admitted: false, code: "visitor_budget" });
  expect(await ledger().reserve(ask({ caps: share, visitor: "192.0.2.2" }))).toEqual({ admitted: true });
});

test.for([
  ["dailyMicroUsd", 0, "budget"],
  ["dailyMicroUsd", NaN, "budget"],
  ["dailyMicroUsd", -5, "budget"],
  ["visitorMicroUsd", 0, "visitor_budget"],
  ["visitorMicroUsd", NaN, "visitor_budget"],
] as const)("admits nothing while %s is %d", async ([cap, value, code]) => {
  const verdict = await ledger().reserve(ask({ microUsd: 1, caps: { ...caps, [cap]: value } }));
  expect(verdict).toMatchObject({ admitted: false, code });
});

test.for([0, -1, 1.5, NaN, Infinity])("takes no worst case of %d", async (microUsd) => {
  await expect(
    runInDurableObject(ledger(), (one: Ledger) =>
      one.reserve(ask({ microUsd, caps: { ...caps, dailyMicroUsd: Infinity } })),
    ),
  ).rejects.toThrow("whole number");
});

test("pays back what a call did not need, to the day and to the visitor", async () => {
  const one = ask({ microUsd: 800 });
  await ledger().reserve(one);
  expect(await leftFor(one.visitor)).toBe(200);
  expect(await ledger().settle(one.id, 300)).toBe(true);
  expect(await leftFor(one.visitor)).toBe(700);
  expect(await leftFor("192.0.2.2")).toBe(700);
});

test("records a call that cost more than its worst case as it was", async () => {
  const one = ask({ microUsd: 900 });
  await ledger().reserve(one);
  await ledger().settle(one.id, 1500);
  expect(await leftFor(one.visitor)).toBe(0);
  expect(await ledger().reserve(ask({ microUsd: 1 }))).toMatchObject({ admitted: false });
});

test("settles a call once, however often it is told, also at the same time", async () => {
  const one = ask({ microUsd: 800 });
  const stub = ledger();
  await stub.reserve(one);
  const told = await Promise.all([stub.settle(one.id, 300), stub.settle(one.id, 0), stub.settle(one.id, 300)]);
  expect(told.filter(Boolean)).toHaveLength(1);
  expect(await leftFor(one.visitor)).toBe(700);
});

test("knows nothing of a call that it did not admit", async () => {
  expect(await ledger().settle("made up", 0)).toBe(false);
  await ledger().reserve(ask({ microUsd: 500 }));
  await ledger().settle("made up", 0);
  expect(await leftFor("192.0.2.1")).toBe(500);
});

test("holds an id once", async () => {
  const one = ask();
  await ledger().reserve(one);
  await expect(runInDurableObject(ledger(), (same: Ledger) => same.reserve(one))).rejects.toThrow();
  expect(await leftFor(one.visitor)).toBe(990);
});

test("an eviction between charge and settlement loses neither", async () => {
  const one = ask({ microUsd: 800 });
  const lost = ask({ microUsd: 100 });
  await ledger().reserve(one);
  await ledger().reserve(lost);
  await evictDurableObject(ledger());
  expect(await leftFor(one.visitor)).toBe(100);
  expect(await ledger().settle(one.id, 0)).toBe(true);
  await evictDurableObject(ledger());
  expect(await leftFor(one.visitor)).toBe(900);
});

test("keeps no address, and nothing by which one day's visitors could be found again the next", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-30T12:00:00Z") });
  await ledger().reserve(ask());
  const first = await everyRow();
  expect(JSON.stringify(first)).not.toContain("192.0.2.1");
  vi.setSystemTime(Date.parse("2026-12-01T12:00:00Z"));
  await ledger().reserve(ask());
  const both = await everyRow();
  expect(both["salt"]).toHaveLength(1);
  expect(both["salt"]).not.toEqual(first["salt"]);
  const names = both["spend"]?.map(({ who }) => who).filter((who) => who !== "");
  expect(new Set(names).size).toBe(2);
});

test("gives a new share at midnight UTC, and settles a call on the day it was charged", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-30T23:59:59Z") });
  const late = ask({ microUsd: 1000 });
  await ledger().reserve(late);
  expect(await leftFor(late.visitor)).toBe(0);
  vi.setSystemTime(Date.parse("2026-12-01T00:00:00Z"));
  expect(await leftFor(late.visitor)).toBe(1000);
  await ledger().reserve(ask({ microUsd: 400 }));
  await ledger().settle(late.id, 0);
  expect(await leftFor(late.visitor)).toBe(600);
  const days = (await everyRow())["spend"]?.filter(({ who }) => who === "");
  expect(days).toEqual([
    { day: "2026-11-30", who: "", micro_usd: 0 },
    { day: "2026-12-01", who: "", micro_usd: 400 },
  ]);
});

test("forgets visitors after two days and sums after a month", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-10-01T12:00:00Z") });
  await ledger().reserve(ask());
  vi.setSystemTime(Date.parse("2026-10-04T12:00:00Z"));
  await ledger().reserve(ask());
  const days = async () => (await everyRow())["spend"]?.map(({ day, who }) => `${day} ${who === "" ? "all" : "one"}`);
  expect(await days()).toEqual(["2026-10-01 all", "2026-10-04 all", "2026-10-04 one"]);
  expect((await everyRow())["hold"]).toHaveLength(1);
  vi.setSystemTime(Date.parse("2026-11-10T12:00:00Z"));
  await ledger().reserve(ask());
  expect(await days()).toEqual(["2026-11-10 all", "2026-11-10 one"]);
});
