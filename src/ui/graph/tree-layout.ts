// The tidy tree: every node right of the one that holds it, siblings below one another in the order in which they came.
import { hierarchy, tree, type HierarchyPointNode } from "d3";
import { isGroup, type GraphEdge, type GraphView } from "../../engine/index.ts";
import { overlap, right, stretch, type Box } from "./box.ts";
import { createGrid } from "./grid.ts";
import type { Layout, Placed } from "./layout.ts";
import { bracketOf, lineBox, routeOf, type Line, type Route } from "./routes.ts";
import { cardSize, foldedSize } from "./sizes.ts";

const gaps = { column: 72, sibling: 24, cousin: 36 } as const;

/** In a run of more nodes turns are seen as blocks. */
const mostLimbs = 2000;

interface Item extends Placed {
  /** around the node and all that hangs on it */
  readonly reach: Box;
  readonly children: Item[];
}

interface Branch {
  readonly id: string;
  readonly children: Branch[];
  readonly size: { readonly width: number; readonly height: number };
}

/**
 * Places the whole graph as a tree, by recorded parents; d3 finds the places (Reingold and Tilford, in linear time). A
 * node whose parent is not known, or came after it, stands at the left. Lines come from recorded parents and causes.
 */
export function treeLayout(graph: GraphView): Layout {
  const items = new Map<string, Item>();
  const cards = createGrid<Item>();
  const lines = createGrid<Route>();
  const parents = parentsOf(graph);
  const trunk = branchesOf(graph, parents);
  const placed = tree<Branch>()
    .nodeSize([1, 1])
    .separation((one, other) => {
      const gap = one.parent === other.parent ? gaps.sibling : gaps.cousin;
      return (one.data.size.height + other.data.size.height) / 2 + gap;
    })(hierarchy(trunk));
  const roots = (placed.children ?? []).map((root) => place(root, 0));
  const bounds = roots.reduce<Box | null>((all, { reach }) => joined(all, reach), null);
  const routes: Route[] = [];
  const ties: Route[] = [];
  for (const edge of graph.edges) tie(edge);

  function place(point: HierarchyPointNode<Branch>, x: number): Item {
    const { id, size } = point.data;
    const face: Box = { x, y: point.x - size.height / 2, ...size };
    const children = (point.children ?? []).map((child) => place(child, right(face) + gaps.column));
    const reach = { ...children.reduce((all, child) => joined(all, child.reach), face) };
    const kind = graph.nodes.get(id)?.kind ?? "agent";
    const item: Item = {
      node: id,
      kind,
      box: face,
      face,
      framed: false,
      holds: isGroup(kind) && children.length > 0 && x > 0,
      reach,
      children,
    };
    items.set(id, item);
    cards.put(item, face, false);
    return item;
  }

  function tie(edge: GraphEdge): void {
    const [from, to] = [items.get(edge.from), items.get(edge.to)];
    if (!from || !to) return;
    const isBranch = parents.get(edge.to) === edge.from;
    if (edge.kind === "contains" ? !isBranch : isBranch && edge.kind === "causes") return;
    const line = edge.kind === "contains" ? branchLine(from.face, to.face) : crossLine(edge, from.face, to.face);
    const made: Route = { edge, corners: line.corners, shape: line.shape };
    routes.push(made);
    if (edge.kind === "contains" ? isLimb(to) : edge.kind !== "causes") ties.push(made);
    lines.put(made, lineBox(made), false);
  }

  /** Whether the line to a node is drawn from afar, too: without any, nobody would see a tree. */
  function isLimb({ kind }: Item): boolean {
    return isGroup(kind) && (kind !== "iteration" || graph.order.length <= mostLimbs);
  }

  return {
    advance: () => undefined,
    places: items,
    routes,
    ties,
    bounds,
    newest: items.get(graph.order.at(-1) ?? "") ?? null,
    inside: (cells) => ({ places: [...cards.inside(cells)], routes: [...lines.inside(cells)] }),
    visit(box, take) {
      const go = (among: readonly Item[], depth: number): void => {
        for (const item of among) {
          if (overlap(item.reach, box) && take(item, item.reach, depth)) go(item.children, depth + 1);
        }
      };
      go(roots, 0);
    },
  };
}

/** The recorded parent of each node. One that came later than its child is none: so there are no circles. */
function parentsOf({ nodes, edges }: GraphView): ReadonlyMap<string, string> {
  const parents = new Map<string, string>();
  for (const { kind, from, to } of edges) {
    const [above, below] = [nodes.get(from), nodes.get(to)];
    if (kind === "contains" && above && below && above.order < below.order && !parents.has(to)) parents.set(to, from);
  }
  return parents;
}

/** All nodes as branches of one trunk that is not drawn. */
function branchesOf({ nodes, order }: GraphView, parents: ReadonlyMap<string, string>): Branch {
  const trunk: Branch = { id: "", children: [], size: { width: 0, height: 0 } };
  const branches = new Map<string, Branch>();
  for (const id of order) {
    const node = nodes.get(id);
    if (!node) continue;
    const parent = parents.get(id);
    const size = parent !== undefined && isGroup(node.kind) ? foldedSize : cardSize(node.kind, "plane");
    const branch: Branch = { id, children: [], size };
    branches.set(id, branch);
    (branches.get(parent ?? "") ?? trunk).children.push(branch);
  }
  return trunk;
}

function joined(all: Box | null, box: Box): Box {
  if (!all) return { ...box };
  const x = Math.min(all.x, box.x);
  const y = Math.min(all.y, box.y);
  const both = { x, y, width: right(all) - x, height: all.y + all.height - y };
  stretch(both, box);
  return both;
}

/** From the side of what holds to the side of what is held. */
function branchLine(from: Box, to: Box): Line {
  const [y1, y2] = [from.y + from.height / 2, to.y + to.height / 2];
  const middle = to.x - gaps.column / 2;
  const corners =
    Math.abs(y1 - y2) < 1 ? [right(from), y1, to.x, y1] : [right(from), y1, middle, y1, middle, y2, to.x, y2];
  return { corners, shape: "spine" };
}

function crossLine({ kind }: GraphEdge, from: Box, to: Box): Line {
  const around = { self: from === to, entry: to.y, blocked: () => false };
  return (kind === "repeats" ? bracketOf(from, to, () => false) : null) ?? routeOf(from, to, around);
}
