// What lies in view: which nodes and lines are drawn, and how many new cards a frame may bring.
import type { GraphView } from "../../engine/index.ts";
import { overlap, right, type Box } from "./box.ts";
import type { Size, View } from "./camera.ts";
import { drawnOf, linesOf, type Drawn, type Folded } from "./folds.ts";
import { cellsOf } from "./grid.ts";
import type { Layout, Placed } from "./layout.ts";
import { lineBox, type Route } from "./routes.ts";

/** What is a little out of view is drawn, too, so that a small move finds it there; px at zoom 1. */
const rim = 64;
/** The drawn part moves by steps of so many px: in small ones, so that no frame brings a whole row of cards. */
const step = 32;

/** The part of the plane that is in view. */
export const viewBox = ({ x, y, k }: View, { width, height }: Size): Box => ({
  x: -x / k,
  y: -y / k,
  width: width / k,
  height: height / k,
});

/** The part that is drawn: it changes by steps, so that a small move changes nothing. */
export function windowOf(view: View, size: Size): Box {
  const box = viewBox(view, size);
  const down = (at: number) => Math.floor(at / step) * step;
  const [x, y] = [down(box.x - rim), down(box.y - rim)];
  return { x, y, width: down(box.x + box.width + rim) + step - x, height: down(box.y + box.height + rim) + step - y };
}

export interface Seen {
  readonly drawn: readonly Drawn[];
  readonly routes: readonly Route[];
}

/** What is drawn as cards. `always` stays, wherever it is: what has the focus or is selected must not be lost out of view. */
export function seenIn(
  window: Box,
  layout: Layout,
  graph: GraphView,
  folded: Folded,
  always: readonly (string | null)[],
): Seen {
  const inside = layout.inside(cellsOf(window));
  const found = new Set(inside.places.filter(({ node, box }) => graph.nodes.has(node) && overlap(box, window)));
  const routes = inside.routes.filter((route) => route.edge.id < graph.edges.length && touches(route, window));
  for (const id of always) {
    const place = id === null || !graph.nodes.has(id) ? undefined : layout.places.get(id);
    if (place) found.add(place);
  }
  const order = (id: string) => graph.nodes.get(id)?.order ?? 0;
  const sorted = [...found].sort((one, other) => order(one.node) - order(other.node));
  return { drawn: drawnOf(sorted, graph, folded), routes: linesOf(routes, graph, folded, layout.places) };
}

/** Whether a line may be seen in a box. An upright or level one is a box without a width or a height. */
export function touches(line: Pick<Route, "corners">, window: Box): boolean {
  const box = lineBox(line);
  box.x -= 1;
  box.y -= 1;
  box.width += 2;
  box.height += 2;
  return overlap(box, window);
}

/** Whether a map is of use: where the whole is many times as large as what can be read at once. */
export const needsMap = (bounds: Box | null, size: Size, nodes: number): boolean =>
  bounds !== null && nodes > 40 && (bounds.height > 3 * size.height || bounds.width > 3 * size.width);

/** How many nodes may come elsewhere before a view that follows leaves its lane. */
const patience = 40;

/** The newest node of the lane in view, while something comes there: with many agents at once the view does not jump from one to the other. */
export function newestInView(graph: GraphView, layout: Layout, view: View, size: Size): Placed | null {
  const { x, width } = viewBox(view, size);
  for (let at = graph.order.length - 1; at >= Math.max(0, graph.order.length - patience); at--) {
    const place = layout.places.get(graph.order[at] ?? "");
    if (place && place.face.x >= x && right(place.face) <= x + width) return place;
  }
  return null;
}
