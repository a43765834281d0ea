// Texts of the transcript, in English.
import { part } from "./text.ts";

export const transcriptTexts = {
  [part]: "transcript",
  "transcript.label": "Transcript",
  "transcript.copy": "the transcript as Markdown",
  "transcript.follow": "Follow newest",
  "transcript.empty": "Nothing has been said yet.",
  "transcript.count": { one: "{count} paragraph", other: "{count} paragraphs" },
  "transcript.title": "Run: {title}",
  "transcript.facts": "Pattern {pattern}, started {started}",
  "transcript.task": "Task",
  "transcript.thought": "Thought",
  "transcript.reply": "Reply",
  "transcript.reply.cut": "Reply, cut off",
  "transcript.reasoning": "Reasoning",
  "transcript.result": "Result",
  "transcript.waiting": "No result yet",
  "transcript.failed": "Failed",
  "transcript.plan": "Plan",
  "transcript.plan.revision": "Plan, revision {revision}",
  "transcript.answer": "Answer",
  "transcript.answer.none": "No answer",
  "transcript.stop": "Why it ended",
} as const;
