// When each event comes while a run is played.
import type { RunEvent } from "../../engine/index.ts";

/** `as-it-ran`: as far apart as in the run; `even`: one after the other */
export type Pace = "as-it-ran" | "even";

/** From one event to the next in even steps, in ms. */
export const evenStepMs = 400;

/** No wait takes longer than this while a run is played as it ran: nobody watches a pause of ten minutes. */
export const longestWaitMs = 3_000;

/** The playing time of a log, in ms from its first event. The log may grow. */
export class Pacing {
  readonly #log: readonly RunEvent[];
  readonly #pace: Pace;
  /** by place in the log */
  readonly #times: number[] = [];

  constructor(log: readonly RunEvent[], pace: Pace) {
    this.#log = log;
    this.#pace = pace;
  }

  /** When the first `count` events have come. */
  timeOf(count: number): number {
    this.#grow();
    return this.#times[Math.min(count, this.#times.length) - 1] ?? 0;
  }

  /** How many events have come by then; at least one. */
  countAt(ms: number): number {
    this.#grow();
    let [low, high] = [1, this.#times.length];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#times[middle - 1] ?? Infinity) <= ms) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #grow(): void {
    for (let place = this.#times.length; place < this.#log.length; place++) {
      const apart = (this.#log[place]?.at ?? 0) - (this.#log[place - 1]?.at ?? 0);
      const step = this.#pace === "even" ? evenStepMs : Math.min(longestWaitMs, Math.max(0, apart));
      this.#times.push(place === 0 ? 0 : (this.#times[place - 1] ?? 0) + step);
    }
  }
}
