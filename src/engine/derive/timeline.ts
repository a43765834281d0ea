// The run as bars over time: a lane for each agent, spans inside spans, and the time in which a lane waited.
import type { EventOf, RunEvent, SpanKind, SpanStatus } from "../events.ts";
import { fold } from "./fold.ts";

/** A span in its lane. Replaced, never changed, when it ends. */
export interface TimelineBar {
  readonly span: string;
  /** null: the run itself, or a span that the log does not hold */
  readonly parent: string | null;
  readonly kind: SpanKind;
  readonly name: string;
  /** place in `lanes` */
  readonly lane: number;
  /** 0, 1, 2 … from the top of its lane: below the span that holds it, and below what ran when it began */
  readonly row: number;
  /** ms since the run began; null: it goes on */
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly status: SpanStatus | "running";
}

/** An agent, or the run itself. */
export interface TimelineLane {
  readonly span: string;
  readonly name: string;
  /** rows that its bars need */
  readonly rows: number;
}

/**
 * A time in which nobody worked. `hold`: the run stood still, paused or until a person decided; `retry`: after a call that
 * failed, before the next; `queue`: an agent was open and none of its calls ran, for want of room in the budget or at the model.
 */
export interface TimelineWait {
  readonly why: "hold" | "retry" | "queue";
  /** place in `lanes`; null: the whole run */
  readonly lane: number | null;
  readonly from: number;
  /** null: it goes on */
  readonly to: number | null;
}

export interface TimelineView {
  /** in the order in which they began; grows in place */
  readonly bars: readonly TimelineBar[];
  readonly lanes: readonly TimelineLane[];
  /** in the order in which they ended, the one that goes on last; grows in place */
  readonly waits: readonly TimelineWait[];
  /** ms since the run began, at the last event */
  readonly lastAt: number;
  /** for the fold alone */
  readonly notes: Notes;
}

interface Lane {
  readonly place: number;
  /** the bar that runs in each row */
  readonly rows: (string | null)[];
  /** calls of the lane and agents inside it that run now */
  working: number;
  /** since when nobody works; null: somebody does, or the run is held, or the lane is closed */
  idleSince: number | null;
  /** the call that ended last failed at a model */
  failed: boolean;
  open: boolean;
}

interface Notes {
  readonly bars: TimelineBar[];
  readonly lanes: TimelineLane[];
  readonly waits: TimelineWait[];
  /** places in `bars`, by span */
  readonly places: Map<string, number>;
  readonly state: Lane[];
  readonly holds: Set<string>;
  heldSince: number | null;
}

/** The run as bars over time. One event costs as much as its lane has rows. A span that comes twice counts once. */
export const timeline = fold<TimelineView>(
  () => viewOf({ bars: [], lanes: [], waits: [], places: new Map(), state: [], holds: new Set(), heldSince: null }, 0),
  (view, event) => {
    take(view.notes, event);
    return viewOf(view.notes, Math.max(view.lastAt, event.at));
  },
);

function viewOf(notes: Notes, lastAt: number): TimelineView {
  const { bars, lanes, heldSince } = notes;
  return {
    bars,
    lanes,
    get waits() {
      return heldSince === null
        ? notes.waits
        : [...notes.waits, { why: "hold" as const, lane: null, from: heldSince, to: null }];
    },
    lastAt,
    notes,
  };
}

function take(notes: Notes, event: RunEvent): void {
  switch (event.type) {
    case "span.start":
      return begun(notes, event);
    case "span.end":
      return ended(notes, event);
    case "hold":
      if (notes.heldSince === null) {
        notes.heldSince = event.at;
        for (const lane of notes.state) idleUntil(notes, lane, event.at, "queue");
      }
      notes.holds.add(event.id);
      return;
    case "decision":
      if (notes.holds.delete(event.hold) && notes.holds.size === 0) goOn(notes, event.at);
      return;
    case "run.end":
      if (notes.heldSince !== null) goOn(notes, event.at);
      notes.holds.clear();
      for (const lane of notes.state) lane.idleSince = null;
      return;
    default:
  }
}

/** While several holds are open at once, the time counts once. */
function goOn(notes: Notes, at: number): void {
  notes.waits.push({ why: "hold", lane: null, from: notes.heldSince ?? at, to: at });
  notes.heldSince = null;
  for (const lane of notes.state) if (lane.open && lane.working === 0) lane.idleSince = at;
}

const isCall = (kind: SpanKind) => kind === "model" || kind === "tool";

function begun(notes: Notes, { span, parent, kind, name, at }: EventOf<"span.start">): void {
  if (notes.places.has(span)) return;
  const outer = parent === null ? undefined : notes.bars[notes.places.get(parent) ?? -1];
  const around = outer && notes.state[outer.lane];
  const isOwn = kind === "agent" || !around;
  if (around && (isCall(kind) || kind === "agent")) {
    idleUntil(notes, around, at, around.failed && kind === "model" ? "retry" : "queue");
    around.working += 1;
  }
  const lane = isOwn ? newLane(notes, span, name, at) : around;
  if (isOwn && isCall(kind)) [lane.working, lane.idleSince] = [1, null];
  const below = isOwn || !outer ? -1 : outer.row;
  let row = below + 1;
  while (lane.rows[row] !== undefined && lane.rows[row] !== null) row++;
  lane.rows[row] = span;
  const known = notes.lanes[lane.place];
  if (known && lane.rows.length > known.rows) notes.lanes[lane.place] = { ...known, rows: lane.rows.length };
  notes.places.set(span, notes.bars.length);
  notes.bars.push({
    span,
    parent: outer?.span ?? null,
    kind,
    name,
    lane: lane.place,
    row,
    startedAt: at,
    endedAt: null,
    status: "running",
  });
}

function newLane(notes: Notes, span: string, name: string, at: number): Lane {
  const lane: Lane = {
    place: notes.lanes.length,
    rows: [],
    working: 0,
    idleSince: notes.heldSince === null ? at : null,
    failed: false,
    open: true,
  };
  notes.lanes.push({ span, name, rows: 0 });
  notes.state.push(lane);
  return lane;
}

function ended(notes: Notes, { span, status, at }: EventOf<"span.end">): void {
  const place = notes.places.get(span);
  const bar = place === undefined ? undefined : notes.bars[place];
  if (place === undefined || !bar || bar.endedAt !== null) return;
  notes.bars[place] = { ...bar, endedAt: at, status };
  const lane = notes.state[bar.lane];
  if (!lane) return;
  if (lane.rows[bar.row] === span) lane.rows[bar.row] = null;
  const isWhole = notes.lanes[bar.lane]?.span === span;
  if (isWhole) [lane.open, lane.idleSince] = [false, null];
  const outer = bar.parent === null ? undefined : notes.bars[notes.places.get(bar.parent) ?? -1];
  const worked = bar.kind === "agent" ? outer && notes.state[outer.lane] : isCall(bar.kind) ? lane : undefined;
  if (!worked || (isWhole && worked === lane)) return;
  worked.failed = bar.kind === "model" && status === "failed";
  worked.working = Math.max(0, worked.working - 1);
  if (worked.working === 0 && worked.open && notes.heldSince === null) worked.idleSince = at;
}

/** Somebody works in the lane again, or the run is held from here on. */
function idleUntil(notes: Notes, lane: Lane, at: number, why: TimelineWait["why"]): void {
  if (lane.idleSince !== null && at > lane.idleSince)
    notes.waits.push({ why, lane: lane.place, from: lane.idleSince, to: at });
  lane.idleSince = null;
}
