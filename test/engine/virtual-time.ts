// Time that moves only when nothing else can happen: the same run takes the same course every time, and a run that hangs is found.
import type { Clock } from "../../src/engine/index.ts";

interface Due {
  at: number;
  order: number;
  fire: () => void;
}

export interface VirtualTime {
  readonly clock: Clock;
  /** Resolves after so many ms of this time. */
  wait(ms: number): Promise<void>;
  /**
   * Moves time on until `work` has settled.
   *
   * @throws Error if it has not, and nothing is due that could bring it on
   */
  until<T>(work: Promise<T>): Promise<T>;
}

export function virtualTime(): VirtualTime {
  let now = 0;
  let order = 0;
  const due: Due[] = [];
  const after = (ms: number, fire: () => void) => {
    const timer = { at: now + ms, order: ++order, fire };
    due.push(timer);
    return () => {
      const place = due.indexOf(timer);
      if (place >= 0) due.splice(place, 1);
    };
  };

  return {
    clock: { now: () => now, wall: () => now, after },
    wait: (ms) => new Promise((resolve) => void after(ms, resolve)),
    async until(work) {
      let over = false;
      const mark = () => (over = true);
      work.then(mark, mark);
      for (let idle = 0; !over;) {
        // All that can go on without time goes on before the next macrotask.
        await new Promise((resolve) => setImmediate(resolve));
        if (over) break;
        const next = due.reduce<Due | null>((first, one) => (first && isBefore(first, one) ? first : one), null);
        if (next) {
          idle = 0;
          due.splice(due.indexOf(next), 1);
          now = Math.max(now, next.at);
          next.fire();
        } else if (++idle > 200) throw new Error(`It hangs at ${now} ms: nothing is due.`);
        // A part of the engine may still be loading.
        else if (idle > 20) await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return work;
    },
  };
}

const isBefore = (a: Due, b: Due) => a.at < b.at || (a.at === b.at && a.order < b.order);
