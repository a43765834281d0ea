// What the history keeps where: stores, rows, and one safe way to use a transaction.
import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction, type OpenDBCallbacks } from "idb";
import type { Plan, RunEvent } from "../../engine/index.ts";
import { plainText } from "./plain.ts";
import type { RaceRecord } from "./race-record.ts";
import type { RunSummary } from "./summary.ts";

export const databaseVersion = 3;

/** Letters that a model typed: span, place of the first one in the span's text, the letters. */
export type TypedPiece = [span: string, from: number, text: string];

/**
 * A piece of a log. Rows of a run may overlap where a flush was repeated: `from` says which events they hold. The events are kept as
 * JSON text: it is read back five times faster than a list of objects, and piece by piece.
 */
export interface LogRow {
  run: string;
  /** 0, 1, 2 … */
  row: number;
  /** `seq` of its first event */
  from: number;
  count: number;
  events: string;
  /** typed after these events, for a run that is interrupted */
  typed?: string;
}

export interface FileRow {
  run: string;
  name: string;
  text: string;
}

/** `live` is there only while a run is running, so that its index holds no other. */
export type SummaryRow = RunSummary & { live?: 1 };

export interface HistorySchema extends DBSchema {
  runs: { key: string; value: SummaryRow; indexes: { newest: [number, string]; live: number } };
  log: { key: [string, number]; value: LogRow };
  files: { key: [string, string]; value: FileRow };
  plans: { key: string; value: Plan; indexes: { oldest: [number, string] } };
  races: { key: string; value: RaceRecord };
}
export type StoreName = "runs" | "log" | "files" | "plans" | "races";
export type Database = IDBPDatabase<HistorySchema>;
export type WriteTransaction = IDBPTransaction<HistorySchema, StoreName[], "readwrite">;
export type ReadTransaction = IDBPTransaction<HistorySchema, StoreName[], "readonly">;

/** Opens the database, or rejects; settles only after other tabs with an older version have let go. */
export async function openDatabase(
  name: string,
  version: number,
  callbacks: Omit<OpenDBCallbacks<HistorySchema>, "upgrade">,
): Promise<Database> {
  return openDB<HistorySchema>(name, version, {
    ...callbacks,
    upgrade(database, oldVersion, newVersion) {
      if (oldVersion < 1) {
        const runs = database.createObjectStore("runs", { keyPath: "id" });
        runs.createIndex("newest", ["startedAt", "id"]);
        runs.createIndex("live", "live");
        database.createObjectStore("log", { keyPath: ["run", "row"] });
        database.createObjectStore("files", { keyPath: ["run", "name"] });
      }
      // An older layout is asked for only where a test plays an older build.
      if (oldVersion < 2 && (newVersion ?? 0) >= 2) {
        database.createObjectStore("plans", { keyPath: "id" }).createIndex("oldest", ["createdAt", "id"]);
      }
      if (oldVersion < 3 && (newVersion ?? 0) >= 3) database.createObjectStore("races", { keyPath: "id" });
    },
  });
}

/** All rows of a run in `log` or `files`. */
export const rowsOf = (run: string) => IDBKeyRange.bound([run], [run, []]);

export const eventsPerRow = 250;

/** The next row of a log: at most {@link eventsPerRow} events from `from` on. */
export function logRow(run: string, row: number, events: readonly RunEvent[], from: number): LogRow {
  const piece = events.slice(from, from + eventsPerRow);
  return { run, row, from, count: piece.length, events: plainText(piece) };
}

/**
 * Runs `body` in one transaction and waits until it is done: only then is anything saved. All or nothing: an error in `body` aborts it.
 *
 * @throws what went wrong first; a full disk always as QuotaExceededError, also where the browser reports it at the end only
 */
export async function write<T>(
  database: Database,
  stores: StoreName[],
  body: (transaction: WriteTransaction) => Promise<T>,
  durability: "relaxed" | "strict" = "relaxed",
): Promise<T> {
  const transaction = database.transaction(stores, "readwrite", { durability });
  const done = transaction.done.then(
    () => null,
    (error: unknown) => ({ error }),
  );
  const working = body(transaction).then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );
  // A request that failed says better why than `done` does. But now and then Chromium leaves the requests of a committed transaction
  // that is then aborted without any answer: only `done` is sure to settle.
  const outcome = await Promise.race([
    working,
    done.then((failure) => (failure ? Promise.race([working, nextTurn(failure)]) : working)),
  ]);
  if ("error" in outcome) abort(transaction);
  const failure = await done;
  if (failure && isQuota(failure.error)) throw failure.error;
  if ("error" in outcome) throw outcome.error;
  if (failure) throw failure.error;
  return outcome.result;
}

const nextTurn = <T>(value: T) => new Promise<T>((resolve) => setTimeout(resolve, 0, value));

/** Everything is asked for: the page may go in a moment, and the transaction need not wait for it. */
export function commitNow(transaction: WriteTransaction): void {
  try {
    transaction.commit();
  } catch {
    // It was aborted; its requests and `done` tell why.
  }
}

function abort(transaction: WriteTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It has ended already, which is what we want.
  }
}

const nameOf = (error: unknown) => (error instanceof Error || error instanceof DOMException ? error.name : "");

export const isQuota = (error: unknown): boolean => nameOf(error) === "QuotaExceededError";

/** The connection died under us: Safari in the background, cleared storage, a crash of the browser's storage process. */
export const isLost = (error: unknown): boolean =>
  ["InvalidStateError", "AbortError", "UnknownError"].includes(nameOf(error));
