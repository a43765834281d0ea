// What went wrong, in words for a person.
import { HistoryError } from "../history.ts";
import { t } from "../messages/index.ts";

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The page's own words for a fault of the history; else what the error says. */
export const historyWords = (error: unknown): string =>
  error instanceof HistoryError ? t(`history.error.${error.code}`) : messageOf(error);
