// What one transaction writes of a run that is being saved.
import type { RunEvent } from "../../engine/index.ts";
import { commitNow, type Database, type LogRow, rowsOf, type StoreName, write } from "./database.ts";
import type { RunSummary } from "./summary.ts";
import { putLog } from "./whole-runs.ts";

/** What a model types in a span. */
export interface Typed {
  text: string;
  /** how many letters of it are in the database */
  saved: number;
}

/** Rows to write, and how far the run is saved once they are. */
export interface Batch {
  rows: LogRow[];
  untilEvent: number;
  untilRow: number;
  pieces: { typed: Typed; until: number }[];
  files: Map<string, string | null>;
  summary: RunSummary | null;
  /** the version of the summary that is written; null: none, or a preliminary one */
  version: number | null;
  /** nothing is left to write after it */
  isWhole: boolean;
}

export async function putBatch(database: Database, run: string, { rows, files, summary }: Batch): Promise<void> {
  const stores: StoreName[] = [];
  if (rows.length > 0) stores.push("log");
  if (files.size > 0) stores.push("files");
  if (summary) stores.push("runs");
  if (stores.length === 0) return;
  const isLast = summary && summary.status !== "running";
  await write(
    database,
    stores,
    async (transaction) => {
      const writes: Promise<unknown>[] = [];
      const ask = (request: Promise<unknown>) => {
        // Should the next one throw at once, nobody would listen to this one any more; the transaction tells what happened.
        request.catch(() => {});
        writes.push(request);
      };
      for (const row of rows) ask(transaction.objectStore("log").put(row));
      for (const [name, text] of files) {
        const store = transaction.objectStore("files");
        ask(text === null ? store.delete([run, name]) : store.put({ run, name, text }));
      }
      if (summary) ask(transaction.objectStore("runs").put(isLast ? summary : { ...summary, live: 1 }));
      commitNow(transaction);
      await Promise.all(writes);
    },
    isLast ? "strict" : "relaxed",
  );
}

/**
 * Writes the log of a finished run again in full rows, where it was saved in many small ones or with typed text that is an event by now:
 * ten thousand events are then read in a few milliseconds.
 */
export async function compactLog(database: Database, run: string, events: readonly RunEvent[]): Promise<void> {
  await write(database, ["runs", "log"], async (transaction) => {
    if ((await transaction.objectStore("runs").getKey(run)) === undefined) return;
    await transaction.objectStore("log").delete(rowsOf(run));
    await putLog(transaction, run, { events });
  });
}
