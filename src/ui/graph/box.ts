// Rectangles on the graph's plane, in px at zoom 1, y downwards.

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const right = (box: Box): number => box.x + box.width;
export const bottom = (box: Box): number => box.y + box.height;

export function overlap(a: Box, b: Box): boolean {
  return a.x < right(b) && b.x < right(a) && a.y < bottom(b) && b.y < bottom(a);
}

/** Makes `box` hold `other` too, without moving its upper left corner. */
export function stretch(box: Box, other: Box): void {
  box.width = Math.max(box.width, right(other) - box.x);
  box.height = Math.max(box.height, bottom(other) - box.y);
}

/** The smallest box around all points of a path. */
export function around(points: readonly (readonly [x: number, y: number])[]): Box {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
