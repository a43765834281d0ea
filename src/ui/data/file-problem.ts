// Why a file cannot be read, or a row of it: a code and values, put into words where a person reads them.

export type RowCode = "width" | "open-quote" | "after-quote" | "not-an-object" | "not-an-array" | "misfit" | "other";
export type FileCode =
  "empty" | "no-rows" | "no-usable-row" | "too-many-columns" | "not-json" | "no-table" | "not-text" | "not-taken";
type Values = Readonly<Record<string, string | number>>;

export interface RowFault {
  readonly code: RowCode;
  readonly values: Values;
}

/** Its message is in English, for whoever has no words for the code. */
export class FileProblem extends Error {
  readonly code: FileCode;
  readonly values: Values;
  /** what is wrong with the first row, where no row can be used */
  readonly row: RowFault | undefined;

  constructor(code: FileCode, message: string, { values = {}, row }: { values?: Values; row?: RowFault } = {}) {
    super(message);
    this.name = "FileProblem";
    this.code = code;
    this.values = values;
    this.row = row;
  }
}
