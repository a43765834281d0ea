// The graph from afar: cards as small shapes, groups as frames or as blocks, lanes with what they hold.
import { isGroup, type GraphNode, type GraphView } from "../../engine/index.ts";
import { tookOf, type BarMeasure } from "./bars.ts";
import { bottom, overlap, right, type Box } from "./box.ts";
import type { Size, View } from "./camera.ts";
import type { Colour, Colours } from "./colours.ts";
import { faceOf, type Folded } from "./folds.ts";
import { cellsOf } from "./grid.ts";
import type { Layout, Placed } from "./layout.ts";
import { laneLabels } from "./lane-labels.ts";
import { levelOf, type LoopSign } from "./loops.ts";
import type { Route } from "./routes.ts";
import { touches, viewBox } from "./seen.ts";
import { stateOf } from "./words.ts";

export interface FarScene {
  readonly layout: Layout;
  readonly graph: GraphView;
  readonly view: View;
  readonly size: Size;
  readonly folded: Folded;
  readonly signs: ReadonlyMap<string, LoopSign>;
  readonly gone: ReadonlySet<string> | undefined;
  readonly running: boolean;
  /** what the bars measure, and how much of it there is in all */
  readonly measure: BarMeasure;
  readonly whole: number;
  /** whether lanes get their names; cards that are on their way have their own */
  readonly labels: boolean;
}

/** A group that is lower than this on the screen is drawn as one block, in px. */
const blockHeight = 10;
/** A card that is narrower than this is one patch of colour, in px. */
const solidWidth = 32;
/** From here on each line is drawn, not only those that say more than what follows what. */
const linesFrom = 0.1;

/** Whether what lies in a group is too small to be seen: then the group stands for it. */
export const isBlock = (place: Placed, reach: Box, k: number, folded: Folded): boolean =>
  isGroup(place.kind) &&
  (place.framed || place.holds === true) &&
  (reach.height * k < blockHeight || folded.has(place.node));

/** Draws what is in view. Costs what is seen, and far less where much is seen at once. */
export function paintFar(context: CanvasRenderingContext2D, colours: Colours, scene: FarScene): void {
  const { layout, graph, view, folded } = scene;
  const { k } = view;
  const seen = viewBox(view, scene.size);
  const strokes = createStrokes(view);
  const lanes: { node: GraphNode; reach: Box; place: Placed }[] = [];
  layout.visit(seen, (place, reach, depth) => {
    const node = graph.nodes.get(place.node);
    if (!node) return false;
    strokes.faint = scene.gone?.has(node.id) ?? false;
    const block = isBlock(place, reach, k, folded);
    const own = folded.has(place.node) ? faceOf(place, folded) : block ? reach : place.face;
    if (block && !folded.has(place.node)) paintBlock(strokes, node, reach, scene);
    else if (place.framed && !block) paintFrame(strokes, node, place.box, depth, scene);
    else if (overlap(own, seen)) paintCard(strokes, node, own, scene);
    if (!block || folded.has(place.node)) paintBar(strokes, node, own, scene);
    const sign = scene.signs.get(node.id);
    if (sign) strokes.ring(own, sign.level === "stop" ? "bad" : "warn");
    if (node.kind === "agent" && place.framed && !block) lanes.push({ node, reach, place });
    return !block;
  });
  strokes.faint = false;
  if (folded.size === 0) paintLines(strokes, scene, seen);
  strokes.fill(context, colours);
  if (scene.labels) laneLabels(context, colours, view, scene.size, lanes);
}

const kindColours: Record<GraphNode["kind"], Colour> = {
  agent: "agent",
  iteration: "text3",
  plan: "plan",
  step: "plan",
  review: "review",
  model: "model",
  tool: "tool",
  answer: "ok",
};

/** The same for larger patches. */
const patchColours: Record<GraphNode["kind"], Colour> = {
  agent: "groupSoft",
  iteration: "groupSoft",
  plan: "planSoft",
  step: "planSoft",
  review: "reviewSoft",
  model: "modelSoft",
  tool: "toolSoft",
  answer: "ok",
};

/** What a state is drawn in, where it is not plain. */
function stateColour(node: GraphNode, running: boolean): Colour | null {
  const state = stateOf(node, running);
  if (state === "running") return "accent";
  if (state === "waiting") return "warn";
  if (state === "failed") return "bad";
  return state === "stopped" || state === "skipped" ? "text3" : null;
}

/** A group in a few pixels: as much of it thought as it thought, as much tool as it called, at the left how it stands. */
function paintBlock(strokes: Strokes, node: GraphNode, { x, y, width, height }: Box, { running }: FarScene): void {
  const calls = node.modelCalls + node.toolCalls;
  const state = stateColour(node, running);
  const { k } = strokes;
  const least = Math.max(height, 1 / k);
  if (calls === 0) return strokes.box(layers.card, state ?? patchColours[node.kind], x, y, width, least);
  const share = (width * node.modelCalls) / calls;
  strokes.box(layers.card, "modelSoft", x, y, share, least);
  strokes.box(layers.card, "toolSoft", x + share, y, width - share, least);
  if (state) strokes.box(layers.bar, state, x, y, Math.max(3 / k, width / 8), least);
}

function paintFrame(strokes: Strokes, node: GraphNode, box: Box, depth: number, { running }: FarScene): void {
  const state = stateColour(node, running);
  const open = node.kind === "agent" || node.kind === "step";
  const layer = Math.min(depth, layers.line - 1);
  strokes.framed(layer, state ?? (open ? "lineStrong" : "line"), open ? "canvas" : "frame", box);
  const name = 32 * strokes.k >= 6 ? 12 : 6;
  strokes.box(layers.bar, kindColours[node.kind], box.x + 12, box.y + 16 - name / 2, Math.min(64, box.width / 3), name);
}

function paintCard(strokes: Strokes, node: GraphNode, face: Box, { running }: FarScene): void {
  const state = stateColour(node, running);
  const { x, y, width, height } = face;
  if (width * strokes.k < solidWidth)
    return strokes.box(layers.card, state ?? patchColours[node.kind], x, y, width, height);
  const fill = state === "bad" ? "badSoft" : node.kind === "answer" ? "okSoft" : "surface";
  strokes.framed(layers.card, state ?? (node.kind === "answer" ? "ok" : "lineStrong"), fill, face);
  strokes.box(layers.bar, kindColours[node.kind], x + 12, y + 13, width * 0.34, 9);
  const said =
    node.kind === "tool" ? [node.detail, node.result] : [node.detail, node.detail.slice(34), node.detail.slice(68)];
  for (const [index, words] of said.entries()) {
    const length = Math.min(1, words.length / 34);
    if (length > 0) strokes.box(layers.bar, "line", x + 12, y + 34 + index * 17, (width - 24) * length, 8);
  }
}

/** Its part of the whole, as a bar at the lower edge: as on its card, a little thicker. */
function paintBar(strokes: Strokes, node: GraphNode, own: Box, { measure, whole }: FarScene): void {
  const part = whole > 0 ? Math.min(1, tookOf(node, measure) / whole) : 0;
  if (part * own.width * strokes.k < 1) return;
  const thick = Math.max(5, 2 / strokes.k);
  strokes.box(layers.bar, kindColours[node.kind], own.x, bottom(own) - thick, own.width * part, thick);
}

function paintLines(strokes: Strokes, { layout, graph, view }: FarScene, seen: Box): void {
  const routes = view.k >= linesFrom ? layout.inside(cellsOf(seen)).routes : layout.ties;
  for (const route of routes) {
    if (route.edge.id >= graph.edges.length || !touches(route, seen)) continue;
    strokes.line(route, lineColour(graph, route));
  }
}

function lineColour(graph: GraphView, { edge }: Route): Colour {
  if (edge.kind === "repeats") return levelOf(graph, edge) === "stop" ? "bad" : "warn";
  if (edge.kind === "reads") return "plan";
  if (edge.kind === "judges") return "review";
  return edge.kind === "handoff" ? "text3" : "lineStrong";
}

/** From below; frames lie by how deep they are. */
const layers = { line: 10, card: 11, bar: 13, ring: 14 } as const;

/** Collects rectangles by layer and colour, so that each colour is set once; a canvas without a GPU fills nothing faster. */
interface Strokes {
  readonly k: number;
  /** whether what follows is greyed out */
  faint: boolean;
  box(layer: number, colour: Colour, x: number, y: number, width: number, height: number): void;
  framed(layer: number, border: Colour, inner: Colour, box: Box): void;
  ring(box: Box, colour: Colour): void;
  line(route: Route, colour: Colour): void;
  fill(context: CanvasRenderingContext2D, colours: Colours): void;
}

/** Rectangles of one layer and colour: x, y, width and height of each in turn, in px on the screen. */
interface Batch {
  readonly layer: number;
  readonly colour: Colour;
  readonly faint: boolean;
  readonly boxes: number[];
}

function createStrokes(view: View): Strokes {
  const { k } = view;
  const batches: Batch[] = [];
  // By colour, then by layer in half steps and faintness: a key put together for each box would be most of what a frame throws away.
  const byColour = new Map<Colour, (Batch | undefined)[]>();
  const strokes: Strokes = {
    k,
    faint: false,
    box(layer, colour, x, y, width, height) {
      let among = byColour.get(colour);
      if (!among) byColour.set(colour, (among = []));
      const at = layer * 4 + (strokes.faint ? 1 : 0);
      let batch = among[at];
      if (!batch) {
        batch = among[at] = { layer, colour, faint: strokes.faint, boxes: [] };
        batches.push(batch);
      }
      batch.boxes.push(x * k + view.x, y * k + view.y, Math.max(width * k, 0.75), Math.max(height * k, 0.75));
    },
    framed(layer, border, inner, { x, y, width, height }) {
      const edge = Math.max(1, 1.25 * k) / k;
      strokes.box(layer, border, x, y, width, height);
      if (width > 3 * edge && height > 3 * edge)
        strokes.box(layer + 0.5, inner, x + edge, y + edge, width - 2 * edge, height - 2 * edge);
    },
    ring(box, colour) {
      const edge = Math.max(2, 3 * k) / k;
      const { x, y, width, height } = box;
      strokes.box(layers.ring, colour, x - edge, y - edge, width + 2 * edge, edge);
      strokes.box(layers.ring, colour, x - edge, bottom(box), width + 2 * edge, edge);
      strokes.box(layers.ring, colour, x - edge, y, edge, height);
      strokes.box(layers.ring, colour, right(box), y, edge, height);
    },
    line({ corners }, colour) {
      const thick = Math.max(1, 1.5 * k) / k;
      for (let at = 0; at + 3 < corners.length; at += 2) {
        const x1 = corners[at] ?? 0;
        const y1 = corners[at + 1] ?? 0;
        const x2 = corners[at + 2] ?? 0;
        const y2 = corners[at + 3] ?? 0;
        const [x, y] = [Math.min(x1, x2), Math.min(y1, y2)];
        strokes.box(layers.line, colour, x, y, Math.abs(x2 - x1) || thick, Math.abs(y2 - y1) || thick);
      }
    },
    fill(context, colours) {
      for (const { colour, faint, boxes } of batches.sort((one, other) => one.layer - other.layer)) {
        context.globalAlpha = faint ? 0.3 : 1;
        context.fillStyle = colours[colour];
        for (let at = 0; at < boxes.length; at += 4) {
          context.fillRect(boxes[at] ?? 0, boxes[at + 1] ?? 0, boxes[at + 2] ?? 0, boxes[at + 3] ?? 0);
        }
      }
      context.globalAlpha = 1;
    },
  };
  return strokes;
}

/** The node that a person means who points at (x, y) of the plane: what is drawn there, else the lane around it. */
export function nodeAt(
  scene: Pick<FarScene, "layout" | "graph" | "view" | "folded">,
  x: number,
  y: number,
): string | null {
  const { layout, graph, view, folded } = scene;
  const slack = 3 / view.k;
  const near: Box = { x: x - slack, y: y - slack, width: 2 * slack, height: 2 * slack };
  let found: string | null = null;
  let lane: string | null = null;
  layout.visit(near, (place, reach) => {
    if (!graph.nodes.has(place.node)) return false;
    const block = isBlock(place, reach, view.k, folded);
    if (overlap(block && !folded.has(place.node) ? reach : faceOf(place, folded), near)) found = place.node;
    if (place.kind === "agent" && place.framed && overlap(reach, near)) lane = place.node;
    return !block;
  });
  return found ?? lane;
}

/** The most nodes that are named from afar: nobody steps through more, and a document with thousands is slow. */
const mostNamed = 120;

/** The nodes in view that are large enough to be told apart, groups before what lies in them, in the order in which they came. */
export function namedFrom({ layout, graph, view, size, folded }: FarScene, kept: ReadonlySet<string | null>): Placed[] {
  const found: { place: Placed; depth: number; order: number }[] = [];
  layout.visit(viewBox(view, size), (place, reach, depth) => {
    const node = graph.nodes.get(place.node);
    if (!node) return false;
    if (!kept.has(node.id)) found.push({ place, depth, order: node.order });
    return !isBlock(place, reach, view.k, folded);
  });
  const byDepth = found.sort((one, other) => one.depth - other.depth || one.order - other.order);
  return byDepth
    .slice(0, mostNamed)
    .sort((one, other) => one.order - other.order)
    .map(({ place }) => place);
}
