// The rehearsal model as reviewer: reflection on a plan's results, and the review of an answer, both by what can be checked.
import { endsOf, why } from "./by-results.ts";
import { runBook } from "./plan-book.ts";
import { planSay } from "./plan-say.ts";
import type { Prompt } from "./prompts.ts";
import { anyTool } from "./read-request.ts";
import { longestTask, partsOf } from "./skills.ts";
import { excerpt } from "./words.ts";

const longestFeedback = 700;

/** {done, feedback}: not done only where a repair is known, since nothing else could be tried. */
export function reflect(prompt: Prompt): string {
  const { language, task, steps: told } = prompt;
  const say = planSay[language];
  const broken = told.filter(({ state }) => state !== "done");
  const parts = task.length > longestTask ? [] : partsOf(task, language);
  const { steps } = runBook(parts, { language, tools: anyTool, told });
  const canMend = steps.some(({ tool, told }) => tool !== null && told === null);
  if (broken.length === 0) {
    const { parts } = endsOf(prompt);
    const open = parts.filter(({ isDone }) => !isDone).map(({ part }) => excerpt(part.text, 80));
    // What was left out for want of steps stays left out, and so does a step that a person took out: its id is missing.
    const isShort = told.some(({ description }) => description.startsWith(say.check) && description !== say.check);
    const isWhole = !isShort && told.every(({ id }, index) => Number(id) === index + 1);
    if (open.length > 0 && canMend && isWhole)
      return verdict({ done: false, feedback: say.forgotten(open.join("; ")) });
    const isUnderstood = parts.some(({ part }) => part.intents.length > 0);
    const feedback = !isUnderstood ? say.notUnderstoodAtAll : open.length > 0 ? say.lost(open.join("; ")) : say.whole;
    return verdict({ done: true, feedback });
  }
  const failures = broken.filter(({ state }) => state === "failed");
  const what = (failures.length > 0 ? failures : broken).map((step) => excerpt(why(step, say), 250)).join(" ");
  const isMendable = failures.length > 0 && canMend;
  return verdict({ done: !isMendable, feedback: isMendable ? say.mend(`${what} `) : say.lost(`${what} `) });
}

const verdict = <Verdict extends { feedback: string }>(value: Verdict) =>
  JSON.stringify({ ...value, feedback: excerpt(value.feedback, longestFeedback) });

/** {passed, score, …, feedback}: is every part answered, do the figures stand in the results, is it about the task? */
export function review(prompt: Prompt): string {
  const { language, task, sections } = prompt;
  const say = planSay[language];
  const answer = sections.get("answer") ?? "";
  // What is judged from outside comes without a plan: nothing then says which result belongs to which part of the task.
  if (/^[(（](?:none|无)[)）]$/u.test(sections.get("plan") ?? ""))
    return verdict({ passed: false, feedback: say.reviewed.noPlan });
  const { parts } = endsOf(prompt);
  const open = parts.filter(({ isDone }) => !isDone);
  const completeness = answer === "" || parts.length === 0 ? 0 : (parts.length - open.length) / parts.length;
  const figures = figuresIn(answer);
  const known = new Set(figuresIn(`${task}\n${sections.get("results") ?? ""}`));
  const loose = [...new Set(figures.filter((figure) => !known.has(figure) && !isSmall(figure)))];
  const accuracy = figures.length === 0 ? 1 : 1 - loose.length / figures.length;
  const relevance = answer !== "" && parts.some(({ part }) => part.intents.length > 0) ? 1 : 0;
  const faults = [
    answer === "" ? say.reviewed.empty : "",
    open.length > 0 ? say.reviewed.parts(open.map(({ part }) => excerpt(part.text, 80)).join("; ")) : "",
    loose.length > 0 ? say.reviewed.figures(loose.slice(0, 10)) : "",
  ].filter(Boolean);
  return verdict({
    passed: faults.length === 0,
    score: rounded((completeness + accuracy + relevance) / 3),
    completeness: rounded(completeness),
    accuracy: rounded(accuracy),
    relevance,
    feedback: faults.join(" ") || say.reviewed.good,
  });
}

const rounded = (value: number) => Math.round(value * 100) / 100;

/** The numbers of a text, without those of steps in brackets. */
function figuresIn(text: string): string[] {
  const bare = text.replace(/ \[\d+(?:, \d+)*\]/g, " ");
  return (bare.match(/\d+(?:\.\d+)?/g) ?? []).map((figure) => String(Number(figure)));
}

/** Ranks and counts that an answer may count out itself. */
const isSmall = (figure: string) => /^\d+$/.test(figure) && Number(figure) <= 12;
