// Lines between nodes: right-angled with round corners, around the cards that lie between.
import type { GraphEdge } from "../../engine/index.ts";
import { cardWidth, frameWidth, padding } from "./sizes.ts";
import { around, bottom, right, type Box } from "./box.ts";

/** A line in its place. */
export interface Route extends Line {
  readonly edge: GraphEdge;
}

export interface Line {
  /** x and y of each corner in turn: ten thousand lines are kept, and few of them are drawn */
  readonly corners: readonly number[];
  readonly shape: "forward" | "back" | "spine";
}

export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "end";
  readonly room: "much" | "little";
}

type Point = readonly [x: number, y: number];

/** How far from a card a line turns, and the radius of its corners. */
const turn = 8;
const radius = 7;
/** How far from a card a line is free of the frame around it. */
const outside = padding + 6;

export interface Surroundings {
  readonly self: boolean;
  /** top of the outermost frame that holds the target but not the source */
  readonly entry: number;
  /** whether a card lies in this box, other than the two ends */
  blocked(box: Box): boolean;
}

/** A line from one box to another: straight down or sideways where the way is free, else through the gaps between cards. */
export function routeOf(from: Box, to: Box, { self, entry, blocked }: Surroundings): Line {
  const fromX = portOf(from);
  const toX = portOf(to);
  if (self) {
    const x = right(from) + turn * 2;
    return line("back", [
      [right(from), from.y + 16],
      [x, from.y + 16],
      [x, from.y + 40],
      [right(from), from.y + 40],
    ]);
  }
  if (to.y >= bottom(from)) {
    const near = bottom(from) + turn;
    const far = Math.max(near, Math.min(entry, to.y) - turn);
    const aside = to.x - turn;
    const ways: Point[][] = [
      // down, across just above the target, down
      [
        [fromX, bottom(from)],
        [fromX, far],
        [toX, far],
        [toX, to.y],
      ],
      // down a little, across, and down over the target
      [
        [fromX, bottom(from)],
        [fromX, near],
        [toX, near],
        [toX, to.y],
      ],
      // around on the left of the target, into its side
      [
        [fromX, bottom(from)],
        [fromX, near],
        [aside, near],
        [aside, to.y + 18],
        [to.x, to.y + 18],
      ],
      // out at the side and down beside the source, inside of its frame or, past other frames, outside
      ...[right(from) + turn, from.x - turn, right(from) + outside, from.x - outside].map((x): Point[] => {
        const start = bottom(from) - 18;
        return [
          [x > from.x ? right(from) : from.x, start],
          [x, start],
          [x, far],
          [toX, far],
          [toX, to.y],
        ];
      }),
    ];
    return line("forward", ways.find((way) => isFree(way, blocked)) ?? ways[0] ?? []);
  }
  if (to.x >= right(from)) {
    const y = Math.max(from.y, to.y) + 16;
    const middle = (right(from) + to.x) / 2;
    const start = Math.min(y, bottom(from) - turn);
    return line("forward", [
      [right(from), start],
      [middle, start],
      [middle, to.y + 16],
      [to.x, to.y + 16],
    ]);
  }
  const beside = (end: Box, x: number): Point => [x > end.x ? right(end) : end.x, end.y + 16];
  const sides = [Math.max(right(from), right(to)) + turn * 2, Math.min(from.x, to.x) - turn];
  const ways = sides.map((x): Point[] => [beside(from, x), [x, from.y + 16], [x, to.y + 16], beside(to, x)]);
  return line("back", ways.find((way) => isFree(way, blocked)) ?? ways[0] ?? []);
}

/** Right of two cards, in the gap before the next column. */
const bracket = 15;

/**
 * A tie between two cards that a loop rule compared: a bracket at their right where they stand below one another, beneath them
 * where they stand side by side. Null: they stand otherwise, or another card is in the way.
 */
export function bracketOf(from: Box, to: Box, blocked: Surroundings["blocked"]): Line | null {
  const isBelow = to.y >= bottom(from) && to.x < right(from) && from.x < right(to);
  const isBeside = to.x >= right(from) && to.y < bottom(from);
  const x = Math.max(right(from), right(to)) + bracket;
  const y = Math.max(bottom(from), bottom(to)) + turn;
  const inset = 18;
  const way: Point[] | null = isBelow
    ? [
        [right(from), bottom(from) - Math.min(inset, from.height / 2 - 2)],
        [x, bottom(from) - Math.min(inset, from.height / 2 - 2)],
        [x, to.y + Math.min(inset, to.height / 2 - 2)],
        [right(to), to.y + Math.min(inset, to.height / 2 - 2)],
      ]
    : isBeside
      ? [
          [right(from) - inset * 2, bottom(from)],
          [right(from) - inset * 2, y],
          [to.x + inset * 2, y],
          [to.x + inset * 2, bottom(to)],
        ]
      : null;
  return way && isFree(way, blocked) ? line("forward", way) : null;
}

/**
 * One more piece of the line at the left of an agent's children.
 *
 * @param first whether the child stands next to the line; one further to the right is reached from above
 * @returns with `reached`, how far down the line is drawn now
 */
export function spineOf(from: { x: number; y: number }, to: Box, first: boolean): Line & { reached: number } {
  if (first) {
    const y = to.y + Math.min(16, to.height / 2);
    return {
      ...line("spine", [
        [from.x, from.y],
        [from.x, y],
        [to.x, y],
      ]),
      reached: y - radius,
    };
  }
  const y = to.y - turn;
  const start = Math.min(from.y, y - radius);
  return {
    ...line("spine", [
      [from.x, start],
      [from.x, y],
      [to.x + 24, y],
      [to.x + 24, to.y],
    ]),
    reached: from.y,
  };
}

/** Where lines begin and end: right of a header's name and left of its figures, so that they cross neither. */
function portOf(box: Box): number {
  return box.x + Math.min(box.width / 2, 100 + Math.max(0, Math.min(box.width, frameWidth) - cardWidth) / 2);
}

function isFree(way: readonly Point[], blocked: (box: Box) => boolean): boolean {
  return way.every((point, index) => {
    const next = way[index + 1];
    if (!next) return true;
    const box = around([point, next]);
    return !blocked({ x: box.x - 1, y: box.y - 1, width: box.width + 2, height: box.height + 2 });
  });
}

function line(shape: Line["shape"], points: readonly Point[]): Line {
  const corners = points.filter((point, index) => !same(point, points[index - 1]));
  return { corners: corners.flat(), shape };
}

/** The box around a line. Asked of every line near the view in every frame: so without a list of its points. */
export function lineBox({ corners }: Pick<Line, "corners">): Box {
  let [left, top, rightmost, lowest] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at + 1 < corners.length; at += 2) {
    const [x, y] = [corners[at] ?? 0, corners[at + 1] ?? 0];
    if (x < left) left = x;
    if (x > rightmost) rightmost = x;
    if (y < top) top = y;
    if (y > lowest) lowest = y;
  }
  return { x: left, y: top, width: rightmost - left, height: lowest - top };
}

const pointsOf = ({ corners }: Pick<Line, "corners">): Point[] =>
  Array.from({ length: corners.length / 2 }, (_, index) => [corners[2 * index] ?? 0, corners[2 * index + 1] ?? 0]);

/** A line as path data for SVG, with round corners. */
export function pathOf(drawn: Pick<Line, "corners">): string {
  const corners = pointsOf(drawn);
  let path = "";
  for (const [index, point] of corners.entries()) {
    const before = corners[index - 1];
    const after = corners[index + 1];
    if (!before) path += `M${point[0]} ${point[1]}`;
    else if (!after) path += `L${point[0]} ${point[1]}`;
    else {
      const [x1, y1] = towards(point, before);
      const [x2, y2] = towards(point, after);
      path += `L${x1} ${y1}Q${point[0]} ${point[1]} ${x2} ${y2}`;
    }
  }
  return path;
}

/** Where words about a line go, near either end: over a level stretch that is long enough, else beside an upright one. */
export function spotsOf({ shape, ...drawn }: Pick<Line, "shape" | "corners">): { source: Spot; target: Spot } {
  const corners = pointsOf(drawn);
  const [start = [0, 0], next = start, third = next] = corners;
  if (shape === "back") {
    const spot: Spot = { x: next[0] + 5, y: next[1] + (third[1] < next[1] ? -10 : 18), anchor: "start", room: "much" };
    return { source: spot, target: spot };
  }
  const first: Spot = {
    x: start[0] + 6,
    y: Math.min(start[1] + 12, (start[1] + next[1]) / 2 + 4),
    anchor: "start",
    room: "much",
  };
  let source = first;
  let target = first;
  for (const [at, to] of corners.entries()) {
    const from = corners[at - 1];
    if (!from || from[1] !== to[1] || Math.abs(to[0] - from[0]) < 48) continue;
    const ahead = to[0] > from[0] ? 1 : -1;
    const y = to[1] - 4;
    if (source === first)
      source = { x: from[0] + ahead * (radius + 3), y, anchor: ahead > 0 ? "start" : "end", room: "much" };
    target = { x: to[0] - ahead * (radius + 3), y, anchor: ahead > 0 ? "end" : "start", room: "much" };
  }
  // Into the side of the target, after a long way down.
  const [before, last] = corners.slice(-2);
  if (before && last && before[1] === last[1] && last[0] - before[0] === turn)
    target = { x: before[0] - 5, y: before[1] + 4, anchor: "end", room: "little" };
  return { source, target };
}

const same = (a: Point, b: Point | undefined): boolean => a[0] === b?.[0] && a[1] === b[1];

/** The point at a corner's radius from `corner` on the way to `other`, at most half of the way. */
function towards(corner: Point, other: Point): Point {
  const dx = other[0] - corner[0];
  const dy = other[1] - corner[1];
  const length = Math.hypot(dx, dy);
  const share = Math.min(radius, length / 2) / length;
  return [corner[0] + dx * share, corner[1] + dy * share];
}
