// The rehearsal model as executor of a step without a tool, and as writer of the answer from a plan's results.
import { endsOf, isTheTask, why } from "./by-results.ts";
import { runBook } from "./plan-book.ts";
import { planSay } from "./plan-say.ts";
import type { Prompt } from "./prompts.ts";
import { anyTool, bareReading } from "./read-request.ts";
import { longestTask, partsOf } from "./skills.ts";
import { nextTurn, paragraphs } from "./turn.ts";
import { ended, excerpt, words } from "./words.ts";

/** Does what a step without a tool asks for, by rule, from the results that it is given. */
export function carryOutStep(prompt: Prompt): string {
  const { language, task, steps: told, sections } = prompt;
  const say = planSay[language];
  const [line = ""] = (sections.get("step") ?? "").split(/\n(?:Expected|期望)[:：]/u);
  const description = line.trim();
  if (description.startsWith(say.check)) return checked(prompt);
  const parts = task.length > longestTask ? [] : partsOf(task, language);
  const { steps } = runBook(parts, { language, tools: anyTool, told });
  const computed = steps.find((step) => step.description === description)?.computed;
  if (computed != null) return computed;
  const draft = nextTurn(bareReading(description, language));
  if (draft.kind === "answer" && !draft.refused) return draft.answer;
  // The task itself, as one step: then this is the answer to it.
  if (draft.kind === "answer" && isTheTask(description, task)) return draft.answer;
  const given = told.map(({ id, text }) => `[${id}] ${excerpt(text, 200)}`).join("\n");
  return given === "" ? say.cannot(description) : `${say.cannot(description)}\n${say.given(given)}`;
}

/** Whether each part of the task is done, by the results. */
function checked(prompt: Prompt): string {
  const say = planSay[prompt.language];
  const { parts } = endsOf(prompt);
  const lines = parts.map(({ part, isDone, told }) => {
    const text = excerpt(part.text, 120);
    return isDone ? say.partOk(text) : say.partBad(text, told.map(({ sentence }) => sentence.trim()).join(" "));
  });
  const all = parts.every(({ isDone }) => isDone);
  return [all ? say.allDone : say.someLeft, ...lines.map((each) => `- ${each}`)].join("\n");
}

/** The answer to the task from the results, each with its step; what failed, was skipped or was not understood is named. */
export function synthesise(prompt: Prompt): string {
  const { language, sections } = prompt;
  if (sections.has("findings")) return fromFindings(prompt);
  const say = planSay[language];
  const { parts, others } = endsOf(prompt);
  const sentences = parts.flatMap(({ told }) =>
    told.filter(({ sentence }) => sentence !== "").map(({ sentence, ids }) => sentence + cited(ids, language)),
  );
  const shown = others.filter(({ state }) => state === "done").map(({ text, id }) => `${text} [${id}]`);
  const broken = others.filter(({ state }) => state !== "done").map((step) => ended(why(step, say), { language }));
  const rest = parts.length > 0 && shown.length > 0 ? [`\n\n${say.others(shown.join("\n"))}`] : shown;
  return paragraphs(words[language].join([...sentences, ...rest, ...broken])) || say.notUnderstoodAtAll;
}

const cited = (ids: readonly string[], language: Prompt["language"]) =>
  ids.length === 0 ? "" : `${language === "zh" ? "" : " "}[${ids.join(", ")}]`;

const finding = /^\[([^\]\n]{1,60})\] (.*)\n/gmu;
const missing = /^[（(](?:failed[:：]|skipped[:：]|not done|失败[:：]|已跳过[:：]|未完成)[^\n]*[)）]\n?/u;

/** The findings of a team, one after the other, and what is missing. */
function fromFindings({ language, sections }: Prompt): string {
  const say = planSay[language];
  const text = sections.get("findings") ?? "";
  const heads = [...text.matchAll(finding)].filter(
    (head) => head.index === 0 || text.slice(0, head.index).endsWith("\n\n"),
  );
  const told = heads.map((head, index) => {
    const [whole, agent = "", task = ""] = head;
    const body = text.slice(head.index + whole.length, heads[index + 1]?.index).trim();
    const lack = missing.exec(body)?.[0].trim() ?? null;
    return { agent, task, found: body.replace(missing, "").trim(), lack };
  });
  const found = told.filter((each) => each.found !== "").map(({ agent, found }) => `${found}${say.by(agent)}`);
  const lacks = told
    .filter(({ lack, found }) => lack !== null || found === "")
    .map(({ agent, task, lack }) =>
      say.missingAgent(agent, excerpt(task, 120), lack?.slice(1, -1) ?? say.nothingPosted),
    );
  return [...found, ...lacks].join("\n\n");
}
