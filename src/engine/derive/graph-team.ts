// The edges between agents: what they hand over, write and read, and what a review judges.
import type { EventOf } from "../events.ts";
import { change, groupOf, link, push, type Notes } from "./graph-notes.ts";
import type { GraphNode } from "./graph-types.ts";
import { preview } from "./preview.ts";

/** Letters of a task on the line that hands it over. */
const taskLetters = 80;

/** An agent has come: it takes over what was handed to its name. The run itself is nobody's team mate. */
export function arrived(notes: Notes, span: string, name: string): void {
  if (notes.nodes.get(span)?.group === null) return;
  notes.team.agents.set(name, span);
  for (const { from, task } of notes.team.handoffs.get(name) ?? [])
    link(notes, from, span, "handoff", { kind: "task", task });
  notes.team.handoffs.delete(name);
}

/** A task goes to an agent: from the agent that gives it, else from the plan or wherever it was decided. */
export function handedOver(notes: Notes, node: GraphNode, event: EventOf<"handoff">): void {
  const from = notes.team.agents.get(event.from) ?? groupOf(notes, node.id).plan ?? node.id;
  const to = notes.team.agents.get(event.to);
  const task = preview(event.task, taskLetters);
  // An agent that has ended took another task; this one is for the next of its name.
  const isFree = to !== undefined && notes.nodes.get(to)?.endedAt === null;
  if (to !== undefined && isFree) link(notes, from, to, "handoff", { kind: "task", task });
  else push(notes.team.handoffs, event.to, { from, task });
}

export function wrote(notes: Notes, node: GraphNode, { key, version }: EventOf<"board.write">): void {
  const author = agentOf(notes, node);
  if (!author.posts.includes(key)) change(notes, author.id, { posts: [...author.posts, key] });
  const name = nameOf(key, version);
  notes.team.authors.set(name, author.id);
  for (const { reader } of notes.team.readers.get(name) ?? []) show(notes, author.id, reader, [key]);
  notes.team.readers.delete(name);
}

/** An agent was shown entries: one edge from each of their authors. */
export function wasShown(notes: Notes, node: GraphNode, { entries }: EventOf<"board.read">): void {
  const reader = agentOf(notes, node).id;
  const keys = new Map<string, string[]>();
  for (const { key, version } of entries) {
    const name = nameOf(key, version);
    const author = notes.team.authors.get(name);
    if (author === undefined) push(notes.team.readers, name, { reader, key });
    else if (!keys.get(author)?.includes(key)) push(keys, author, key);
  }
  for (const [author, its] of keys) show(notes, author, reader, its);
}

function show(notes: Notes, author: string, reader: string, keys: readonly string[]): void {
  if (author !== reader) link(notes, author, reader, "reads", { kind: "keys", keys });
}

/** A review judges the newest plan beside it, else the newest plan beside what it lies in. */
export function judged(notes: Notes, node: GraphNode, { passed, score }: EventOf<"review">): void {
  for (let at: GraphNode | undefined = node; at; at = at.group === null ? undefined : notes.nodes.get(at.group)) {
    const { plan } = groupOf(notes, at.group);
    if (plan === null || plan === at.id) continue;
    return link(notes, node.id, plan, "judges", { kind: "verdict", passed, score });
  }
}

/** The agent that a node belongs to: itself, or the nearest around it. */
function agentOf(notes: Notes, node: GraphNode): GraphNode {
  for (let at: GraphNode | undefined = node; at; at = at.group === null ? undefined : notes.nodes.get(at.group)) {
    if (at.kind === "agent") return at;
  }
  return node;
}

// A key may hold any letter; as JSON no two pairs look alike.
const nameOf = (key: string, version: number): string => JSON.stringify([key, version]);
