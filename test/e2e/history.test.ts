// The history in a real browser: saved as it goes, and whatever the browser does to its storage.
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { launchBrowser } from "../browser.ts";
import type { History, Recording } from "../../src/ui/history.ts";
import type { Watched } from "./history-page/page.svelte.ts";
import { servePage, type PageServer } from "./history-page/server.ts";

let server: PageServer;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  [server, browser] = await Promise.all([servePage(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});
beforeEach(async () => {
  context = await browser.newContext();
});
afterEach(() => context.close());

/** A tab of the page under test. All tabs of a test share one storage. */
async function openTab(): Promise<Page> {
  const page = await context.newPage();
  await page.goto(server.url);
  await page.waitForFunction(() => "harness" in window);
  return page;
}

/** Leaves so many bytes of storage to the page. */
async function limitStorage(page: Page, bytesLeft: number): Promise<void> {
  const session = await context.newCDPSession(page);
  const { origin } = new URL(server.url);
  const { usage } = await session.send("Storage.getUsageAndQuota", { origin });
  await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: usage + bytesLeft });
}

/** Kills a tab as a crash does: it gets no chance to save anything. */
async function crash(page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  const gone = page.waitForEvent("crash");
  session.send("Page.crash").catch(() => {});
  await gone;
  await page.close();
}

describe("a run that is saved", () => {
  test("opens in another tab exactly as it was, with its files, and the list shows what it did", async () => {
    const [first, second] = [await openTab(), await openTab()];
    const log = await first.evaluate(async () => {
      const { watch, longLog } = window.harness;
      const recording = watch().history.start({ id: "r1" });
      const events = longLog(1_234, "Ask twice\nand check");
      recording.file("a.txt", "draft");
      recording.file("b.txt", "gone");
      for (const event of events) recording.add(event);
      recording.file("a.txt", "50");
      recording.file("b.txt", null);
      if (!(await recording.close()) || !recording.isSaved) throw new Error("not saved");
      return events;
    });
    const { record, runs } = await second.evaluate(async () => {
      const { history } = window.harness.watch();
      return { record: await history.open("r1"), runs: await history.list() };
    });
    expect(record).toStrictEqual({
      id: "r1",
      title: "Ask twice",
      files: [{ name: "a.txt", text: "50" }],
      events: log,
    });
    expect(runs).toMatchObject([
      { id: "r1", title: "Ask twice", status: "completed", answer: "Done.", events: 1_234, saved: true },
    ]);
  });

  test("is in the database while it runs, and interrupted once its tab is gone", async () => {
    const [first, second] = [await openTab(), await openTab()];
    await first.evaluate(async () => {
      const { watch, longLog } = window.harness;
      const recording = watch().history.start({ id: "r1" });
      for (const event of longLog(20).slice(0, 10)) recording.add(event);
      if (!(await recording.saved())) throw new Error("not saved");
    });
    const statuses = () =>
      second.evaluate(async () => {
        const { history } = (window.harness.kept["watched"] ??= window.harness.watch()) as { history: History };
        return (await history.list()).map(({ status, events }) => `${status} ${events}`);
      });
    expect(await statuses()).toEqual([expect.stringContaining("running")]);
    await first.close();
    await expect.poll(statuses).toEqual(["interrupted 10"]);
    const record = await second.evaluate(() => window.harness.watch().history.open("r1"));
    expect(record.interrupted).toBe(true);
    expect(record.events).toHaveLength(10);
  });

  test("is deleted, comes back with undo, is found by its words, and keeps its new name", async () => {
    const page = await openTab();
    const seen = await page.evaluate(async () => {
      const { watch, longLog } = window.harness;
      const { history } = watch();
      for (const [id, task] of [
        ["r1", "Berechne die Größe"],
        ["r2", "计算10*5，把结果保存到result.txt"],
        ["r3", "ＦＵＬＬ width"],
      ] as const) {
        const recording = history.start({ id });
        for (const event of longLog(300, task)) recording.add(event);
        recording.file("f", id);
        await recording.close();
      }
      const ids = async (search: string) => (await history.list({ search })).map((run) => run.id);
      const found = {
        german: await ids("GRÖSSE größe"),
        chinese: await ids("结果保存"),
        wide: await ids("full WIDTH"),
        none: await ids("r9"),
      };
      const before = await history.open("r1");
      const removal = await history.remove("r1", "r3");
      const without = await ids("");
      const gone = await history.open("r1").catch((error: Error) => error.name + ": " + error.message);
      await removal.restore();
      await history.rename("r2", "Zehn mal fünf");
      return {
        found,
        without,
        gone,
        same: JSON.stringify(before) === JSON.stringify(await history.open("r1")),
        after: await ids(""),
        renamed: [await ids("zehn"), (await history.open("r2")).title],
      };
    });
    expect(seen).toEqual({
      found: { german: [], chinese: ["r2"], wide: ["r3"], none: [] },
      without: ["r2"],
      gone: "HistoryError: There is no run r1 in the history.",
      same: true,
      after: ["r3", "r2", "r1"],
      renamed: [["r2"], "Zehn mal fünf"],
    });
  });

  test("that is running is not deleted, here or from another tab; all others are", async () => {
    const [first, second] = [await openTab(), await openTab()];
    const remove = (page: Page) =>
      page.evaluate(async () => {
        const { watch, longLog, kept } = window.harness;
        const { history } = (kept["watched"] ??= watch()) as { history: History };
        if (!kept["mine"]) {
          for (const id of ["old-1", "old-2"]) await history.put({ id, title: id, files: [], events: longLog(10) });
          const recording = (kept["mine"] = history.start({ id: `live-${crypto.randomUUID()}` }));
          recording.add(longLog(3)[0]!);
          await recording.saved();
        }
        const live = (await history.list()).filter((run) => run.status === "running").map((run) => run.id);
        const refused: string[] = [];
        for (const id of live) await history.remove(id).catch((error: { code: string }) => refused.push(error.code));
        return { refused, left: (await history.list()).length };
      });
    expect(await remove(first)).toEqual({ refused: ["run-is-live"], left: 3 });
    expect(await remove(second)).toEqual({ refused: ["run-is-live", "run-is-live"], left: 6 });
    const left = await second.evaluate(async () => {
      const { history } = window.harness.kept["watched"] as { history: History };
      return [await history.removeAll(), (await history.list()).map((run) => run.status)];
    });
    expect(left).toEqual([4, ["running", "running"]]);
  });

  test("that is taken in from a file under an id that is taken gets another one", async () => {
    const page = await openTab();
    const ids = await page.evaluate(async () => {
      const { watch, longLog } = window.harness;
      const { history } = watch();
      const record = {
        id: "r1",
        title: "A",
        files: [{ name: "f", text: "x" }],
        events: longLog(600).slice(0, 500),
        typed: [{ span: "1", text: "so far" }],
      };
      const ids = [await history.put(record), await history.put(record), await history.put(record)].map(
        (run) => run.id,
      );
      const { typed, interrupted, imported, files } = await history.open("r1~3");
      return [ids, typed, interrupted, imported, files];
    });
    expect(ids).toEqual([
      ["r1", "r1~2", "r1~3"],
      [{ span: "1", text: "so far" }],
      true,
      true,
      [{ name: "f", text: "x" }],
    ]);
  });

  test("lists page after page in order, also where runs began at the same moment and without getAllRecords", async () => {
    const page = await openTab();
    const lists = await page.evaluate(async () => {
      const { watch, longLog } = window.harness;
      const { history } = watch();
      for (let n = 10; n < 30; n++)
        await history.put({ id: `r${n}`, title: `T${n % 3}`, files: [], events: longLog(3) });
      const walk = async (search = "") => {
        const ids: string[] = [];
        for (;;) {
          const runs = await history.list({ limit: 7, search, ...(last ? { after: last } : {}) });
          ids.push(...runs.map((run) => run.id));
          if (runs.length < 7) return ids;
          last = runs.at(-1);
        }
      };
      let last: { startedAt: number; id: string } | undefined;
      const all = await walk();
      last = undefined;
      const some = await walk("t1");
      const index = IDBIndex.prototype as { getAllRecords?: unknown };
      const had = delete index.getAllRecords;
      last = undefined;
      return { all, some, had, same: JSON.stringify(await walk()) === JSON.stringify(all) };
    });
    const expected = Array.from({ length: 20 }, (_, n) => `r${29 - n}`);
    expect(lists.all).toEqual(expected);
    expect(lists.some).toEqual(expected.filter((id) => Number(id.slice(1)) % 3 === 1));
    expect(lists.same).toBe(true);
  });
});

describe("BUG-D-01: reactive objects", () => {
  test("a real $state run is stored as plain data, reads back equal and is not changed", async () => {
    const first = await openTab();
    const before = await first.evaluate(async () => {
      const { watch, longLog, reactiveLog, reactiveRun, plain, rejections } = window.harness;
      const run = reactiveRun();
      let cloning = "cloned";
      try {
        structuredClone(run);
      } catch (error) {
        cloning = (error as Error).name;
      }
      const { history } = watch();
      const recording = history.start({ id: "r1" });
      const log = reactiveLog(longLog(3));
      for (const event of log.slice(0, 2)) recording.add(event);
      recording.add({ type: "observation", span: "1", output: run, seq: 2, at: 3 });
      const saved = await recording.close();
      // The file case: a whole record that is a proxy.
      await history.put({ id: "r2", title: "r2", files: [], events: log });
      const posted = await new Promise((resolve) => {
        const source = "onmessage = (event) => postMessage(event.data)";
        const worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
        worker.onmessage = (event) => resolve(event.data);
        worker.postMessage({ run: plain(run.nodes) });
      });
      return {
        cloning,
        saved,
        posted,
        nodes: run.nodes.length,
        stop: typeof run.onStop,
        steps: run.budget.steps,
        rejections,
      };
    });
    const nodes = [
      { id: "n1", data: { ok: true } },
      { id: "n2", data: { list: [1, 2] } },
    ];
    expect(before).toEqual({
      cloning: "DataCloneError",
      saved: true,
      posted: { run: nodes },
      nodes: 2,
      stop: "function",
      steps: 3,
      rejections: [],
    });
    await first.reload();
    await first.waitForFunction(() => "harness" in window);
    const [output, other] = await first.evaluate(async () => {
      const { history } = window.harness.watch();
      const event = (await history.open("r1")).events[2];
      return [event?.type === "observation" && event.output, (await history.open("r2")).events];
    });
    expect(output).toStrictEqual({
      id: "r1",
      startedAt: "1970-01-01T00:00:00.000Z",
      nodes,
      budget: { steps: 3 },
      tags: ["a"],
    });
    expect(other).toHaveLength(3);
  });
});

describe("BUG-D-02: two builds", () => {
  test("v1: the old tab saves what it has, lets go and asks for a reload; the new one is ready within 2 s", async () => {
    const [old, next] = [await openTab(), await openTab()];
    await old.evaluate(async () => {
      const { watch, longLog, kept } = window.harness;
      const watched = (kept["watched"] = watch());
      await watched.history.settled();
      const recording = watched.history.start({ id: "r1" });
      const events = longLog(50);
      recording.add(events[0]!);
      await recording.saved();
      // These wait for the next flush when the other tab asks for the database.
      for (const event of events.slice(1, 40)) recording.add(event);
    });
    const seen = await next.evaluate(async () => {
      const opens = window.harness.countOpens();
      const { history, notices } = window.harness.watch({ version: 2 });
      const begun = performance.now();
      await Promise.all([history.list(), history.list(), history.list()]);
      return {
        ms: performance.now() - begun,
        state: history.state,
        opens: opens.count,
        notices,
        events: (await history.open("r1")).events.length,
      };
    });
    expect(seen).toMatchObject({ state: "ready", opens: 1, notices: [null], events: 40 });
    expect(seen.ms).toBeLessThan(2_000);
    const left = await old.evaluate(async () => {
      const { history, notices } = window.harness.kept["watched"] as Watched;
      const recording = history.start({ id: "r2" });
      for (const event of window.harness.longLog(5)) recording.add(event);
      const saved = await recording.close();
      return {
        saved,
        notices: notices.filter(Boolean),
        listed: (await history.list()).map((run) => [run.id, run.saved]),
        rejections: window.harness.rejections,
      };
    });
    expect(left.notices).toEqual([{ code: "history-outdated", actions: ["reload", "export"] }]);
    expect(left).toMatchObject({ saved: false, listed: expect.arrayContaining([["r2", false]]), rejections: [] });
  });

  test("v2: behind a tab that never lets go the page says so within 3 s, works in memory, and connects by itself", async () => {
    const [old, next] = [await openTab(), await openTab()];
    await old.evaluate(async () => {
      const { history } = window.harness.watch();
      await history.settled();
      history.close();
      window.harness.kept["held"] = await new Promise((resolve, reject) => {
        const request = indexedDB.open("loopglass", 1);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    });
    const blocked = await next.evaluate(async () => {
      const { watch, countOpens, until, longLog, kept } = window.harness;
      const opens = (kept["opens"] = countOpens());
      const watched = (kept["watched"] = watch({ version: 2 }));
      const begun = performance.now();
      const lists = await Promise.all([watched.history.list(), watched.history.list(), watched.history.list()]);
      await until(() => watched.notices.length > 0);
      const noticeMs = performance.now() - begun;
      const recording = watched.history.start({ id: "r1" });
      for (const event of longLog(700)) recording.add(event);
      const saved = await recording.close();
      const imported = await watched.history.put({ id: "r2", title: "r2", files: [], events: longLog(3) });
      const opened = (await watched.history.open("r1")).events.length;
      const listed = (await watched.history.list()).map((run) => [run.id, run.saved]);
      return {
        lists,
        noticeMs,
        notices: watched.notices,
        saved,
        imported: imported.saved,
        opened,
        listed,
        opens: opens.count,
      };
    });
    expect(blocked).toMatchObject({
      lists: [[], [], []],
      notices: [{ code: "history-blocked" }],
      saved: false,
      imported: false,
      opened: 700,
      listed: [
        ["r2", false],
        ["r1", false],
      ],
      opens: 1,
    });
    expect(blocked.noticeMs).toBeLessThan(3_000);
    await old.evaluate(() => (window.harness.kept["held"] as IDBDatabase).close());
    const freed = await next.evaluate(async () => {
      const { until, kept, rejections } = window.harness;
      const { history, notices } = kept["watched"] as Watched;
      await until(async () => (await history.list()).every((run) => run.saved) && history.state === "ready");
      return {
        last: notices.at(-1),
        events: (await history.open("r1")).events.length,
        opens: (kept["opens"] as { count: number }).count,
        rejections,
      };
    });
    expect(freed).toEqual({ last: null, events: 700, opens: 1, rejections: [] });
  });

  test("a page of an older build than the database asks for a reload", async () => {
    const page = await openTab();
    const seen = await page.evaluate(async () => {
      const newer = window.harness.watch({ version: 2 }).history;
      await newer.settled();
      newer.close();
      const { history, notices } = window.harness.watch();
      await history.settled();
      return [history.state, notices.map((notice) => notice?.code), await history.list()];
    });
    expect(seen).toEqual(["memory", ["history-newer"], []]);
  });
});

describe("BUG-D-03: the connection dies", () => {
  /** Saves three runs while `fault` is at work, and tells what came of it. */
  const saveThree = (page: Page, fault: "throws once" | "closed before" | "aborted" | "throws always") =>
    page.evaluate(async (kind) => {
      const { watch, longLog, breakTransactions, abortNextPut, rememberConnections, countOpens, kept, rejections } =
        window.harness;
      const kill = rememberConnections();
      const opens = countOpens();
      const { history, notices } = watch();
      await history.list();
      await new Promise((resolve) => setTimeout(resolve));
      if (kind === "throws once") breakTransactions(1);
      if (kind === "throws always") kept["mend"] = breakTransactions(Infinity);
      kept["history"] = history;
      if (kind === "aborted") abortNextPut();
      if (kind === "closed before") kill();
      const saved: boolean[] = [];
      for (const id of ["r1", "r2", "r3"]) {
        const recording = history.start({ id });
        for (const event of longLog(260)) recording.add(event);
        saved.push(await recording.close());
      }
      const listed = await history.list();
      const opened = await Promise.all(
        listed.map(async ({ id }) => (await history.open(id)).events.map((event) => event.seq).join()),
      );
      return {
        saved,
        reopens: opens.count - 1,
        notices: notices.filter(Boolean).map((notice) => notice?.code),
        state: history.state,
        whole: opened.filter(
          (seqs) =>
            seqs ===
            longLog(260)
              .map((event) => event.seq)
              .join(),
        ).length,
        listed: listed.map((run) => `${run.id} ${run.saved}`),
        rejections,
      };
    }, fault);

  test.each(["throws once", "closed before", "aborted"] as const)(
    "%s: it is opened again once, each run is stored once, nobody is bothered",
    async (fault) => {
      const page = await openTab();
      expect(await saveThree(page, fault)).toEqual({
        saved: [true, true, true],
        reopens: 1,
        notices: [],
        state: "ready",
        whole: 3,
        listed: ["r3 true", "r2 true", "r1 true"],
        rejections: [],
      });
      await page.reload();
      await page.waitForFunction(() => "harness" in window);
      const stored = await page.evaluate(async () => {
        const { history } = window.harness.watch();
        return Promise.all((await history.list()).map(async (run) => (await history.open(run.id)).events.length));
      });
      expect(stored).toEqual([260, 260, 260]);
    },
  );

  test("throws always: one notice, memory, no endless retry, and saved after all when a person tries again", async () => {
    const page = await openTab();
    const seen = await saveThree(page, "throws always");
    expect(seen).toMatchObject({
      saved: [false, false, false],
      notices: ["history-lost"],
      state: "memory",
      whole: 3,
      listed: ["r3 false", "r2 false", "r1 false"],
      rejections: [],
    });
    expect(seen.reopens).toBeLessThanOrEqual(2);
    const listed = await page.evaluate(async () => {
      const { kept, until } = window.harness;
      const history = kept["history"] as History;
      (kept["mend"] as () => void)();
      history.retry();
      await until(async () => (await history.list()).every((run) => run.saved));
      return [history.state, history.notice, (await history.open("r2")).events.length];
    });
    expect(listed).toEqual(["ready", null, 260]);
  });

  test("storage that was cleared under a live run gets the whole run again", async () => {
    const [first, second] = [await openTab(), await openTab()];
    await first.evaluate(async () => {
      const { watch, longLog, kept } = window.harness;
      const { history } = watch();
      const recording = (kept["recording"] = history.start({ id: "r1" }));
      recording.file("f", "text");
      for (const event of longLog(600).slice(0, 500)) recording.add(event);
      await recording.saved();
    });
    await second.evaluate(() =>
      new Promise((resolve) => (indexedDB.deleteDatabase("loopglass").onsuccess = resolve)).then(() => {}),
    );
    const saved = await first.evaluate(() => {
      const recording = window.harness.kept["recording"] as Recording;
      for (const event of window.harness.longLog(600).slice(500)) recording.add(event);
      return recording.close();
    });
    const record = await second.evaluate(() => window.harness.watch().history.open("r1"));
    expect(saved).toBe(true);
    expect([record.events.length, record.files]).toEqual([600, [{ name: "f", text: "text" }]]);
  });

  test("storage that is refused altogether: memory, one notice, no error", async () => {
    const page = await openTab();
    const seen = await page.evaluate(async () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException("The operation is insecure.", "SecurityError");
      };
      const { history, notices } = window.harness.watch();
      const recording = history.start({ id: "r1" });
      for (const event of window.harness.longLog(20)) recording.add(event);
      const saved = await recording.close();
      return {
        saved,
        notices,
        state: history.state,
        listed: (await history.list()).map((run) => run.saved),
        events: (await history.open("r1")).events.length,
        rejections: window.harness.rejections,
      };
    });
    expect(seen).toEqual({
      saved: false,
      notices: [{ code: "history-refused", actions: ["export", "retry"], reason: "The operation is insecure." }],
      state: "memory",
      listed: [false],
      events: 20,
      rejections: [],
    });
  });
});

describe("BUG-D-04: the storage is full", () => {
  test("v1, v3: the run goes on in memory with one notice; after old runs are deleted it is stored whole", async () => {
    const page = await openTab();
    await page.evaluate(() => window.harness.watch().history.settled());
    // Before the first write: from then on the browser remembers for a while how much is left.
    await limitStorage(page, 8_000_000);
    await page.evaluate(async () => {
      const { watch, longLog, noise, kept } = window.harness;
      const watched = (kept["watched"] = watch());
      for (const id of ["old-1", "old-2"]) {
        const files = [{ name: "big", text: noise(3_000_000) }];
        await watched.history.put({ id, title: id, files, events: longLog(10) });
      }
    });
    const full = await page.evaluate(async () => {
      const { longLog, noise, kept } = window.harness;
      const { history } = kept["watched"] as Watched;
      const recording = (kept["recording"] = history.start({ id: "r1" }));
      const events = longLog(42);
      recording.add(events[0]!);
      const claims: boolean[] = [];
      for (const event of events.slice(1, 41)) {
        recording.add({ type: "thought", span: "1", text: noise(100_000), seq: event.seq, at: event.at });
        claims.push(await recording.saved());
      }
      recording.add(events[41]!);
      const saved = await recording.close();
      const listed = (await history.list()).find((run) => run.id === "r1");
      return {
        first: claims[0],
        last: claims.at(-1),
        saved,
        isSaved: recording.isSaved,
        listed: [listed?.status, listed?.saved],
        events: (await history.open("r1")).events.length,
      };
    });
    expect(full).toEqual({
      first: true,
      last: false,
      saved: false,
      isSaved: false,
      listed: ["completed", false],
      events: 42,
    });
    const freed = await page.evaluate(async () => {
      const { kept, until, rejections } = window.harness;
      const { history, notices } = kept["watched"] as Watched;
      const recording = kept["recording"] as Recording;
      const during = notices.filter(Boolean);
      await history.remove("old-1", "old-2");
      await until(() => recording.isSaved);
      return { during, last: notices.at(-1), state: history.state, rejections };
    });
    expect(freed).toEqual({
      during: [{ code: "history-full", actions: ["export", "delete-old-runs"] }],
      last: null,
      state: "ready",
      rejections: [],
    });
    await page.reload();
    await page.waitForFunction(() => "harness" in window);
    const stored = await page.evaluate(async () => {
      const { history } = window.harness.watch();
      const { events, interrupted } = await history.open("r1");
      return [
        events.filter((event) => event.type === "thought").length,
        interrupted,
        (await history.list()).map((run) => `${run.id} ${run.status}`),
      ];
    });
    expect(stored).toEqual([40, undefined, ["r1 completed"]]);
  });

  test("v2: an import that does not fit is refused and leaves nothing behind", async () => {
    const page = await openTab();
    await page.evaluate(() => window.harness.watch().history.settled());
    await limitStorage(page, 400_000);
    const seen = await page.evaluate(async () => {
      const { watch, longLog, noise, rejections } = window.harness;
      const { history, notices } = watch();
      const error = await history
        .put({ id: "r1", title: "big", files: [{ name: "f", text: noise(3_000_000) }], events: longLog(2_000) })
        .catch((caught: { code: string }) => caught.code);
      return { error, listed: await history.list(), notices: notices.filter(Boolean).length, rejections };
    });
    expect(seen).toEqual({ error: "storage-full", listed: [], notices: 1, rejections: [] });
  });
});

describe("BUG-D-05: text that streams", () => {
  test("only the run itself is written, four times a second; a crash loses at most the last half second", async () => {
    const [page, watcher] = [await openTab(), await openTab()];
    await page.evaluate(async () => {
      const { watch, longLog, kept } = window.harness;
      const { history } = watch();
      for (let n = 0; n < 200; n++)
        await history.put({ id: `old-${n}`, title: "Old", files: [], events: longLog(150) });
      kept["history"] = history;
    });
    const streamed = await page.evaluate(async () => {
      const { logBeforeReply, countWrites, longestTask, kept } = window.harness;
      const recording = (kept["history"] as History).start({ id: "new" });
      const task = longestTask();
      const writes = countWrites();
      for (const event of logBeforeReply()) recording.add(event);
      const begun = performance.now();
      let typed = 0;
      // The pace of the field case: 250 pieces a second.
      while (typed < 1_000) {
        await new Promise((resolve) => setTimeout(resolve, 4));
        for (; typed < Math.min(1_000, (performance.now() - begun) / 4); typed++) recording.typed("1.1", "abc ");
      }
      return { ...writes, runs: [...writes.runs], seconds: (performance.now() - begun) / 1000, longestTaskMs: task.ms };
    });
    expect(streamed.puts).toBeLessThanOrEqual(4 * streamed.seconds + 1);
    expect(streamed.bytes).toBeLessThanOrEqual(40 * 4_000);
    expect(streamed.runs).toEqual(["new"]);
    expect(streamed.reads).toBe(0);
    expect(streamed.longestTaskMs).toBeLessThan(200);
    await crash(page);
    const record = await watcher.evaluate(async () => {
      const { watch, until } = window.harness;
      const { history } = watch();
      await until(async () =>
        (await history.list({ limit: 300 })).some((run) => run.id === "new" && run.status === "interrupted"),
      );
      return history.open("new");
    });
    expect(record.interrupted).toBe(true);
    const [typed] = record.typed ?? [];
    expect(typed?.span).toBe("1.1");
    expect("abc ".repeat(1_000).startsWith(typed?.text ?? "")).toBe(true);
    expect(4_000 - (typed?.text.length ?? 0)).toBeLessThanOrEqual(500);
  });

  test("a tab that is closed in the ordinary way loses nothing", async () => {
    const [page, watcher] = [await openTab(), await openTab()];
    await page.evaluate(async () => {
      const { watch, logBeforeReply } = window.harness;
      const recording = watch().history.start({ id: "r1" });
      for (const event of logBeforeReply()) recording.add(event);
      await recording.saved();
      for (let n = 0; n < 5; n++) recording.typed("1.1", "wave \ud83c");
      recording.typed("1.1", "\udf0a!");
    });
    await page.close({ runBeforeUnload: true });
    const typed = await watcher.evaluate(async () => {
      const { watch, until } = window.harness;
      const { history } = watch();
      await until(async () => (await history.list())[0]?.status === "interrupted");
      return (await history.open("r1")).typed;
    });
    expect(typed).toEqual([{ span: "1.1", text: "wave \ud83c".repeat(5) + "\udf0a!" }]);
  });

  test("when the reply comes the typed text is gone, and the log is kept in few rows", async () => {
    const page = await openTab();
    const seen = await page.evaluate(async () => {
      const { watch, logBeforeReply } = window.harness;
      const { history } = watch();
      const recording = history.start({ id: "r1" });
      const events = logBeforeReply();
      for (const event of events) {
        recording.add(event);
        await recording.saved();
      }
      recording.typed("1.1", "Hello, ");
      await recording.saved();
      recording.typed("1.1", "world");
      await recording.saved();
      recording.add({
        type: "model.reply",
        span: "1.1",
        text: "Hello, world",
        finishReason: "stop",
        usd: 0.5,
        usage: { inputTokens: 3, outputTokens: 2 },
        seq: 4,
        at: 50,
      });
      recording.add({ type: "run.end", status: "completed", answer: "Hello, world", seq: 5, at: 60 });
      await recording.close();
      const rows = await new Promise<number>((resolve) => {
        indexedDB.open("loopglass").onsuccess = (event) => {
          const database = (event.target as IDBOpenDBRequest).result;
          database.transaction("log").objectStore("log").count().onsuccess = (counted) =>
            resolve((counted.target as IDBRequest<number>).result);
        };
      });
      return { record: await history.open("r1"), rows, listed: await history.list() };
    });
    expect(seen.record.typed).toBeUndefined();
    expect(seen.record.events).toHaveLength(6);
    expect(seen.rows).toBe(1);
    expect(seen.listed).toMatchObject([{ usd: 0.5, tokens: 5, modelCalls: 1, ms: 60, saved: true }]);
  });
});
