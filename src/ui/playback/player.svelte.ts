// Plays a run: the moment that is shown moves on by itself.
import type { LiveRun } from "../run.svelte.ts";
import { Pacing, type Pace } from "./pacing.ts";

/** How much faster than at 1× a run is played. */
export const speeds = [0.5, 1, 2, 4, 8] as const;
export type Speed = (typeof speeds)[number];

/** A tab that was hidden has no frames: the time in which nobody could watch is not made up for. */
const longestFrameMs = 250;

/** How runs are played, kept from one run to the next. */
class Manner {
  speed = $state<Speed>(1);
  pace = $state<Pace>("as-it-ran");
}
const manner = new Manner();

/** What moves the moment of one run. Dispose of it with the run. */
export class Player {
  readonly #run: LiveRun;
  playing = $state(false);
  #frame: number | null = null;
  #pacing: Pacing;

  constructor(run: LiveRun) {
    this.#run = run;
    this.#pacing = new Pacing(run.log, manner.pace);
  }

  get speed(): Speed {
    return manner.speed;
  }
  set speed(speed: Speed) {
    manner.speed = speed;
  }

  get pace(): Pace {
    return manner.pace;
  }
  set pace(pace: Pace) {
    manner.pace = pace;
    this.#pacing = new Pacing(this.#run.log, pace);
    if (this.playing) this.play();
  }

  /** How many events are shown. */
  get count(): number {
    return this.#run.moment ?? this.#run.log.length;
  }

  /** Plays on from the moment that is shown; from the beginning where that is the end. */
  play(): void {
    this.pause();
    if (this.#run.moment === null) this.#run.showAt(1);
    if (this.#run.moment === null) return;
    this.playing = true;
    let at = this.#pacing.timeOf(this.count);
    let before: number | null = null;
    let shown = this.#run.moment;
    const go = (now: number) => {
      // Somebody chose another moment, on the timeline: that is where they want to be.
      if (this.#run.moment !== shown) return this.pause();
      at += Math.min(longestFrameMs, now - (before ?? now)) * manner.speed;
      before = now;
      const count = this.#pacing.countAt(at);
      if (count !== this.#run.moment) this.#run.showAt(count);
      shown = this.#run.moment;
      // At the end of the log the run is shown as it is now, which goes on by itself if it still runs.
      if (this.#run.moment === null) this.pause();
      else this.#frame = requestAnimationFrame(go);
    };
    this.#frame = requestAnimationFrame(go);
  }

  pause(): void {
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#frame = null;
    this.playing = false;
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  /** Shows another moment and stops there; null: the end, which of a run that goes on is now. */
  go(count: number | null): void {
    this.pause();
    this.#run.showAt(count);
  }

  step(by: number): void {
    this.go(this.count + by);
  }

  /** One speed up or down. */
  faster(by: 1 | -1): void {
    const next = speeds[speeds.indexOf(manner.speed) + by];
    if (next !== undefined) manner.speed = next;
  }
}
