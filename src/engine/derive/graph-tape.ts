// The graph at any moment of a log: a tape that goes backwards as well as forwards.
import type { RunEvent } from "../events.ts";
import { graph } from "./graph.ts";
import type { GraphView } from "./graph-notes.ts";
import type { GraphLoop, GraphNode } from "./graph-types.ts";

export interface GraphTape {
  /** Takes in the next event of the log. */
  add(event: RunEvent): void;
  /** How many events it has taken in. */
  readonly length: number;
  /**
   * The graph after the first `count` events, which is `graph.of` of them: costs what changed between this moment and the one
   * that was asked for before. Only the newest view may be used, and no event may be added to it.
   */
  at(count: number): GraphView;
}

/** What replaced what; undefined: it was not there before. */
type Change<Key, Value> = readonly [key: Key, before: Value | undefined, after: Value];

/** How far each list reaches after an event. */
interface Reach {
  readonly nodes: number;
  readonly loops: number;
  readonly order: number;
  readonly edges: number;
}

/**
 * A tape of an empty log. It folds each event once and keeps every node as it was before and after, some 1 kB an event: make
 * one when a person looks back, and let go of it when they are done.
 */
export function graphTape(): GraphTape {
  const changed = { nodes: new Set<string>(), loops: new Set<number>() };
  let head = graph.start();
  head.notes.changed = changed;
  const reaches: Reach[] = [{ nodes: 0, loops: 0, order: 0, edges: 0 }];
  const [nodeChanges, loopChanges]: [Change<string, GraphNode>[], Change<number, GraphLoop>[]] = [[], []];
  const newestNodes = new Map<string, GraphNode>();
  const newestLoops: GraphLoop[] = [];

  const nodes = new Map<string, GraphNode>();
  const loops: GraphLoop[] = [];
  let shown = 0;

  function show(count: number): Reach {
    const from = reaches[shown] as Reach;
    const to = reaches[count] as Reach;
    for (const [id, , after] of nodeChanges.slice(from.nodes, to.nodes)) nodes.set(id, after);
    for (const [place, , after] of loopChanges.slice(from.loops, to.loops)) loops[place] = after;
    for (const [id, before] of nodeChanges.slice(to.nodes, Math.max(to.nodes, from.nodes)).reverse()) {
      if (before) nodes.set(id, before);
      else nodes.delete(id);
    }
    for (const [place, before] of loopChanges.slice(to.loops, Math.max(to.loops, from.loops)).reverse()) {
      if (before) loops[place] = before;
      else loops.length = place;
    }
    shown = count;
    return to;
  }

  return {
    add(event) {
      head = graph.add(head, event);
      for (const id of changed.nodes) {
        const after = head.nodes.get(id);
        if (!after) continue;
        nodeChanges.push([id, newestNodes.get(id), after]);
        newestNodes.set(id, after);
      }
      for (const place of changed.loops) {
        const after = head.loops[place];
        if (!after) continue;
        loopChanges.push([place, newestLoops[place], after]);
        newestLoops[place] = after;
      }
      changed.nodes.clear();
      changed.loops.clear();
      reaches.push({
        nodes: nodeChanges.length,
        loops: loopChanges.length,
        order: head.order.length,
        edges: head.edges.length,
      });
    },
    get length() {
      return reaches.length - 1;
    },
    at(count) {
      const { order, edges } = show(Math.max(0, Math.min(count, reaches.length - 1)));
      return {
        nodes,
        order: head.order.slice(0, order),
        edges: head.edges.slice(0, edges),
        loops: [...loops],
        notes: head.notes,
      };
    },
  };
}
