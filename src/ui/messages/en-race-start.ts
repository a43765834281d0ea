// What says that patterns can race, before one does, in English.
import { part } from "./text.ts";

/** Filled in by `textsOf`. */
export const raceStartTexts = {
  [part]: "race-start",
  mode: "Mode",
  one: "One pattern",
  race: "Race",
} as const;
