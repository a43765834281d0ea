// The blackboard of a run: who wrote what, and who was shown it when.
import type { RunEvent } from "../events.ts";
import { fold } from "./fold.ts";

export interface BoardReading {
  readonly agent: string;
  /** span of the agent that was shown it */
  readonly span: string;
  /** ms since the run began */
  readonly at: number;
}

/** Replaced, never changed, when somebody reads it. */
export interface BoardEntry {
  readonly key: string;
  /** 1 for the first entry of its key */
  readonly version: number;
  readonly author: string;
  readonly text: string;
  readonly span: string;
  /** ms since the run began */
  readonly at: number;
  readonly readings: readonly BoardReading[];
}

export interface BoardView {
  /** the oldest first; grows in place */
  readonly entries: readonly BoardEntry[];
  /** entries of each key, as places in `entries`, the oldest first; grows in place */
  readonly byKey: ReadonlyMap<string, readonly number[]>;
  /** for the fold alone: readings of entries that have not come */
  readonly early: Map<string, BoardReading[]>;
}

/**
 * The blackboard of a run. A reading that comes before its entry waits for it. Should one version of a key be written twice,
 * both are kept, and readings count for the newer one.
 */
export const board = fold<BoardView>(
  () => ({ entries: [], byKey: new Map(), early: new Map() }),
  (view, event) => {
    if (event.type === "board.write") return write(view, event);
    if (event.type === "board.read") return read(view, event);
    return view;
  },
);

function write(view: BoardView, event: RunEvent & { type: "board.write" }): BoardView {
  const { key, version, author, text, span, at } = event;
  const name = nameOf(key, version);
  const entries = view.entries as BoardEntry[];
  const byKey = view.byKey as Map<string, number[]>;
  const places = byKey.get(key);
  if (places) places.push(entries.length);
  else byKey.set(key, [entries.length]);
  entries.push({ key, version, author, text, span, at, readings: view.early.get(name) ?? [] });
  view.early.delete(name);
  return { ...view };
}

function read(view: BoardView, event: RunEvent & { type: "board.read" }): BoardView {
  const entries = view.entries as BoardEntry[];
  const { agent, span, at } = event;
  for (const { key, version } of event.entries) {
    const place = view.byKey.get(key)?.findLast((place) => entries[place]?.version === version);
    const entry = place === undefined ? undefined : entries[place];
    if (place === undefined || !entry) {
      const name = nameOf(key, version);
      view.early.set(name, withReading(view.early.get(name) ?? [], { agent, span, at }));
    } else {
      entries[place] = { ...entry, readings: withReading(entry.readings, { agent, span, at }) };
    }
  }
  return { ...view };
}

/** An agent is shown an entry once: what it is shown again is no news. */
function withReading(readings: readonly BoardReading[], reading: BoardReading): BoardReading[] {
  return readings.some(({ span, agent }) => span === reading.span && agent === reading.agent)
    ? [...readings]
    : [...readings, reading];
}

// A key may hold any letter; as JSON no two pairs look alike.
const nameOf = (key: string, version: number): string => JSON.stringify([key, version]);
