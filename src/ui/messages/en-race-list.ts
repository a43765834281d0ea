// What a race is, what one lacks, and races in the history, in English.
import { part } from "./text.ts";

/** Filled in by `textsOf`. */
export const raceListTexts = {
  [part]: "race-list",
  hint: "Choose two to six. They carry out the same task at once, each with the whole budget.",
  again: "Again ×5",
  "again.hint": "Each pattern runs five times, with seeds 1 to 5: shows how much its results vary.",
  few: "Choose at least two patterns for a race.",
  badge: "Race",
  compare: "Compare with the run on screen",
  runs: { one: "{count} run", other: "{count} runs" },
} as const;
