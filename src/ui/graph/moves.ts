// Where a person put nodes: the layout as it looks then. The layout itself never changes, so that everything finds back.
import type { GraphEdge, GraphView } from "../../engine/index.ts";
import { bottom, overlap, right, type Box } from "./box.ts";
import { boxOf, cellsOf } from "./grid.ts";
import type { Layout, Placed } from "./layout.ts";
import { routeOf, type Route } from "./routes.ts";

export interface Offset {
  readonly x: number;
  readonly y: number;
}

/** How far each node was moved that a person moved, by node. What lies in a group moves with it. */
export type Moves = ReadonlyMap<string, Offset>;

const nowhere: Offset = { x: 0, y: 0 };
const moved = (box: Box, { x, y }: Offset): Box => ({ ...box, x: box.x + x, y: box.y + y });
const back = ({ x, y }: Offset): Offset => ({ x: -x, y: -y });
const same = (one: Offset, other: Offset): boolean => one.x === other.x && one.y === other.y;

/** A node moved by so much more. One that is back in its place is no longer moved. */
export function movedBy(moves: Moves, node: string, { x, y }: Offset): Moves {
  const now = { x: (moves.get(node)?.x ?? 0) + x, y: (moves.get(node)?.y ?? 0) + y };
  const next = new Map(moves).set(node, now);
  if (same(now, nowhere)) next.delete(node);
  return next;
}

/**
 * The layout with moved nodes where they were put, and lines that follow them. Costs what was moved and what is asked for;
 * lines that came later are taken in when they are asked for.
 */
export function arranged(layout: Layout, graph: () => GraphView, moves: Moves): Layout {
  if (moves.size === 0) return layout;
  const known = new Map<string, { from: Placed; shown: Placed }>();

  function offsetOf(id: string): Offset {
    let [x, y] = [0, 0];
    const seen = new Set<string>();
    for (let at: string | null = id; at !== null && !seen.has(at); at = graph().nodes.get(at)?.group ?? null) {
      seen.add(at);
      x += moves.get(at)?.x ?? 0;
      y += moves.get(at)?.y ?? 0;
    }
    return x === 0 && y === 0 ? nowhere : { x, y };
  }

  function shown(place: Placed): Placed {
    const offset = offsetOf(place.node);
    if (offset === nowhere) return place;
    const before = known.get(place.node);
    // A frame grows with what is put into it.
    if (before && before.shown.box.width === place.box.width && before.shown.box.height === place.box.height)
      return before.shown;
    const { node, kind, framed, box, face } = place;
    const now = { node, kind, framed, box: moved(box, offset), face: moved(face, offset) };
    known.set(node, { from: place, shown: now });
    return now;
  }

  /** Nothing, and every way that a node was moved, with what it holds. */
  const offsets = (): Offset[] => {
    const all = [...moves.keys()].map(offsetOf).filter((offset) => offset !== nowhere);
    return [nowhere, ...all.filter((offset, index) => all.findIndex((other) => same(other, offset)) === index)];
  };

  let routeCount = 0;
  const bent = new Map<GraphEdge, Route>();
  function takeRoutes(): void {
    for (; routeCount < layout.routes.length; routeCount++) {
      const route = layout.routes[routeCount];
      const from = route && offsetOf(route.edge.from);
      const to = route && offsetOf(route.edge.to);
      if (!route || !from || !to || (from === nowhere && to === nowhere)) continue;
      bent.set(route.edge, same(from, to) ? shiftedRoute(route, from) : newRoute(route));
    }
  }

  function newRoute(route: Route): Route {
    const [from, to] = [layout.places.get(route.edge.from), layout.places.get(route.edge.to)];
    if (!from || !to) return route;
    const [source, target] = [shown(from), shown(to)];
    const start = route.edge.kind === "contains" || !source.framed ? source.face : source.box;
    const way = { self: false, entry: target.face.y, blocked: () => false };
    return { edge: route.edge, ...routeOf(start, target.face, way) };
  }

  const places = mapped(layout.places, shown);
  return {
    advance: layout.advance,
    places,
    get routes() {
      takeRoutes();
      return layout.routes.map((route) => bent.get(route.edge) ?? route);
    },
    get ties() {
      takeRoutes();
      return layout.ties.map((route) => bent.get(route.edge) ?? route);
    },
    get bounds() {
      return around(
        layout,
        [...moves.keys()].flatMap((id) => places.get(id)?.box ?? []),
      );
    },
    get newest() {
      return layout.newest && shown(layout.newest);
    },
    inside(cells) {
      takeRoutes();
      const window = boxOf(cells);
      const found = offsets().flatMap((offset) =>
        layout
          .inside(cellsOf(moved(window, back(offset))))
          .places.filter(({ node }) => same(offsetOf(node), offset))
          .map(shown)
          .filter(({ box }) => overlap(box, window)),
      );
      const still = layout.inside(cells).routes.filter(({ edge }) => !bent.has(edge));
      return { places: found, routes: [...still, ...bent.values()] };
    },
    visit(box, take) {
      for (const offset of offsets()) {
        layout.visit(moved(box, back(offset)), (place, reach, depth) =>
          same(offsetOf(place.node), offset) ? take(shown(place), moved(reach, offset), depth) : true,
        );
      }
    },
  };
}

function shiftedRoute(route: Route, { x, y }: Offset): Route {
  return { ...route, corners: route.corners.map((at, index) => at + (index % 2 === 0 ? x : y)) };
}

function around({ bounds }: Layout, boxes: readonly Box[]): Box | null {
  if (!bounds) return null;
  const all = [bounds, ...boxes];
  const x = Math.min(...all.map((box) => box.x));
  const y = Math.min(...all.map((box) => box.y));
  return { x, y, width: Math.max(...all.map(right)) - x, height: Math.max(...all.map(bottom)) - y };
}

/** A map whose values are seen through a function. */
function mapped<Key, Value>(map: ReadonlyMap<Key, Value>, see: (value: Value) => Value): ReadonlyMap<Key, Value> {
  // Whoever goes through all of it pays for all of it.
  const copy = () => new Map(Array.from(map, ([key, value]) => [key, see(value)]));
  return {
    get: (key) => {
      const value = map.get(key);
      return value === undefined ? undefined : see(value);
    },
    has: (key) => map.has(key),
    get size() {
      return map.size;
    },
    keys: () => map.keys(),
    values: () => copy().values(),
    entries: () => copy().entries(),
    [Symbol.iterator]: () => copy().entries(),
    forEach: (each) => copy().forEach(each),
  };
}
