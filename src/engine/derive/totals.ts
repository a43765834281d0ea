// Where the money went: what a run used by agent, step, model, tool and phase, in rows that add up to the whole.
import { rootSpan } from "../events.ts";
import type { EventOf, RunEvent } from "../events.ts";
import { fold } from "./fold.ts";
import { follow, groupedBy, placed, startPlaces, type Keyed, type Places } from "./totals-places.ts";
import { groupings, type Grouping, type Spending, type TotalsCall, type TotalsRow } from "./totals-types.ts";
import { addTokens, lessKnown, noTokens, toPico } from "./usage.ts";

export interface TotalsView {
  /** the run as a whole: what each grouping adds up to */
  readonly run: TotalsRow;
  /** rows by id, in the order in which they came; they change in place */
  readonly rows: Readonly<Record<Grouping, ReadonlyMap<string, TotalsRow>>>;
  /** grows in place */
  readonly calls: readonly TotalsCall[];
  /** one entry for each call that was paid, in the order of payment; grows in place */
  readonly spending: readonly Spending[];
  /** ms since the run began at the last event, with and without the time in which it was held */
  readonly lastAt: number;
  readonly clock: number;
  /** for the fold alone */
  readonly notes: Notes;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type Row = Writable<Omit<TotalsRow, "times">> & { times: Writable<TotalsRow["times"]>; dearest: number };
type Call = Writable<TotalsCall>;

interface Notes {
  readonly run: Row;
  readonly rows: Record<Grouping, Map<string, Row>>;
  readonly calls: Call[];
  readonly spending: Spending[];
  /** calls by span, with the rows that they belong to */
  readonly open: Map<string, { call: Call; rows: Row[] }>;
  /** rows whose own span is open, by that span */
  readonly homes: Map<string, Row[]>;
  readonly places: Places;
  readonly holds: Set<string>;
  heldMs: number;
  heldSince: number | null;
}

/**
 * Adds up what the calls of a run used, once for each grouping. Counts, tokens and money of the rows of a grouping add up to
 * those of the run, which are those of `usage`. Times do not: what runs side by side counts in each row.
 */
export const totals = fold<TotalsView>(
  () => {
    const rows = Object.fromEntries(groupings.map((grouping) => [grouping, new Map<string, Row>()]));
    const notes: Notes = {
      run: newRow("run", { kind: "agent", span: rootSpan, name: "" }, null),
      rows: rows as Notes["rows"],
      calls: [],
      spending: [],
      open: new Map(),
      homes: new Map(),
      places: startPlaces(),
      holds: new Set(),
      heldMs: 0,
      heldSince: null,
    };
    return viewOf(notes, 0);
  },
  ({ notes }, event) => {
    take(notes, event);
    return viewOf(notes, event.at);
  },
);

function viewOf(notes: Notes, at: number): TotalsView {
  const { run, rows, calls, spending } = notes;
  return { run, rows, calls, spending, lastAt: at, clock: clockOf(notes, at), notes };
}

/**
 * How long a row worked and how long it waited, in ms, as of the last event. It waits while its span is open and none of its
 * calls runs: paused, held for a person, or queued for room in the budget. A row without a span of its own waits only where a
 * hold interrupts its calls; the main agent waits whenever nobody in the run works.
 */
export function timesOf(view: TotalsView, row: TotalsRow): { workingMs: number; waitingMs: number } {
  const { lastAt, clock } = view;
  const workingMs = workedUntil(row, clock);
  if (row.subject.kind !== "agent" || row.subject.span !== rootSpan)
    return { workingMs, waitingMs: openUntil(row, lastAt) - workingMs };
  return { workingMs, waitingMs: Math.max(0, openUntil(view.run, lastAt) - workedUntil(view.run, clock)) };
}

const workedUntil = ({ times }: TotalsRow, clock: number) =>
  times.workingMs + (times.working > 0 ? clock - times.workingSince : 0);
const openUntil = ({ times }: TotalsRow, at: number) => times.openMs + (times.open > 0 ? at - times.openSince : 0);

function take(notes: Notes, event: RunEvent): void {
  switch (event.type) {
    case "span.start":
      return begin(notes, event);
    case "span.end":
      return end(notes, event);
    case "model.request": {
      const { call, rows } = callOf(notes, event.span, "model", event);
      const { model, role } = event;
      const row = rowOf(notes, "model", {
        id: JSON.stringify([model, role]),
        subject: { kind: "model", model, role },
        span: null,
      });
      if (!rows.includes(row)) joins(notes, call, rows, row, event.at);
      for (const row of rows) if (counts(event, row, call)) row.modelCalls += 1;
      return;
    }
    case "model.reply":
      return pay(notes, event);
    case "tool.call": {
      const { call, rows } = callOf(notes, event.span, "tool", event);
      for (const row of rows) if (counts(event, row, call)) row.toolCalls += 1;
      if (!event.recalled) spend(notes, call, rows, { picoUsd: toPico(event.usd ?? 0), at: event.at });
      return;
    }
    case "observation":
      // What was cut off before it could run is no call, as in `usage`.
      if (event.failure?.code !== "cut-off" || event.recalled) return;
      for (const row of callOf(notes, event.span, "tool", event).rows) row.toolCalls -= 1;
      return;
    case "plan":
    case "plan.step": {
      const { left, entered } = follow(notes.places, event);
      if (left) shut(notes, `item ${left.id}`, event.at);
      if (entered) house(notes, `item ${entered.id}`, [rowOf(notes, "step", entered)], event.at);
      return;
    }
    case "hold":
      notes.holds.add(event.id);
      notes.heldSince ??= event.at;
      return;
    case "decision":
      notes.holds.delete(event.hold);
      return notes.holds.size === 0 ? goOn(notes, event.at) : undefined;
    case "run.end":
      return goOn(notes, event.at);
    default:
  }
}

/** While several holds are open at once, the time counts once. */
function goOn(notes: Notes, at: number): void {
  if (notes.heldSince !== null) notes.heldMs += at - notes.heldSince;
  notes.heldSince = null;
  notes.holds.clear();
}

const clockOf = ({ heldSince, heldMs }: Notes, at: number) => (heldSince ?? at) - heldMs;

function begin(notes: Notes, event: EventOf<"span.start">): void {
  const { span, kind, name, at } = event;
  if (notes.places.bySpan.has(span)) return;
  const { agent, step } = placed(notes.places, event);
  if (span === rootSpan) house(notes, span, [notes.run], at);
  else if (kind === "agent" || kind === "step") {
    const homes = [];
    if (kind === "agent") homes.push(rowOf(notes, "agent", agent));
    if (step && (kind === "step" || event.item !== undefined)) homes.push(rowOf(notes, "step", step));
    house(notes, span, homes, at);
  } else if (kind === "model" || kind === "tool") newCall(notes, { span, kind, name, at });
}

function newCall(
  notes: Notes,
  { span, kind, name, at }: { span: string; kind: Call["kind"]; name: string; at: number },
) {
  const keys = groupedBy(notes.places, span, kind, name);
  const call: Call = {
    span,
    kind,
    name,
    lane: keys.agent.id,
    startedAt: clockOf(notes, at),
    endedAt: null,
    failed: false,
    recalled: false,
    tokens: noTokens(),
    picoUsd: 0,
    certainty: "reported",
  };
  const opened = { call, rows: [] as Row[] };
  notes.calls.push(call);
  notes.open.set(span, opened);
  joins(notes, call, opened.rows, notes.run, at);
  for (const grouping of groupings) {
    const key = keys[grouping];
    // Which model it is, its request says.
    if (key) joins(notes, call, opened.rows, rowOf(notes, grouping, key), at);
  }
  return opened;
}

/** The call of a span; one that was never opened is made up, so that nothing that was paid is lost. */
function callOf(notes: Notes, span: string, kind: Call["kind"], event: RunEvent) {
  const name = event.type === "tool.call" ? event.tool : kind;
  return notes.open.get(span) ?? newCall(notes, { span, kind, name, at: event.at });
}

/** A call that began belongs to this row. */
function joins(notes: Notes, call: Call, rows: Row[], row: Row, at: number): void {
  rows.push(row);
  if (call.endedAt !== null) return;
  enter(row, at, clockOf(notes, at));
}

function enter({ times }: Row, at: number, clock: number): void {
  if (times.working++ === 0) times.workingSince = clock;
  if (times.open++ === 0) times.openSince = at;
}

function end(notes: Notes, { span, at, status }: EventOf<"span.end">): void {
  shut(notes, span, at);
  const opened = notes.open.get(span);
  if (!opened || opened.call.endedAt !== null) return;
  const clock = clockOf(notes, at);
  opened.call.endedAt = clock;
  opened.call.failed = status === "failed";
  for (const { times } of opened.rows) {
    if (--times.working === 0) times.workingMs += clock - times.workingSince;
    if (--times.open === 0) times.openMs += at - times.openSince;
  }
}

/** Rows whose own span opens. */
function house(notes: Notes, span: string, rows: Row[], at: number): void {
  if (notes.homes.has(span)) return;
  notes.homes.set(span, rows);
  for (const { times } of rows) if (times.open++ === 0) times.openSince = at;
}

function shut(notes: Notes, span: string, at: number): void {
  for (const { times } of notes.homes.get(span) ?? []) if (--times.open === 0) times.openMs += at - times.openSince;
  notes.homes.delete(span);
}

function counts({ recalled }: RunEvent, row: Row, call: Call): boolean {
  if (recalled) {
    row.recalled += 1;
    call.recalled = true;
  }
  return !recalled;
}

function pay(notes: Notes, event: EventOf<"model.reply">): void {
  const { call, rows } = callOf(notes, event.span, "model", event);
  if (event.recalled) return;
  const { usage, certainty, usd, at } = event;
  // A reply without a request: its model is unknown, and it must not be lost.
  if (rows.length < groupings.length + 1) {
    const subject = { kind: "model", model: "", role: "main" } as const;
    joins(notes, call, rows, rowOf(notes, "model", { id: "", subject, span: null }), at);
  }
  for (const spent of [call, ...rows]) {
    addTokens(spent.tokens, usage);
    spent.certainty = lessKnown(spent.certainty, certainty);
  }
  spend(notes, call, rows, { picoUsd: toPico(usd), at });
}

function spend(notes: Notes, call: Call, rows: Row[], { picoUsd, at }: { picoUsd: number; at: number }): void {
  call.picoUsd += picoUsd;
  for (const row of rows) {
    row.picoUsd += picoUsd;
    const weight = call.picoUsd * 1e6 + call.tokens.totalTokens;
    if (row.dearest >= weight) continue;
    row.dearest = weight;
    if (row.subject.kind !== "agent" && row.subject.kind !== "step") row.span = call.span;
  }
  const { run } = notes;
  if (picoUsd === 0 && call.tokens.totalTokens === 0) return;
  notes.spending.push({
    at: clockOf(notes, at),
    picoUsd: run.picoUsd,
    tokens: run.tokens.totalTokens,
    span: call.span,
  });
}

function rowOf(notes: Notes, grouping: Grouping, { id, subject, span }: Keyed): Row {
  let row = notes.rows[grouping].get(id);
  if (!row) notes.rows[grouping].set(id, (row = newRow(id, subject, span)));
  return row;
}

function newRow(id: string, subject: TotalsRow["subject"], span: string | null): Row {
  return {
    id,
    subject,
    span,
    modelCalls: 0,
    toolCalls: 0,
    recalled: 0,
    tokens: noTokens(),
    picoUsd: 0,
    certainty: "reported",
    dearest: -1,
    times: { workingMs: 0, openMs: 0, working: 0, workingSince: 0, open: 0, openSince: 0 },
  };
}
