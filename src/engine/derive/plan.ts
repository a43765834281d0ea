// The plan of a run: every revision with what changed and who wrote it, and how far each item is now.
import type { EventOf, PlanItem, PlanState, RunEvent } from "../events.ts";
import { fold } from "./fold.ts";
import { preview, previewValue } from "./preview.ts";

/** How far an item is. `stopped`: its work was cut off with the run. */
export type PlanItemState = PlanState | "stopped";

/** An item of the plan that holds now. Replaced, never changed, when something new is known of it. */
export interface PlanItemView extends Omit<PlanItem, "state"> {
  readonly state: PlanItemState;
  /** what came of it, on one line; null: nothing yet */
  readonly result: string | null;
  /** the span that carries it out; null: none has begun */
  readonly work: string | null;
}

export interface PlanRevision {
  readonly event: EventOf<"plan">;
  /** the model call that wrote it; null: a person did, or the log does not say */
  readonly writer: string | null;
  /** ids of items that the revision before did not have, that say something else now, and that are gone */
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly dropped: readonly PlanItem[];
  /** True: the same items in the same words, said again to tell how far they are. */
  readonly progressOnly: boolean;
}

export interface PlanView {
  /** the items of the newest revision; grows and changes in place */
  readonly items: readonly PlanItemView[];
  /** the oldest first; grows in place */
  readonly revisions: readonly PlanRevision[];
  /** for the fold alone */
  readonly notes: Notes;
}

/** What is known of the work on one item. */
interface Work {
  readonly span: string;
  state: PlanItemState;
  result: string | null;
  /** how much the source of `result` counts: an observation 1, a reply 2, an entry on the blackboard 3 */
  rank: number;
  /** a `plan.step` told its state, which counts more than how its span ended */
  told: boolean;
  ended: boolean;
  /** whether a plan held the item when its work began, or after */
  planned: boolean;
}

interface Notes {
  readonly work: Map<string, Work>;
  /** the item that a span works on: its own, or that of the span around it */
  readonly itemOf: Map<string, string>;
  /** the newest model call in each span, however deep */
  readonly writers: Map<string, string>;
  readonly models: Set<string>;
  readonly parents: Map<string, string>;
  /** where each item stands in `items` */
  index: Map<string, number>;
}

/**
 * The plan of a run. A plan event says how far its items are; from then on `plan.step` events and the spans that name an
 * item do. Work on an item that no plan has held yet waits for one. Where ids come twice in a plan, the first item counts.
 */
export const plan = fold<PlanView>(
  () => ({
    items: [],
    revisions: [],
    notes: {
      work: new Map(),
      itemOf: new Map(),
      writers: new Map(),
      models: new Set(),
      parents: new Map(),
      index: new Map(),
    },
  }),
  (view, event) => {
    switch (event.type) {
      case "plan":
        return revise(view, event);
      case "plan.step": {
        const work = view.notes.work.get(event.item) ?? begin(view, event.item, event.span);
        Object.assign(work, { state: event.state, told: true });
        if (event.outcome !== undefined) Object.assign(work, { result: preview(event.outcome), rank: 4 });
        return show(view, event.item);
      }
      case "span.start": {
        const { span, parent, kind, item } = event;
        if (parent !== null && parent !== span) view.notes.parents.set(span, parent);
        if (kind === "model") {
          view.notes.models.add(span);
          for (const around of upwards(view.notes, parent)) view.notes.writers.set(around, span);
        }
        const inherited = parent === null ? undefined : view.notes.itemOf.get(parent);
        const own = item ?? inherited;
        if (own !== undefined) view.notes.itemOf.set(span, own);
        if (item === undefined) return view;
        begin(view, item, span);
        return show(view, item);
      }
      case "span.end": {
        const item = view.notes.itemOf.get(event.span);
        const work = item === undefined ? undefined : view.notes.work.get(item);
        if (item === undefined || work?.span !== event.span || work.ended) return view;
        work.ended = true;
        if (!work.told) work.state = event.status === "ok" ? "done" : event.status;
        if (event.failure && work.rank < 4) work.result = preview(event.failure.message);
        return show(view, item);
      }
      case "observation":
        return come(
          view,
          event,
          1,
          event.failure ? event.failure.message : previewValue(event.output ?? event.shown ?? ""),
        );
      case "model.reply":
        return event.toolCalls?.length ? view : come(view, event, 2, event.text);
      case "board.write":
        return come(view, event, 3, event.text);
      default:
        return view;
    }
  },
);

function begin(view: PlanView, item: string, span: string): Work {
  const planned = view.notes.index.has(item);
  const work: Work = { span, state: "in_progress", result: null, rank: 0, told: false, ended: false, planned };
  view.notes.work.set(item, work);
  return work;
}

/** Something came of the work on an item. */
function come(view: PlanView, { span }: RunEvent & { span: string }, rank: number, text: string): PlanView {
  const item = view.notes.itemOf.get(span);
  const work = item === undefined ? undefined : view.notes.work.get(item);
  if (item === undefined || !work || work.rank > rank || text.trim() === "") return view;
  Object.assign(work, { result: preview(text), rank });
  return show(view, item);
}

/** Puts what is known of the work on an item into the item. */
function show(view: PlanView, id: string): PlanView {
  const at = view.notes.index.get(id);
  const item = at === undefined ? undefined : view.items[at];
  const work = view.notes.work.get(id);
  if (at === undefined || !item || !work) return view;
  const items = view.items as PlanItemView[];
  items[at] = { ...item, state: work.state, result: work.result, work: work.span };
  return { ...view };
}

function revise(view: PlanView, event: EventOf<"plan">): PlanView {
  const { notes, revisions } = view;
  const before = revisions.at(-1)?.event.items ?? [];
  const known = firstById(before);
  const next = firstById(event.items);
  const added = [...next.keys()].filter((id) => !known.has(id));
  const changed = [...next.values()].filter((item) => {
    const earlier = known.get(item.id);
    return earlier !== undefined && wordsOf(earlier) !== wordsOf(item);
  });
  const dropped = [...known.values()].filter((item) => !next.has(item.id));
  const same = revisions.length > 0 && [added, changed, dropped].every((list) => list.length === 0);
  const further = [...next.values()].some((item) => view.items[notes.index.get(item.id) ?? -1]?.state !== item.state);
  const inOrder = [...next.keys()].join("\n") === [...known.keys()].join("\n");

  notes.index = new Map();
  const items = [...next.values()].map((item, at): PlanItemView => {
    notes.index.set(item.id, at);
    return { ...item, ...standing(notes, item) };
  });
  (revisions as PlanRevision[]).push({
    event,
    writer: event.by === "model" ? writerOf(notes, event.span) : null,
    added,
    changed: changed.map(({ id }) => id),
    dropped,
    progressOnly: event.revision > 0 && same && inOrder && (further || (event.by === "model" && event.why === "")),
  });
  return { ...view, items };
}

/** How far an item of a new plan is: as the plan says, unless it is being worked on right now or never was in a plan. */
function standing(notes: Notes, item: PlanItem): Pick<PlanItemView, "state" | "result" | "work"> {
  const work = notes.work.get(item.id);
  const told = item.outcome === undefined ? null : preview(item.outcome);
  if (!work) return { state: item.state, result: told, work: null };
  const isOver = work.planned && (work.ended || work.told);
  work.planned = true;
  if (!isOver) return { state: work.state, result: work.result ?? told, work: work.span };
  if (item.state !== work.state && item.state === "todo") {
    // The same id stands for something new: what was done under it before is no work of this plan.
    notes.work.delete(item.id);
    return { state: item.state, result: told, work: null };
  }
  work.state = item.state;
  return { state: item.state, result: told ?? work.result, work: work.span };
}

/** The call itself, or the newest one in the span, or in the spans around it: a notebook's tool was called by the turn's model. */
function writerOf(notes: Notes, span: string): string | null {
  if (notes.models.has(span)) return span;
  for (const around of upwards(notes, span)) {
    const writer = notes.writers.get(around);
    if (writer !== undefined) return writer;
  }
  return null;
}

/** A span and those around it, from the inside; a ring of parents ends where it closes. */
function upwards(notes: Notes, span: string | null): Set<string> {
  const spans = new Set<string>();
  for (let at = span ?? undefined; at !== undefined && !spans.has(at); at = notes.parents.get(at)) spans.add(at);
  return spans;
}

/** What an item says, apart from how far it is. */
function wordsOf({ state: _state, outcome: _outcome, ...words }: PlanItem): string {
  return JSON.stringify(Object.entries(words).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function firstById(items: readonly PlanItem[]): Map<string, PlanItem> {
  const found = new Map<string, PlanItem>();
  for (const item of items) if (!found.has(item.id)) found.set(item.id, item);
  return found;
}
