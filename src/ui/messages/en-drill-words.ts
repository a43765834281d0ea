// What drills are called, in English: loaded where one is told of.
import type { FaultKind, PersonaId } from "../../engine/index.ts";
import { part } from "./text.ts";

const personas = {
  "persona.loops": "loops",
  "persona.rewords": "re-words a failing search",
  "persona.never-complete": "is never content with what it finds",
  "persona.ignores-nudges": "ignores nudges",
  "persona.obeys": "obeys orders in results",
  "persona.forgets-step": "plans without a step",
  "persona.drops-dependency": "plans without a dependency",
  "persona.unknown-tools": "calls unknown tools",
  "persona.bad-arguments": "gives bad arguments",
  "persona.contradicts": "contradicts itself",
  "persona.overspends": "overspends",
  "persona.breaks-format": "breaks the format",
  "persona.chants": "chants",
  "persona.cut-off": "is cut off",
  "persona.slow": "is slow",
  "persona.hangs": "hangs",
  "persona.fails": "fails",
} as const satisfies Record<`persona.${PersonaId}`, string>;

const faults = {
  "fault.timeout": "no answer",
  "fault.error": "error",
  "fault.empty": "empty result",
  "fault.huge": "huge result",
  "fault.poisoned": "poisoned result",
} as const satisfies Record<`fault.${FaultKind}`, string>;

export const drillWordTexts = {
  [part]: "drill-words",
  ...personas,
  ...faults,
  "drills.next": "Drill in the next run: {what}.",
  "drills.off": "Turn off",
  "drills.turned-off": "The drills are turned off.",
  "drills.ran": "This run was a drill: {what}.",
  "drills.model": "the model {what}",
  "drills.tools": "tools: {what}",
  "drills.rate": "{what} ({rate} %)",
  "drills.from": "{what} from call {call} on",
  "drills.at": "{what} at call {call}",
  "drills.of": "{what} of {tool}",
  "drills.status": "{what} with {status}",
  "story.taken":
    "Set for this example: the task, the rehearsal model with a drill (it is never content, and ignores nudges), and prices: {model} USD a model call, tools 0.001 to 0.01 USD. Run it, then switch the loop rules off and run it again.",
} as const;
