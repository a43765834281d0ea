// Texts of the budget simulator in English: loaded with it.
import type { Cut } from "../../engine/index.ts";
import { part } from "./text.ts";

const cuts = {
  "what-if.cut.refused": "With “{limit}” at {value} the run would have stopped here",
  "what-if.cut.shortened": "With “{limit}” at {value} this reply would have been cut short",
  "what-if.cut.rewritten": "With “{limit}” at {value} this plan would have been sent back for a shorter one",
  "what-if.cut.concluded": "With “{limit}” at {value} the run would have gone on to its answer here",
  "what-if.cut.failed": "With “{limit}” at {value} this call would have failed",
  "what-if.cut.out-of-time": "With “{limit}” at {value} the time would have been up here",
} as const satisfies Record<`what-if.cut.${Cut["effect"]}`, string>;

const after = {
  "what-if.after.refused": "Nothing after it would have been made.",
  "what-if.after.shortened":
    "What the model would have done with a shorter reply is unknown: nothing after it is counted.",
  "what-if.after.rewritten": "How a shorter plan would have gone is unknown: nothing after it is counted.",
  "what-if.after.concluded": "The answer would have been written from what there was by then.",
  "what-if.after.failed": "Its agent would have read why, and gone on otherwise; how is unknown.",
  "what-if.after.out-of-time":
    "What was under way would have been stopped; the last tenth of the time is kept for a closing call.",
  "what-if.after.agent": "Only this agent would have ended; what others made of its result would be different.",
} as const satisfies Record<`what-if.after.${Cut["effect"] | "agent"}`, string>;

export const whatIfTexts = {
  [part]: "what-if",
  "what-if.tab": "What if",
  "what-if.label": "What if",
  "what-if.limits": "Limits to try",
  "what-if.hint":
    "Nothing is run: it is read off what happened. Mark above a slider: used. Mark below: needed, with what must be set aside.",
  "what-if.used": "used {used}",
  "what-if.needs": "needs {need}",
  "what-if.unused": "not used",
  "what-if.nothing": "Nothing would have been cut off.",
  "what-if.beyond": "{limits}: the run ended there. With more it would have gone on; how is unknown.",
  "what-if.used.before": "{used} used by then; {need} were needed to go on.",
  "what-if.where": "Where",
  "what-if.spent": "Spent",
  "what-if.saved": "Saved",
  "what-if.of": "Figure",
  "what-if.usd": "Cost",
  "what-if.tokens": "Tokens",
  "what-if.modelCalls": "Model calls",
  "what-if.toolCalls": "Tool calls",
  "what-if.ms": "Time",
  "what-if.at-most": "at most {value}",
  "what-if.closing": "A closing call may add up to {usd} and {tokens}.",
  "what-if.closing.free": "A closing call may add up to {tokens}.",
  "what-if.token-count": { one: "{count} token", other: "{count} tokens" },
  "what-if.answer": "The answer as it stood",
  "what-if.answer.none": "There was nothing yet.",
  "what-if.answer.same": "The answer would be the same.",
  "what-if.answer.changed": "The run’s own answer stands; parts of what it was written from would be missing.",
  "what-if.part.draft": "Draft",
  "what-if.part.draft.scored": "Draft, reviewed with {score}",
  "what-if.part.words": "The last words",
  "what-if.part.observation": "From {name}",
  "what-if.inner": {
    one: "Besides, one agent or call would have ended earlier.",
    other: "Besides, {count} agents or calls would have ended earlier.",
  },
  "what-if.reset": "Reset",
  "what-if.reset.hint": "Back to the limits of this run",
  "what-if.use": "Use for the next run",
  "what-if.use.hint": "Copies these limits to the budget on the left",
  "what-if.taken": "{pattern} and these limits are set for the next run.",
  "what-if.running": "The run still goes on. When it is over, its limits can be tried here.",
  ...cuts,
  ...after,
} as const;
