// The error of a query that ran into its time limit.

export class SlowQueryError extends Error {
  constructor(ms: number) {
    super(
      `The query took longer than ${ms / 1000} s and was stopped. Read fewer rows, join on equal columns, or give a recursion an end.`,
    );
    this.name = "SlowQueryError";
  }
}

/** Also of an error that came from a worker: there only its name tells. */
export const isSlowQuery = (error: unknown): error is Error =>
  error instanceof Error && error.name === "SlowQueryError";
