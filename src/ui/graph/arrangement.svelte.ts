// How the graph is arranged: by time, as it grows; or, when a person asks for it, as a tidy tree, which is loaded then.
import type { GraphView } from "../../engine/index.ts";
import type { Layout } from "./layout.ts";

export type Arranged = "time" | "tree";

/** A run of more nodes changes without animation; nobody could follow it. */
const mostAnimated = 200;
/** How long cards glide to their new places. */
const glideMs = 350;
/** While the run grows, the tree takes at most this share of the time, and lets cards come to rest in between. */
const share = 0.1;
const leastMs = glideMs;

type MakeTree = (graph: GraphView) => Layout;

export class Arrangement {
  /** what is shown; while the tree is on its way, still the places by time */
  shown = $state.raw<Arranged>("time");
  /** why there is no tree; null: nothing went wrong */
  problem = $state.raw<string | null>(null);
  /** whether everything is changing its place */
  changes = $state.raw(false);
  #make: MakeTree | null = null;
  #tree: { readonly layout: Layout; readonly of: Layout; readonly nodes: number } | null = null;
  #freeAt = 0;
  #turn = $state.raw(0);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #glide: ReturnType<typeof setTimeout> | undefined;

  readonly #still: () => boolean;

  /** @param still - whether moves must not be animated */
  constructor(still: () => boolean) {
    this.#still = still;
  }

  /** Shows the other one; `turn` is called once everything has another place. */
  async toggle(nodes: number, turn: () => unknown): Promise<void> {
    this.problem = null;
    if (this.shown === "time" && !this.#make) {
      try {
        this.#make = (await import("./tree-layout.ts")).treeLayout;
      } catch (error) {
        this.problem = error instanceof Error ? error.message : String(error);
        return;
      }
    }
    this.#startGlide(nodes);
    this.shown = this.shown === "time" ? "tree" : "time";
    turn();
  }

  /**
   * The places of a graph now. The tree is made anew when nodes have come, yet never so often that the page is busy with
   * it; until then the new ones wait. Of an earlier moment every node keeps its place.
   */
  layoutOf(byTime: Layout, graph: GraphView): Layout {
    void this.#turn;
    if (this.shown === "time" || !this.#make) return byTime;
    const known = this.#tree?.of === byTime ? this.#tree : null;
    const nodes = graph.order.length;
    if (known && nodes <= known.nodes) return known.layout;
    const begun = performance.now();
    if (known && begun < this.#freeAt) {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.#turn++;
      }, this.#freeAt - begun);
      return known.layout;
    }
    const layout = this.#make(graph);
    const now = performance.now();
    this.#freeAt = now + Math.max(leastMs, (now - begun) / share);
    this.#tree = { layout, of: byTime, nodes };
    return layout;
  }

  /** Whether cards of a run of so many nodes glide to new places, rather than jump. */
  glides(nodes: number): boolean {
    return nodes <= mostAnimated && !this.#still();
  }

  #startGlide(nodes: number): void {
    if (!this.glides(nodes)) return;
    clearTimeout(this.#glide);
    this.changes = true;
    this.#glide = setTimeout(() => (this.changes = false), glideMs + 50);
  }

  destroy(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#glide);
  }
}
