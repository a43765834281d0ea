// Pause, and the moments at which a run waits for a person.
import type { Budget, Limit } from "./budget.ts";
import type { Stopwatch } from "./clock.ts";
import { StopError } from "./errors.ts";
import { rootSpan, type Fact } from "./events.ts";
import type { LimitReached } from "./moves/context.ts";
import type { Purse } from "./purse.ts";
import { within, type Scope } from "./scope.ts";

/** What a run waits for a person to decide. */
export interface Hold {
  readonly id: string;
  readonly kind: "limit";
  readonly span: string;
  readonly limit: Limit;
  readonly value: number;
  readonly used: number;
}

/** What was decided. `raise` sets the limit that was reached to `value`; null: no limit, where that is allowed. */
export type Decision =
  | { choice: "raise"; value: number | null; by?: "person" | "nobody" }
  | { choice: "finish"; by?: "person" | "nobody" }
  | { choice: "stop"; by?: "person" | "nobody" };

export type OnHold = (hold: Hold, signal: AbortSignal) => Promise<Decision>;

interface HoldsOptions {
  say(fact: Fact): void;
  scope: Scope;
  watch: Stopwatch;
  budget: Budget;
  purse: Purse;
  onHold: OnHold | undefined;
}

const raisable: ReadonlySet<Limit> = new Set(["tokens", "usd", "subtasks"]);

/** All clocks of the run stand still while it waits or is paused. Agents in parallel ask one after another. */
export function createHolds({ say, scope, watch, budget, purse, onHold }: HoldsOptions) {
  let asked = 0;
  let paused: { id: string; promise: Promise<void>; resolve(): void } | null = null;
  let queue: Promise<unknown> = Promise.resolve();

  async function decide(hold: Hold, ask: OnHold): Promise<boolean> {
    const now = budget[hold.limit];
    if (now === null || now > hold.value) return true; // raised for another agent meanwhile
    const { id, kind, span, limit, value, used } = hold;
    say({ type: "hold", span, id, kind, limit, value, used });
    watch.stop();
    try {
      const decision = await within(scope, ask(hold, scope.signal));
      const raised = decision.choice === "raise" && raise(limit, decision.value, used);
      say({
        type: "decision",
        span,
        hold: id,
        by: decision.by ?? "person",
        choice: decision.choice === "raise" && !raised ? "finish" : decision.choice,
        ...(decision.choice === "raise" && raised && { value: decision.value }),
      });
      if (decision.choice === "stop") {
        scope.stop(new StopError({ code: "aborted", limit, message: "The person stopped the run at a limit." }));
      }
      return raised;
    } finally {
      watch.start();
    }
  }

  /** False: that would be no raise. */
  function raise(limit: Limit, value: number | null, used: number): boolean {
    if (value === null ? !raisable.has(limit) : !(value > used)) return false;
    Object.assign(budget, { [limit]: value });
    if (limit === "modelCalls" || limit === "toolCalls" || limit === "tokens" || limit === "usd")
      purse.raise(limit, value);
    return true;
  }

  return {
    gate: (): Promise<void> | undefined => paused?.promise,
    pause(): void {
      if (paused || scope.stopped) return;
      let resolve = () => {};
      const promise = new Promise<void>((done) => (resolve = done));
      const id = `hold-${++asked}`;
      paused = { id, promise, resolve };
      watch.stop();
      say({ type: "hold", span: rootSpan, id, kind: "pause" });
    },
    resume(): void {
      if (!paused) return;
      const { id, resolve } = paused;
      paused = null;
      say({ type: "decision", span: rootSpan, hold: id, by: "person", choice: "resume" });
      watch.start();
      resolve();
    },
    /** True: the limit was raised. Without a person: false. */
    async ask(span: string, hit: LimitReached): Promise<boolean> {
      if (!onHold) return false;
      const hold: Hold = { id: `hold-${++asked}`, kind: "limit", span, ...hit };
      const turn = queue.then(() => decide(hold, onHold));
      queue = turn.catch(() => {});
      return turn;
    },
  };
}
