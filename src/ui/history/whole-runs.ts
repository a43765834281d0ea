// A run as a whole in the database: taken in, marked, deleted and put back, each in one transaction.
import type { RunRecord } from "../../engine/index.ts";
import { HistoryError } from "./connection.ts";
import {
  type Database,
  type FileRow,
  logRow,
  type LogRow,
  rowsOf,
  type SummaryRow,
  type TypedPiece,
  write,
  type WriteTransaction,
} from "./database.ts";
import { plainText } from "./plain.ts";
import { readSummary } from "./reader.ts";
import { emptySummary, summarise, type RunSummary } from "./summary.ts";

/** Rows of deleted runs, as they were stored. */
export interface DeletedRows {
  runs: SummaryRow[];
  log: LogRow[];
  files: FileRow[];
}

const stores = ["runs", "log", "files"] as const;

/** Another id for a run whose own is taken. */
export const anotherId = (id: string): string => {
  const [, base = id, number = "1"] = /^(.*)~(\d+)$/s.exec(id) ?? [];
  return `${base}~${Number(number) + 1}`;
};

/** Writes a record, all or nothing, under its own id or, if that is taken, another one. */
export async function putRecord(
  database: Database,
  record: RunRecord,
  isTaken: (id: string) => boolean,
): Promise<RunSummary> {
  return write(
    database,
    [...stores],
    async (transaction) => {
      let { id } = record;
      while (isTaken(id) || (await transaction.objectStore("runs").getKey(id)) !== undefined) id = anotherId(id);
      const summary = emptySummary(id, record.title, true);
      for (const event of record.events) summarise(summary, event);
      if (summary.status === "running") summary.status = "interrupted";
      await transaction.objectStore("runs").put(summary);
      await putLog(transaction, id, record);
      for (const { name, text } of record.files) await transaction.objectStore("files").put({ run: id, name, text });
      return summary;
    },
    "strict",
  );
}

/** Writes a log in full rows, one after the other, so that the page gets a turn between them. */
export async function putLog(
  transaction: WriteTransaction,
  id: string,
  { events, typed = [] }: Pick<RunRecord, "events" | "typed">,
): Promise<void> {
  for (let row = 0, from = 0; from < events.length; row++) {
    const next = logRow(id, row, events, from);
    from += next.count;
    if (from === events.length && typed.length > 0) {
      next.typed = plainText(typed.map(({ span, text }): TypedPiece => [span, 0, text]));
    }
    await transaction.objectStore("log").put(next);
  }
}

/** Marks a run that says it is running, but whose page is gone, and counts up what it did until then. */
export async function markInterrupted(database: Database, id: string): Promise<void> {
  const row = await database.get("runs", id);
  if (!row?.live) return;
  const summary = await readSummary(database, row);
  if (summary.status === "running") summary.status = "interrupted";
  await write(database, ["runs"], async (transaction) => {
    const now = await transaction.objectStore("runs").get(id);
    if (now?.live) await transaction.objectStore("runs").put({ ...summary, title: now.title });
  });
}

export async function renameRun(database: Database, id: string, title: string): Promise<void> {
  await write(database, ["runs"], async (transaction) => {
    const row = await transaction.objectStore("runs").get(id);
    if (!row) throw new HistoryError("run-not-found", `There is no run ${id} in the history.`);
    await transaction.objectStore("runs").put({ ...row, title });
  });
}

/** Deletes runs and returns what was stored of them. */
export async function takeRuns(database: Database, ids: readonly string[]): Promise<DeletedRows> {
  return write(database, [...stores], async (transaction) => {
    const taken: DeletedRows = { runs: [], log: [], files: [] };
    for (const id of ids) {
      const [run, log, files] = await Promise.all([
        transaction.objectStore("runs").get(id),
        transaction.objectStore("log").getAll(rowsOf(id)),
        transaction.objectStore("files").getAll(rowsOf(id)),
        deleteRun(transaction, id),
      ]);
      if (run) taken.runs.push(run);
      taken.log.push(...log);
      taken.files.push(...files);
    }
    return taken;
  });
}

export async function putRowsBack(database: Database, { runs, log, files }: DeletedRows): Promise<void> {
  await write(
    database,
    [...stores],
    async (transaction) => {
      for (const row of log) await transaction.objectStore("log").put(row);
      for (const row of files) await transaction.objectStore("files").put(row);
      for (const row of runs) await transaction.objectStore("runs").put(row);
    },
    "strict",
  );
}

export async function deleteRuns(database: Database, ids: readonly string[]): Promise<void> {
  await write(database, [...stores], async (transaction) => {
    await Promise.all(ids.map((id) => deleteRun(transaction, id)));
  });
}

async function deleteRun(transaction: WriteTransaction, id: string): Promise<void> {
  await Promise.all([
    transaction.objectStore("runs").delete(id),
    transaction.objectStore("log").delete(rowsOf(id)),
    transaction.objectStore("files").delete(rowsOf(id)),
  ]);
}
