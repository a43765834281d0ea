// The bars on the nodes: which part of the run's cost, tokens or time each took.
import { rootSpan, type GraphNode, type GraphView } from "../../engine/index.ts";

/** What bars measure. `auto`: the cost, the tokens of a run that is free, the time of one that used no model. */
export const barChoices = ["auto", "usd", "tokens", "time", "none"] as const;
export type BarChoice = (typeof barChoices)[number];
export type BarMeasure = Exclude<BarChoice, "auto">;

/** What is measured now, and how much of it the run has used as a whole. */
export function wholeOf({ nodes, order }: GraphView, choice: BarChoice): { measure: BarMeasure; whole: number } {
  const root = nodes.get(rootSpan);
  if (!root || choice === "none") return { measure: "none", whole: 0 };
  const measure = choice !== "auto" ? choice : root.usd > 0 ? "usd" : root.tokens > 0 ? "tokens" : "time";
  if (measure !== "time") return { measure, whole: root[measure] };
  const newest = nodes.get(order.at(-1) ?? rootSpan) ?? root;
  return { measure, whole: (root.endedAt ?? newest.startedAt) - root.startedAt };
}

/** How much a node took of what is measured; 0: it has no bar. The run's own card would always be full. */
export function tookOf(node: GraphNode, measure: BarMeasure): number {
  if (node.group === null || node.kind === "answer" || measure === "none") return 0;
  if (measure !== "time") return node[measure];
  return node.endedAt === null ? 0 : node.endedAt - node.startedAt;
}

/** One step of {@link steadied}. */
const step = Math.log(1.04);

/**
 * The whole as bars are drawn against it while the run goes on: it grows in steps of 4 %, which nobody sees in a bar, because
 * with each change the browser must look at every card anew.
 */
export function steadied(whole: number, running: boolean): number {
  if (whole <= 0) return 1;
  return running ? Math.exp(Math.ceil(Math.log(whole) / step) * step) : whole;
}
