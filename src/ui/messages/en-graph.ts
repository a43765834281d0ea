// Texts of the graph in English.
import type { GraphMark, NodeKind, NodeState } from "../../engine/index.ts";

const kinds = {
  "graph.kind.agent": "Agent",
  "graph.kind.iteration": "Turn",
  "graph.kind.plan": "Plan",
  "graph.kind.step": "Step",
  "graph.kind.review": "Review",
  "graph.kind.model": "Thought",
  "graph.kind.tool": "Tool call",
  "graph.kind.answer": "Answer",
} as const satisfies Record<`graph.kind.${NodeKind}`, string>;

const states = {
  "graph.state.running": "running",
  "graph.state.waiting": "waiting",
  "graph.state.ok": "done",
  "graph.state.failed": "failed",
  "graph.state.stopped": "stopped",
  "graph.state.skipped": "skipped",
} as const satisfies Record<`graph.state.${NodeState}`, string>;

const marks = {
  "graph.mark.nudge": "Loop rule",
  "graph.mark.limit": "Limit reached",
  "graph.mark.warning": "Warning",
  "graph.mark.cut-off": "Cut off by the output limit",
} as const satisfies Record<`graph.mark.${GraphMark["kind"]}`, string>;

export const graphTexts = {
  "graph.tree": "Steps of the run",
  "graph.controls": "View of the graph",
  "graph.follow": "Follow newest",
  "graph.fit": "Show all",
  "graph.zoom.in": "Zoom in",
  "graph.zoom.out": "Zoom out",
  "graph.tidy": "Tidy",
  "graph.tidy.hint": "Puts every node back where it was placed. Ctrl+Z takes the last move back.",
  "graph.moved": {
    one: "{count} node was moved. Ctrl+Z takes the last move back.",
    other: "{count} nodes were moved. Ctrl+Z takes the last move back.",
  },
  "graph.map": "Map of the graph",
  "graph.map.at": "{percent} % of the way down",
  "graph.map.hint": "Drag to look elsewhere. Arrow keys move half a screen, with Shift two.",
  "graph.keys":
    "Arrow keys go from node to node, Enter opens one, F folds a group, Alt with an arrow key moves it, Ctrl+Z takes that back, plus and minus zoom, 0 shows all, T shows a tidy tree and back.",
  "graph.task": "Task",
  "graph.turn": "Turn {number}",
  "graph.round": "Round {number}",
  "graph.fold": "Fold {what}",
  "graph.unfold": "Unfold {what}",
  "graph.inside.model": { one: "{count} thought", other: "{count} thoughts" },
  "graph.inside.tool": { one: "{count} tool call", other: "{count} tool calls" },
  "graph.posts": "On the blackboard: {keys}",
  "graph.edge.reads": "reads {keys}",
  "graph.edge.handoff": "handoff: {task}",
  "graph.edge.handoff.short": "handoff",
  "graph.edge.passed": "passed",
  "graph.edge.failed": "not passed",
  "graph.edge.score": "{verdict}, {score}",
  "graph.name.plan": "Plan",
  "graph.name.decomposition": "Sub-tasks",
  "graph.name.revision": "Revision",
  "graph.name.reflection": "Reflection",
  "graph.name.review": "Review",
  "graph.name.synthesis": "Synthesis",
  "graph.calls": "Calls {tools}",
  "graph.thinking": "Thinking…",
  "graph.working": "Working…",
  "graph.answer.none": "No answer",
  "graph.gone": "Not made under the limits that are tried",
  "graph.recalled": "Taken from an earlier log",
  "graph.node": "{what}, {state}",
  "graph.node.said": "{what}, {state}: {words}",
  "graph.tokens": { one: "{count} token", other: "{count} tokens" },
  ...kinds,
  ...states,
  ...marks,
} as const;
