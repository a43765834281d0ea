// From bar to bar with the arrow keys.
import type { TimelineBar } from "../../engine/index.ts";
import { endOf, type Chart } from "./shapes.ts";

/** The bar next to another: along its row, or in the nearest row above or below that has one near that time. */
export function besideBar(chart: Chart, from: TimelineBar, key: string): TimelineBar | null {
  const row = chart.rows[from.lane]?.[from.row] ?? [];
  if (key === "ArrowRight" || key === "ArrowLeft") {
    return row[row.findIndex(({ span }) => span === from.span) + (key === "ArrowRight" ? 1 : -1)] ?? null;
  }
  if (key !== "ArrowDown" && key !== "ArrowUp") return null;
  const rows = chart.rows.flat();
  const step = key === "ArrowDown" ? 1 : -1;
  for (let at = rows.indexOf(row) + step; at >= 0 && at < rows.length; at += step) {
    const bar = nearest(chart, rows[at] ?? [], from);
    if (bar) return bar;
  }
  return null;
}

/** The bar of a row that shares the most time with another, else the nearest in time. */
function nearest(chart: Chart, row: readonly TimelineBar[], to: TimelineBar): TimelineBar | null {
  let best: TimelineBar | null = null;
  let most = -Infinity;
  for (const bar of row) {
    const shared = Math.min(endOf(chart, bar), endOf(chart, to)) - Math.max(bar.startedAt, to.startedAt);
    // Of several that lie wholly within it, the first.
    if (shared > most) [best, most] = [bar, shared];
  }
  return best;
}
