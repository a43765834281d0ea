// Texts of the graph as a tidy tree, in English.
import { part } from "./text.ts";

export const graphTreeTexts = {
  [part]: "graph-tree",
  "graph.arrange.tree": "Tree view",
  "graph.arrange.tree.hint": "Shows the run as a tidy tree (T). While it runs, cards make room for new ones.",
  "graph.arrange.time.hint": "Back to the places by time (T).",
  "graph.arrange.failed": "The tree could not be loaded: {why} Check the connection, then press again.",
} as const;
