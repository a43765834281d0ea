// What the tests of the history drive: the real module, real runes, and ways to break the browser's storage.
import type { RunEvent } from "../../../src/engine/events.ts";
import { openHistory, type History, type HistoryOptions, type Notice } from "../../../src/ui/history.ts";
import { databaseVersion } from "../../../src/ui/history/database.ts";
import { plain } from "../../../src/ui/history/plain.ts";
import { logBeforeReply, longLog } from "./log.ts";

class Settings {
  steps = $state(3);
}

/** The reactive run of the field case, with a function in it by mistake. */
function reactiveRun() {
  const run = $state({
    id: "r1",
    startedAt: new Date(0),
    nodes: [{ id: "n1", data: { ok: true } as Record<string, unknown> }],
    budget: new Settings() as { steps: number },
    tags: new Set(["a"]),
    onStop() {},
  });
  run.nodes.push({ id: "n2", data: { list: [1, 2] } });
  return run;
}

/** A log that is a proxy through and through. */
function reactiveLog(events: RunEvent[]): RunEvent[] {
  const log = $state(events);
  return log;
}

export interface Watched {
  history: History;
  notices: (Notice | null)[];
  states: string[];
}

function watch(options?: HistoryOptions): Watched {
  const history = openHistory(options);
  const watched: Watched = { history, notices: [], states: [] };
  history.onNotice((notice, state) => {
    watched.notices.push(notice);
    watched.states.push(state);
  });
  return watched;
}

/** What reached IndexedDB since this was called. */
function countWrites() {
  const writes = { puts: 0, bytes: 0, runs: new Set<string>(), reads: 0, opens: 0 };
  const { put, getAll, get } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (value: { run?: string; id?: string }, ...rest) {
    writes.puts++;
    writes.bytes += JSON.stringify(value).length;
    writes.runs.add(value.run ?? value.id ?? "");
    return put.call(this, value, ...rest);
  };
  IDBObjectStore.prototype.get = function (...given) {
    writes.reads++;
    return get.apply(this, given);
  };
  IDBObjectStore.prototype.getAll = function (...given) {
    writes.reads++;
    return getAll.apply(this, given as []);
  };
  return writes;
}

function countOpens() {
  const opens = { count: 0 };
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (...given) {
    opens.count++;
    return open.apply(this, given);
  };
  return opens;
}

/** Makes `transaction` throw as if the connection were closing, so many times or until it is mended. */
function breakTransactions(times: number): () => void {
  const { transaction } = IDBDatabase.prototype;
  let left = times;
  IDBDatabase.prototype.transaction = function (...given) {
    if (left-- > 0) throw new DOMException("The database connection is closing.", "InvalidStateError");
    return transaction.apply(this, given);
  };
  return () => (left = 0);
}

/** Aborts the next transaction after something was put in it. */
function abortNextPut() {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...given) {
    const request = put.apply(this, given);
    IDBObjectStore.prototype.put = put;
    this.transaction.abort();
    return request;
  };
}

/** Fires `close` at every connection, as the browser does when it ends them. */
function rememberConnections() {
  const connections: IDBDatabase[] = [];
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (...given) {
    const request = open.apply(this, given);
    request.addEventListener("success", () => connections.push(request.result));
    return request;
  };
  return () =>
    connections.splice(0).forEach((database) => {
      database.close();
      database.dispatchEvent(new Event("close"));
    });
}

/** The longest task of the page from now on, in ms. */
function longestTask() {
  const seen = { ms: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.ms = Math.max(seen.ms, entry.duration);
  }).observe({ type: "longtask" });
  return seen;
}

/** The longest time for which the page could do nothing else while `work` went on, in ms. */
async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  const { port1, port2 } = new MessageChannel();
  let longest = 0;
  let last = performance.now();
  let isOver = false;
  const over = new Promise<void>((resolve) => {
    port1.onmessage = () => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
      if (isOver) resolve();
      else port2.postMessage(null);
    };
  });
  port2.postMessage(null);
  await work();
  isOver = true;
  await over;
  port1.close();
  return longest;
}

/** A store with one record an event: what the history is measured against. */
function openNaive(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("naive", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("events", { keyPath: ["run", "seq"] });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Text that no disk can make smaller. */
function noise(length: number): string {
  const bytes = new Uint8Array(Math.ceil(length / 2));
  for (let at = 0; at < bytes.length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const rejections: string[] = [];
addEventListener("unhandledrejection", (event) => rejections.push(String(event.reason)));

/** Waits until `check` is true; looks again whenever the page has a turn. */
async function until(check: () => unknown): Promise<void> {
  while (!(await check())) await new Promise((resolve) => setTimeout(resolve, 5));
}

const harness = {
  databaseVersion,
  watch,
  plain,
  longLog,
  logBeforeReply,
  reactiveRun,
  reactiveLog,
  countWrites,
  countOpens,
  breakTransactions,
  abortNextPut,
  rememberConnections,
  longestTask,
  longestBlock,
  openNaive,
  noise,
  rejections,
  until,
  kept: {} as Record<string, unknown>,
};

declare global {
  interface Window {
    harness: typeof harness;
  }
}
window.harness = harness;
