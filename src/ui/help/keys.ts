// The keys of the page, by the part of it in which they work.
import type { helpTexts } from "../messages/en-help.ts";

type Name = Exclude<keyof typeof helpTexts, symbol>;

/** Combinations are parted by spaces; a plus sign joins the keys of one. */
export type Line = readonly [keys: string, what: Name];

const walk = "← ↑ → ↓";

export const keyParts: readonly { readonly name: Name; readonly lines: readonly Line[] }[] = [
  {
    name: "page",
    lines: [
      ["?", "page.help"],
      ["Ctrl+Enter ⌘+Enter", "page.run"],
      ["Tab Shift+Tab", "page.tab"],
      ["Esc", "page.escape"],
      [", .", "playback.far"],
    ],
  },
  {
    name: "graph",
    lines: [
      [walk, "graph.walk"],
      ["Home End", "graph.ends"],
      ["Enter", "graph.open"],
      ["F", "graph.fold"],
      ["Alt+← Alt+↑ Alt+→ Alt+↓", "graph.move"],
      ["Ctrl+Z ⌘+Z", "graph.undo"],
      ["+ −", "graph.zoom"],
      ["0", "graph.fit"],
      ["T", "graph.tree"],
    ],
  },
  { name: "map", lines: [[walk, "map.move"]] },
  {
    name: "playback",
    lines: [
      ["← →", "playback.step"],
      ["Home End", "playback.ends"],
      ["Space", "playback.play"],
      ["[ ]", "playback.speed"],
    ],
  },
  {
    name: "timeline",
    lines: [
      ["← →", "timeline.row"],
      ["↑ ↓", "timeline.rows"],
      ["Home End", "timeline.ends"],
      ["+ −", "timeline.zoom"],
      ["0", "timeline.fit"],
    ],
  },
  {
    name: "limits",
    lines: [
      ["← →", "limits.step"],
      ["Home End", "limits.ends"],
    ],
  },
];

/** The keys of each combination of a line. */
export const combinations = (keys: string): string[][] =>
  keys.split(" ").map((one) => (one === "+" ? [one] : one.split("+")));
