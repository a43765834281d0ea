// The transcript as Markdown, to be pasted into a document.
import type { EventOf, GraphView, TranscriptRow } from "../../engine/index.ts";
import { transcriptTexts } from "../messages/en-transcript.ts";
import { textsOf } from "../messages/index.ts";
import { momentText } from "../parts/format.ts";
import { patternName } from "../parts/pattern-name.ts";
import { blocksOf, headingOf, type TextBlock } from "./blocks.ts";

const t = textsOf(transcriptTexts);

/** The rows as Markdown: headings by how deep they lie, arguments and results in code fences. */
export function markdownOf(rows: readonly TranscriptRow[], graph: GraphView, title: string): string {
  const start = rows
    .map((row) => (row.kind === "event" ? row.event : null))
    .find((event) => event?.type === "run.start");
  const parts = [`# ${oneLine(t("transcript.title", { title }))}`];
  if (start?.type === "run.start") parts.push(factsOf(start));
  for (const row of rows) {
    if (row.kind === "heading")
      parts.push(`${"#".repeat(Math.min(6, row.level + 1))} ${oneLine(headingOf(row, graph))}`);
    else parts.push(...blocksOf(row.event, graph).map(blockText));
  }
  return `${parts.join("\n\n")}\n`;
}

const factsOf = ({ pattern, startedAt }: EventOf<"run.start">): string =>
  t("transcript.facts", { pattern: patternName(pattern), started: momentText(startedAt) });

function blockText({ label, text, form }: TextBlock): string {
  const name = `**${oneLine(label).replaceAll("*", "\\*")}**`;
  if (text.trim() === "") return name;
  return `${name}\n\n${form === "code" ? fenced(text) : text.trim()}`;
}

const oneLine = (text: string): string => text.trim().replace(/\s+/g, " ");

/** A fence longer than any run of backticks in it, so that nothing in it ends it. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
