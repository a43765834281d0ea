// Time as the engine sees it: timers that stand still while a run is paused or held.

/** A clock that a test can replace. `now` is in ms since any fixed moment; `wall` in ms since 1970. */
export interface Clock {
  now(): number;
  wall(): number;
  /** Calls `fire` once after `ms`; returns a function that cancels it. */
  after(ms: number, fire: () => void): () => void;
}

// A longer delay makes setTimeout fire at once: https://developer.mozilla.org/docs/Web/API/setTimeout#maximum_delay_value
const longestTimeout = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => performance.now(),
  wall: () => Date.now(),
  after(ms, fire) {
    let timer: ReturnType<typeof setTimeout>;
    const arm = (left: number) => {
      timer = setTimeout(
        () => (left > longestTimeout ? arm(left - longestTimeout) : fire()),
        Math.min(left, longestTimeout),
      );
    };
    arm(ms);
    return () => clearTimeout(timer);
  },
};

/** A timer on a {@link Stopwatch}. */
export interface Timer {
  cancel(): void;
  /** Gives it more time. */
  extend(ms: number): void;
}

/** A clock that can be stopped, with all its timers. */
export interface Stopwatch {
  /** ms that it has run */
  elapsed(): number;
  after(ms: number, fire: () => void): Timer;
  stop(): void;
  start(): void;
}

/** A stopwatch, running from now on. Stopped twice, it must be started twice. */
export function createStopwatch(clock: Clock): Stopwatch {
  const timers = new Set<{ arm(): void; disarm(): void }>();
  let since = clock.now();
  let before = 0;
  let stops = 0;
  const elapsed = () => before + (stops > 0 ? 0 : clock.now() - since);

  return {
    elapsed,
    after(ms, fire) {
      let due = elapsed() + ms;
      let disarm: (() => void) | null = null;
      const timer = {
        arm() {
          disarm = clock.after(Math.max(0, due - elapsed()), () => {
            timers.delete(timer);
            fire();
          });
        },
        disarm() {
          disarm?.();
          disarm = null;
        },
      };
      timers.add(timer);
      if (stops === 0) timer.arm();
      return {
        cancel() {
          timers.delete(timer);
          timer.disarm();
        },
        extend(more) {
          due += more;
          timer.disarm();
          timers.add(timer);
          if (stops === 0) timer.arm();
        },
      };
    },
    stop() {
      if (stops++ > 0) return;
      before += clock.now() - since;
      for (const timer of timers) timer.disarm();
    },
    start() {
      if (--stops > 0) return;
      since = clock.now();
      for (const timer of timers) timer.arm();
    },
  };
}
