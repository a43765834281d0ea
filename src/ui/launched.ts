// What a run is started with, and the run that was started.
import type { Drills, Limit, StartOptions } from "../engine/index.ts";
import type { LiveRun } from "./run.svelte.ts";

/** What a person chose, checked. */
export interface Ready {
  /** without ports and without what a page does for a run */
  readonly options: Omit<StartOptions, "ports" | "onHold" | "onText">;
  /** the most that the owner of the server allows */
  readonly ends: Partial<Record<Limit, number>>;
  /** whether models are called with the money of the server's owner */
  readonly paid: boolean;
  /** what misbehaves on purpose; faults of tools are put in when it starts */
  readonly drills: Drills;
}

export interface Launched {
  readonly live: LiveRun;
  /** in the time of performance.now() */
  readonly startedAt: number;
  /** Resolves when it has ended and is saved, as far as it can be; never rejects: a fault of ours is in `live.bug`. */
  readonly over: Promise<void>;
}
