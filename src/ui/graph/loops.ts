// What loop rules found, as it is drawn: which cards bear a sign of it, and where its tag stands.
import type { GraphEdge, GraphLoop, GraphView } from "../../engine/index.ts";
import { loopSaid } from "../parts/loop-words.ts";
import { standIn, type Folded } from "./folds.ts";
import { sentencesText } from "../parts/format.ts";

/** What a drawn node has to do with loops, its own or those of what is folded into it. */
export interface LoopSign {
  /** the strongest of them */
  readonly level: GraphLoop["level"];
  /** the loop that ends here: its name and count stand at the card */
  readonly tag: GraphLoop | null;
  /** for a screen reader */
  readonly words: string;
}

/** The signs of all loops, by the node that is drawn. Costs what loops there are, not what nodes. */
export function loopSigns(graph: GraphView, folded: Folded): ReadonlyMap<string, LoopSign> {
  const signs = new Map<string, LoopSign>();
  for (const loop of graph.loops) {
    const drawn = loop.nodes.filter((id) => graph.nodes.has(id)).map((id) => standIn(graph, folded, id));
    const last = drawn.at(-1);
    for (const id of new Set(drawn)) {
      const before = signs.get(id);
      const tag = id === last ? stronger(before?.tag ?? null, loop) : (before?.tag ?? null);
      const level = before?.level === "stop" ? "stop" : loop.level;
      const said = loopSaid(loop);
      const words = before && !before.words.includes(said) ? sentencesText([before.words, said]) : said;
      signs.set(id, { level, tag, words });
    }
  }
  return signs;
}

/** Of two loops that end at one card an end counts more than a nudge, and the newer more than the older. */
const stronger = (known: GraphLoop | null, loop: GraphLoop): GraphLoop =>
  known?.level === "stop" && loop.level === "nudge" ? known : loop;

/** Whether a tie between two compared nodes belongs to a loop that ended its agent. */
export function levelOf(graph: GraphView, { from, to }: Pick<GraphEdge, "from" | "to">): GraphLoop["level"] {
  const loops = (graph.nodes.get(to)?.loops ?? []).flatMap((at) => graph.loops[at] ?? []);
  return loops.some(({ level, nodes }) => level === "stop" && nodes.includes(from)) ? "stop" : "nudge";
}
