// What the graph's fold remembers between events, and the few ways in which it changes.
import type { RunEvent } from "../events.ts";
import type { EdgeKind, EdgeLabel, GraphEdge, GraphLoop, GraphMark, GraphNode, NodeKind } from "./graph-types.ts";

/** An edge as it is known before its ends are. */
type Loose = Pick<GraphEdge, "from" | "to" | "kind" | "label">;

/** What the fold must remember and nobody else reads. */
export interface Notes {
  readonly nodes: Map<string, GraphNode>;
  readonly order: string[];
  readonly edges: GraphEdge[];
  readonly loops: GraphLoop[];
  /** places of loops, by their rule and the last node that they compared */
  readonly streaks: Map<string, number>;
  /** places of loops in which nodes were compared that have not come yet, by node */
  readonly compared: Map<string, number[]>;
  readonly groups: Map<string | null, Group>;
  /** parents as recorded, of nodes that are drawn in another group, to add up what is spent inside them */
  readonly parents: Map<string, string>;
  /** facts about spans that have not come yet */
  readonly early: Map<string, RunEvent[]>;
  /** edges of nodes that have not come yet, by that node */
  readonly waiting: Map<string, Loose[]>;
  /** for each node, what its edges come from: mostly one thing, and a set for each would weigh more than the node */
  readonly sources: Record<EdgeKind, Map<string, string | Set<string>>>;
  /** model calls whose thought was told apart from the reply */
  readonly thoughts: Set<string>;
  /** the last replies, newest first: one of them holds the answer */
  readonly replies: { span: string; text: string }[];
  readonly decided: Set<string>;
  readonly team: Team;
  task: string;
  pattern: string;
  /** ids of nodes and places of loops that were replaced, for whoever asked to be told */
  changed: { readonly nodes: Set<string>; readonly loops: Set<number> } | null;
}

/** The graph so far. `order` and `edges` only grow, so a view that remembers their lengths sees what is new without a scan. */
export interface GraphView {
  readonly nodes: ReadonlyMap<string, GraphNode>;
  /** ids of the nodes as they came */
  readonly order: readonly string[];
  readonly edges: readonly GraphEdge[];
  /** what loop rules found, in the order in which they first fired */
  readonly loops: readonly GraphLoop[];
  /** for the fold alone */
  readonly notes: Notes;
}

/** What agents have to do with each other. */
export interface Team {
  /** the node of each agent, by its name */
  readonly agents: Map<string, string>;
  /** tasks for agents that have not come, by agent */
  readonly handoffs: Map<string, { from: string; task: string }[]>;
  /** the agent's node that wrote an entry, by the entry */
  readonly authors: Map<string, string>;
  /** agents that were shown an entry that has not come, by the entry */
  readonly readers: Map<string, { reader: string; key: string }[]>;
}

export interface Group {
  row: number;
  /** the running child of each lane of the newest row */
  lanes: (string | null)[];
  readonly counts: Partial<Record<NodeKind, number>>;
  /** the newest model call in it: a thought that names the group was written there */
  model: string | null;
  /** the newest plan in it: a review in the group judges that one */
  plan: string | null;
}

/** The notes of a run of which nothing is known yet. */
export function startNotes(): Notes {
  return {
    nodes: new Map(),
    order: [],
    edges: [],
    loops: [],
    streaks: new Map(),
    compared: new Map(),
    groups: new Map(),
    parents: new Map(),
    early: new Map(),
    waiting: new Map(),
    sources: {
      contains: new Map(),
      causes: new Map(),
      reads: new Map(),
      handoff: new Map(),
      judges: new Map(),
      repeats: new Map(),
    },
    thoughts: new Set(),
    replies: [],
    decided: new Set(),
    team: { agents: new Map(), handoffs: new Map(), authors: new Map(), readers: new Map() },
    task: "",
    pattern: "",
    changed: null,
  };
}

type Start = Pick<
  GraphNode,
  "id" | "kind" | "span" | "group" | "label" | "detail" | "state" | "startedAt" | "endedAt"
> &
  Pick<GraphNode, "recalled">;

/** One empty list for all nodes. */
const none: readonly never[] = Object.freeze([]);

/** Puts a node into its group, in the lane that is free, and ties the edges that waited for it. */
export function add(notes: Notes, start: Start): void {
  const home = groupOf(notes, start.group);
  if (home.lanes.every((child) => child === null)) {
    home.row++;
    home.lanes = [];
  }
  const free = home.lanes.indexOf(null);
  const lane = free < 0 ? home.lanes.length : free;
  home.lanes[lane] = start.id;
  const ordinal = (home.counts[start.kind] ?? 0) + 1;
  home.counts[start.kind] = ordinal;
  const place = { order: notes.order.length, ordinal, row: home.row, lane };
  notes.nodes.set(start.id, {
    ...start,
    ...place,
    result: "",
    calls: none,
    usd: 0,
    tokens: 0,
    modelCalls: 0,
    toolCalls: 0,
    marks: none,
    loops: notes.compared.get(start.id) ?? none,
    posts: none,
  });
  notes.changed?.nodes.add(start.id);
  count(notes, start);
  notes.order.push(start.id);
  const waiting = notes.waiting.get(start.id) ?? [];
  notes.waiting.delete(start.id);
  for (const edge of waiting) connect(notes, edge);
}

/** Counts a call in every group that it is drawn in. */
function count(notes: Notes, { kind, group }: Start): void {
  if (kind !== "model" && kind !== "tool") return;
  const field = kind === "model" ? "modelCalls" : "toolCalls";
  for (let id = group; id !== null;) {
    const node = notes.nodes.get(id);
    if (!node) return;
    change(notes, id, { [field]: node[field] + 1 });
    id = node.group;
  }
}

/** Frees the lane of a node that ended. */
export function leave(notes: Notes, node: GraphNode): void {
  const home = groupOf(notes, node.group);
  if (home.row === node.row && home.lanes[node.lane] === node.id) home.lanes[node.lane] = null;
}

/** What is known of a group, made when first asked for. */
export function groupOf(notes: Notes, id: string | null): Group {
  let group = notes.groups.get(id);
  if (!group) notes.groups.set(id, (group = { row: 0, lanes: [], counts: {}, model: null, plan: null }));
  return group;
}

/** Records an edge once; it waits while a node at one of its ends is not there. */
export function link(notes: Notes, from: string, to: string, kind: EdgeKind, label?: EdgeLabel): void {
  const known = notes.sources[kind].get(to);
  if (known === from || (known instanceof Set && known.has(from))) return;
  if (known instanceof Set) known.add(from);
  else notes.sources[kind].set(to, known === undefined ? from : new Set([known, from]));
  connect(notes, { from, to, kind, label });
}

function connect(notes: Notes, loose: Loose): void {
  const missing = [loose.from, loose.to].find((end) => !notes.nodes.has(end));
  if (missing !== undefined) return push(notes.waiting, missing, loose);
  // Written out: an object that is spread into another takes more room, and there are ten thousand.
  const { from, to, kind, label } = loose;
  const edge = { id: notes.edges.length, from, to, kind, since: notes.order.length };
  notes.edges.push(label ? { ...edge, label } : edge);
}

/** Replaces a node by one with these fields. */
export function change(notes: Notes, id: string, fields: Partial<GraphNode>): void {
  const node = notes.nodes.get(id);
  if (!node) return;
  notes.nodes.set(id, { ...node, ...fields });
  notes.changed?.nodes.add(id);
}

/** Notes something on a node. */
export function mark(notes: Notes, id: string, what: GraphMark): void {
  const marks = notes.nodes.get(id)?.marks ?? [];
  change(notes, id, { marks: [...marks, what] });
}

/** Adds what a call cost to it and to all that it lies in. */
export function spend(notes: Notes, span: string, usd: number, tokens: number): void {
  if (usd === 0 && tokens === 0) return;
  const seen = new Set<string>();
  for (let id: string | undefined = span; id !== undefined && !seen.has(id); id = parentOf(notes, id)) {
    seen.add(id);
    const node = notes.nodes.get(id);
    if (node) change(notes, id, { usd: node.usd + usd, tokens: node.tokens + tokens });
  }
}

const parentOf = (notes: Notes, id: string): string | undefined =>
  notes.parents.get(id) ?? notes.nodes.get(id)?.group ?? undefined;

/** Adds to the list kept under a key. */
export function push<Key, Item>(map: Map<Key, Item[]>, key: Key, item: Item): void {
  const items = map.get(key);
  if (items) items.push(item);
  else map.set(key, [item]);
}
