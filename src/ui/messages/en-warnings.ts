// What the engine warns of, in English, by the code of the warning: loaded with what shows a run's log.
import { part } from "./text.ts";

/** `{values}` are those of the event. `code.form` is chosen by the value `form`. */
export const warningTexts = {
  [part]: "warnings",
  "answer-cut-off": "The answer was cut off by the output limit.",
  "conversation-shortened.full": "The conversation no longer fits the model: its oldest turns were left out.",
  "conversation-shortened.near":
    "The conversation came near the model's {contextTokens} tokens: its oldest turns were left out.",
  drill: "Drill: a fault was put in here ({kind}).",
  "edit-refused": "The edited plan cannot be taken, so the plan stays as it was. {why}",
  "edit-refused.late": "The edit came too late: the plan had been carried out, or written anew, before it was taken.",
  "fabricated-observation": "The model wrote an observation of its own. It was dropped, with all that followed it.",
  "implicit-answer": "The model did not keep to the format: its last text was taken as the answer.",
  "no-closing-answer": "There is no closing answer. {why}",
  "no-closing-answer.budget":
    "There is no closing answer. The call for it does not fit into what is left of the budget.",
  "no-closing-answer.nothing": "There is no closing answer. The run ended before anything was there to answer from.",
  "no-closing-answer.reply": "There is no closing answer. The closing reply held no answer.",
  "no-decomposition": "The division of the task could not be read: each agent gets the whole task.",
  "no-plan": "No plan could be read: the task is carried out as one step.",
  "no-reflection": "The reflection could not be read, so the plan was not revised. {why}",
  "no-review": "The review could not be read and counts as not passed. {why}",
  "notebook-state": "The plan kept from an earlier run cannot be read, so the notebook starts empty. {why}",
  "output-limit-ignored": "The model wrote past its limit of {most} tokens and was cut off there.",
  "revisions-used": "The plan was revised {revisions} times and is still not complete: {feedback}",
  "rounds-used":
    "The rounds used all {rounds} rounds and the reviewer was not content. This is the answer with the best score ({score}): {feedback}",
  stalled:
    "The rounds made no progress any more and the reviewer was not content. This is the answer with the best score ({score}): {feedback}",
  "unknown-agent": "Work was given to agents that are not in the team, and is not done: {names}.",
  "usage-above-reservation":
    "The provider reports {input} + {output} tokens, more than the {reservedInput} + {reservedOutput} that were set aside.",
} as const;
