// Where each node and edge goes. Incremental: a place depends only on what came before it, and never changes.
import { isGroup, type GraphEdge, type GraphNode, type GraphView } from "../../engine/index.ts";
import { bottom, overlap, right, stretch, type Box } from "./box.ts";
import { cellsOf, createGrid, type Cells } from "./grid.ts";
import { bracketOf, lineBox, routeOf, spineOf, type Line, type Route } from "./routes.ts";
import { cardSize, gaps, headerHeight, laneWidth, mostLanes, padding, spineRoom } from "./sizes.ts";

/** A node in its place. */
export interface Placed {
  readonly node: string;
  readonly kind: GraphNode["kind"];
  /** the card, or the frame around a group: it grows to the right and downwards with what is put into it */
  readonly box: Box;
  /** the part that is the node's own and never changes: the whole card, or a group's header */
  readonly face: Box;
  readonly framed: boolean;
  /** in a tree: whether something hangs on it that can be folded away */
  readonly holds?: boolean;
}

export interface Layout {
  /** Takes in what is new in the graph. Costs work for new nodes and edges only. */
  advance(graph: GraphView): void;
  readonly places: ReadonlyMap<string, Placed>;
  readonly routes: readonly Route[];
  /** around everything; null while there is nothing */
  readonly bounds: Box | null;
  readonly newest: Placed | null;
  /** lines that say more than what follows what: handovers, what was read, verdicts, loops */
  readonly ties: readonly Route[];
  /** What may be seen in these cells, in the order in which it came. */
  inside(cells: Cells): { places: Placed[]; routes: Route[] };
  /**
   * Goes through what lies in a box from the outside inwards, at the cost of what is visited. `take` is given a node, the box
   * around all that is in it, and how deep it lies; it says whether to go inside.
   */
  visit(box: Box, take: (place: Placed, reach: Box, depth: number) => boolean): void;
}

const none: Item[] = [];

interface Item extends Placed {
  /** 0, 1, 2 … as they were placed */
  readonly order: number;
  /** around the node and all inside it */
  readonly reach: Box;
  readonly parent: Item | null;
  readonly lane: Lane;
  /** how its children are put; null: it can hold none */
  readonly inside: Inside | null;
  /** what lies in it, in the order in which it came; what was put beyond all else lies in nothing */
  readonly held: Item[];
}

/** A column of a row. What is in it stays left of `end`, once something stands beside it. */
interface Lane {
  readonly x: number;
  end: number | null;
  /** right edge of all that is in it so far */
  used: number;
  last: Item | null;
  /** whether it lies to the right of everything, because its parent had no room for it */
  readonly outside: boolean;
}

interface Inside {
  readonly x: number;
  readonly gap: number;
  row: number;
  /** where the newest row begins, and how far down the group reaches */
  top: number;
  bottom: number;
  lanes: Lane[];
  rightmost: Lane | null;
  /** how far down the line is drawn that ties an agent's children together */
  spine: number;
}

const openLane = (x: number, outside = false): Lane => ({ x, end: null, used: x, last: null, outside });

export function createLayout(): Layout {
  const items = new Map<string, Item>();
  const roots: Item[] = [];
  const routes: Route[] = [];
  const ties: Route[] = [];
  const cards = createGrid<Item>();
  const lines = createGrid<Route>();
  const ways = new Map<number, Line>();
  const plane = startInside(0, 0, 0, gaps.frame);
  const planeLane = openLane(0);
  /** the lane that may grow to the right without end */
  let outermost = planeLane;
  let bounds: Box | null = null;
  let newest: Item | null = null;
  let nodeCount = 0;
  let edgeCount = 0;

  function place(node: GraphNode): void {
    const parent = (node.group === null ? undefined : items.get(node.group)) ?? null;
    const inside = parent?.inside ?? plane;
    if (node.row !== inside.row) {
      inside.row = node.row;
      inside.lanes = [];
      inside.rightmost = null;
      inside.top = inside.bottom + inside.gap;
    }
    const framed = isGroup(node.kind) && parent !== null;
    const size = cardSize(node.kind, parent === null ? "plane" : parent.framed ? "frame" : "open");
    const lane = laneFor(node, parent, inside, size.width);
    const { x } = lane;
    const y = lane.last ? bottom(lane.last.reach) + inside.gap : inside.top;
    const { width, height } = size;
    // Written out here and below: an object that is spread into another takes more room, and there are ten thousand.
    const face = { x, y, width, height };
    const box = framed ? { x, y, width, height: headerHeight + padding / 2 } : face;
    const reach = framed || !isGroup(node.kind) ? box : { x, y, width, height };
    const children = isGroup(node.kind) ? startInside(face.x, bottom(face), ...insideOf(node.kind, framed)) : null;
    const held: Item[] = children ? [] : none;
    const item: Item = {
      order: items.size,
      node: node.id,
      kind: node.kind,
      box,
      face,
      framed,
      reach,
      parent,
      lane,
      inside: children,
      held,
    };
    (parent && !lane.outside ? parent.held : roots).push(item);
    lane.last = item;
    items.set(node.id, item);
    newest = item;
    grow(item);
  }

  /** The column for a new node: its own lane, else a new one to the right, else wherever there is room. */
  function laneFor(node: GraphNode, parent: Item | null, inside: Inside, width: number): Lane {
    let lane = inside.lanes[node.lane] ?? null;
    if (lane) return lane;
    const left = inside.rightmost;
    const call = !isGroup(node.kind);
    if (!left) {
      lane = inside.rightmost = openLane(inside.x);
    } else {
      left.end ??= Math.max(left.used, left.last?.inside && left.last.kind !== "step" ? left.x + laneWidth : 0);
      const x = left.end + gaps.lane;
      if (x + width <= endOf(parent) && !(call && inside.lanes.length >= mostLanes)) {
        lane = inside.rightmost = openLane(x);
      } else {
        lane = (call ? shortest(inside.lanes) : null) ?? breakOut();
      }
    }
    // A turn mostly has one lane: a list made for one is as long as that.
    if (inside.lanes.length === 0 && node.lane === 0) inside.lanes = [lane];
    else inside.lanes[node.lane] = lane;
    return lane;
  }

  /** How far to the right the children of an item may go. */
  function endOf(item: Item | null): number {
    for (let at = item; at; at = at.parent) {
      if (at.lane.end !== null) return at.lane.end;
      if (at.lane.outside) return Infinity;
    }
    return planeLane.end ?? Infinity;
  }

  function breakOut(): Lane {
    outermost.end = bounds ? right(bounds) : 0;
    outermost = openLane(outermost.end + 2 * gaps.lane, true);
    return outermost;
  }

  /** Tells everything around a new node how far it reaches. */
  function grow(item: Item): void {
    for (let at = item; ;) {
      if (bounds) stretch(bounds, at.reach);
      else bounds = { ...at.reach };
      cards.put(at, at.box, at.framed);
      at.lane.used = Math.max(at.lane.used, right(at.reach));
      if (at.lane.outside) return;
      const { parent } = at;
      const inside = parent?.inside ?? plane;
      inside.bottom = Math.max(inside.bottom, bottom(at.reach));
      if (!parent) return;
      const rim = parent.framed ? padding : 0;
      const { x, y, width, height } = at.reach;
      stretch(parent.reach, { x, y, width: width + rim, height: height + rim });
      at = parent;
    }
  }

  function tie(edge: GraphEdge, next: GraphEdge | undefined): void {
    const from = items.get(edge.from);
    const to = items.get(edge.to);
    if (!from || !to) return;
    const line = edge.kind === "contains" ? containsLine(from, to, hasCause(edge, next)) : wordLine(edge, from, to);
    if (!line) return;
    const { corners, shape } = line;
    const made: Route = { edge, corners, shape };
    routes.push(made);
    if (edge.kind !== "contains" && edge.kind !== "causes") ties.push(made);
    lines.put(made, lineBox(made), false);
  }

  /** A line between what people think of as one thing: a step, an agent, not a call inside it. Each pair has one way. */
  function wordLine({ kind }: GraphEdge, source: Item, target: Item): Line | null {
    const from = unitOf(source, target);
    const to = unitOf(target, source);
    if (kind === "repeats") return bracketOf(from.face, to.face, blockedBut(from, to)) ?? causeLine(from, to);
    // Two calls have one line between them.
    if (!from.inside && !to.inside) return causeLine(from, to);
    const pair = from.order * 2 ** 26 + to.order;
    const known = ways.get(pair);
    if (known) return kind === "causes" ? null : known;
    const line = causeLine(from, to);
    ways.set(pair, line);
    return line;
  }

  function causeLine(from: Item, to: Item): Line {
    return routeOf(from.inside ? from.reach : from.face, to.face, {
      self: from === to,
      entry: entryOf(from, to),
      blocked: blockedBut(from, to),
    });
  }

  /** Whether a card lies in a box, other than these two and what they lie in. */
  function blockedBut(from: Item, to: Item): (box: Box) => boolean {
    const ends = new Set<Item>();
    for (const end of [from, to]) for (let at: Item | null = end; at; at = at.parent) ends.add(at);
    return (box) => {
      for (const item of cards.inside(cellsOf(box))) if (!ends.has(item) && overlap(item.face, box)) return true;
      return false;
    };
  }

  /** An agent's children hang on a line at its left; what else holds something is seen by its frame. */
  function containsLine(from: Item, to: Item, caused: boolean) {
    if (to.lane.outside || from !== to.parent) return from === to || caused ? null : causeLine(from, to);
    const { inside } = from;
    if (from.kind !== "agent" || !inside || caused) return null;
    const first = inside.lanes[0] === to.lane && to.lane.x === inside.x;
    if (!first && to.face.y > inside.top) return null;
    const line = spineOf({ x: from.face.x + spineRoom / 2, y: inside.spine }, to.face, first);
    inside.spine = line.reached;
    return line;
  }

  return {
    advance(graph) {
      // Edges are tied as they came among the nodes: what is placed later must not bend a line.
      for (;;) {
        const edge = graph.edges[edgeCount];
        const id = graph.order[nodeCount];
        if (edge && edge.since <= nodeCount) {
          tie(edge, graph.edges[++edgeCount]);
        } else if (id !== undefined) {
          nodeCount++;
          const node = graph.nodes.get(id);
          if (node) place(node);
        } else return;
      }
    },
    places: items,
    routes,
    ties,
    get bounds() {
      return bounds;
    },
    get newest() {
      return newest;
    },
    inside(cells) {
      return { places: [...cards.inside(cells)], routes: [...lines.inside(cells)] };
    },
    visit(box, take) {
      const go = (among: readonly Item[], depth: number): void => {
        for (const item of among) {
          if (overlap(item.reach, box) && take(item, item.reach, depth)) go(item.held, depth + 1);
        }
      };
      go(roots, 0);
    },
  };
}

/** How the children of a group are put: framed ones lie inside the frame, an agent's leave room for its line. */
function insideOf(kind: GraphNode["kind"], framed: boolean): [indent: number, gap: number, first: number] {
  const indent = (framed ? padding : 0) + (kind === "agent" ? spineRoom : 0);
  return [indent, kind === "iteration" ? gaps.row : gaps.frame, framed ? 0 : gaps.frame];
}

/** `first`: room between the group's face and its first row */
function startInside(x: number, y: number, indent: number, gap: number, first = 0): Inside {
  return { x: x + indent, gap, row: 0, top: y, bottom: y + first - gap, lanes: [], rightmost: null, spine: y };
}

/** The lane that ends highest, of those that end with a call: a group may still grow. */
function shortest(lanes: Iterable<Lane | undefined>): Lane | null {
  let best: Lane | null = null;
  for (const lane of lanes) {
    if (!lane?.last || lane.last.inside) continue;
    if (!best?.last || bottom(lane.last.reach) < bottom(best.last.reach)) best = lane;
  }
  return best;
}

/** Where a line from `from` enters the group that holds `to`, or `to` itself. */
function entryOf(from: Item, to: Item): number {
  const around = new Set<Item>();
  for (let at: Item | null = from; at; at = at.parent) around.add(at);
  let entry = to;
  for (let at = to.parent; at && !around.has(at); at = at.parent) entry = at;
  return entry.box.y;
}

/** The outermost step, agent, plan or review around a node that does not hold the other one too; else the node itself. */
function unitOf(item: Item, other: Item): Item {
  const shared = new Set<Item>();
  for (let at: Item | null = other; at; at = at.parent) shared.add(at);
  let unit = item;
  for (let at: Item | null = item; at && !shared.has(at); at = at.parent) {
    if (at.framed && at.kind !== "iteration") unit = at;
  }
  return unit;
}

/** Whether a node has a cause, too, in the event that put it into its group. */
function hasCause(edge: GraphEdge, next: GraphEdge | undefined): boolean {
  return next?.to === edge.to && next.kind !== "contains" && next.since === edge.since;
}
