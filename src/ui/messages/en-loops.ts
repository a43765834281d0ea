// Texts of the loop rules that the page needs before a run, in English.
/** A part of `en.ts`. */
export const loopTexts = {
  "loops.label": "Loop rules",
  "loops.hint":
    "Watch each agent for calls that repeat, run in a circle or bring nothing new, and for text that chants. The agent is told first, then ended.",
  "loops.hint.off": "Off: nothing but the limits ends an agent that goes round in circles.",
} as const;
