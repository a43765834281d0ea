// Texts of the panel of drills, in English: loaded with it.
import type { FaultKind, PersonaId } from "../../engine/index.ts";
import { part } from "./text.ts";

const about = {
  "about.loops": "Makes its first call again, whatever comes; its plans are one step over and over.",
  "about.rewords": "Searches for what is nowhere, in ever other words, until a loop rule tells it to stop that.",
  "about.never-complete":
    "Searches in other words, works something out, searches again: the agent of the 47 model and 120 tool calls.",
  "about.ignores-nudges": "Goes on although a loop rule has told it to take another way. Works with those that circle.",
  "about.obeys": "Does what a result orders it to do. Give a tool poisoned results to see it.",
  "about.forgets-step": "Leaves a step out of its plan. Does a reflection notice?",
  "about.drops-dependency": "Forgets that a step needs the result of another. Does a reflection notice?",
  "about.unknown-tools": "Calls tools that nobody offers, in conversations and in plans.",
  "about.bad-arguments": "Gives arguments that fit no tool.",
  "about.contradicts": "Answers with other figures than it observed. Does a review notice?",
  "about.overspends": "Fills every reply up to the output limit. Give the model a price to see it cost.",
  "about.breaks-format": "No JSON where a plan or verdict is asked for, no labels, no JSON in arguments.",
  "about.chants": "Writes one sentence over and over.",
  "about.cut-off": "Ends in the middle of its reply, as under an output limit that is too small.",
  "about.slow": "Waits before its first word.",
  "about.hangs": "Never answers; only a limit or Stop ends it.",
  "about.fails":
    "The server refuses: too many requests (429), or a fault of its own (500). A repeated call may succeed.",
} as const satisfies Record<`about.${PersonaId}`, string>;

const faultsAbout = {
  "fault.timeout.about": "Says nothing until its time limit ends it.",
  "fault.error.about": "Fails like a service that is down.",
  "fault.empty.about": "Gives nothing.",
  "fault.huge.about": "Gives a million characters.",
  "fault.poisoned.about": "Puts an order to the reader in front of its result.",
} as const satisfies Record<`fault.${FaultKind}.about`, string>;

/** Texts of the panel. */
export const drillPanelTexts = {
  [part]: "drills",
  ...about,
  ...faultsAbout,
  intro:
    "A drill is a fault on purpose. Runs with one are marked as such. The same seed strikes the same calls, so that two settings can be compared.",
  personas: "The rehearsal model …",
  "personas.none":
    "The ways to misbehave belong to the rehearsal model, and no role uses it now. Tool faults work with any model.",
  "personas.take": "Use the rehearsal model",
  faults: "Tools give …",
  "faults.unused": "This pattern uses no tools.",
  rate: "Share of calls, %",
  "rate.of": "Share of calls: {what}",
  from: "From call",
  "from.of": "From call: {what}",
  at: "Only at call",
  "at.of": "Only at call: {what}",
  "at.every": "any",
  status: "Status",
  "status.of": "Status: {what}",
  seconds: "Seconds",
  "seconds.of": "Seconds: {what}",
  tool: "Tool",
  "tool.of": "Tool: {what}",
  "tool.every": "every tool",
  seed: "Seed",
  "seed.new": "New seed",
  reset: "Turn all off",
} as const;
