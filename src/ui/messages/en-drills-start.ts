// Texts of the drills that the page needs before their panel is loaded, in English.
/** A part of `en.ts`. */
export const drillTexts = {
  "drills.label": "Drills",
  "drills.hint": "Make the model or its tools misbehave, to see what copes",
  "drills.on": { one: "{count} on", other: "{count} on" },
  "drills.loading": "Loading…",
  "drills.mark": "Drill",
} as const;
