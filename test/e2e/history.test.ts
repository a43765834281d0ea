// The history in a real browser: runs are saved as they go, and found again as they were.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { History } from "../../src/ui/history.ts";
import { crash, openTab, reload, useTabs } from "./history-page/tabs.ts";

useTabs();

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

  test("is interrupted at once for the page that was reloaded in the middle of it, and not for one that looks on", async () => {
    const [page, watcher] = [await openTab(), await openTab()];
    await page.evaluate(async () => {
      const { watch, longLog } = window.harness;
      const recording = watch().history.start({ id: "r1" });
      for (const event of longLog(20).slice(0, 10)) recording.add(event);
      await recording.saved();
    });
    const isInterrupted = (tab: Page) =>
      tab.evaluate(async () => (await window.harness.watch().history.open("r1")).interrupted ?? false);
    expect(await isInterrupted(watcher)).toBe(false);
    await reload(page);
    expect(await isInterrupted(page)).toBe(true);
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
    await reload(first);
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
