// The run as a graph: a node for every span and for the answer, edges from recorded parents and causes.
import { rootSpan } from "../events.ts";
import type { EventOf, PlanItem, RunEvent } from "../events.ts";
import { fold } from "./fold.ts";
import {
  add,
  change,
  groupOf,
  leave,
  link,
  mark,
  push,
  spend,
  startNotes,
  type GraphView,
  type Notes,
} from "./graph-notes.ts";
import { answerNode, isGroup, type GraphMark, type GraphNode } from "./graph-types.ts";
import { looped } from "./graph-loops.ts";
import { arrived, handedOver, judged, wasShown, wrote } from "./graph-team.ts";
import { preview, previewValue } from "./preview.ts";

/**
 * The graph of a run.
 *
 * Takes events in any order: what is said of a span that has not come waits for it, an id that comes twice updates the
 * node, and cycles are kept. Edges come from recorded parents and causes only; the answer's comes from the reply that holds
 * its text. One event costs as much as its span is deep.
 */
export const graph = fold<GraphView>(
  () => {
    const notes = startNotes();
    return { nodes: notes.nodes, order: notes.order, edges: notes.edges, loops: notes.loops, notes };
  },
  (view, event) => {
    take(view.notes, event);
    return { ...view };
  },
);

function take(notes: Notes, event: RunEvent): void {
  switch (event.type) {
    case "run.start": {
      notes.task = preview(event.task);
      notes.pattern = event.pattern;
      if (notes.nodes.has(rootSpan)) change(notes, rootSpan, { detail: notes.task });
      return;
    }
    case "span.start":
      return open(notes, event);
    case "run.end":
      return end(notes, event);
    default: {
      const node = notes.nodes.get(event.span);
      if (node) tell(notes, node, event);
      else push(notes.early, event.span, event);
    }
  }
}

/** What a fact about a span changes on its node. */
function tell(
  notes: Notes,
  node: GraphNode,
  event: Exclude<RunEvent, EventOf<"run.start" | "span.start" | "run.end">>,
) {
  if (event.recalled && !node.recalled) change(notes, node.id, { recalled: true });
  switch (event.type) {
    case "span.end": {
      leave(notes, node);
      const failure = event.failure && !node.result ? { result: preview(event.failure.message) } : {};
      change(notes, node.id, { state: event.status, endedAt: event.at, ...failure });
      return;
    }
    case "model.request":
      return;
    case "model.reply": {
      const detail = preview(event.text || event.reasoning || "");
      const thought = notes.thoughts.has(node.id) ? {} : { detail };
      change(notes, node.id, { calls: (event.toolCalls ?? []).map((call) => call.name), ...thought });
      if (event.finishReason === "length") mark(notes, node.id, { kind: "cut-off", text: "" });
      notes.replies.unshift({ span: node.id, text: event.text });
      if (notes.replies.length > 8) notes.replies.pop();
      if (event.recalled) return;
      spend(notes, node.id, event.usd, (event.usage?.inputTokens ?? 0) + (event.usage?.outputTokens ?? 0));
      return;
    }
    case "thought": {
      const id = isGroup(node.kind) ? (notes.groups.get(node.id)?.model ?? node.id) : node.id;
      if (!event.text.trim()) return;
      notes.thoughts.add(id);
      change(notes, id, { detail: preview(event.text) });
      return;
    }
    case "tool.call":
      change(notes, node.id, { label: event.tool, detail: previewValue(event.arguments) });
      if (!event.recalled) spend(notes, node.id, event.usd ?? 0, 0);
      return;
    case "observation": {
      const shown = event.failure ? event.failure.message : (event.output ?? event.shown ?? "");
      change(notes, node.id, { result: previewValue(shown) });
      return;
    }
    case "hold":
      if (node.state === "running" && !notes.decided.has(event.id)) change(notes, node.id, { state: "waiting" });
      return;
    case "decision":
      notes.decided.add(event.hold);
      if (node.state === "waiting") change(notes, node.id, { state: "running" });
      return;
    case "nudge":
      looped(notes, event);
      return mark(notes, node.id, { kind: "nudge", text: preview(event.text) });
    case "limit":
      return mark(notes, node.id, { kind: "limit", text: preview(event.message) });
    case "warning":
      return mark(notes, node.id, { kind: "warning", text: preview(event.message) });
    case "plan":
      groupOf(notes, node.group).plan = node.id;
      if (node.kind === "plan" && event.by === "model") means(notes, node, listOf(event.items));
      return;
    case "plan.step":
      return;
    case "board.write":
      return wrote(notes, node, event);
    case "board.read":
      return wasShown(notes, node, event);
    case "review":
      means(notes, node, event.feedback);
      return judged(notes, node, event);
    case "handoff":
      return handedOver(notes, node, event);
    default:
      // a later version may say more
      event satisfies never;
  }
}

/** What a reply in JSON was read as stands on its card in place of the JSON. */
function means(notes: Notes, node: GraphNode, words: string): void {
  const writer = notes.groups.get(node.id)?.model;
  if (!writer || !words.trim()) return;
  notes.thoughts.add(writer);
  change(notes, writer, { detail: preview(words) });
}

const listOf = (items: readonly PlanItem[]): string =>
  items.map(({ name, description }, index) => `${index + 1}. ${name ? `${name}: ` : ""}${description}`).join(" ");

function open(notes: Notes, event: EventOf<"span.start">): void {
  const { span, parent, kind, name } = event;
  if (notes.nodes.has(span)) {
    change(notes, span, { label: name });
  } else {
    // What is inside one call (an agent that a tool starts) is drawn beside it, in the same group.
    const holder = parent === null || parent === span ? undefined : notes.nodes.get(parent);
    const group = holder ? (isGroup(holder.kind) ? holder.id : holder.group) : adopted(notes, parent);
    const isRoot = span === rootSpan;
    add(notes, {
      id: span,
      kind,
      span,
      group,
      label: name,
      detail: isRoot ? notes.task : "",
      state: "running",
      startedAt: event.at,
      endedAt: null,
      recalled: event.recalled === true,
    });
    if (kind === "model") groupOf(notes, group).model = span;
    if (parent !== null && parent !== group) notes.parents.set(span, parent);
  }
  if (parent !== null) link(notes, parent, span, "contains");
  for (const cause of event.causes ?? []) link(notes, cause, span, "causes");
  if (kind === "agent") arrived(notes, span, name);
  const early = notes.early.get(span);
  notes.early.delete(span);
  for (const fact of early ?? []) take(notes, fact);
}

/** Where a span goes whose parent never came: into the run, where there is one. */
function adopted(notes: Notes, parent: string | null): string | null {
  return parent !== null && notes.nodes.has(rootSpan) ? rootSpan : null;
}

function end(notes: Notes, event: EventOf<"run.end">): void {
  const { answer, status, stop } = event;
  const detail = preview(answer ?? "");
  const state = status === "completed" ? "ok" : status;
  const result = stop ? preview(stop.message) : "";
  const marks: GraphMark[] = stop?.limit ? [{ kind: "limit", text: preview(stop.message) }] : [];
  if (notes.nodes.has(answerNode)) return change(notes, answerNode, { detail, state, result, marks });
  const group = notes.nodes.has(rootSpan) ? rootSpan : null;
  // The answer comes after all else: a row of its own, also where spans were left open.
  const home = groupOf(notes, group);
  home.lanes = [];
  const at = { startedAt: event.at, endedAt: event.at };
  const base = { id: answerNode, kind: "answer", span: null, label: "", recalled: false } as const;
  add(notes, { ...base, ...at, group, detail, state });
  change(notes, answerNode, { result, marks });
  home.lanes = [];
  if (group !== null) link(notes, group, answerNode, "contains");
  if (answer === null) return;
  const said = answer.trim();
  // A reply in JSON holds the answer escaped: then the newest reply is the one it was read from.
  const writer = notes.replies.find((reply) => said !== "" && reply.text.includes(said)) ?? notes.replies[0];
  if (writer) link(notes, writer.span, answerNode, "causes");
}
