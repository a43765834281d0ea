// How each run is seen on its graph now: for pictures, which show what a person sees.
import type { Folded } from "./folds.ts";
import type { Layout } from "./layout.ts";

export interface Look {
  readonly layout: Layout;
  readonly folded: Folded;
}

const looks = new WeakMap<object, () => Look>();

/** Tells how a run is seen from now on; ends with what is returned. */
export function tellLook(of: object, look: () => Look): () => void {
  looks.set(of, look);
  return () => {
    if (looks.get(of) === look) looks.delete(of);
  };
}

/** How a run is seen; `undefined`: its graph is not on the page. */
export const lookOf = (of: object): Look | undefined => looks.get(of)?.();
