// A run that is being saved as it goes: what is written when, and what still is in memory only.
import type { RunEvent, RunRecord } from "../../engine/index.ts";
import { type Connection, HistoryError } from "./connection.ts";
import { type Batch, compactLog, putBatch, type Typed } from "./batch.ts";
import { type Database, eventsPerRow, logRow, type LogRow, type TypedPiece } from "./database.ts";
import { holdRun } from "./locks.ts";
import { plainText } from "./plain.ts";
import { emptySummary, summarise, type RunSummary } from "./summary.ts";
import type { Recording } from "./types.ts";

// A tab that dies loses at most this much of what is typed, and the time of one write.
const flushEveryMs = 350;
const eventsPerTransaction = 4 * eventsPerRow;

/** The history's own view of a recording. */
export interface Writer extends Recording {
  readonly summary: RunSummary;
  readonly isLive: boolean;
  record(): RunRecord;
  rename(title: string): Promise<boolean>;
  /** Writes everything now, in one piece and without waiting: the page may be gone in a moment. */
  hurry(): void;
  /** It was deleted: nothing more of it is written. Resolves once nothing is being written. */
  detach(): Promise<void>;
  /** It was brought back: all of it is written again. */
  attach(): void;
}

export interface WriterOptions {
  id: string;
  title?: string;
  imported?: boolean;
  race?: string;
  connection: Connection;
  /** the summary is another one, or where it is kept */
  onChange(): void;
  /** it is over and saved whole */
  onDone(): void;
}

export function createWriter({ id, title, imported, race, connection, onChange, onDone }: WriterOptions): Writer {
  const events: RunEvent[] = [];
  const typed = new Map<string, Typed>();
  const files = new Map<string, string>();
  const unsavedFiles = new Map<string, string | null>();
  const summary = emptySummary(id, title, imported, race);
  const release = holdRun(id);
  let savedEvents = 0;
  let savedRows = 0;
  /** whether the database has a summary at all */
  let isKnown = false;
  /** counts the summaries that had to be written, and those that were */
  let wanted = 1;
  let written = 0;
  let hadTyped = false;
  let live = true;
  let done = false;
  /** it was deleted, or has an event that cannot be written */
  let isOff = false;
  let epoch = connection.epoch;
  let lastFlush = -Infinity;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let running: Promise<boolean> | null = null;

  const isSaved = () =>
    savedEvents === events.length &&
    written === wanted &&
    unsavedFiles.size === 0 &&
    [...typed.values()].every(({ text, saved }) => saved === text.length);

  function batch(most: number): Batch {
    const rows: LogRow[] = [];
    let untilEvent = savedEvents;
    let untilRow = savedRows;
    const end = Math.min(events.length, savedEvents + most);
    while (untilEvent < end) {
      const row = logRow(id, untilRow++, events, untilEvent);
      untilEvent += row.count;
      rows.push(row);
    }
    const pieces: Batch["pieces"] = [];
    if (untilEvent === events.length) {
      const texts: TypedPiece[] = [];
      for (const [span, one] of typed) {
        if (one.saved === one.text.length) continue;
        texts.push([span, one.saved, one.text.slice(one.saved)]);
        pieces.push({ typed: one, until: one.text.length });
      }
      if (texts.length > 0) {
        if (rows.length === 0) rows.push(logRow(id, untilRow++, [], untilEvent));
        rows.at(-1)!.typed = plainText(texts); // there is one: see the line above
      }
    }
    const isWhole = untilEvent === events.length;
    const isDue = written < wanted && (isWhole || !isKnown);
    return {
      rows,
      untilEvent,
      untilRow,
      pieces,
      files: new Map(unsavedFiles),
      // It is over for the database when the last event is in it.
      summary: isDue ? { ...summary, ...(isWhole ? {} : { status: "running", answer: null }) } : null,
      version: isDue && isWhole ? wanted : null,
      isWhole,
    };
  }

  /** May be called twice for overlapping batches, which begin at the same place. */
  function confirm({ untilEvent, untilRow, pieces, files: changed, rows, summary: row, version }: Batch): void {
    savedEvents = Math.max(savedEvents, untilEvent);
    savedRows = Math.max(savedRows, untilRow);
    for (const piece of pieces) piece.typed.saved = Math.max(piece.typed.saved, piece.until);
    for (const [name, text] of changed) if (unsavedFiles.get(name) === text) unsavedFiles.delete(name);
    isKnown ||= row !== null;
    if (row) onChange();
    written = Math.max(written, version ?? 0);
    hadTyped ||= rows.some((row) => row.typed !== undefined);
  }

  /** @returns whether that was all there was to save when it was asked for */
  async function issue(database: Database, most: number): Promise<boolean> {
    const next = batch(most);
    await putBatch(database, id, next);
    confirm(next);
    return next.isWhole;
  }

  function forget(): void {
    savedEvents = savedRows = written = 0;
    isKnown = done = false;
    for (const one of typed.values()) one.saved = 0;
    for (const [name, text] of files) unsavedFiles.set(name, text);
  }

  /** One transaction, on this connection or a new one. What an earlier connection saved may have been cleared with it. */
  function step(): Promise<boolean> {
    return connection.use(async (database) => {
      if (connection.epoch !== epoch && isKnown && (await database.getKey("runs", id)) === undefined) forget();
      epoch = connection.epoch;
      const isWhole = await issue(database, eventsPerTransaction);
      connection.wrote();
      return isWhole;
    });
  }

  async function finish(): Promise<void> {
    done = true;
    release();
    onDone();
    const full = Math.ceil(events.length / eventsPerRow);
    const database = connection.current;
    if (!database || summary.status === "interrupted" || (!hadTyped && savedRows <= 2 * full + 2)) return;
    // The run is saved, this only makes it quicker to read: a failure changes nothing.
    await compactLog(database, id, events).catch(() => {});
  }

  async function flushAll(): Promise<boolean> {
    if (events.length === 0) return false;
    try {
      lastFlush = performance.now();
      // What comes in the meantime waits for the next flush.
      if (!isSaved()) while (!(await step())) if (isOff) return false;
      if (isSaved() && !live && !done) await finish();
      return true;
    } catch (error) {
      // The connection has told the person already; the rest is an event that cannot be written as JSON.
      if (!(error instanceof HistoryError)) {
        isOff = true;
        connection.tell({ code: "history-run-not-saved", actions: ["export"], reason: String(error) });
      }
      return false;
    }
  }

  /** @returns whether all that was there to save is saved */
  function flush(): Promise<boolean> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (isOff) return Promise.resolve(false);
    return (running ??= flushAll().finally(() => {
      running = null;
      if (!isSaved()) schedule();
    }));
  }

  function schedule(): void {
    if (timer !== null || running || isOff || connection.state !== "ready") return;
    const wait = lastFlush + flushEveryMs - performance.now();
    // At once where it is due: a hidden tab's timers may come a minute late.
    if (wait <= 0) void flush();
    else timer = setTimeout(() => void flush(), wait);
  }

  async function saved(): Promise<boolean> {
    while (running) await running;
    return flush();
  }

  return {
    id,
    summary,
    get isSaved() {
      return isSaved();
    },
    get isLive() {
      return live;
    },
    add(event) {
      events.push(event);
      summarise(summary, event);
      if (events.length === 1) onChange();
      if (event.type === "model.request" || event.type === "model.reply") typed.delete(event.span);
      schedule();
    },
    typed(span, piece) {
      const one = typed.get(span);
      if (one) one.text += piece;
      else typed.set(span, { text: piece, saved: 0 });
      schedule();
    },
    file(name, text) {
      if (text === null) files.delete(name);
      else files.set(name, text);
      unsavedFiles.set(name, text);
      schedule();
    },
    saved,
    close() {
      if (live) {
        live = false;
        wanted++;
        if (summary.status === "running") summary.status = "interrupted";
        onChange();
        if (events.length === 0) {
          release();
          onDone();
        }
      }
      return saved();
    },
    rename(text) {
      summary.title = text;
      wanted++;
      onChange();
      return saved();
    },
    record: () => ({
      id,
      title: summary.title,
      ...(imported ? { imported } : {}),
      ...(summary.status === "interrupted" ? { interrupted: true } : {}),
      files: [...files].map(([name, text]) => ({ name, text })),
      ...(typed.size > 0 ? { typed: [...typed].map(([span, { text }]) => ({ span, text })) } : {}),
      events: [...events],
    }),
    hurry() {
      const database = connection.current;
      if (!database || connection.state !== "ready" || isOff || isSaved() || events.length === 0) return;
      issue(database, Infinity).catch(() => {});
    },
    async detach() {
      isOff = true;
      while (running) await running;
    },
    attach() {
      isOff = false;
      forget();
    },
  };
}
