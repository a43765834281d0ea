// Lets cards in a few at a time: to make hundreds at once takes longer than a frame.
import type { Drawn } from "./folds.ts";

export class Gate {
  #inside = new Set<string>();
  #turn = $state.raw(0);
  readonly #most: number;

  /** @param most - how many new ones may come at a time */
  constructor(most: number) {
    this.#most = most;
  }

  /** Those that are drawn now: all that were there before, and a few more. It is asked again after {@link wait}. */
  admit(drawn: readonly Drawn[]): { readonly now: readonly Drawn[]; readonly waiting: number } {
    void this.#turn;
    let room = this.#most;
    const now = drawn.filter(({ place }) => this.#inside.has(place.node) || room-- > 0);
    this.#inside = new Set(now.map(({ place }) => place.node));
    return { now, waiting: drawn.length - now.length };
  }

  /** Opens once more in the next frame; ends with what is returned. */
  wait(): () => void {
    const next = requestAnimationFrame(() => this.#turn++);
    return () => cancelAnimationFrame(next);
  }
}
