// The words of the graph: nodes, edges and what a view of them offers.
import type { SpanKind } from "../events.ts";

export type NodeKind = SpanKind | "answer";
export type NodeState = "running" | "waiting" | "ok" | "failed" | "stopped" | "skipped";

/** Something a person should notice on a node. */
export interface GraphMark {
  readonly kind: "nudge" | "limit" | "warning" | "cut-off";
  readonly text: string;
}

/** What a loop rule found. Replaced, never changed, when the streak goes on. */
export interface GraphLoop {
  readonly rule: string;
  /** whether the agent was told, or ended */
  readonly level: "nudge" | "stop";
  /** calls, replies, rounds or passages in a row */
  readonly count: number;
  /** ids of the nodes that were compared, in their order; one that the log does not hold is no node */
  readonly nodes: readonly string[];
  /** what the agent was told, on one line */
  readonly text: string;
}

/** One card or group. Replaced, never changed, when an event tells something new about it. */
export interface GraphNode {
  /** the span's id, or {@link answerNode} */
  readonly id: string;
  readonly kind: NodeKind;
  /** null: the answer, which is no span */
  readonly span: string | null;
  /** the node that it is drawn inside; null: outside of all */
  readonly group: string | null;
  /** name of the span, the tool, or for the root the pattern */
  readonly label: string;
  /** what it was given or wrote, on one line: the task, a thought, a tool's arguments, the answer */
  readonly detail: string;
  /** what came back, on one line: a tool's output, or why it failed */
  readonly result: string;
  /** names of the tools that a model's reply asked for */
  readonly calls: readonly string[];
  readonly state: NodeState;
  /** 0, 1, 2 … as the nodes came */
  readonly order: number;
  /** 1, 2, 3 … among the nodes of its kind in its group */
  readonly ordinal: number;
  /** 1, 2, 3 …: what runs side by side in a group shares a row; a new row begins when nothing in the group runs */
  readonly row: number;
  /** 0, 1, 2 …: its place in the row; a lane is used again once the one before it in it has ended */
  readonly lane: number;
  /** ms since the run began */
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** of this node and all inside it */
  readonly usd: number;
  readonly tokens: number;
  /** calls inside it, of a group */
  readonly modelCalls: number;
  readonly toolCalls: number;
  /** its result was taken from an earlier run */
  readonly recalled: boolean;
  readonly marks: readonly GraphMark[];
  /** places in the view's `loops` of those in which it was compared */
  readonly loops: readonly number[];
  /** keys that it wrote to the blackboard, each once */
  readonly posts: readonly string[];
}

/**
 * What an edge says. `contains`: recorded as its parent; `causes`: `to` uses the result of `from`; `reads`: the agent `to` was
 * shown what the agent `from` wrote; `handoff`: `from` gave `to` its task; `judges`: the review `from` is of the plan `to`;
 * `repeats`: a loop rule compared `to` with `from`.
 */
export type EdgeKind = "contains" | "causes" | "reads" | "handoff" | "judges" | "repeats";

/** What an edge is about: data, put into words where it is drawn. */
export type EdgeLabel =
  | { readonly kind: "keys"; readonly keys: readonly string[] }
  | { readonly kind: "task"; readonly task: string }
  | { readonly kind: "verdict"; readonly passed: boolean; readonly score: number | null };

export interface GraphEdge {
  /** 0, 1, 2 … */
  readonly id: number;
  readonly from: string;
  readonly to: string;
  readonly kind: EdgeKind;
  /** of `reads`, `handoff` and `judges` */
  readonly label?: EdgeLabel | undefined;
  /** how many nodes there were when it came */
  readonly since: number;
}

/** Id of the answer's node. */
export const answerNode = "answer";

/** Whether nodes of this kind hold others, rather than being one call. */
export function isGroup(kind: NodeKind): boolean {
  return kind !== "model" && kind !== "tool" && kind !== "answer";
}
