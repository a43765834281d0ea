// What the page asks of the history and gets from it.
import type { PlanStorage, RunEvent, RunRecord } from "../../engine/index.ts";
import type { HistoryState, Notice } from "./connection.ts";
import type { Races } from "./races.ts";
import type { Place, RunSummary } from "./summary.ts";

/** A run while it is being saved. Nothing here throws or rejects: what cannot be saved stays in memory, and the history says so. */
export interface Recording {
  readonly id: string;
  /** Whether everything said so far is in the database. */
  readonly isSaved: boolean;
  add(event: RunEvent): void;
  /** A piece of what a model types in a span; kept until its reply is an event. */
  typed(span: string, piece: string): void;
  /** A file of the run is written, or deleted (null). */
  file(name: string, text: string | null): void;
  /** Writes what is left, now. @returns whether it is saved */
  saved(): Promise<boolean>;
  /** The run is over. @returns whether it is saved; if not, it is saved as soon as that is possible again */
  close(): Promise<boolean>;
}

/** A run in the list. `saved`: all of it is in the database, and not only in this page's memory. */
export type ListedRun = RunSummary & { readonly saved: boolean };

export interface ListOptions {
  /** 50 if not given */
  limit?: number;
  /** the last run of the page of the list before this one */
  after?: Place | undefined;
  /** words that must stand in the title or the task */
  search?: string;
}

/** Runs that were deleted and can be brought back while the page is open. */
export interface Removal {
  readonly ids: readonly string[];
  /** @throws HistoryError `storage-full` */
  restore(): Promise<void>;
}

export type NoticeListener = (notice: Notice | null, state: HistoryState) => void;

export interface History {
  /** Plans that notebooks have filed, for the runs to come; in memory while nothing can be saved. */
  readonly plans: PlanStorage;
  readonly races: Races;
  readonly state: HistoryState;
  /** what the person must know now; null: runs are saved */
  readonly notice: Notice | null;
  /** Called when the state or the notice is another one, once each. Returns a function that takes the listener off. */
  onNotice(listener: NoticeListener): () => void;
  /** Called when the list may show something else. */
  onChange(listener: () => void): () => void;
  /** Resolves once it is known whether runs can be saved, after at most 2.5 s. Nothing here needs to wait for it. */
  settled(): Promise<void>;
  /**
   * Begins to save a run. Its summary comes from its events; the title is the task's first line unless one is given. `race`: the
   * race that it is part of.
   */
  start(run: { id: string; title?: string; race?: string }): Recording;
  /** Newest first. What cannot be saved is in the list too. Runs of a race are found by searching; else the race stands for them. */
  list(options?: ListOptions): Promise<ListedRun[]>;
  /** @throws HistoryError `run-not-found` */
  open(id: string): Promise<RunRecord>;
  /** @returns whether the new title is saved */
  rename(id: string, title: string): Promise<boolean>;
  /** @throws HistoryError `run-is-live`, with nothing deleted */
  remove(...ids: string[]): Promise<Removal>;
  /** Deletes all but the newest, for good; runs that are running stay. @returns how many */
  removeAll(options?: { keepNewest?: number }): Promise<number>;
  /** Takes a run in, whole or not at all; under another id if its own is taken. @throws HistoryError `storage-full` */
  put(record: RunRecord): Promise<ListedRun>;
  /** Tries again to save, after something that a person did. */
  retry(): void;
  close(): void;
}

export interface HistoryOptions {
  /** of the database */
  name?: string;
  /** of the database's layout; another one only to test what two builds do to each other */
  version?: number;
}
