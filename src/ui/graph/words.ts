// What a node says: the words on its card and those that a screen reader hears.
import type { GraphNode, NodeState } from "../../engine/index.ts";
import { t } from "../messages/index.ts";

/** The name of a node as a heading. */
export function titleOf(node: GraphNode): string {
  switch (node.kind) {
    case "agent":
      return node.group === null ? t("graph.task") : node.label || t("graph.kind.agent");
    case "iteration":
      return t("graph.turn", { number: node.ordinal });
    case "tool":
      return node.label || t("graph.kind.tool");
    case "model":
      return t("graph.kind.model");
    case "answer":
      return t(node.detail ? "graph.kind.answer" : "graph.answer.none");
    case "plan":
    case "step":
    case "review":
      return node.label || t(`graph.kind.${node.kind}`);
    default:
      return node.kind satisfies never;
  }
}

/** What stands on the card below its title. */
export function bodyOf(node: GraphNode, typing: string | undefined): string {
  return node.kind === "tool" ? node.detail : unmarked(wordsOf(node, typing));
}

function wordsOf(node: GraphNode, typing: string | undefined): string {
  if (node.state === "running" && typing) return typing;
  if (node.kind === "model") {
    if (node.detail) return node.detail;
    if (node.calls.length > 0) return t("graph.calls", { tools: node.calls.join(", ") });
    return node.result || (node.state === "running" ? t("graph.thinking") : "");
  }
  if (node.kind === "answer") return node.detail || node.result;
  return node.detail;
}

/** A text without the signs of Markdown: a card has no room for headings and tables. */
function unmarked(text: string): string {
  return text.replace(/(\*\*|__|`)(?=\S)(.+?)(?<=\S)\1/gu, "$2").replace(/(^|\s)#{1,6}\s+/gu, "$1");
}

/** The state as it is seen: what was open when a run broke off is running no more. */
export function stateOf(node: GraphNode, running: boolean): NodeState {
  return !running && (node.state === "running" || node.state === "waiting") ? "stopped" : node.state;
}

/** The accessible name: "Tool call calculator, done: 50". */
export function nameOf(node: GraphNode, state: NodeState): string {
  const title = titleOf(node);
  const what = node.kind === "tool" && node.label ? `${t("graph.kind.tool")} ${node.label}` : title;
  const marks = node.marks.map((mark) => t(`graph.mark.${mark.kind}`));
  const said = node.kind === "tool" ? node.result || node.detail : bodyOf(node, undefined);
  const words = [said, ...new Set(marks)].filter(Boolean).join(". ");
  const fill = { what, state: t(`graph.state.${state}`) };
  return words ? t("graph.node.said", { ...fill, words }) : t("graph.node", fill);
}
