// The keys of the graph.
import { directions, type Direction } from "./walk.ts";

export interface KeyActions {
  walk(direction: Direction): void;
  /** Moves the node that has the focus so many px. */
  move(direction: Direction, px: number): void;
  /** Takes the last move back; whether there was one. */
  undo(): boolean;
  first(): void;
  last(): void;
  open(): void;
  fold(): void;
  zoom(factor: number): void;
  fit(): void;
  /** Shows the tree, or the places by time. */
  arrange(): void;
}

const step = { short: 16, long: 64 } as const;

/** Does what a key asks for, and keeps the browser from doing something else with it. */
export function readKey(event: KeyboardEvent, to: KeyActions): void {
  const { key, altKey, shiftKey } = event;
  const direction = directions.get(key);
  if (event.ctrlKey || event.metaKey) {
    if (key !== "z" || altKey || shiftKey || !to.undo()) return;
  } else if (altKey) {
    if (!direction) return;
    to.move(direction, shiftKey ? step.long : step.short);
  } else if (direction) to.walk(direction);
  else if (key === "Home") to.first();
  else if (key === "End") to.last();
  else if (key === "Enter") to.open();
  else if (key === "f" || key === "F") to.fold();
  else if (key === "+" || key === "=") to.zoom(1.25);
  else if (key === "-") to.zoom(0.8);
  else if (key === "0") to.fit();
  else if (key === "t" || key === "T") to.arrange();
  else return;
  event.preventDefault();
}
