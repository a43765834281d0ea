// How the graph of a run is looked at: where its nodes go, what the view keeps to, what is folded. Another run begins anew.
import { untrack } from "svelte";
import type { Folded } from "./folds.ts";
import { createLayout, type Layout } from "./layout.ts";

/** What the view keeps to: the newest node, everything, the beginning of a run that is over, or nothing. */
export type Mode = "newest" | "all" | "beginning" | "free";

interface Stage {
  readonly layout: Layout;
  /** it went on while it was looked at */
  wentOn: boolean;
}

const nothing: Folded = new Set();

export class Looking {
  readonly #of: () => object;
  readonly #running: () => boolean;
  // Derived by itself: a change of anything else is no other run.
  readonly #run = $derived.by(() => this.#of());
  readonly stage = $derived.by<Stage>(() => (void this.#run, { layout: createLayout(), wentOn: false }));
  #chosen = $state.raw<{ readonly layout: Layout; readonly mode: Mode } | null>(null);
  readonly mode = $derived.by<Mode>(() => {
    this.stage.wentOn ||= this.#running();
    if (this.#chosen?.layout === this.stage.layout) return this.#chosen.mode;
    return this.stage.wentOn ? "newest" : "beginning";
  });
  #foldedBy = $state.raw<{ readonly layout: Layout; readonly nodes: Folded } | null>(null);
  readonly folded = $derived(this.#foldedBy?.layout === this.stage.layout ? this.#foldedBy.nodes : nothing);

  /**
   * @param of - the run
   * @param running - whether it goes on
   */
  constructor(of: () => object, running: () => boolean) {
    this.#of = of;
    this.#running = running;
  }

  keepTo(next: Mode): void {
    if (untrack(() => this.mode) !== next) this.#chosen = { layout: this.stage.layout, mode: next };
  }

  /** Folds a group, or unfolds it. */
  fold(id: string): void {
    const nodes = new Set(this.folded);
    if (!nodes.delete(id)) nodes.add(id);
    this.#foldedBy = { layout: this.stage.layout, nodes };
  }
}
