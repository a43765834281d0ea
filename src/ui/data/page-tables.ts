// The port to tables in the page: a worker that starts when it is first needed, and is ended when a query takes too long.
import { tablesUrl, tables as bundled } from "virtual:bundled-data";
import wasmUrl from "sql.js/dist/sql-wasm-browser.wasm?url";
import {
  FailureError,
  type ColumnType,
  type QueryOptions,
  type QueryResult,
  type TableInfo,
  type Tables,
} from "../../engine/index.ts";
import { startModuleWorker } from "../parts/module-worker.ts";
import { free, sqlName } from "./names.ts";
import type { TableFileReport } from "./read-table.ts";
import { isSlowQuery, SlowQueryError } from "./slow-query.ts";
import type { TablesHandlers } from "./tables.worker.ts";
import workerUrl from "./tables.worker.ts?worker&url";
import { linkWorker, type WorkerLink } from "./worker-link.ts";

/** A table that came from a file. */
export interface FileTable {
  readonly info: TableInfo;
  readonly file: File;
  /** chosen by the person, by column */
  readonly types: Readonly<Record<string, ColumnType>>;
  readonly report: TableFileReport & { readonly encoding: string };
}

export interface PageTables extends Tables {
  readonly bundled: readonly TableInfo[];
  /** Reads a file in. It gets the name of the file, or `name`, where it takes the place of the table of that name. */
  add(file: File, options: AddOptions): Promise<FileTable>;
  remove(name: string): Promise<void>;
}

export interface AddOptions {
  readonly name?: string;
  readonly types?: Readonly<Record<string, ColumnType>>;
  readonly signal?: AbortSignal;
  tell?(part: number): void;
}

export function createPageTables(): PageTables {
  const kept = new Map<string, FileTable>();
  let link: Promise<WorkerLink<TablesHandlers>> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** The worker with all tables in it; after it was ended, a new one with the same tables. */
  function worker(): Promise<WorkerLink<TablesHandlers>> {
    return (link ??= start().catch((error: unknown) => {
      link = undefined;
      throw error;
    }));
  }

  async function start(): Promise<WorkerLink<TablesHandlers>> {
    const started = linkWorker<TablesHandlers>(startModuleWorker(workerUrl), () => (link = undefined));
    try {
      await started.call("start", { wasmUrl: absolute(wasmUrl), tablesUrl: absolute(tablesUrl) });
      for (const { info, file, types } of kept.values())
        await started.call("addFile", { file, name: info.name, types });
    } catch (error) {
      started.end(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
    return started;
  }

  /** One at a time: ending the worker for one call must not end another. */
  function inTurn<Value>(signal: AbortSignal | undefined, work: () => Promise<Value>): Promise<Value> {
    const turn = last.then(() => {
      signal?.throwIfAborted();
      return work();
    });
    last = turn.catch(() => {});
    return turn;
  }

  async function untilAborted<Value>(
    on: WorkerLink<TablesHandlers>,
    signal: AbortSignal | undefined,
    work: () => Promise<Value>,
  ): Promise<Value> {
    const end = () => on.end(new FailureError("aborted", "It was stopped."));
    if (signal?.aborted) end();
    signal?.addEventListener("abort", end, { once: true });
    try {
      return await work();
    } finally {
      signal?.removeEventListener("abort", end);
    }
  }

  async function query(text: string, { signal, limits }: QueryOptions): Promise<QueryResult> {
    const on = await worker();
    const timer = setTimeout(() => on.end(new SlowQueryError(limits.ms)), limits.ms);
    try {
      return await untilAborted(on, signal, () => on.call("query", { text, limits }));
    } catch (error) {
      throw isSlowQuery(error) ? new FailureError("timeout", error.message) : error;
    } finally {
      clearTimeout(timer);
    }
  }

  async function add(file: File, { name: given, types = {}, signal, tell }: AddOptions): Promise<FileTable> {
    const on = await worker();
    const isTaken = (name: string) =>
      [...kept.keys(), ...bundled.map((table) => table.name)].some(
        (taken) => taken.toLowerCase() === name.toLowerCase(),
      );
    const name = given ?? free(sqlName(file.name.replace(/\.[a-z]+$/i, ""), "table"), isTaken);
    const report = await untilAborted(on, signal, () => on.call("addFile", { file, name, types }, tell));
    const { columns, rows } = report;
    const table: FileTable = { info: { name, columns, rows, source: file.name }, file, types, report };
    kept.set(name, table);
    return table;
  }

  return {
    bundled,
    list: async () => [...bundled, ...[...kept.values()].map(({ info }) => info)],
    query: (text, options) => inTurn(options.signal, () => query(text, options)),
    add: (file, options) => inTurn(options.signal, () => add(file, options)),
    remove: (name) =>
      inTurn(undefined, async () => {
        kept.delete(name);
        await (await worker()).call("remove", { name });
      }),
  };
}

const absolute = (url: string) => new URL(url, location.href).href;
