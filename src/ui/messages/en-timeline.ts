// Texts of the timeline, in English.
import { part } from "./text.ts";

export const timelineTexts = {
  [part]: "timeline",
  "timeline.label": "Timeline",
  "timeline.bars": "Spans of the run over time",
  "timeline.keys":
    "Left and right go along a row, up and down from row to row, Home and End to the first and the last, plus and minus zoom, 0 shows all. Drag the upper edge to look back.",
  "timeline.axis": "Time: drag to look back",
  "timeline.zoom.in": "Zoom in",
  "timeline.zoom.out": "Zoom out",
  "timeline.fit": "Show all of the time",
  "timeline.empty": "Nothing has begun yet.",
  "timeline.path": "Critical path",
  "timeline.path.hint":
    "The chain of spans that decided how long the run took. To shorten anything else saves no time.",
  "timeline.path.later": "Critical path: marked once the run has ended",
  "timeline.path.model": "{percent} % thoughts",
  "timeline.path.tool": "{percent} % tool calls",
  "timeline.path.other": "{percent} % waiting",
  "timeline.wait.queue": "Waiting",
  "timeline.wait.hold": "Paused or asking",
  "timeline.wait.retry": "Before another try",
  "timeline.bar": "{what}, {status}, from {from} for {time}",
  "timeline.bar.critical": "{bar}, on the critical path",
  "timeline.waited": "{why}, from {from} for {time}",
} as const;
