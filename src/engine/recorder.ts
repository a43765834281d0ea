// The log of a run: the only place that stamps events, keeps them in order and closes what is open.
import type { Clock } from "./clock.ts";
import type { Fact, RunEvent } from "./events.ts";

export interface Recorder {
  readonly log: readonly RunEvent[];
  say(fact: Fact): void;
  subscribe(listener: (event: RunEvent) => void): () => void;
  /** Ends every span that is still open, the inner ones first, but for the one named. */
  endOpenSpans(failure: { code: string; message: string }, except?: string): void;
}

/** After `run.end` nothing is added: what comes late changes nothing. */
export function createRecorder(clock: Clock): Recorder {
  const log: RunEvent[] = [];
  const listeners = new Set<(event: RunEvent) => void>();
  const open = new Set<string>();
  const startedAt = clock.now();
  let ended = false;

  function say(fact: Fact): void {
    if (ended) return;
    if (fact.type === "span.start") open.add(fact.span);
    else if (fact.type === "span.end" && !open.delete(fact.span)) return;
    // Microseconds are enough, and keep the log short.
    const at = Math.round((clock.now() - startedAt) * 1000) / 1000;
    const event: RunEvent = Object.freeze({ ...fact, seq: log.length, at });
    log.push(event);
    ended = fact.type === "run.end";
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
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    endOpenSpans(failure, except) {
      for (const span of [...open].reverse()) {
        if (span !== except) say({ type: "span.end", span, status: "stopped", failure });
      }
    },
  };
}
