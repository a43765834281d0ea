// Reading the history: the list, newest first, and one run as a whole, in pieces that leave the page its turns.
import type { RunEvent, RunFile, RunRecord } from "../../engine/index.ts";
import { HistoryError } from "./connection.ts";
import { type Database, type FileRow, type LogRow, rowsOf, type SummaryRow, type TypedPiece } from "./database.ts";
import { emptySummary, type Place, summarise, type RunSummary } from "./summary.ts";

const rowsPerRead = 4;
const summariesPerRead = 400;

/** The newest summaries after a place that pass a test, at most `limit`. */
export async function readSummaries(
  database: Database,
  { limit, after, passes }: { limit: number; after: Place | undefined; passes: (summary: RunSummary) => boolean },
): Promise<RunSummary[]> {
  const found: RunSummary[] = [];
  let place = after;
  for (;;) {
    // Nearly always all pass; only a search goes on to larger pieces.
    const count = found.length === 0 && place === after ? Math.max(limit, 1) : summariesPerRead;
    const rows = await newest(database, count, place);
    for (const row of rows) {
      if (found.length < limit && passes(row)) found.push(withoutLive(row));
    }
    const last = rows.at(-1);
    if (!last || rows.length < count || found.length >= limit) return found;
    place = last;
  }
}

function withoutLive({ live: _live, ...summary }: SummaryRow): RunSummary {
  return summary;
}

/** `getAllRecords` reads backwards in one request; it is younger than the types. @see https://w3c.github.io/IndexedDB/#dom-idbindex-getallrecords */
interface RecordReader {
  getAllRecords?(options: { query?: IDBKeyRange; count: number; direction: "prev" }): Promise<{ value: SummaryRow }[]>;
}

async function newest(database: Database, count: number, after: Place | undefined): Promise<SummaryRow[]> {
  const index = database.transaction("runs").store.index("newest");
  const query = after && IDBKeyRange.upperBound([after.startedAt, after.id], true);
  const reader = index as RecordReader;
  if (reader.getAllRecords) {
    const records = await reader.getAllRecords({ ...(query ? { query } : {}), count, direction: "prev" });
    return records.map((record) => record.value);
  }
  const rows: SummaryRow[] = [];
  let cursor = await index.openCursor(query ?? null, "prev");
  while (cursor) {
    rows.push(cursor.value);
    if (rows.length >= count) break;
    cursor = await cursor.continue();
  }
  return rows;
}

/** A run with its files. Of a log with a gap, the part before it. @throws HistoryError `run-not-found` */
export async function readRecord(database: Database, id: string): Promise<RunRecord> {
  const transaction = database.transaction(["runs", "log", "files"]);
  const [summary, files] = await Promise.all([
    transaction.objectStore("runs").get(id),
    transaction.objectStore("files").getAll(rowsOf(id)),
  ]);
  if (!summary) throw new HistoryError("run-not-found", `There is no run ${id} in the history.`);
  const log = createLogReader();
  await eachRow(database, id, (row) => log.add(row));
  const { events, typed } = log;
  const ended = events.at(-1)?.type === "run.end";
  return {
    id,
    title: summary.title,
    ...(summary.imported ? { imported: true } : {}),
    ...(ended || summary.status === "running" ? {} : { interrupted: true }),
    files: files.map(({ name, text }: FileRow): RunFile => ({ name, text })),
    ...(typed.size > 0 ? { typed: [...typed].map(([span, text]) => ({ span, text })) } : {}),
    events,
  };
}

/** The summary of a run as its log tells it. */
export async function readSummary(database: Database, row: SummaryRow): Promise<RunSummary> {
  const log = createLogReader();
  await eachRow(database, row.id, (piece) => log.add(piece));
  const summary = emptySummary(row.id, row.title, row.imported, row.race);
  summary.startedAt = row.startedAt;
  for (const event of log.events) summarise(summary, event);
  return summary;
}

async function eachRow(database: Database, id: string, use: (row: LogRow) => void): Promise<void> {
  const store = database.transaction("log").store;
  let range = rowsOf(id);
  for (;;) {
    const rows = await store.getAll(range, rowsPerRead);
    for (const row of rows) use(row);
    const last = rows.at(-1);
    if (!last || rows.length < rowsPerRead) return;
    range = IDBKeyRange.bound([id, last.row], [id, []], true);
  }
}

/** Puts the rows of a log together: events once each, and the typed text that is no event yet. */
export function createLogReader() {
  const events: RunEvent[] = [];
  const typed = new Map<string, string>();
  return {
    events,
    typed,
    add(row: Pick<LogRow, "from" | "events" | "typed">): void {
      if (row.from > events.length) return;
      for (const event of (JSON.parse(row.events) as RunEvent[]).slice(events.length - row.from)) {
        events.push(Object.freeze(event));
        if (event.type === "model.request" || event.type === "model.reply") typed.delete(event.span);
      }
      for (const [span, from, text] of JSON.parse(row.typed ?? "[]") as TypedPiece[]) {
        typed.set(span, (typed.get(span) ?? "").slice(0, from) + text);
      }
    },
  };
}
