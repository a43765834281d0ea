// What an answer's figures rest on, in English.
import { part } from "./text.ts";

/** Filled in by `textsOf`. */
export const groundingTexts = {
  [part]: "grounding",
  "all.one": "Its one figure stands in what the run observed or was given.",
  all: "All {count} figures stand in what the run observed or was given.",
  some: {
    one: "{count} of {all} figures stands in nothing that the run observed.",
    other: "{count} of {all} figures stand in nothing that the run observed.",
  },
  rule: "By rule: a rounded value counts, a sum of the calculator too if what it was made of does. Whether the right figure stands in the right sentence is for you to read.",
  observed: "From {tool}: {excerpt}",
  "observed.rounded": "Rounded, from {tool}: {excerpt}",
  calculated: "Calculated by {tool}: {excerpt}",
  more: { one: "and {count} more place", other: "and {count} more places" },
  "none.unseen": "(ungrounded)",
  none: "Ungrounded: it stands in nothing that the run observed.",
  "none.operand": "Ungrounded: it was calculated from {operand}, which stands in nothing that the run observed.",
} as const;
