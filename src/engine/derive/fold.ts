// What every view of a run is: a fold over the log, one step an event.
import type { RunEvent } from "../events.ts";

/**
 * A view of a run. `add` costs the same at event 10 as at event 100,000: it may grow the collections inside the view it was
 * given and returns a new outer object, so that only the newest view may be used. Start a fresh one for another moment.
 */
export interface Fold<View> {
  start(): View;
  add(view: View, event: RunEvent): View;
  /** The view of a log, or of any first part of it. */
  of(log: Iterable<RunEvent>): View;
}

export function fold<View>(start: () => View, add: (view: View, event: RunEvent) => View): Fold<View> {
  return {
    start,
    add,
    of(log) {
      let view = start();
      for (const event of log) view = add(view, event);
      return view;
    },
  };
}
