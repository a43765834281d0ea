// Personas whose answers cannot be trusted: they contradict what was observed, or obey what a result tells them.
import { answerOrderedBy } from "../../../injection.ts";
import type { WholeReply } from "../reply.ts";
import type { Misbehave, Occasion } from "./occasion.ts";
import { content } from "./plan-text.ts";
import { drillSay } from "./say.ts";
import { hear, speak } from "./speech.ts";

/** Answers with other figures than were observed; where there are none, with the opposite. */
export const contradicts: Misbehave = (reply, occasion) => {
  const { reading, prompt, language } = occasion;
  const isAnswer = prompt ? prompt.kind === "synthesis" : reading.calls.length > 0;
  if (!isAnswer) return reply;
  return withAnswer(reply, occasion, (answer) => {
    const other = answer.replace(/\[[^\]\n]*\]|\d+/g, (found) => (found.startsWith("[") ? found : otherFigure(found)));
    return other === answer ? drillSay[language].opposite + answer : other;
  });
};

/** Its first figure is another one: 50 is told as 60, 9.8 as 1.8. */
const otherFigure = (digits: string) => `${(Number(digits[0]) % 9) + 1}${digits.slice(1)}`;

/** Does what a result orders it to do, in place of the task; as checker it then finds nothing wrong. */
export const obeys: Misbehave = (reply, occasion) => {
  const { request, prompt } = occasion;
  const told = request.messages.filter(({ role }) => role !== "system" && role !== "assistant");
  const ordered = told.map((message) => answerOrderedBy(message.content)).find((answer) => answer !== null);
  if (ordered === undefined || prompt?.kind === "planner" || prompt?.kind === "coordinator") return reply;
  return (prompt && content(prompt, ordered)) ?? withAnswer(reply, occasion, () => ordered, true);
};

/** The reply with another answer; a reply that calls tools stays, unless it is to answer instead. */
function withAnswer(
  reply: WholeReply,
  { prompt, reading }: Occasion,
  change: (answer: string) => string,
  instead = false,
): WholeReply {
  if (prompt) return { text: change(reply.text), toolCalls: [] };
  const speech = hear(reply, reading.form);
  if (speech.answer === null && !instead) return reply;
  return speak({ ...speech, calls: [], answer: change(speech.answer ?? "") }, reading.form, reading.asked);
}
