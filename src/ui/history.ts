// The history of runs: saved in IndexedDB as they go, or kept in memory and said so.
import { connect, HistoryError } from "./history/connection.ts";
import type { Database } from "./history/database.ts";
import { isHeld, isHeldFor, whenFree } from "./history/locks.ts";
import { plain } from "./history/plain.ts";
import { createPlans } from "./history/plans.ts";
import { createRaces } from "./history/races.ts";
import { readRecord, readSummaries } from "./history/reader.ts";
import { createWriter, type Writer } from "./history/recording.ts";
import { byNewest, matcher } from "./history/summary.ts";
import type { History, HistoryOptions, ListedRun, NoticeListener } from "./history/types.ts";
import {
  anotherId,
  deleteRuns,
  markInterrupted,
  putRecord,
  putRowsBack,
  renameRun,
  takeRuns,
} from "./history/whole-runs.ts";

export { HistoryError };
export type { HistoryState, Notice, NoticeAction, NoticeCode } from "./history/connection.ts";
export type { RaceEntry, RaceRecord } from "./history/race-record.ts";
export type { Races } from "./history/races.ts";
export { cutTask } from "./history/summary.ts";
export type { Place, RunStatus, RunSummary } from "./history/summary.ts";
export type {
  History,
  HistoryOptions,
  ListedRun,
  ListOptions,
  NoticeListener,
  Recording,
  Removal,
} from "./history/types.ts";

const retryEveryMs = 2_000;
/** for how long a page that was reloaded may still hold its locks */
const dyingMs = 250;

/** Opens the history. Returns at once: it is known later whether runs can be saved, and nothing has to wait for that. */
export function openHistory({ name = "loopglass", version }: HistoryOptions = {}): History {
  const writers = new Map<string, Writer>();
  const noticeListeners = new Set<NoticeListener>();
  const changeListeners = new Set<() => void>();
  /** runs that another tab runs, or that ended with it */
  const watched = new Set<string>();

  const changed = () => changeListeners.forEach((listener) => listener());
  const hurry = () => writers.forEach((writer) => writer.hurry());
  const saveAll = () => {
    writers.forEach((writer) => void writer.saved());
    void plans.save();
    void races.save();
  };
  // Space may come from anywhere: runs deleted in another tab, or a browser that counts what is free a little late.
  let retrying: ReturnType<typeof setInterval> | undefined;
  const retryWhileFull = () => {
    if (connection.state === "full") retrying ??= setInterval(saveAll, retryEveryMs);
    else retrying = void clearInterval(retrying);
  };
  const hurryWhenHidden = () => {
    if (document.visibilityState === "hidden") hurry();
  };

  const connection = connect({
    name,
    ...(version === undefined ? {} : { version }),
    beforeClose: hurry,
    onChange() {
      retryWhileFull();
      noticeListeners.forEach((listener) => listener(connection.notice, connection.state));
      if (connection.state === "ready") {
        saveAll();
        void watchRunning();
      }
      changed();
    },
  });
  const plans = createPlans(connection);
  const races = createRaces(connection, changed);
  addEventListener("pagehide", hurry);
  document.addEventListener("visibilitychange", hurryWhenHidden);

  /** Finds the runs that say they are running, and marks each as interrupted once no tab runs it. */
  async function watchRunning(): Promise<void> {
    try {
      const rows = await connection.use((database) => database.getAllFromIndex("runs", "live"));
      rows.forEach(watch);
    } catch {
      // The connection has told the person.
    }
  }

  function watch({ id }: { id: string }): void {
    if (writers.has(id) || watched.has(id)) return;
    watched.add(id);
    whenFree(id, async () => {
      watched.delete(id);
      await connection.use((database) => markInterrupted(database, id));
      changed();
    });
  }

  function addWriter(
    id: string,
    { title, race, imported = false }: { title?: string | undefined; race?: string | undefined; imported?: boolean },
  ): Writer {
    const writer = createWriter({
      id,
      ...(title === undefined ? {} : { title }),
      ...(race === undefined ? {} : { race }),
      imported,
      connection,
      onChange: changed,
      onDone: () => void (writers.get(id) === writer && writers.delete(id)),
    });
    writers.set(id, writer);
    changed();
    return writer;
  }

  async function isLive(id: string): Promise<boolean> {
    return writers.get(id)?.isLive ?? (await isHeld(id));
  }

  async function whileStored<T>(work: (database: Database) => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await connection.use(work);
    } catch (error) {
      if (error instanceof HistoryError && (error.code === "not-stored" || error.code === "storage-lost"))
        return otherwise;
      throw error;
    }
  }

  return {
    plans,
    races,
    get state() {
      return connection.state;
    },
    get notice() {
      return connection.notice;
    },
    onNotice(listener) {
      noticeListeners.add(listener);
      return () => noticeListeners.delete(listener);
    },
    onChange(listener) {
      changeListeners.add(listener);
      return () => changeListeners.delete(listener);
    },
    settled: () => connection.settled(),
    start: ({ id, title, race }) => addWriter(id, { title, race }),

    async list({ limit = 50, after, search = "" } = {}) {
      const passes = matcher(search);
      const stored = await whileStored((database) => readSummaries(database, { limit, after, passes }), []);
      const listed = new Map(stored.map((summary): [string, ListedRun] => [summary.id, { ...summary, saved: true }]));
      for (const run of stored) if (run.status === "running") watch(run);
      for (const { id, summary, isSaved } of writers.values()) {
        listed.delete(id);
        if (!passes(summary) || summary.events === 0) continue;
        if (!after || byNewest(summary, after) > 0) listed.set(id, { ...summary, saved: isSaved });
      }
      return [...listed.values()].sort(byNewest).slice(0, limit);
    },

    async open(id) {
      const writer = writers.get(id);
      if (writer) return writer.record();
      const record = await connection.use((database) => readRecord(database, id));
      const isOver = record.interrupted || record.events.at(-1)?.type === "run.end";
      return isOver || (await isHeldFor(id, dyingMs)) ? record : { ...record, interrupted: true };
    },

    async rename(id, title) {
      const writer = writers.get(id);
      if (writer) return writer.rename(title);
      await connection.use((database) => renameRun(database, id, title));
      changed();
      return true;
    },

    async remove(...ids) {
      for (const id of ids)
        if (await isLive(id)) throw new HistoryError("run-is-live", "The run is still running. Stop it first.");
      const unsaved = ids.flatMap((id) => writers.get(id) ?? []);
      await Promise.all(unsaved.map((writer) => writer.detach()));
      const take = (database: Database) => takeRuns(database, ids);
      // What is in memory only can be deleted without the database.
      const rows = unsaved.length === ids.length ? await whileStored(take, null) : await connection.use(take);
      for (const { id } of unsaved) writers.delete(id);
      saveAll();
      changed();
      return {
        ids,
        async restore() {
          if (rows) await connection.use((database) => putRowsBack(database, rows));
          for (const writer of unsaved) {
            writer.attach();
            writers.set(writer.id, writer);
          }
          saveAll();
          changed();
        },
      };
    },

    async removeAll({ keepNewest = 0 } = {}) {
      const stored = await connection.use((database) => database.getAllKeysFromIndex("runs", "newest"));
      const old = stored.slice(0, Math.max(0, stored.length - keepNewest)).filter((id) => !writers.has(id));
      const idle: string[] = [];
      for (const id of old) if (!(await isHeld(id))) idle.push(id);
      for (let at = 0; at < idle.length; at += 100) {
        await connection.use((database) => deleteRuns(database, idle.slice(at, at + 100)));
      }
      saveAll();
      changed();
      return idle.length;
    },

    async put(record) {
      await connection.settled();
      if (connection.state === "ready" || connection.state === "full") {
        const summary = await connection.use((database) => putRecord(database, record, (id) => writers.has(id)));
        connection.wrote();
        changed();
        return { ...summary, saved: true };
      }
      let id = record.id;
      while (writers.has(id)) id = anotherId(id);
      const writer = addWriter(id, { title: record.title, imported: true });
      const { events, files, typed = [] } = plain(record);
      for (const { name, text } of files) writer.file(name, text);
      for (const event of events) writer.add(event);
      for (const { span, text } of typed) writer.typed(span, text);
      await writer.close();
      return { ...writer.summary, saved: writer.isSaved };
    },

    retry() {
      connection.retry();
      saveAll();
    },

    close() {
      hurry();
      clearInterval(retrying);
      connection.close();
      removeEventListener("pagehide", hurry);
      document.removeEventListener("visibilitychange", hurryWhenHidden);
    },
  };
}
