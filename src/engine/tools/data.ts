// The ports to real data: tables that answer SQL, and documents that can be searched and read.

/** A value of a table as SQLite gives it. A whole number beyond 2^53 is given as its digits. */
export type Cell = string | number | null;

/** `date`: text in the form YYYY-MM-DD, so that it sorts, and SQLite's date functions read it. */
export type ColumnType = "integer" | "number" | "date" | "text";

export interface TableColumn {
  readonly name: string;
  readonly type: ColumnType;
}

export interface TableInfo {
  readonly name: string;
  readonly columns: readonly TableColumn[];
  /** how many */
  readonly rows: number;
  /** what it is about, in a sentence */
  readonly about?: string;
  /** where it comes from */
  readonly source: string;
  readonly licence?: string;
}

export interface QueryOptions {
  readonly signal: AbortSignal;
  readonly limits: {
    /** most rows that are given back */
    readonly rows: number;
    readonly ms: number;
  };
}

export interface QueryResult {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** rows beyond the limit */
  readonly more: number;
  /** true: there are more than `more`, and the counting was given up */
  readonly moreUncounted: boolean;
}

/** Tables that are read with SQL (SQLite's), and with nothing that writes. */
export interface Tables {
  list(): Promise<readonly TableInfo[]>;
  /**
   * @throws Error with SQLite's message, or with what is not allowed
   * @throws FailureError `timeout` at the time limit
   */
  query(sql: string, options: QueryOptions): Promise<QueryResult>;
}

export interface DocumentInfo {
  readonly id: string;
  readonly title: string;
  /** as exact as it is known: YYYY, YYYY-MM or YYYY-MM-DD; null: not known */
  readonly date: string | null;
  readonly pages: number;
  readonly source: string;
  readonly licence?: string;
}

export interface SearchOptions {
  /** first and last date, as exact as one likes; a document without a date is then left out */
  readonly from?: string;
  readonly to?: string;
  /** most documents that are given back */
  readonly limit: number;
  readonly signal: AbortSignal;
}

export interface DocumentHit {
  readonly id: string;
  readonly title: string;
  readonly date: string | null;
  /** where the passage stands that fits best */
  readonly page: number;
  readonly snippet: string;
  /** words of the query that the passage holds */
  readonly words: readonly string[];
}

export interface SearchResult {
  /** best first */
  readonly hits: readonly DocumentHit[];
  /** documents that hold at least one word of the query */
  readonly found: number;
  /** documents within the dates, with a hit or without */
  readonly searched: number;
  /** the words that were looked for; those that every text holds are left out */
  readonly words: readonly string[];
}

export interface DocumentPage extends DocumentInfo {
  readonly page: number;
  readonly text: string;
}

/** Texts, most of them dated, that are found by their words and read by the page. */
export interface Documents {
  list(): Promise<readonly DocumentInfo[]>;
  search(query: string, options: SearchOptions): Promise<SearchResult>;
  /** Pages count from 1. `undefined`: there is no such document, or it has no such page. */
  read(id: string, page: number): Promise<DocumentPage | undefined>;
}
