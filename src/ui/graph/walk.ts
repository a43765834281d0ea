// From node to node with the arrow keys: to the nearest one in that direction.
import type { Layout } from "./layout.ts";

export type Direction = "up" | "down" | "left" | "right";

/** By the key that goes there. */
export const directions: ReadonlyMap<string, Direction> = new Map([
  ["ArrowUp", "up"],
  ["ArrowDown", "down"],
  ["ArrowLeft", "left"],
  ["ArrowRight", "right"],
]);

/** One step in a direction, in px. */
export function stepOf(direction: Direction, length: number): { x: number; y: number } {
  const sign = direction === "down" || direction === "right" ? length : -length;
  return direction === "up" || direction === "down" ? { x: 0, y: sign } : { x: sign, y: 0 };
}

/** How far above or below a node may lie that is still beside another, in px. */
const beside = 140;

/** In a tree: left to what a node hangs on, right to the first that hangs on it, up and down along its column. */
export function treeNeighbour(layout: Pick<Layout, "places" | "routes">, from: string, direction: Direction) {
  if (direction === "up" || direction === "down") return neighbour(layout, from, direction);
  const [near, far] = direction === "left" ? (["to", "from"] as const) : (["from", "to"] as const);
  const branch = layout.routes.find(({ edge }) => edge.kind === "contains" && edge[near] === from);
  const found = branch?.edge[far];
  return found !== undefined && layout.places.has(found) ? found : null;
}

/** The node next to `from` in a direction, as it looks on screen; null at the rim. A step aside counts three times. */
export function neighbour(layout: Pick<Layout, "places">, from: string, direction: Direction): string | null {
  const start = layout.places.get(from);
  if (!start) return null;
  const upright = direction === "up" || direction === "down";
  const sign = direction === "down" || direction === "right" ? 1 : -1;
  let best: string | null = null;
  let least = Infinity;
  for (const place of layout.places.values()) {
    if (place === start) continue;
    const dx = place.face.x - start.face.x;
    const dy = place.face.y - start.face.y;
    const ahead = (upright ? dy : dx) * sign;
    const aside = Math.abs(upright ? dx : dy);
    // Frames are a little wider than what they hold: left and right leave the column, they do not climb out of a frame.
    if (ahead <= (upright ? 0 : start.face.width / 2) || (!upright && aside > beside)) continue;
    const distance = ahead + 3 * aside;
    if (distance < least) [best, least] = [place.node, distance];
  }
  return best;
}
