// The log of a run: the only place that stamps events, keeps them in order and closes what is open.
import type { Clock } from "./clock.ts";
import type { Fact, RunEvent } from "./events.ts";

type Stamped = Fact & { seq: number; at: number };

export interface Recorder {
  readonly log: readonly RunEvent[];
  say(fact: Fact): void;
  subscribe(listener: (event: RunEvent) => void): () => void;
  isOpen(span: string): boolean;
  /** Ends every span that is still open, the inner ones first, but for the one named. */
  endOpenSpans(failure: { code: string; message: string }, except?: string): void;
}

/** After `run.end` nothing is added: what comes late changes nothing. */
export function createRecorder(clock: Clock): Recorder {
  const log: RunEvent[] = [];
  let listeners: readonly ((event: RunEvent) => void)[] = [];
  const open = new Set<string>();
  const startedAt = clock.now();
  let ended = false;

  function say(fact: Fact): void {
    if (ended) return;
    if (fact.type === "span.start") open.add(fact.span);
    else if (fact.type === "span.end" && !open.delete(fact.span)) return;
    // Whole milliseconds are what a person can tell apart; fractions would make each event a tenth larger.
    const at = Math.round(clock.now() - startedAt);
    // Stamped in place: each fact is said once, and a copy would double what a run leaves to collect.
    const event = fact as Stamped;
    event.seq = log.length;
    event.at = at;
    Object.freeze(event);
    log.push(event);
    ended = fact.type === "run.end";
    if (listeners.length === 0) return;
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        // A view that breaks must not break the run; its error is still told to whoever watches for errors.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  return {
    log,
    say,
    subscribe(listener) {
      listeners = [...listeners, listener];
      return () => {
        listeners = listeners.filter((one) => one !== listener);
      };
    },
    isOpen: (span) => open.has(span),
    endOpenSpans(failure, except) {
      for (const span of [...open].reverse()) {
        if (span !== except) say({ type: "span.end", span, status: "stopped", failure });
      }
    },
  };
}
