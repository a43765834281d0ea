// The measures of the graph, in px at zoom 1. Cards clip their text, so that words which come later move nothing.
import type { NodeKind } from "../../engine/index.ts";

export const padding = 10;
export const cardWidth = 224;
/** The least width of a frame around cards, and of what stands beside frames. */
export const frameWidth = cardWidth + 2 * padding;
export const headerHeight = 32;
/** Between rows of calls, between groups below one another, and between columns. */
export const gaps = { row: 22, frame: 24, lane: 26 } as const;
/** The card that stands for a folded group. */
export const foldedSize = { width: frameWidth, height: 74 } as const;
/** Room at the left of an agent's children for the line that ties them together. */
export const spineRoom = 24;
/** The most calls side by side; more are stacked below them. */
export const mostLanes = 4;
/** How wide a lane with an agent is at least, once another begins beside it: two cards of a turn. A step is mostly one call. */
export const laneWidth = 2 * cardWidth + gaps.lane + 4 * padding + spineRoom;

/** What a node lies in: the plane (as the run itself does), a frame, or an agent without one. */
export type Surround = "plane" | "frame" | "open";

/** The size of a node's own part. */
export function cardSize(kind: NodeKind, surround: Surround): { width: number; height: number } {
  const width = surround === "frame" ? cardWidth : frameWidth;
  switch (kind) {
    case "model":
      return { width, height: 88 };
    case "tool":
      return { width, height: 74 };
    case "answer":
      return { width: frameWidth, height: 104 };
    case "agent":
    case "iteration":
    case "plan":
    case "step":
    case "review":
      if (surround === "plane") return { width: frameWidth + spineRoom, height: 72 };
      return { width: frameWidth, height: headerHeight };
    default:
      return kind satisfies never;
  }
}
