// What a node says: the words on its card and those that a screen reader hears.
import type { GraphEdge, GraphNode, NodeState } from "../../engine/index.ts";
import { find, t } from "../messages/run.ts";
import { durationText, headline, listText, sentencesText, usdText } from "../parts/format.ts";

/** The name of a node as a heading. */
export function titleOf(node: Pick<GraphNode, "kind" | "label" | "group" | "ordinal" | "detail">): string {
  switch (node.kind) {
    case "agent":
      return node.group === null ? t("graph.task") : node.label || t("graph.kind.agent");
    case "iteration":
      return t(/^round\b/u.test(node.label) ? "graph.round" : "graph.turn", { number: node.ordinal });
    case "tool":
      return node.label || t("graph.kind.tool");
    case "model":
      return known(node.label) ?? t("graph.kind.model");
    case "answer":
      return t(node.detail ? "graph.kind.answer" : "graph.answer.none");
    case "plan":
    case "step":
    case "review":
      return known(node.label) ?? (node.label || t(`graph.kind.${node.kind}`));
    default:
      return node.kind satisfies never;
  }
}

/** Spans that patterns name by what they are, with their number where they have one: "revision 2". */
function known(label: string): string | undefined {
  const [, name = "", number = ""] = /^([a-z]+)(?: (\d+))?$/u.exec(label) ?? [];
  const words = find(`graph.name.${name}`);
  return words === undefined ? undefined : [words, number].filter(Boolean).join(" ");
}

/** What stands on a folded group, or is heard of one: how many calls it holds. */
export function insideOf({ modelCalls, toolCalls }: GraphNode): string {
  const calls = [
    modelCalls > 0 ? t("graph.inside.model", { count: modelCalls }) : "",
    toolCalls > 0 ? t("graph.inside.tool", { count: toolCalls }) : "",
  ];
  return listText(calls.filter(Boolean));
}

/** What stands beside a line; empty: it speaks for itself. */
export function lineWords({ label }: Pick<GraphEdge, "label">, room: "much" | "little" = "much"): string {
  switch (label?.kind) {
    case undefined:
      return "";
    case "keys":
      return t("graph.edge.reads", { keys: headline(listText(label.keys), 40) });
    case "task":
      if (room === "little") return t("graph.edge.handoff.short");
      return t("graph.edge.handoff", { task: headline(label.task, 30) });
    case "verdict": {
      const words = t(label.passed ? "graph.edge.passed" : "graph.edge.failed");
      return label.score === null ? words : t("graph.edge.score", { verdict: words, score: label.score.toFixed(2) });
    }
    default:
      return label satisfies never;
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
    if (node.calls.length > 0) return t("graph.calls", { tools: listText(node.calls) });
    return node.result || (node.state === "running" ? t("graph.thinking") : "");
  }
  if (node.kind === "answer") return node.detail || node.result;
  return node.detail;
}

/** A text without the signs of Markdown: a card has no room for headings and tables. */
function unmarked(text: string): string {
  return text.replace(/(\*\*|__|`)(?=\S)(.+?)(?<=\S)\1/gu, "$2").replace(/(^|\s)#{1,6}\s+/gu, "$1");
}

/** The figures on its card: how long it took, and of what stands for others what they spent. */
export function factsOf(node: GraphNode, withSpent: boolean): string {
  const took = node.endedAt === null || node.kind === "answer" ? "" : durationText(node.endedAt - node.startedAt);
  const spent = node.usd > 0 ? usdText(node.usd) : node.tokens > 0 ? t("graph.tokens", { count: node.tokens }) : "";
  return [withSpent ? spent : "", took].filter(Boolean).join(" · ");
}

/** What it put on the blackboard; empty: nothing. */
export const postsOf = ({ posts }: GraphNode): string =>
  posts.length > 0 ? t("graph.posts", { keys: listText(posts) }) : "";

/** The state as it is seen: what was open when a run broke off is running no more. */
export function stateOf(node: GraphNode, running: boolean): NodeState {
  return !running && (node.state === "running" || node.state === "waiting") ? "stopped" : node.state;
}

/** The accessible name: "Tool call calculator, done: 50". */
export function nameOf(node: GraphNode, state: NodeState, folded = false, loops = ""): string {
  const title = titleOf(node);
  const what = node.kind === "tool" && node.label ? `${t("graph.kind.tool")} ${node.label}` : title;
  const marks = node.marks.map((mark) => t(`graph.mark.${mark.kind}`));
  const inside = folded ? insideOf(node) : "";
  const said = node.kind === "tool" ? node.result || node.detail : bodyOf(node, undefined);
  const words = sentencesText([said, inside, postsOf(node), loops, ...new Set(marks)]);
  const fill = { what, state: t(`graph.state.${state}`) };
  return words ? t("graph.node.said", { ...fill, words }) : t("graph.node", fill);
}
