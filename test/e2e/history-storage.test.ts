// The history in a real browser that blocks, loses, refuses or fills its storage: nothing is lost, and the person is told once.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { History, Recording } from "../../src/ui/history.ts";
import type { Watched } from "./history-page/page.svelte.ts";
import { limitStorage, openTab, reload, useTabs } from "./history-page/tabs.ts";

useTabs();

describe("BUG-D-02: two builds", () => {
  test("v1: the old tab saves what it has, lets go and asks for a reload; the new one is ready within 2 s", async () => {
    const [old, next] = [await openTab(), await openTab()];
    await old.evaluate(async () => {
      const { watch, longLog, kept } = window.harness;
      const watched = (kept["watched"] = watch({ version: 1 }));
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
      const { history, notices } = window.harness.watch();
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
        const request = indexedDB.open("loopglass", window.harness.databaseVersion);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    });
    const blocked = await next.evaluate(async () => {
      const { watch, countOpens, until, longLog, kept } = window.harness;
      const opens = (kept["opens"] = countOpens());
      const watched = (kept["watched"] = watch({ version: window.harness.databaseVersion + 1 }));
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
      const newer = window.harness.watch({ version: window.harness.databaseVersion + 1 }).history;
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
      await reload(page);
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
    await reload(page);
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
