// Texts of the tabs below the graph, in English.
import { part } from "./text.ts";

export const dockTexts = {
  [part]: "dock",
  "dock.label": "Below the graph",
  "dock.plan": "Plan",
  "dock.board": "Blackboard",
  "dock.both": "Plan and blackboard",
  "dock.totals": "Totals",
  "dock.timeline": "Timeline",
  "dock.transcript": "Transcript",
  "dock.what-if": "What if",
} as const;
