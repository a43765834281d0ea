// The connection to the database: one open request a page, opened again once when it dies, and what to tell the person.

import { databaseVersion, isLost, isQuota, openDatabase, type Database } from "./database.ts";

/** `opening`: not known yet · `ready`: runs are saved · the others: runs are kept in memory, and a {@link Notice} says why. */
export type HistoryState = "opening" | "ready" | "full" | "blocked" | "outdated" | "memory";

export type NoticeCode =
  | "history-refused"
  | "history-blocked"
  | "history-slow"
  | "history-outdated"
  | "history-newer"
  | "history-lost"
  | "history-full"
  | "history-run-not-saved";
export type NoticeAction = "export" | "delete-old-runs" | "reload" | "retry";

/** What a person must know about saving; the page has the words. One at a time, and none is said twice. */
export interface Notice {
  code: NoticeCode;
  actions: readonly NoticeAction[];
  /** what the browser said, where it helps */
  reason?: string;
}

export type HistoryErrorCode = "not-stored" | "storage-full" | "storage-lost" | "run-not-found" | "run-is-live";

/** Why the history could not do what it was asked; nothing was changed. */
export class HistoryError extends Error {
  readonly code: HistoryErrorCode;
  constructor(code: HistoryErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "HistoryError";
    this.code = code;
  }
}

export interface Connection {
  readonly state: HistoryState;
  readonly notice: Notice | null;
  /** the open database, where one is at hand: for the last moments of a page, which cannot wait */
  readonly current: Database | null;
  /** grows with each connection: what was saved through an earlier one may be gone */
  readonly epoch: number;
  /** Resolves once it is known whether runs can be stored, after at most 2.5 s. */
  settled(): Promise<void>;
  /** Works on the database; opens it again, once, if it was lost. @throws HistoryError, or what `work` threw */
  use<T>(work: (database: Database) => Promise<T>): Promise<T>;
  /** A write has succeeded: the storage is not full any more. */
  wrote(): void;
  tell(notice: Notice): void;
  /** Tries again to open a database that was refused or lost. */
  retry(): void;
  close(): void;
}

export interface ConnectionOptions {
  name: string;
  version?: number;
  /** the state or the notice is another one */
  onChange(): void;
  /** Another tab needs the database: write what is left, now. */
  beforeClose(): void;
}

// A tab that lets go at once is not worth a notice.
const blockedMs = 500;
const slowMs = 2_500;

export function connect({ name, version = databaseVersion, onChange, beforeClose }: ConnectionOptions): Connection {
  let state: HistoryState = "opening";
  let notice: Notice | null = null;
  let opening: Promise<Database> | null = null;
  let current: Database | null = null;
  let epoch = 0;
  let closed = false;
  const known = Promise.withResolvers<void>();
  let stuck = Promise.withResolvers<null>();

  function become(next: HistoryState, told: Notice | null): void {
    const changed = next !== state || told?.code !== notice?.code;
    state = next;
    notice = told;
    if (state !== "opening") known.resolve();
    if (changed && !closed) onChange();
  }

  function open(): Promise<Database> {
    return (opening ??= start());
  }

  function start(): Promise<Database> {
    const timers: ReturnType<typeof setTimeout>[] = [];
    const waiting = (stuck = Promise.withResolvers<null>());
    const later = (ms: number, code: NoticeCode) => {
      const tell = () => {
        become("blocked", { code, actions: ["export"] });
        waiting.resolve(null);
      };
      timers.push(setTimeout(tell, ms));
    };
    later(slowMs, "history-slow");
    const attempt: Promise<Database> = openDatabase(name, version, {
      blocked: () => later(blockedMs, "history-blocked"),
      blocking: (_current, wanted) => {
        beforeClose();
        drop(current);
        // null: the database is being deleted, and can be made anew.
        if (wanted !== null) become("outdated", { code: "history-outdated", actions: ["reload", "export"] });
      },
      terminated: () => void attempt.then(drop),
    }).then(
      (database) => {
        if (closed) database.close();
        current = database;
        epoch++;
        if (state !== "full") become("ready", null);
        return database;
      },
      (error: unknown) => {
        opening = null;
        become("memory", refusal(error));
        throw new HistoryError("not-stored", `The history cannot be opened: ${messageOf(error)}`, { cause: error });
      },
    );
    attempt.catch(() => {}).finally(() => timers.forEach(clearTimeout));
    return attempt;
  }

  function drop(database: Database | null): void {
    database?.close();
    if (database !== current) return;
    current = null;
    opening = null;
  }

  async function use<T>(work: (database: Database) => Promise<T>): Promise<T> {
    await known.promise;
    for (let attempt = 1; ; attempt++) {
      if (state !== "ready" && state !== "full") {
        throw new HistoryError("not-stored", "The history is not connected; runs are kept in memory.");
      }
      const database = await Promise.race([open(), stuck.promise]);
      if (!database) continue;
      try {
        return await work(database);
      } catch (error) {
        if (isQuota(error)) {
          become("full", { code: "history-full", actions: ["export", "delete-old-runs"] });
          throw new HistoryError("storage-full", "The browser's storage is full.", { cause: error });
        }
        if (!isLost(error)) throw error;
        drop(database);
        if (attempt < 2) continue;
        become("memory", { code: "history-lost", actions: ["export", "retry"], reason: messageOf(error) });
        throw new HistoryError("storage-lost", `The connection to the history was lost: ${messageOf(error)}`, {
          cause: error,
        });
      }
    }
  }

  open().catch(() => {});
  return {
    get state() {
      return state;
    },
    get notice() {
      return notice;
    },
    get current() {
      return current;
    },
    get epoch() {
      return epoch;
    },
    settled: () => known.promise,
    use,
    wrote() {
      if (state === "full") become("ready", null);
    },
    tell(told) {
      become(state, told);
    },
    retry() {
      if (state === "memory") open().catch(() => {});
    },
    close() {
      closed = true;
      drop(current);
    },
  };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function refusal(error: unknown): Notice {
  const reason = messageOf(error);
  // The database was made by a newer build: this page came from an old cache.
  if (error instanceof DOMException && error.name === "VersionError") {
    return { code: "history-newer", actions: ["reload", "export"], reason };
  }
  return { code: "history-refused", actions: ["export", "retry"], reason };
}
