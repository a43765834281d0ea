// What happened at a moment, in a few words.
import { type GraphView, type RunEvent } from "../../engine/index.ts";
import { titleOf } from "../graph/words.ts";
import { playbackTexts } from "../messages/en-playback.ts";
import { textsOf } from "../messages/index.ts";
import { find, t as page } from "../messages/run.ts";
import { warningWords } from "../parts/engine-words.ts";
import { headline, listText } from "../parts/format.ts";
import { ruleName } from "../parts/loop-words.ts";
import { patternName } from "../parts/pattern-name.ts";

const t = textsOf(playbackTexts);

/** One event in words. `graph` is that of a moment at which its span is known. */
export function eventWords(event: RunEvent, graph: GraphView): string {
  const what = "span" in event ? spanName(event.span, graph) : "";
  switch (event.type) {
    case "run.start":
      return t("event.run.start", { pattern: patternName(event.pattern) });
    case "span.start":
      return t("event.span.start", { what });
    case "span.end":
      return t("event.span.end", { what, status: page(`status.${event.status}`) });
    case "model.request":
      return t("event.model.request", { model: event.model });
    case "model.reply": {
      const tools = listText((event.toolCalls ?? []).map(({ name }) => name));
      const text = tools || headline(event.text, 60);
      return text ? t("event.model.reply", { text }) : t("event.model.reply.empty");
    }
    case "thought":
      return t("event.thought", { text: headline(event.text, 60) });
    case "tool.call":
      return t("event.tool.call", { tool: event.tool });
    case "observation":
      return event.failure
        ? t("event.observation.failed", { what, why: headline(event.failure.message, 60) })
        : t("event.observation", { what });
    case "plan":
      return t(event.revision === 0 ? "event.plan" : "event.plan.revision", { revision: event.revision });
    case "plan.step":
      return t("event.plan.step", { item: event.item, state: page(`plan.state.${event.state}`) });
    case "board.write":
      return t("event.board.write", { author: event.author, key: event.key });
    case "board.read":
      return t("event.board.read", { agent: event.agent });
    case "review":
      return t(event.passed ? "event.review.passed" : "event.review.failed");
    case "handoff":
      // The engine's own name for who divides a team's task; all others are names that a person gave.
      return t("event.handoff", {
        from: event.from === "coordinator" ? t("agent.coordinator") : event.from,
        to: event.to,
      });
    case "nudge":
      return t(event.level === "stop" ? "event.loop.stop" : "event.loop.nudge", { rule: ruleName(event.rule) });
    case "hold":
      return t("event.hold", { kind: find(`hold.${event.kind}`) ?? event.kind });
    case "decision":
      return t("event.decision", { choice: find(`decision.${event.choice}`) ?? event.choice });
    case "limit":
      return t("event.limit", { limit: find(`limit.${event.limit}`) ?? event.limit });
    case "warning":
      return t("event.warning", { text: headline(warningWords(event), 60) });
    case "run.end":
      return t("event.run.end", { status: page(`status.${event.status}`) });
    default:
      // a later version may say more
      return (event satisfies never as RunEvent).type;
  }
}

function spanName(span: string, graph: GraphView): string {
  const node = graph.nodes.get(span);
  return node ? titleOf(node) : span;
}

/** Events that a person looks for: what changed the course of the run. */
export function isNotable(event: RunEvent): boolean {
  switch (event.type) {
    case "plan":
    case "review":
    case "nudge":
    case "hold":
    case "limit":
      return true;
    case "observation":
    case "span.end":
      return event.failure !== undefined;
    default:
      return false;
  }
}
