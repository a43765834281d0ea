// Texts of pictures of the graph, in English: loaded with the menu that makes them.
import { part } from "./text.ts";

export const pictureTexts = {
  [part]: "pictures",
  "pictures.open": "Picture",
  "pictures.label": "The graph as a picture",
  "pictures.svg": "SVG",
  "pictures.svg.hint": "sharp at any size, text stays text",
  "pictures.png": "PNG",
  "pictures.png.hint": "{width} × {height} pixels",
  "pictures.png.large": "too large: {width} × {height}; take the SVG",
  "pictures.mermaid": "Mermaid",
  "pictures.mermaid.hint": "a flowchart for a document, as text",
  "pictures.mermaid.hidden": {
    one: "Mermaid takes no more: {count} node is folded into its group.",
    other: "Mermaid takes no more: {count} nodes are folded into their groups.",
  },
  "pictures.print": "Print",
  "pictures.print.hint": "graph, answer and totals on paper",
  "pictures.rest": { one: "… and {count} more node", other: "… and {count} more nodes" },
  "pictures.failed": "The picture could not be made: {why} Try the SVG, or fold what you do not need.",
  "pictures.title": "Graph of the run “{task}”",
} as const;
