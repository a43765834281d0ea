// What is known of each card that is drawn. While nothing of it changes it stays the same object, so that nothing is done for it.
import type { GraphNode } from "../../engine/index.ts";
import type { BarMeasure } from "./bars.ts";
import type { Box } from "./box.ts";
import { canFold, type Drawn } from "./folds.ts";
import type { LoopSign } from "./loops.ts";

/** A node as it is drawn on its card. */
export interface Card {
  readonly node: GraphNode;
  /** the card itself, or a group's header */
  readonly face: Box;
  /** the frame around a group; null: it has none */
  readonly frame: Box | null;
  /** whether it can be folded, and whether it is */
  readonly foldable: boolean;
  readonly folded: boolean;
  /** what its model is writing now */
  readonly typing: string | undefined;
  /** whether the run goes on after the moment that is shown */
  readonly running: boolean;
  /** what its bar measures */
  readonly measure: BarMeasure;
  readonly selected: boolean;
  /** whether Tab comes here */
  readonly reachable: boolean;
  /** whether limits that are tried would have cut it off */
  readonly gone: boolean;
  readonly sign: LoopSign | undefined;
}

/** What all cards are made from. */
export interface CardSource {
  readonly graph: { readonly nodes: ReadonlyMap<string, GraphNode> };
  readonly texts: ReadonlyMap<string, string>;
  readonly running: boolean;
  readonly measure: BarMeasure;
  /** the node that stands for what is selected, and the one that Tab reaches */
  readonly marked: string | null;
  readonly entry: string | null;
  readonly gone: ReadonlySet<string> | undefined;
  readonly signs: ReadonlyMap<string, LoopSign>;
}

/** Makes cards, and remembers those that it made last. */
export function createCards(): (drawn: readonly Drawn[], source: CardSource) => readonly Card[] {
  let known = new Map<string, Card>();
  return (drawn, source) => {
    const now = new Map<string, Card>();
    for (const one of drawn) {
      const id = one.place.node;
      const node = source.graph.nodes.get(id);
      if (node) now.set(id, cardOf(node, one, source, known.get(id)));
    }
    known = now;
    return [...now.values()];
  };
}

function cardOf(node: GraphNode, drawn: Drawn, source: CardSource, before: Card | undefined): Card {
  const { id } = node;
  const { place, face, framed, folded } = drawn;
  const { running, measure } = source;
  const foldable = canFold(place);
  const typing = node.state === "running" ? source.texts.get(id) : undefined;
  const selected = id === source.marked;
  const reachable = id === source.entry;
  const gone = source.gone?.has(id) ?? false;
  const sign = source.signs.get(id);
  const isSame =
    before?.node === node &&
    before.face === face &&
    sameFrame(before.frame, framed ? place.box : null) &&
    before.foldable === foldable &&
    before.folded === folded &&
    before.typing === typing &&
    before.running === running &&
    before.measure === measure &&
    before.selected === selected &&
    before.reachable === reachable &&
    before.gone === gone &&
    sameSign(before.sign, sign);
  if (isSame) return before;
  // A frame grows in its place: what is drawn is how large it is now.
  const frame = framed ? { ...place.box } : null;
  return { node, face, frame, foldable, folded, typing, running, measure, selected, reachable, gone, sign };
}

const sameFrame = (one: Box | null, other: Box | null): boolean =>
  one === null || other === null
    ? one === other
    : one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;

const sameSign = (one: LoopSign | undefined, other: LoopSign | undefined): boolean =>
  one === other || (one?.level === other?.level && one?.tag === other?.tag && one?.words === other?.words);
