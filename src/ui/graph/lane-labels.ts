// The names of lanes in a view from afar, with what they hold; as large on the screen at any zoom.
import type { GraphNode } from "../../engine/index.ts";
import { usdText } from "../parts/format.ts";
import { bottom, right, type Box } from "./box.ts";
import type { Size, View } from "./camera.ts";
import type { Colours } from "./colours.ts";
import { insideOf, titleOf } from "./words.ts";

interface Lane {
  readonly node: GraphNode;
  readonly reach: Box;
}

/** The most that are written; more could not be read. */
const most = 40;
const lineHeight = 16;
const inset = 5;

/** Writes them at the head of each lane, or where it enters the view; along narrow lanes upright. */
export function laneLabels(
  context: CanvasRenderingContext2D,
  colours: Colours,
  { x, y, k }: View,
  size: Size,
  lanes: readonly Lane[],
): void {
  const family = getComputedStyle(context.canvas).fontFamily;
  context.textBaseline = "middle";
  for (const { node, reach } of lanes.slice(0, most)) {
    const left = Math.max(reach.x * k + x, 0);
    const top = Math.max(reach.y * k + y, 4);
    const width = Math.min(right(reach) * k + x, size.width) - left;
    const height = Math.min(bottom(reach) * k + y, size.height) - top;
    const upright = width < 64;
    const [long, across] = upright ? [height, width] : [width, height];
    if (long < 48 || across < 11) continue;
    context.save();
    context.translate(left, top);
    if (upright) {
      context.translate(width, 0);
      context.rotate(Math.PI / 2);
    }
    const depth = upright ? Math.min(across, lineHeight + 4) : lineHeight + 4;
    const middle = upright ? across / 2 : depth / 2;
    const rest = [insideOf(node), node.usd > 0 ? usdText(node.usd) : ""].filter(Boolean).join(" · ");
    context.font = `600 11px ${family}`;
    const name = cut(context, titleOf(node), long - 2 * inset);
    const nameWidth = context.measureText(name).width;
    context.font = `400 11px ${family}`;
    const told = cut(context, rest, long - nameWidth - 2 * inset - 8);
    const toldWidth = told ? context.measureText(told).width + 8 : 0;
    context.fillStyle = colours.raised;
    context.globalAlpha = 0.9;
    context.fillRect(1, middle - depth / 2 + 1, Math.min(long, nameWidth + toldWidth + 2 * inset) - 1, depth - 2);
    context.globalAlpha = 1;
    context.fillStyle = colours.text2;
    if (told) context.fillText(told, inset + nameWidth + 8, middle);
    context.font = `600 11px ${family}`;
    context.fillStyle = colours.text;
    context.fillText(name, inset, middle);
    context.restore();
  }
}

/** As many whole words as have room, then an ellipsis; of one long word as many letters. Nothing, where two letters have none. */
function cut(context: CanvasRenderingContext2D, text: string, room: number): string {
  if (context.measureText(text).width <= room) return text;
  const parts = text.includes(" ") ? text.split(" ") : Array.from(text);
  const glue = text.includes(" ") ? " " : "";
  for (let count = parts.length - 1; count > 0; count--) {
    const shorter = `${parts.slice(0, count).join(glue)}…`;
    if (context.measureText(shorter).width <= room) return shorter;
  }
  return "";
}
