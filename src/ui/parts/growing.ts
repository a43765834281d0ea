// A fold that is asked for again and again while its log grows, or an earlier part of it is shown.
import type { Fold, RunEvent } from "../../engine/index.ts";

/** The view of a log: takes in only what came since it was last asked, and begins anew where that was another or a longer log. */
export function growing<View>(fold: Fold<View>): (log: readonly RunEvent[]) => View {
  let view = fold.start();
  let last: RunEvent | undefined;
  let count = 0;
  return (log) => {
    if (count > log.length || (count > 0 && log[count - 1] !== last)) [view, count] = [fold.start(), 0];
    for (; count < log.length; count++) view = fold.add(view, log[count] as RunEvent);
    last = log[count - 1];
    return view;
  };
}
