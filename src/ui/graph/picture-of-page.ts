// The graph of a run as a picture in the colours and fonts of the page: for files and for paper.
import type { GraphView } from "../../engine/index.ts";
import { coloursAt, plainColours } from "./colours.ts";
import type { Look } from "./looks.ts";
import { pictureOf, type Picture } from "./picture.ts";
import type { Measure } from "./text-lines.ts";

/**
 * @param at - an element whose theme counts
 * @param look - how the run is seen; without it, as it is placed
 */
export function pictureOfPage(
  graph: GraphView,
  at: HTMLElement,
  title: string,
  running: boolean,
  look?: Look,
): Picture {
  return pictureOf(graph, { colours: plainColours(coloursAt(at)), measure: measureHere(), title, running, look });
}

/** Measures words in the fonts of the page; each once. */
function measureHere(): Measure {
  const context = document.createElement("canvas").getContext("2d");
  const root = getComputedStyle(document.documentElement);
  const [sans, mono] = [root.getPropertyValue("--font"), root.getPropertyValue("--mono")];
  const known = new Map<string, number>();
  return (words, { size, weight, mono: isMono }) => {
    if (!context) return words.length * size * 0.6;
    const font = `${weight} ${size}px ${isMono ? mono : sans}`;
    const key = `${font} ${words}`;
    let width = known.get(key);
    if (width === undefined) {
      context.font = font;
      known.set(key, (width = context.measureText(words).width));
    }
    return width;
  };
}
