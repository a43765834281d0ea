// What loop rules found, on the graph: which nodes were compared, and how they are tied to each other.
import type { EventOf } from "../events.ts";
import { change, link, push, type Notes } from "./graph-notes.ts";
import { preview } from "./preview.ts";

/** A rule fired: the nodes that it compared are tied in their order. One that goes on with a streak is the same loop. */
export function looped(notes: Notes, event: EventOf<"nudge">): void {
  const { rule, count, spans, level = "nudge" } = event;
  if (spans.length === 0) return;
  const streak = spans.map((span) => notes.streaks.get(keyOf(rule, span))).find((place) => place !== undefined);
  const at = streak ?? notes.loops.length;
  const before = notes.loops[at]?.nodes ?? [];
  const nodes = [...new Set([...before, ...spans])];
  notes.loops[at] = { rule, level, count, nodes, text: preview(event.text) };
  notes.changed?.loops.add(at);
  notes.streaks.delete(keyOf(rule, before.at(-1) ?? ""));
  notes.streaks.set(keyOf(rule, nodes.at(-1) ?? ""), at);
  for (const [index, to] of nodes.entries()) {
    const from = nodes[index - 1];
    if (from !== undefined) link(notes, from, to, "repeats");
    compared(notes, to, at);
  }
}

function compared(notes: Notes, id: string, at: number): void {
  const node = notes.nodes.get(id);
  if (!node) push(notes.compared, id, at);
  // Replaced also where it was in it already: what is drawn of it tells of the loop as it is now.
  else change(notes, id, { loops: node.loops.includes(at) ? node.loops : [...node.loops, at] });
}

const keyOf = (rule: string, node: string): string => `${rule} ${node}`;
