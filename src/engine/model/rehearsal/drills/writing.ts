// Personas that write badly: at length, without the format, the same over and over, or only half of it.
import { utf8Bytes } from "../../../text.ts";
import { outputTokens } from "../limits.ts";
import type { Misbehave, Occasion } from "./occasion.ts";
import { drillSay } from "./say.ts";
import { hear, speak } from "./speech.ts";

const bytesPerToken = 4;
/** Kept free of filler, for labels and the frames of calls. */
const spareTokens = 24;

/** Fills its replies up to the output limit, and reports every token of it. */
export const overspends: Misbehave = (reply, occasion) => {
  const { request, prompt, reading } = occasion;
  const room = request.maxOutputTokens - outputTokens(reply.text, reply.toolCalls) - spareTokens;
  const filler = fillerOf(room * bytesPerToken, occasion);
  if (filler === "") return reply;
  if (prompt) return { text: `${filler}\n\n${reply.text}`, toolCalls: [] };
  const speech = hear(reply, reading.form);
  const isShown = speech.answer === null || reading.form.kind === "text";
  const long = isShown
    ? { ...speech, thought: `${filler} ${speech.thought}` }
    : { ...speech, answer: `${filler}\n\n${speech.answer}` };
  return speak(long, reading.form, reading.asked);
};

/** Words in an order of chance, so that it is no chant. */
function fillerOf(bytes: number, { language, chance }: Occasion): string {
  const { filler } = drillSay[language];
  const next = chance("overspends");
  const blank = language === "zh" ? "，" : " ";
  let text = "";
  let left = bytes;
  for (;;) {
    const word = (filler[Math.floor(next() * filler.length)] ?? "") + blank;
    left -= utf8Bytes(word);
    if (left < 0) return text.trimEnd();
    text += word;
  }
}

/** No JSON where a plan or a verdict is asked for, no labels where the text form is, no JSON in a call's arguments. */
export const breaksFormat: Misbehave = (reply, occasion) => {
  const { prompt, reading, language } = occasion;
  const say = drillSay[language];
  if (prompt) {
    const isJson = prompt.kind !== "step" && prompt.kind !== "synthesis";
    return isJson ? { text: say.cannotPlan, toolCalls: [] } : reply;
  }
  const { calls, answer } = hear(reply, reading.form);
  if (reading.form.kind === "text") return { text: answer ?? say.callInWords(calls[0]?.name ?? ""), toolCalls: [] };
  return {
    ...reply,
    toolCalls: reply.toolCalls.map((call) => ({ ...call, arguments: say.callInWords(call.name) })),
  };
};

/** Writes one sentence over and over, up to the output limit. */
export const chants: Misbehave = (_reply, { request, language }) => {
  const line = drillSay[language].chant;
  const times = Math.ceil((request.maxOutputTokens * bytesPerToken) / utf8Bytes(line)) + 1;
  return { text: line.repeat(times), toolCalls: [] };
};

/** Ends in the middle, of its last call where it has one, as under an output limit that is too small. */
export const cutOff: Misbehave = (reply, { prompt, reading }) => {
  const call = prompt ? undefined : hear(reply, reading.form).calls.at(-1);
  const lost = utf8Bytes(call?.arguments ?? reply.text) / 2 / bytesPerToken;
  return { ...reply, cutAfterTokens: Math.max(1, outputTokens(reply.text, reply.toolCalls) - Math.ceil(lost)) };
};
