// The run as its spans: what each one said, and how the run as a whole stands.
import type { Budget } from "../budget.ts";
import type { Failure } from "../errors.ts";
import type { EventOf, RunEvent, SpanKind, SpanStatus } from "../events.ts";
import { fold } from "./fold.ts";

export interface SpanView {
  readonly id: string;
  readonly parent: string | null;
  readonly kind: SpanKind;
  readonly name: string;
  readonly status: SpanStatus | "running";
  readonly failure: Failure | undefined;
  /** ms since the run began */
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** every event of the span but its start and end, in order */
  readonly events: readonly RunEvent[];
  /** spans inside it, in the order in which they were opened */
  readonly children: readonly string[];
}

export interface SpansView {
  readonly start: EventOf<"run.start"> | null;
  readonly end: EventOf<"run.end"> | null;
  /** the limits as they stand: a person may have raised some */
  readonly budget: Budget | null;
  /** `events` and `children` of a span grow in place; the span's object is replaced whenever something about it changes */
  readonly spans: ReadonlyMap<string, SpanView>;
  /** the holds that nobody has decided yet, the oldest first */
  readonly open: readonly EventOf<"hold">[];
  /** ms during which the run was paused or held, up to the last decision */
  readonly heldMs: number;
  /** ms since the run began when it last came to a hold; null: it goes on */
  readonly heldSince: number | null;
  /** ms since the run began, at the last event */
  readonly lastAt: number;
}

interface Growing extends SpanView {
  readonly events: RunEvent[];
  readonly children: string[];
}

/** The spans of a run. An event of a span that was never opened is left out. */
export const spans = fold<SpansView>(
  () => ({ start: null, end: null, budget: null, spans: new Map(), open: [], heldMs: 0, heldSince: null, lastAt: 0 }),
  (view, event) => {
    const known = view.spans as Map<string, Growing>;
    const next = { ...view, lastAt: event.at };
    switch (event.type) {
      case "run.start":
        return { ...next, start: event, budget: event.budget };
      case "run.end":
        return { ...next, end: event, ...letGo(view, [], event.at) };
      case "span.start": {
        if (known.has(event.span)) return next;
        const { span: id, parent, kind, name, at: startedAt } = event;
        known.set(id, {
          id,
          parent,
          kind,
          name,
          status: "running",
          failure: undefined,
          startedAt,
          endedAt: null,
          events: [],
          children: [],
        });
        const outer = parent === null ? undefined : known.get(parent);
        if (outer) {
          outer.children.push(id);
          known.set(outer.id, { ...outer });
        }
        return next;
      }
      case "span.end": {
        const span = known.get(event.span);
        if (span) known.set(span.id, { ...span, status: event.status, failure: event.failure, endedAt: event.at });
        return next;
      }
      default: {
        const span = known.get(event.span);
        if (span) {
          span.events.push(event);
          known.set(span.id, { ...span });
        }
        if (event.type === "hold")
          return { ...next, open: [...view.open, event], heldSince: view.heldSince ?? event.at };
        if (event.type !== "decision") return next;
        const held = view.open.find((hold) => hold.id === event.hold);
        const open = view.open.filter((hold) => hold !== held);
        return { ...next, ...letGo(view, open, event.at), budget: raised(view.budget, held?.limit, event.value) };
      }
    }
  },
);

// While several holds are open at once, the time counts once: it ends with the last of them.
function letGo(view: SpansView, open: SpansView["open"], at: number): Pick<SpansView, "open" | "heldMs" | "heldSince"> {
  if (open.length > 0 || view.heldSince === null) return { open, heldMs: view.heldMs, heldSince: view.heldSince };
  return { open, heldMs: view.heldMs + (at - view.heldSince), heldSince: null };
}

function raised(budget: Budget | null, limit: string | undefined, value: number | null | undefined): Budget | null {
  if (!budget || value === undefined || limit === undefined || !Object.hasOwn(budget, limit)) return budget;
  return { ...budget, [limit]: value };
}
