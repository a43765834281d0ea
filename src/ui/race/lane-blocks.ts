// The calls of a run as blocks on the clock that a race's lanes share.
import type { SpansView } from "../../engine/index.ts";

export interface LaneBlock {
  readonly span: string;
  readonly kind: "model" | "tool";
  readonly name: string;
  /** ms since the run began */
  readonly from: number;
  readonly to: number;
  /** 0: the topmost; blocks side by side lie below each other */
  readonly row: number;
  readonly isFailed: boolean;
  readonly isOpen: boolean;
}

/**
 * @param now ms since the run began, for blocks that have not ended
 * @returns in the order in which they began, each on the first row that is free
 */
export function laneBlocks({ spans }: SpansView, now: number): { blocks: LaneBlock[]; rows: number } {
  const freeAt: number[] = [];
  const blocks: LaneBlock[] = [];
  for (const { id, kind, name, startedAt, endedAt, status } of spans.values()) {
    if (kind !== "model" && kind !== "tool") continue;
    const to = endedAt ?? Math.max(startedAt, now);
    let row = freeAt.findIndex((free) => free <= startedAt);
    if (row < 0) row = freeAt.length;
    freeAt[row] = endedAt ?? Infinity;
    blocks.push({
      span: id,
      kind,
      name,
      from: startedAt,
      to,
      row,
      isFailed: status === "failed" || status === "stopped",
      isOpen: endedAt === null,
    });
  }
  return { blocks, rows: Math.max(1, freeAt.length) };
}
