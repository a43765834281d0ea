// Bars, waits and the critical path as SVG paths: one path for all bars of a look, of which only what is in view is drawn.
import type {
  PathSegment,
  SpanKind,
  TimelineBar,
  TimelineLane,
  TimelineView,
  TimelineWait,
} from "../../engine/index.ts";

export const rowHeight = 16;
const rowGap = 3;
const laneGap = 12;

/** Where a lane lies, in px from the top of the chart. */
export interface LanePlace {
  readonly top: number;
  readonly height: number;
}

/** What is in view, and how ms become px. */
export interface Window {
  /** px of a moment in ms since the run began */
  readonly x: (ms: number) => number;
  readonly width: number;
  /** px from the top of the chart */
  readonly top: number;
  readonly bottom: number;
}

export interface Chart {
  readonly places: readonly LanePlace[];
  readonly height: number;
  /** bars by lane and row, in the order in which they began */
  readonly rows: readonly (readonly (readonly TimelineBar[])[])[];
  readonly bars: ReadonlyMap<string, TimelineBar>;
  readonly lastAt: number;
}

/** Looks: what a bar is filled with. */
export type Look = SpanKind | "failed";

/** The chart of a timeline: where each lane lies and what is in its rows. Costs one step a bar. */
export function chartOf({ bars, lanes, lastAt }: Pick<TimelineView, "bars" | "lanes" | "lastAt">): Chart {
  const rows: TimelineBar[][][] = lanes.map(({ rows }) => Array.from({ length: rows }, () => []));
  for (const bar of bars) rows[bar.lane]?.[bar.row]?.push(bar);
  let top = laneGap / 2;
  const places = lanes.map((lane: TimelineLane) => {
    const height = lane.rows * (rowHeight + rowGap) - rowGap;
    const place = { top, height };
    top += height + laneGap;
    return place;
  });
  return { places, height: top, rows, bars: new Map(bars.map((bar) => [bar.span, bar])), lastAt };
}

/** px from the top of the chart. */
export function topOf({ places }: Chart, { lane, row }: Pick<TimelineBar, "lane" | "row">): number {
  return (places[lane]?.top ?? 0) + row * (rowHeight + rowGap);
}

export const endOf = ({ lastAt }: Chart, bar: Pick<TimelineBar, "endedAt">): number => bar.endedAt ?? lastAt;

/** A bar that is wide enough for words. */
export interface Label {
  readonly bar: TimelineBar;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Narrower bars have no words. */
const leastLabel = 46;
const mostLabels = 250;

/** The bars in view, a path for each look, and those with room for words. Bars of a row that share a pixel are drawn as one. */
export function barPaths(chart: Chart, window: Window): { paths: Map<Look, string>; labels: Label[] } {
  const parts = new Map<Look, string[]>();
  const labels: Label[] = [];
  const { x, width } = window;
  for (const [lane, rows] of chart.rows.entries()) {
    const place = chart.places[lane];
    if (!place || place.top > window.bottom || place.top + place.height < window.top) continue;
    for (const [row, bars] of rows.entries()) {
      const y = topOf(chart, { lane, row });
      let drawn: { look: Look; from: number; to: number } | null = null;
      const draw = () => {
        if (!drawn) return;
        const rect = `M${round(drawn.from)} ${round(y)}h${round(Math.max(1, drawn.to - drawn.from))}v${rowHeight}H${round(drawn.from)}z`;
        const those = parts.get(drawn.look);
        if (those) those.push(rect);
        else parts.set(drawn.look, [rect]);
      };
      for (let at = firstIn(chart, bars, window); at < bars.length; at++) {
        const bar = bars[at] as TimelineBar;
        const from = Math.max(-2, x(bar.startedAt));
        if (from > width) break;
        const to = Math.min(width + 2, x(endOf(chart, bar)));
        const look: Look = bar.status === "failed" ? "failed" : bar.kind;
        if (to - from >= leastLabel && labels.length < mostLabels)
          labels.push({ bar, x: Math.max(0, from), y, width: to - Math.max(0, from) });
        // What ends within the pixel that is drawn already cannot be told from it; a failure is always seen.
        if (drawn && to - drawn.to < 0.75 && (look === drawn.look || look !== "failed")) {
          if (look === drawn.look) drawn.to = Math.max(drawn.to, to);
          continue;
        }
        draw();
        drawn = { look, from, to };
      }
      draw();
    }
  }
  return { paths: new Map([...parts].map(([look, rects]) => [look, rects.join("")])), labels };
}

/** The first bar of a row that may be in view: no two bars of a row overlap. */
function firstIn(chart: Chart, bars: readonly TimelineBar[], { x }: Window): number {
  let [low, high] = [0, bars.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const bar = bars[middle];
    if (bar && x(endOf(chart, bar)) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The path as a line that runs along the lower edge of the bars that it goes through. */
export function criticalLine(chart: Chart, path: readonly PathSegment[], { x, width }: Window): string {
  let line = "";
  let [lastX, lastY] = [-Infinity, -Infinity];
  for (const { span, from, to } of path) {
    const [start, end] = [x(from), x(to)];
    if (end < 0) continue;
    if (start > width) break;
    const bar = span === null ? undefined : chart.bars.get(span);
    const y = (bar ? topOf(chart, bar) : 0) + rowHeight - 1;
    // Between two pixels nobody sees a step.
    if (end - lastX < 0.6 && line) continue;
    if (!line) line = `M${round(Math.max(-2, start))} ${round(y)}`;
    else if (y !== lastY) line += `V${round(y)}`;
    line += `H${round(Math.min(width + 2, end))}`;
    [lastX, lastY] = [end, y];
  }
  return line;
}

export interface WaitShape {
  readonly wait: TimelineWait;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The waits in view that are wide enough to be seen; the widest, where there are very many. */
export function waitShapes(
  chart: Chart,
  waits: readonly TimelineWait[],
  { x, width, top, bottom }: Window,
): WaitShape[] {
  const shapes = waits.flatMap((wait): WaitShape[] => {
    const from = Math.max(0, x(wait.from));
    const to = Math.min(width, x(wait.to ?? chart.lastAt));
    const place = wait.lane === null ? { top: 0, height: chart.height } : chart.places[wait.lane];
    if (to - from < 1.5 || !place || place.top > bottom || place.top + place.height < top) return [];
    return [{ wait, x: from, y: place.top, width: to - from, height: place.height }];
  });
  return shapes.length <= 400 ? shapes : shapes.sort((one, other) => other.width - one.width).slice(0, 400);
}

/** The bar at a point, or the nearest within a few px of it in its row; null: there is none. */
export function barAt(chart: Chart, at: { readonly x: number; readonly y: number }, { x }: Window): TimelineBar | null {
  const near = 4;
  const lane = chart.places.findIndex(({ top, height }) => at.y >= top - 1 && at.y <= top + height + 1);
  const place = chart.places[lane];
  if (!place) return null;
  const bars = chart.rows[lane]?.[Math.floor((at.y - place.top) / (rowHeight + rowGap))] ?? [];
  let best: TimelineBar | null = null;
  let least = near;
  for (
    let index = firstIn(chart, bars, { x: (ms) => x(ms) - at.x + near, width: 0, top: 0, bottom: 0 });
    index < bars.length;
    index++
  ) {
    const bar = bars[index] as TimelineBar;
    const [from, to] = [x(bar.startedAt), x(endOf(chart, bar))];
    if (from > at.x + near) break;
    const distance = at.x < from ? from - at.x : Math.max(0, at.x - to);
    if (distance < least) [best, least] = [bar, distance];
  }
  return best;
}

const round = (px: number): number => Math.round(px * 10) / 10;
