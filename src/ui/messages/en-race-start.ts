// What says that patterns can race, before one does, in English.

/** Filled in by `textsOf`. */
export const raceStartTexts = {
  mode: "Mode",
  one: "One pattern",
  race: "Race",
} as const;
