// The tables and documents of this page as the panel shows them: what is there, what is being read in, what went wrong.
import type { ColumnType, TableInfo } from "../../engine/index.ts";
import { isOurAbort, kindOf, largestBytes } from "./file-kinds.ts";
import { pageData } from "./page-data.ts";
import type { FileDocument } from "./page-documents.ts";
import type { FileTable } from "./page-tables.ts";

export type ReadingProblem =
  | { readonly kind: "unknown" }
  | { readonly kind: "too-large"; readonly bytes: number }
  | { readonly kind: "failed"; readonly error: unknown };

/** A file that is being read in, or could not be. */
export interface Reading {
  readonly id: number;
  readonly name: string;
  /** from 0 to 1; null: it cannot be told */
  readonly part: number | null;
  readonly problem: ReadingProblem | null;
  readonly cancel: () => void;
}

export class Shelf {
  readonly bundledTables: readonly TableInfo[] = pageData.tables.bundled;
  readonly bundledDocuments = pageData.documents.bundled;
  tables = $state.raw<readonly FileTable[]>([]);
  documents = $state.raw<readonly FileDocument[]>([]);
  readings = $state.raw<readonly Reading[]>([]);
  #next = 1;

  /** Reads files in, one after the other. What cannot be read stays in the list with what is wrong. */
  async add(files: readonly File[]): Promise<void> {
    await Promise.all(files.map((file) => this.#add(file)));
  }

  async #add(file: File): Promise<void> {
    const kind = kindOf(file);
    if (kind === null) return void this.#begin(file.name, { kind: "unknown" });
    if (file.size > largestBytes) return void this.#begin(file.name, { kind: "too-large", bytes: file.size });
    await this.#follow(file.name, async (signal, tell) => {
      if (kind === "table") this.#put(await pageData.tables.add(file, { signal, tell }));
      else this.documents = [...this.documents, await pageData.documents.add(file)];
    });
  }

  /** Reads a table in again, with another type for one column. */
  async retype({ info, file, types }: FileTable, column: string, type: ColumnType): Promise<void> {
    const options = { name: info.name, types: { ...types, [column]: type } };
    await this.#follow(file.name, async (signal, tell) =>
      this.#put(await pageData.tables.add(file, { ...options, signal, tell })),
    );
  }

  /** Takes a table away; returns what brings it back. */
  async removeTable(table: FileTable): Promise<() => Promise<void>> {
    const { file, info, types } = table;
    this.tables = this.tables.filter((other) => other !== table);
    await pageData.tables.remove(info.name);
    return () =>
      this.#follow(file.name, async (signal, tell) =>
        this.#put(await pageData.tables.add(file, { name: info.name, types, signal, tell })),
      );
  }

  async removeDocument(document: FileDocument): Promise<() => Promise<void>> {
    this.documents = this.documents.filter((other) => other !== document);
    await pageData.documents.remove(document.info.id);
    return () => this.#add(document.file);
  }

  dismiss(id: number): void {
    this.readings = this.readings.filter((reading) => reading.id !== id);
  }

  #put(table: FileTable): void {
    const at = this.tables.findIndex(({ info }) => info.name === table.info.name);
    this.tables = at === -1 ? [...this.tables, table] : this.tables.with(at, table);
  }

  #begin(name: string, problem: ReadingProblem | null = null, cancel = () => {}): number {
    const id = this.#next++;
    this.readings = [...this.readings, { id, name, part: null, problem, cancel }];
    return id;
  }

  #change(id: number, change: Partial<Reading>): void {
    this.readings = this.readings.map((reading) => (reading.id === id ? { ...reading, ...change } : reading));
  }

  async #follow(
    name: string,
    work: (signal: AbortSignal, tell: (part: number) => void) => Promise<void>,
  ): Promise<void> {
    const abort = new AbortController();
    const id = this.#begin(name, null, () => abort.abort());
    try {
      await work(abort.signal, (part) => this.#change(id, { part }));
      this.dismiss(id);
    } catch (error) {
      if (abort.signal.aborted && isOurAbort(error)) return this.dismiss(id);
      this.#change(id, { problem: { kind: "failed", error } });
    }
  }
}

/** One for the page: the panel and whoever drops a file beside it mean the same. */
export const shelf = new Shelf();
