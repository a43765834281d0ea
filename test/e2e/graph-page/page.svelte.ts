// What the tests of the graph drive: any number of real graphs, each fed with events by hand.
import "../../../src/ui/app.css";
import { flushSync, mount, unmount } from "svelte";
import { graph, type GraphView, type RunEvent } from "../../../src/engine/index.ts";
import Graph from "../../../src/ui/graph/Graph.svelte";

class Shown {
  graph = $state.raw<GraphView>(graph.start());
  texts = $state.raw<ReadonlyMap<string, string>>(new Map());
  selected = $state<string | null>(null);
  running = $state(true);
  opened = $state<string | null>(null);
}

export interface Mounted {
  readonly holder: HTMLElement;
  readonly shown: Shown;
  /** Takes in events and draws what they bring. */
  add(...events: RunEvent[]): void;
  leave(): void;
}

/** Puts a graph onto the page, in a box of this style. */
function show(style: string): Mounted {
  const holder = document.body.appendChild(document.createElement("div"));
  holder.style.cssText = style;
  const shown = new Shown();
  const props = {
    of: shown,
    get graph() {
      return shown.graph;
    },
    get texts() {
      return shown.texts;
    },
    get selected() {
      return shown.selected;
    },
    get running() {
      return shown.running;
    },
    onselect: (id: string) => (shown.selected = id),
    onopen: (id: string) => (shown.opened = id),
  };
  const drawn = mount(Graph, { target: holder, props });
  return {
    holder,
    shown,
    add(...events) {
      for (const event of events) shown.graph = graph.add(shown.graph, event);
      flushSync();
    },
    leave() {
      void unmount(drawn);
      holder.remove();
    },
  };
}

const graphs: Mounted[] = [];
const harness = { show: (style: string) => graphs.push(show(style)) - 1, graphs };

declare global {
  interface Window {
    graphs: typeof harness;
  }
}
window.graphs = harness;
