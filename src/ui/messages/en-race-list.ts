// Races in the history, and what is missing for one, in English.

/** Filled in by `textsOf`. */
export const raceListTexts = {
  few: "Choose at least two patterns for a race.",
  badge: "Race",
  compare: "Compare with the run on screen",
  runs: { one: "{count} run", other: "{count} runs" },
} as const;
