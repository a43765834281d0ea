// Every view of a run at any moment of its log, forwards and backwards.
import {
  board,
  graphTape,
  plan,
  spans,
  usage,
  type BoardView,
  type GraphView,
  type PlanView,
  type RunEvent,
  type SpansView,
  type UsageView,
} from "../../engine/index.ts";

export interface Views {
  readonly graph: GraphView;
  readonly spans: SpansView;
  readonly usage: UsageView;
  readonly plan: PlanView;
  readonly board: BoardView;
}

/** Makes the views of a moment; only the newest that it gave may be used. */
export class Moments {
  readonly #log: readonly RunEvent[];
  readonly #tape = graphTape();
  #rest = startRest();
  #count = 0;

  /** `log` may grow while it is looked at. */
  constructor(log: readonly RunEvent[]) {
    this.#log = log;
  }

  /** The views after the first `count` events of the log. */
  at(count: number): Views {
    while (this.#tape.length < count) {
      const event = this.#log[this.#tape.length];
      if (!event) break;
      this.#tape.add(event);
    }
    // The graph remembers what was before; the other folds begin anew, which costs less than remembering.
    if (count < this.#count) [this.#rest, this.#count] = [startRest(), 0];
    for (; this.#count < count; this.#count++) {
      const event = this.#log[this.#count];
      if (!event) break;
      this.#rest = {
        spans: spans.add(this.#rest.spans, event),
        usage: usage.add(this.#rest.usage, event),
        plan: plan.add(this.#rest.plan, event),
        board: board.add(this.#rest.board, event),
      };
    }
    return { graph: this.#tape.at(count), ...this.#rest };
  }
}

const startRest = () => ({ spans: spans.start(), usage: usage.start(), plan: plan.start(), board: board.start() });
