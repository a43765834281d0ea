// A paragraph of the transcript in words: its label and its text, the same on the page and in Markdown.
import { type GraphView, type Stop, type TranscriptEvent, type TranscriptRow } from "../../engine/index.ts";
import { titleOf } from "../graph/words.ts";
import { transcriptTexts } from "../messages/en-transcript.ts";
import { textsOf } from "../messages/index.ts";
import { limitWords, warningWords } from "../parts/engine-words.ts";
import { labelled, listText, valueText } from "../parts/format.ts";
import { stopWords } from "../parts/stop-words.ts";
import { eventWords } from "../playback/words.ts";

const t = textsOf(transcriptTexts);

export interface TextBlock {
  readonly label: string;
  readonly text: string;
  /** `code`: arguments and results, as they are */
  readonly form: "prose" | "code";
  readonly tone: "plain" | "quiet" | "warn" | "bad";
}

/** What stands over the paragraphs of a span, in the same words as on the graph. */
export function headingOf(row: TranscriptRow & { kind: "heading" }, graph: GraphView): string {
  const node = graph.nodes.get(row.span);
  return node ? titleOf(node) : row.name;
}

/** The blocks of one paragraph, at least one. */
export function blocksOf(event: TranscriptEvent, graph: GraphView): TextBlock[] {
  const prose = (label: string, text: string, tone: TextBlock["tone"] = "plain"): TextBlock => ({
    label,
    text,
    form: "prose",
    tone,
  });
  switch (event.type) {
    case "run.start":
      return [prose(t("transcript.task"), event.task)];
    case "run.end": {
      const { answer, stop } = event;
      const ending = stop ? [prose(t("transcript.stop"), stopText(stop), "warn")] : [];
      return answer === null
        ? [prose(t("transcript.answer.none"), ""), ...ending]
        : [prose(t("transcript.answer"), answer), ...ending];
    }
    case "model.reply": {
      const label = event.finishReason === null ? t("transcript.reply.cut") : t("transcript.reply");
      const reasoning = event.reasoning?.trim() ? [prose(t("transcript.reasoning"), event.reasoning, "quiet")] : [];
      return event.text.trim() ? [...reasoning, prose(label, event.text)] : reasoning;
    }
    case "thought":
      return [prose(t("transcript.thought"), event.text)];
    case "tool.use": {
      const call: TextBlock = {
        label: event.call.tool,
        text: compactText(event.call.arguments),
        form: "code",
        tone: "plain",
      };
      return [call, event.result ? resultOf(event.result) : prose(t("transcript.waiting"), "", "quiet")];
    }
    case "observation":
      return [resultOf(event)];
    case "span.end":
      return [prose(t("transcript.failed"), event.failure?.message ?? "", "bad")];
    case "plan": {
      const label =
        event.revision === 0
          ? t("transcript.plan")
          : t("transcript.plan.revision", {
              revision: event.revision,
            });
      const items = event.items.map(
        ({ name, description }, index) => `${index + 1}. ${name ? labelled(name, description) : description}`,
      );
      return [prose(label, [event.why, ...items].filter(Boolean).join("\n"))];
    }
    case "plan.step":
      return [prose(eventWords(event, graph), event.outcome ?? "", "quiet")];
    case "board.write":
      return [prose(eventWords(event, graph), event.text)];
    case "board.read":
      return [prose(eventWords(event, graph), listText(event.entries.map(({ key }) => key)), "quiet")];
    case "review":
      return [prose(eventWords(event, graph), event.feedback)];
    case "handoff":
      return [prose(eventWords(event, graph), event.task)];
    case "nudge":
      return [prose(eventWords(event, graph), event.text, event.level === "stop" ? "bad" : "warn")];
    case "hold":
    case "decision":
      return [prose(eventWords(event, graph), event.text ?? "", "warn")];
    case "limit":
      return [prose(eventWords(event, graph), limitWords(event), "warn")];
    case "warning":
      return [prose(eventWords(event, graph), warningWords(event), "warn")];
    default:
      // a later version may say more
      return event satisfies never;
  }
}

/** Why a run ended before its answer: the page's words for the code, and what only the engine can say. */
function stopText(stop: Stop): string {
  const { title, reason, detail } = stopWords(stop, undefined);
  return [reason || title, detail].filter(Boolean).join("\n");
}

/** A short value on one line, as people write it down. */
function compactText(value: unknown): string {
  const line = typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
  return line.length <= 100 ? line : valueText(value);
}

function resultOf({ failure, output, shown }: TranscriptEvent & { type: "observation" }): TextBlock {
  return failure
    ? { label: t("transcript.failed"), text: failure.message, form: "prose", tone: "bad" }
    : { label: t("transcript.result"), text: compactText(output ?? shown ?? ""), form: "code", tone: "plain" };
}
