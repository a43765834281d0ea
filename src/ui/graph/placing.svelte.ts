// What a person moved on the graph of each run that is shown, with a way back.
import type { Layout } from "./layout.ts";
import { movedBy, type Moves, type Offset } from "./moves.ts";

const none: Moves = new Map();

/** The most that can be taken back. */
const mostPast = 100;

export class Placing {
  #now = $state.raw<{ readonly layout: Layout; readonly moves: Moves; readonly past: readonly Moves[] } | null>(null);

  /** How far nodes were moved in this layout: another run has none. */
  of(layout: Layout): Moves {
    return this.#now?.layout === layout ? this.#now.moves : none;
  }

  /** @param goesOn - whether it belongs to the move before, and is taken back with it */
  move(layout: Layout, node: string, by: Offset, goesOn = false): void {
    this.#put(layout, movedBy(this.of(layout), node, by), goesOn);
  }

  /** Everything goes back to where it was placed. */
  tidy(layout: Layout): void {
    if (this.of(layout).size > 0) this.#put(layout, none);
  }

  /** Takes back the last move, or that all was tidied; whether there was anything. */
  undo(layout: Layout): boolean {
    if (this.#now?.layout !== layout || this.#now.past.length === 0) return false;
    const moves = this.#now.past.at(-1) ?? none;
    this.#now = { layout, moves, past: this.#now.past.slice(0, -1) };
    return true;
  }

  #put(layout: Layout, moves: Moves, goesOn = false): void {
    const past = this.#now?.layout === layout ? this.#now.past : [];
    this.#now = { layout, moves, past: goesOn ? past : [...past, this.of(layout)].slice(-mostPast) };
  }
}
