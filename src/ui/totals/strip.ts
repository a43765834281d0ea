// The strip of a run's spending: where its line, its limit and the marks of its calls lie, in px.
import { area, bisector, curveStepAfter, line, scaleLinear } from "d3";
import type { Spending, TotalsCall, TotalsView } from "../../engine/index.ts";

export const stripHeight = { curve: 40, lane: 10, laneGap: 2, pad: 6 } as const;
/** More agents than this share the last lane. */
export const mostLanes = 6;

export interface Mark {
  readonly lane: number;
  readonly tone: "model" | "tool" | "failed";
  readonly x: number;
  width: number;
}

export interface Lane {
  /** id of the agent's row in the totals */
  readonly id: string;
  readonly y: number;
}

export interface Strip {
  readonly height: number;
  readonly lineOfSpending: string;
  readonly areaOfSpending: string;
  /** y of the limit; null: there is none, or it is far above what was spent */
  readonly limitY: number | null;
  readonly lanes: readonly Lane[];
  /** at most a few for each px and lane, however many calls there are */
  readonly marks: readonly Mark[];
  xOf(clock: number): number;
  /** The call at this place, else the nearest: first by lane, then by time. */
  nearest(x: number, y: number): number | null;
  laneOf(call: TotalsCall): number;
}

/**
 * Lays the strip out.
 *
 * @param limit what the run may spend, in the unit of `amount`; null: no limit
 * @param width px
 * @param left px at the left that are kept free for the names of lanes
 */
export function stripOf(
  view: TotalsView,
  {
    amount,
    limit,
    width,
    left,
  }: { amount: (spending: Spending) => number; limit: number | null; width: number; left: number },
): Strip {
  const { curve, lane: laneHeight, laneGap, pad } = stripHeight;
  const end = Math.max(1, view.clock);
  const x = scaleLinear([0, end], [left, Math.max(left + 1, width - 1)]);
  const spent = view.spending.at(-1);
  const most = spent ? amount(spent) : 0;
  const isNear = limit !== null && limit > 0 && limit <= most * 3;
  const y = scaleLinear([0, Math.max(isNear ? limit : 0, most, Number.MIN_VALUE)], [pad + curve, pad]);
  const points: [number, number][] = thinned([
    [left, 0],
    ...view.spending.map((one): [number, number] => [x(one.at), amount(one)]),
    [x(end), most],
  ]);

  const lanes = new Map<string, number>();
  for (const { lane } of view.calls) if (!lanes.has(lane)) lanes.set(lane, Math.min(lanes.size, mostLanes - 1));
  const yOf = (lane: number) => pad + curve + 6 + lane * (laneHeight + laneGap);
  const laneOf = (call: TotalsCall) => lanes.get(call.lane) ?? 0;
  const count = Math.min(lanes.size, mostLanes);

  return {
    height: yOf(Math.max(1, count)) + 1,
    lineOfSpending:
      line()
        .x(([at]) => at)
        .y(([, sum]) => y(sum))
        .curve(curveStepAfter)(points) ?? "",
    areaOfSpending:
      area()
        .x(([at]) => at)
        .y0(y(0))
        .y1(([, sum]) => y(sum))
        .curve(curveStepAfter)(points) ?? "",
    limitY: isNear ? y(limit) : null,
    lanes: [...lanes].slice(0, mostLanes).map(([id, lane]) => ({ id, y: yOf(lane) })),
    marks: marksOf(view, x, laneOf),
    xOf: (clock) => x(clock),
    laneOf,
    nearest(atX, atY) {
      const wanted = atY < yOf(0) ? null : Math.min(count - 1, Math.floor((atY - yOf(0)) / (laneHeight + laneGap)));
      let best: { index: number; away: number } | null = null;
      view.calls.forEach((call, index) => {
        if (wanted !== null && laneOf(call) !== wanted) return;
        const [from, to] = [x(call.startedAt), x(call.endedAt ?? view.clock)];
        const away = Math.max(from - atX, atX - to, 0);
        if (best === null || away < best.away || (away === best.away && away === 0)) best = { index, away };
      });
      return (best as { index: number } | null)?.index ?? null;
    },
  };
}

/** Of points in one px only the last is seen. */
function thinned(points: readonly [number, number][]): [number, number][] {
  return points.filter(([at], index) => {
    const next = points[index + 1];
    return index === 0 || !next || Math.floor(next[0] * 2) !== Math.floor(at * 2);
  });
}

/** Calls that touch on screen are one mark, so that ten thousand of them are no more than the strip is wide. */
function marksOf(view: TotalsView, x: (clock: number) => number, laneOf: (call: TotalsCall) => number): Mark[] {
  const marks: Mark[] = [];
  const last = new Map<string, Mark>();
  for (const call of view.calls) {
    const lane = laneOf(call);
    const tone = call.failed ? "failed" : call.kind;
    const from = x(call.startedAt);
    const to = Math.max(from + 1.5, x(call.endedAt ?? view.clock));
    const key = `${lane} ${tone}`;
    const before = last.get(key);
    if (before && from <= before.x + before.width + 0.5 && (to - from < 3 || before.width < 3)) {
      before.width = Math.max(before.width, to - before.x);
      continue;
    }
    const mark: Mark = { lane, tone, x: from, width: to - from };
    marks.push(mark);
    last.set(key, mark);
  }
  return marks;
}

const byTime = bisector(({ at }: Spending) => at);

/** What had been spent by then; undefined: nothing. */
export function spentBy(spending: readonly Spending[], clock: number): Spending | undefined {
  return spending[byTime.right(spending, clock) - 1];
}
