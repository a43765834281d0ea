// Groups that a person folded: what stands for what, and where lines go then. Nothing else moves.
import type { GraphView } from "../../engine/index.ts";
import type { Box } from "./box.ts";
import type { Layout, Placed } from "./layout.ts";
import { bracketOf, routeOf, type Route } from "./routes.ts";
import { foldedSize, headerHeight } from "./sizes.ts";

export type Folded = ReadonlySet<string>;

/** A node as it is drawn. */
export interface Drawn {
  readonly place: Placed;
  readonly face: Box;
  readonly framed: boolean;
  readonly folded: boolean;
}

/** The node that is drawn for this one: itself, or the outermost folded group around it. */
export function standIn(graph: GraphView, folded: Folded, id: string): string {
  let drawn = id;
  if (folded.size === 0) return drawn;
  for (let at = graph.nodes.get(id)?.group ?? null; at !== null; at = graph.nodes.get(at)?.group ?? null) {
    if (folded.has(at)) drawn = at;
  }
  return drawn;
}

/** Whether there is something to fold away: a frame with more in it than its header. */
export const canFold = ({ framed, box, holds = false }: Placed): boolean =>
  holds || (framed && box.height > foldedSize.height + headerHeight / 2);

/** The group that folds when a person asks for it at a node: itself, or the nearest around it. */
export function foldFor(graph: GraphView, places: ReadonlyMap<string, Placed>, id: string): string | null {
  for (let at: string | null = id; at !== null; at = graph.nodes.get(at)?.group ?? null) {
    const place = places.get(at);
    if (place && canFold(place)) return at;
  }
  return null;
}

/** The face of a node: a folded group is a card in the place of its header. */
export function faceOf(place: Placed, folded: Folded): Box {
  const { x, y } = place.face;
  return folded.has(place.node) ? { x, y, ...foldedSize } : place.face;
}

/** A layout of only what is drawn. */
export function drawnLayout(layout: Layout, graph: GraphView, folded: Folded): Pick<Layout, "places" | "routes"> {
  const { places, routes } = layout;
  if (folded.size === 0 && places.size === graph.order.length) return layout;
  const drawn = [...places].filter(([node]) => graph.nodes.has(node) && standIn(graph, folded, node) === node);
  return { places: new Map(drawn), routes };
}

/** What is drawn of these places while groups are folded. */
export function drawnOf(places: readonly Placed[], graph: GraphView, folded: Folded): Drawn[] {
  return places.flatMap((place) => {
    if (standIn(graph, folded, place.node) !== place.node) return [];
    return [folded.has(place.node) ? drawnFolded(place) : drawnOpen(place)];
  });
}

// The same object each time, so that a card whose node did not change is not touched.
const drawnOpen = remembered((place): Drawn => ({ place, face: place.face, framed: place.framed, folded: false }));
const drawnFolded = remembered((place): Drawn => ({
  place,
  face: { x: place.face.x, y: place.face.y, ...foldedSize },
  framed: false,
  folded: true,
}));

function remembered(make: (place: Placed) => Drawn): (place: Placed) => Drawn {
  const known = new WeakMap<Placed, Drawn>();
  return (place) => {
    let drawn = known.get(place);
    if (!drawn) known.set(place, (drawn = make(place)));
    return drawn;
  };
}

/** The lines that are seen while groups are folded: those of what is hidden end at the card that stands for it. */
export function linesOf(
  routes: readonly Route[],
  graph: GraphView,
  folded: Folded,
  places: ReadonlyMap<string, Placed>,
): readonly Route[] {
  if (folded.size === 0) return routes;
  const told = new Set<string>();
  return routes.flatMap((route) => {
    const { edge } = route;
    const from = standIn(graph, folded, edge.from);
    const to = standIn(graph, folded, edge.to);
    const isMoved = from !== edge.from || to !== edge.to || folded.has(from);
    if (!isMoved || (to === edge.to && edge.kind === "contains")) return [route];
    const [start, end] = [places.get(from), places.get(to)];
    const name = JSON.stringify([from, to, edge.kind]);
    if (from === to || !start || !end || told.has(name) || edge.kind === "contains") return [];
    told.add(name);
    const source = folded.has(from) || start.framed === false ? faceOf(start, folded) : start.box;
    const target = faceOf(end, folded);
    const bracket = edge.kind === "repeats" ? bracketOf(faceOf(start, folded), target, () => false) : null;
    return [{ edge, ...(bracket ?? routeOf(source, target, { self: false, entry: target.y, blocked: () => false })) }];
  });
}
