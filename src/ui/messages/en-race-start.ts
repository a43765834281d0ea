// What says that patterns can race, before one does, in English.

/** Filled in by `textsOf`. */
export const raceStartTexts = {
  mode: "Mode",
  one: "One pattern",
  race: "Race",
  "race.hint": "Choose two to six. They carry out the same task at once, each with the whole budget.",
  again: "Again ×5",
  "again.hint": "Each pattern runs five times, with seeds 1 to 5: shows how much its results vary.",
} as const;
