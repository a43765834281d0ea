// The graph as a picture: all of it, as shapes that an SVG and a canvas draw alike.
import { isGroup, type GraphNode, type GraphView } from "../../engine/index.ts";
import { bottom, right, type Box } from "./box.ts";
import type { Colour, Colours } from "./colours.ts";
import { glyphs, type GlyphName } from "./glyphs.ts";
import { drawnOf, linesOf, type Drawn } from "./folds.ts";
import { createLayout } from "./layout.ts";
import type { Look } from "./looks.ts";
import { levelOf } from "./loops.ts";
import { pathOf, spotsOf, type Route } from "./routes.ts";
import { cutAtWord, isRightToLeft, wrapped, type Measure } from "./text-lines.ts";
import { bodyOf, factsOf, insideOf, lineWords, stateOf, titleOf } from "./words.ts";

export type Shape =
  | { kind: "box"; box: Box; radius: number; fill: string; stroke: string | null; dashed?: boolean; wide?: number }
  | { kind: "path"; path: string; x: number; y: number; stroke: string; wide: number; dash: string; scale: number }
  | { kind: "arrow"; path: string; fill: string }
  | {
      kind: "text";
      x: number;
      y: number;
      words: string;
      size: number;
      weight: number;
      fill: string;
      mono: boolean;
      anchor: "start" | "end";
      rightToLeft: boolean;
    };

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly background: string;
  /** what a screen reader says of it */
  readonly title: string;
  readonly shapes: readonly Shape[];
}

export interface PictureOptions {
  readonly colours: Colours;
  readonly measure: Measure;
  readonly running: boolean;
  readonly title: string;
  /** how it is seen: moved, folded, as a tree; without it, as it is placed */
  readonly look?: Look | undefined;
}

/** Room around everything, in px. */
const margin = 24;

/** Draws the whole graph as it is seen, at zoom 1. */
export function pictureOf(graph: GraphView, options: PictureOptions): Picture {
  const { colours, title } = options;
  const { layout, folded } = options.look ?? placedOnly(graph);
  const shapes: Shape[] = [];
  const places = [...layout.places.values()].filter(({ node }) => graph.nodes.has(node));
  const drawn = drawnOf(places, graph, folded);
  const boxes = drawn.map(({ place, face, framed }) => (framed ? place.box : face));
  const nodeOf = ({ place }: Drawn) => graph.nodes.get(place.node);
  for (const one of drawn) {
    const node = nodeOf(one);
    if (node && one.framed) shapes.push(frameOf(node, one.place.box, colours));
  }
  const known = layout.routes.filter(({ edge }) => edge.id < graph.edges.length);
  const routes = linesOf(known, graph, folded, layout.places);
  for (const route of routes) shapes.push(...lineOf(route, graph, colours));
  for (const one of drawn) {
    const node = nodeOf(one);
    if (node) shapes.push(...cardOf(node, one, options));
  }
  for (const route of routes) shapes.push(...wordsOn(route, options));
  // Lines and their words may lie outside of all cards.
  const spots = shapes.flatMap((shape) => (shape.kind === "text" ? [spanOf(shape, options.measure)] : []));
  const xs = [
    ...boxes.flatMap((box) => [box.x, right(box)]),
    ...spots.flat(),
    ...routes.flatMap(({ corners }) => corners.filter((_, n) => n % 2 === 0)),
  ];
  const ys = [
    ...boxes.flatMap((box) => [box.y, bottom(box)]),
    ...routes.flatMap(({ corners }) => corners.filter((_, n) => n % 2 === 1)),
  ];
  const [left, top] = [least(xs), least(ys)];
  const at = { x: margin - left, y: margin - top };
  return {
    width: Math.ceil(most(xs) - left + 2 * margin),
    height: Math.ceil(most(ys) - top + 2 * margin),
    background: colours.canvas,
    title,
    shapes: shapes.map((shape) => moved(shape, at)),
  };
}

function placedOnly(graph: GraphView): Look {
  const layout = createLayout();
  layout.advance(graph);
  return { layout, folded: new Set() };
}

// Not Math.min(...xs): a long run has more of them than a call may have arguments.
const least = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.min(a, b), Infinity);
const most = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.max(a, b), -Infinity);

/** From where to where words reach. */
function spanOf(
  { x, words, anchor, rightToLeft, ...look }: Extract<Shape, { kind: "text" }>,
  measure: Measure,
): number[] {
  const width = measure(words, look);
  return (anchor === "end") !== rightToLeft ? [x - width, x] : [x, x + width];
}

function frameOf(node: GraphNode, box: Box, colours: Colours): Shape {
  const open = node.kind === "agent" || node.kind === "step";
  const [fill, stroke] = open ? [colours.canvas, colours.lineStrong] : [colours.frame, colours.line];
  return { kind: "box", box, radius: 12, fill, stroke, dashed: node.state === "skipped" };
}

export const kindColour: Record<GraphNode["kind"], Colour> = {
  agent: "agent",
  iteration: "text3",
  plan: "plan",
  step: "plan",
  review: "review",
  model: "model",
  tool: "tool",
  answer: "ok",
};

const stateColour = {
  running: "accent",
  waiting: "warn",
  ok: "ok",
  failed: "bad",
  stopped: "text3",
  skipped: "text3",
} as const;

function cardOf(
  node: GraphNode,
  { face, framed, folded }: Drawn,
  { colours, measure, running }: PictureOptions,
): Shape[] {
  const { x, y, width, height } = face;
  const state = stateOf(node, running);
  const told = colours[stateColour[state]];
  const shapes: Shape[] = [];
  if (!framed) {
    const fill = state === "failed" ? colours.badSoft : node.kind === "answer" ? colours.okSoft : colours.surface;
    const plain = state === "ok" && node.kind !== "answer";
    const dashed = state === "stopped" || state === "skipped" || state === "waiting";
    shapes.push({ kind: "box", box: face, radius: 9, fill, stroke: plain ? colours.lineStrong : told, dashed });
  }
  const pad = 11;
  const top = framed ? y + 16 : y + 17;
  const glyph = (name: GlyphName, at: number, stroke: string): Shape => ({
    kind: "path",
    path: glyphs[name],
    x: at,
    y: top - 7,
    stroke,
    wide: 1.5,
    dash: "",
    scale: 14 / 16,
  });
  const [left, end] = [x + pad, x + width - pad];
  shapes.push(
    glyph(node.group === null && node.kind === "agent" ? "task" : node.kind, left, colours[kindColour[node.kind]]),
    glyph(state, end - 14, told),
  );
  const facts = factsOf(node, isGroup(node.kind));
  const small = { size: 11, weight: 400, mono: false };
  const factsWidth = facts ? measure(facts, small) + 8 : 0;
  const head = { size: 12, weight: 600, mono: node.kind === "tool" };
  const title = cutAtWord(titleOf(node), width - 2 * pad - 40 - factsWidth, (words) => measure(words, head));
  const text = (words: string, at: number, line: number, room: number, look: typeof head, fill: string): Shape => {
    const rightToLeft = isRightToLeft(words);
    return {
      kind: "text",
      x: rightToLeft ? at + room : at,
      y: line,
      words,
      ...look,
      fill,
      anchor: "start",
      rightToLeft,
    };
  };
  shapes.push(text(title, left + 20, top + 4, measure(title, head), head, colours.text));
  if (facts)
    shapes.push({
      kind: "text",
      x: end - 20,
      y: top + 4,
      words: facts,
      ...small,
      fill: colours.text3,
      anchor: "end",
      rightToLeft: false,
    });
  if (framed) return shapes;
  const look = {
    size: node.kind === "tool" ? 11 : node.kind === "answer" ? 13 : 12,
    weight: 400,
    mono: node.kind === "tool",
  };
  const wide = width - 2 * pad;
  const measured = (words: string) => measure(words, look);
  const lineHeight = look.size + (node.kind === "tool" ? 6 : 4);
  const room = Math.floor((height - 32) / lineHeight);
  const lines =
    node.kind === "tool"
      ? [node.detail, node.result].map((words) => cutAtWord(words, wide, measured))
      : wrapped(
          folded || (isGroup(node.kind) && node.group !== null) ? insideOf(node) : bodyOf(node, undefined),
          wide,
          Math.max(1, room),
          measured,
        );
  for (const [index, words] of lines.entries()) {
    const fill =
      node.kind === "tool" && index === 0 ? colours.text3 : node.kind === "answer" ? colours.text : colours.text2;
    if (words) shapes.push(text(words, left, y + 28 + (index + 1) * lineHeight - 2, wide, look, fill));
  }
  return shapes;
}

function toneOf(route: Route, graph: GraphView): { colour: Colour; wide: number; dash: string } {
  const { kind } = route.edge;
  if (kind === "repeats") return { colour: levelOf(graph, route.edge) === "stop" ? "bad" : "warn", wide: 2, dash: "" };
  if (kind === "reads") return { colour: "plan", wide: 1.5, dash: "7 3" };
  if (kind === "judges") return { colour: "review", wide: 2, dash: "1 4" };
  const dotted = route.shape === "back" || (kind === "contains" && route.shape !== "spine");
  return { colour: kind === "handoff" ? "text3" : "lineStrong", wide: 1.5, dash: dotted ? "2 4" : "" };
}

function lineOf(route: Route, graph: GraphView, colours: Colours): Shape[] {
  const { colour, wide, dash } = toneOf(route, graph);
  const stroke = colours[colour];
  const line: Shape = { kind: "path", path: pathOf(route), x: 0, y: 0, stroke, wide, dash, scale: 1 };
  if (route.shape === "spine") return [line];
  const [x1 = 0, y1 = 0, x = 0, y = 0] = route.corners.slice(-4);
  const [dx, dy] = [Math.sign(x - x1), Math.sign(y - y1)];
  const path = `M${x} ${y}L${x - 7 * dx - 3.5 * dy} ${y - 7 * dy - 3.5 * dx}L${x - 7 * dx + 3.5 * dy} ${y - 7 * dy + 3.5 * dx}z`;
  return [line, { kind: "arrow", path, fill: stroke }];
}

function wordsOn(route: Route, { colours }: PictureOptions): Shape[] {
  if (!route.edge.label) return [];
  const spot = spotsOf(route)[route.edge.kind === "handoff" ? "target" : "source"];
  const words = lineWords(route.edge, spot.room);
  const fill =
    route.edge.kind === "reads" ? colours.plan : route.edge.kind === "judges" ? colours.review : colours.text3;
  const look = { size: 11, weight: 500, mono: false, anchor: spot.anchor, rightToLeft: false };
  return words ? [{ kind: "text", x: spot.x, y: spot.y, words, fill, ...look }] : [];
}

function moved(shape: Shape, { x, y }: { x: number; y: number }): Shape {
  switch (shape.kind) {
    case "box":
      return { ...shape, box: { ...shape.box, x: shape.box.x + x, y: shape.box.y + y } };
    case "arrow":
      return { ...shape, path: shifted(shape.path, x, y) };
    default:
      return { ...shape, x: shape.x + x, y: shape.y + y };
  }
}

/** An arrow head's path, which holds only M and L. */
const shifted = (path: string, dx: number, dy: number): string =>
  path.replace(
    /([ML])(-?[\d.]+) (-?[\d.]+)/g,
    (_, letter: string, x: string, y: string) => `${letter}${Number(x) + dx} ${Number(y) + dy}`,
  );
