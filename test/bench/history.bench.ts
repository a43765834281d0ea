// The history in a real browser with a profile on disk: writing, listing and opening, beside the plain way of doing it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { launchWithProfile } from "../browser.ts";
import { servePage } from "../e2e/history-page/server.ts";
import type { Bench, Figure } from "./run.ts";

const rounds = 7;
const runs = 10_000;
const longRun = 10_000;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;

/** Events a second from the first `add` until the run is over and saved; they come as fast as the page hands them over. */
const write = (page: Page, count: number) =>
  page.evaluate(async (events) => {
    const { watch, longLog, kept } = window.harness;
    const history = (kept["history"] ??= watch({ name: "bench" }).history) as ReturnType<typeof watch>["history"];
    const log = longLog(events);
    const recording = history.start({ id: `w-${events}-${Math.random()}` });
    const begun = performance.now();
    for (const event of log) recording.add(event);
    if (!(await recording.close())) throw new Error("not saved");
    return (log.length / (performance.now() - begun)) * 1000;
  }, count);

/** The same with one `put` and one transaction an event, each awaited. */
const writeNaively = (page: Page, count: number) =>
  page.evaluate(async (events) => {
    const log = window.harness.longLog(events);
    const database = await window.harness.openNaive();
    const begun = performance.now();
    for (const event of log) {
      const transaction = database.transaction("events", "readwrite");
      transaction.objectStore("events").put({ run: `n-${events}`, ...event });
      await new Promise((resolve) => (transaction.oncomplete = resolve));
    }
    const perSecond = (log.length / (performance.now() - begun)) * 1000;
    database.close();
    return perSecond;
  }, count);

/** Fills the history: many short runs beside a long one, and the same events one by one for the plain way. */
const fill = (page: Page) =>
  page.evaluate(
    async ([count, events]) => {
      const { watch, longLog, openNaive } = window.harness;
      const { history } = watch({ name: "bench-read" });
      const log = longLog(events);
      await history.put({ id: "long", title: "Long", files: [], events: log });
      const [summary] = await history.list();
      history.close();
      // Straight into the store: ten thousand imports would take a minute.
      const database = await new Promise<IDBDatabase>((resolve) => {
        indexedDB.open("bench-read").onsuccess = (event) => resolve((event.target as IDBOpenDBRequest).result);
      });
      const naive = await openNaive();
      const transaction = database.transaction("runs", "readwrite");
      for (let n = 0; n < count; n++) {
        const startedAt = (summary?.startedAt ?? 0) + 1 + ((n * 7919) % count) * 1000;
        const title = `Question number ${n} about something of interest`;
        transaction.objectStore("runs").put({ ...summary, id: `run-${n}`, title, startedAt });
      }
      await new Promise((resolve) => (transaction.oncomplete = resolve));
      database.close();
      const one = naive.transaction("events", "readwrite");
      for (const event of log) one.objectStore("events").put({ run: "long", ...event });
      await new Promise((resolve) => (one.oncomplete = resolve));
      naive.close();
    },
    [runs, longRun] as const,
  );

type Reading = "newest 50" | "newest 50, cursor" | "search" | "open" | "open, one record an event";

/** How long one reading takes, and the longest time for which the page could do nothing else; both in ms. */
const read = (page: Page, reading: Reading) =>
  page.evaluate(
    async ([kind, events]) => {
      const { watch, openNaive, longestBlock, kept } = window.harness;
      const history = (kept["reader"] ??= watch({ name: "bench-read" }).history) as ReturnType<typeof watch>["history"];
      await history.settled();
      const index = IDBIndex.prototype as { getAllRecords?: unknown };
      const { getAllRecords } = index;
      if (kind === "newest 50, cursor") delete index.getAllRecords;
      const naive = kind === "open, one record an event" ? await openNaive() : null;
      const read = async (): Promise<number> => {
        if (kind === "search") return (await history.list({ search: "number 9999 ABOUT" })).length;
        if (kind === "open") return (await history.open("long")).events.length;
        if (!naive) return (await history.list()).length;
        const range = IDBKeyRange.bound(["long"], ["long", []]);
        const request = naive.transaction("events").objectStore("events").getAll(range);
        await new Promise((resolve) => (request.onsuccess = resolve));
        return request.result.length;
      };
      const begun = performance.now();
      const count = await read();
      const ms = performance.now() - begun;
      const blockMs = await longestBlock(read);
      if (getAllRecords) index.getAllRecords = getAllRecords;
      naive?.close();
      const expected = kind === "search" ? 1 : kind.startsWith("open") ? events : 50;
      if (count !== expected) throw new Error(`${kind}: ${count} instead of ${expected}`);
      return { ms, blockMs };
    },
    [reading, longRun] as const,
  );

export async function bench(): Promise<Bench> {
  const profile = mkdtempSync(join(tmpdir(), "loopglass-bench-"));
  const server = await servePage();
  const context = await launchWithProfile(profile);
  try {
    const page = await context.newPage();
    await page.goto(server.url);
    await page.waitForFunction(() => "harness" in window);

    const lengths = [1_000, 4_000, 20_000];
    const written = new Map<string, number[]>();
    const note = (name: string, value: number) => written.set(name, [...(written.get(name) ?? []), value]);
    for (let round = 0; round < rounds; round++) {
      for (const length of lengths) note(`${length}`, await write(page, length));
      note("naive", await writeNaively(page, 1_000));
    }
    await fill(page);
    const readings: Reading[] = ["newest 50", "newest 50, cursor", "search", "open", "open, one record an event"];
    const times = new Map<Reading, { ms: number; blockMs: number }[]>();
    for (let round = 0; round < rounds; round++) {
      for (const reading of readings) times.set(reading, [...(times.get(reading) ?? []), await read(page, reading)]);
    }

    const rate = (name: string) => Math.round(median(written.get(name) ?? []));
    const ms = (reading: Reading) => round2(median((times.get(reading) ?? []).map((time) => time.ms)));
    const block = (reading: Reading) => round2(median((times.get(reading) ?? []).map((time) => time.blockMs)));
    const newestMs = (await page.evaluate(() => "getAllRecords" in IDBIndex.prototype)) ? 2 : 20;
    return {
      table: [
        ...lengths.map((length) => ({
          what: `write ${length} events`,
          "events/s": rate(`${length}`),
          "times naive": round2(rate(`${length}`) / rate("naive")),
        })),
        { what: "write 1000 events, one put each", "events/s": rate("naive"), "times naive": 1 },
        ...readings.map((reading) => ({ what: reading, ms: ms(reading), "longest block, ms": block(reading) })),
      ],
      figures: [
        ...lengths.map((length) => atLeast(`events/s written, run of ${length}`, rate(`${length}`), 20_000)),
        atLeast("events/s written, times one put an event", round2(rate("1000") / rate("naive")), 5),
        atMost(`newest 50 of ${runs} runs, ms`, ms("newest 50"), newestMs),
        atMost(`newest 50 of ${runs} runs without getAllRecords, ms`, ms("newest 50, cursor"), 20),
        atMost(`run of ${longRun} events opened, ms`, ms("open"), 25),
        atMost(`run of ${longRun} events opened, longest block in ms`, block("open"), 10),
      ],
    };
  } finally {
    await context.close();
    await server.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

const round2 = (value: number) => Math.round(value * 100) / 100;
const atLeast = (name: string, value: number, aim: number): Figure => ({
  name,
  value,
  aim: `>= ${aim}`,
  holds: value >= aim,
});
const atMost = (name: string, value: number, aim: number): Figure => ({
  name,
  value,
  aim: `<= ${aim}`,
  holds: value <= aim,
});
