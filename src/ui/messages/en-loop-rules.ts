// Texts of what loop rules find, in English: loaded with the graph and the inspector, as a run without one needs none.
import { part } from "./text.ts";

/** For each rule: its name, why it fired, and how to cure that. Filled in by `textsOf`. */
export const loopRuleTexts = {
  [part]: "loop-rules",
  "same_call_same_result.name": "same call",
  "same_call_same_result.why": "{count} calls in a row were the same and brought the same result.",
  "same_call_same_result.cure":
    "Say in the task when a result is enough, or switch on a tool that can bring another. A higher temperature repeats itself less.",
  "same_call_error.name": "same error",
  "same_call_error.why": "{count} calls in a row were the same and failed in the same way.",
  "same_call_error.cure":
    "Read the error of the call and mend what it names: a file, a table, the arguments that the task gives. Or switch that tool off.",
  "cycle.name": "cycle",
  "cycle.why": "The same few calls came round {count} times with the same results.",
  "cycle.cure":
    "Say in the task what counts as done. A pattern that plans first, such as Plan-and-Execute, carries each step out once.",
  "no_progress.name": "nothing found",
  "no_progress.why": "{count} calls in a row, each worded differently, brought nothing.",
  "no_progress.cure": "Look whether the data holds what is asked for. Add to the task: if it cannot be found, say so.",
  "little_new.name": "little new",
  "little_new.why": "{count} questions in a row were only worded anew and brought almost nothing new.",
  "little_new.cure":
    "Say in the task what is enough: which figures, how many sources. A pattern that plans first asks for different things.",
  "monologue.name": "no action",
  "monologue.why": "{count} replies in a row held neither a call nor an answer.",
  "monologue.cure": "This model does not keep to the format: try the other protocol of the pattern, or another model.",
  "chanting.name": "chanting",
  "chanting.why":
    "One reply said the same passage {count} times close together. It was cut off there, and costs what was written.",
  "chanting.cure":
    "Raise the temperature a little, ask for less at a time, or choose another model: small ones chant more often.",
  "same_plan.name": "same plan",
  "same_plan.why": "{count} rounds in a row carried out the same plan with the same results.",
  "same_plan.cure":
    "Say in the task what the answer must hold, or give the planner another model or a higher temperature.",
  "score_not_rising.name": "score not rising",
  "score_not_rising.why": "The reviewer’s score has not risen over {count} rounds.",
  "score_not_rising.cure": "Give planner or reviewer a stronger model, or ask for less in one task.",

  "level.nudge": "The agent was told so, and asked to take another way.",
  "level.stop": "It was ended there, and asked for the best answer from what it had.",
  "level.stop.round": "The rounds were ended there; the answer with the best score stands.",
  tag: "{name} ×{count}",
  "tag.said": "Loop rule “{name}”, {count} times",
  title: "Loop rule: {name}, {count} times",
  "title.sentence": "Loop rule: {name}, {count} times.",
  "title.inside": "told",
  "title.inside.stop": "ended",
  others: "What was compared",
  "others.this": "this one",
  cure: "How to cure it: {cure}",
  show: "Show it on the graph",
  legend: "Compared by a loop rule",
  "legend.nudge": "told",
  "legend.stop": "ended",
} as const;
