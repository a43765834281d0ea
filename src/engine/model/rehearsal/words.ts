// The sentences that all skills share, in both languages.
import type { Language } from "../../events.ts";
import type { Call, Outcome, Result, Work } from "./skill.ts";

interface SharedWords {
  /** puts sentences together */
  join(sentences: readonly string[]): string;
  quote(text: string): string;
  missingTool(tool: string, toDo: string): string;
  noTools(toDo: string): string;
  failedCall(tool: string, input: string, message: string): string;
  corrected(message: string): string;
  correcting(message: string): string;
  notUnderstood(clauses: readonly string[]): string;
  refusal(examples: readonly string[]): string;
  tooLong(characters: number, most: number): string;
  closing(found: readonly string[], missing: readonly string[]): string;
  finished: string;
  leadIns: readonly string[];
}

const english: SharedWords = {
  join: (sentences) => sentences.join(" "),
  quote: (text) => `“${text}”`,
  missingTool: (tool, toDo) => `I could not ${toDo}: the tool ${tool} is switched off in this run.`,
  noTools: (toDo) =>
    `I could not ${toDo}: I have no tools in this run. Choose a pattern that uses tools, such as ReAct, with its tools switched on.`,
  failedCall: (tool, input, message) => `I called ${tool} with ${input}, and it failed: ${message}`,
  corrected: (message) => `(My first call was refused: ${message} I corrected it.)`,
  correcting: (message) => `That was refused: ${message} I try it once more the way it says.`,
  notUnderstood: (clauses) =>
    `I did not understand this part, and did nothing about it: ${clauses.map((clause) => `“${clause}”`).join(", ")}. I am the rehearsal model: no AI, I work by rule.`,
  refusal: (examples) =>
    [
      "I cannot do this task. I am the rehearsal model: no AI, but a small set of rules that runs without a key and without a network. I make nothing up, so I leave it at that.",
      `What I can do, for example:\n${examples.map((example) => `- ${example}`).join("\n")}`,
      "For anything else, connect a real model: put its address and key in .dev.vars (see .dev.vars.example and the README), restart, and choose it under Model.",
    ].join("\n\n"),
  closing: (found, missing) =>
    [
      found.length > 0
        ? `This is what I found until I was stopped. ${found.join(" ")}`
        : "I was stopped before I found anything.",
      missing.length > 0 ? `Not done: ${missing.map((clause) => `“${clause}”`).join(", ")}.` : "",
    ]
      .filter(Boolean)
      .join(" "),
  tooLong: (characters, most) => `This task has ${characters} characters; I read tasks of at most ${most}.`,
  finished: "All that was asked for has been done, so I can answer.",
  leadIns: ["", "Next: ", "Now: ", "Let me see. "],
};

const chinese: SharedWords = {
  join: (sentences) => sentences.join(""),
  quote: (text) => `“${text}”`,
  missingTool: (tool, toDo) => `我没能${toDo}：工具 ${tool} 在本次运行中已关闭。`,
  noTools: (toDo) =>
    `我没能${toDo}：本次运行中我没有任何工具。请选择会使用工具的模式（例如 ReAct），并打开所需的工具。`,
  failedCall: (tool, input, message) => `我调用了 ${tool}，参数为 ${input}，但失败了：${message}`,
  corrected: (message) => `（第一次调用被拒绝：${message} 我已改正。）`,
  correcting: (message) => `刚才的调用被拒绝：${message} 我按提示改正后再试一次。`,
  notUnderstood: (clauses) =>
    `下面这部分我没有看懂，也没有做任何处理：${clauses.map((clause) => `“${clause}”`).join("、")}。我是排练模型：不是人工智能，只按规则工作。`,
  refusal: (examples) =>
    [
      "这个任务我做不了。我是排练模型：不是人工智能，只是一小组规则，不需要密钥，也不需要网络。我不会编造内容，所以到此为止。",
      `我能做的事，例如：\n${examples.map((example) => `- ${example}`).join("\n")}`,
      "其他任务请连接真实的模型：把它的地址和密钥写进 .dev.vars（见 .dev.vars.example 和 README），重新启动，然后在“模型”中选择它。",
    ].join("\n\n"),
  closing: (found, missing) =>
    [
      found.length > 0 ? `停止之前我得到的结果：${found.join("")}` : "在得到任何结果之前，我就被停止了。",
      missing.length > 0 ? `没有完成的部分：${missing.map((clause) => `“${clause}”`).join("、")}。` : "",
    ].join(""),
  tooLong: (characters, most) => `这个任务有 ${characters} 个字符；我最多只读 ${most} 个字符的任务。`,
  finished: "任务要求的都已完成，可以回答了。",
  leadIns: ["", "接下来，", "现在，", "好，"],
};

export const words: Record<Language, SharedWords> = { en: english, zh: chinese };

/** The result where a tool is not in the request. `toDo` goes on from "I could not …" / "我没能…". */
export function withoutTool(work: Work, tool: string, toDo: string): Result {
  const { missingTool, noTools } = words[work.language];
  return { done: false, sentence: work.tools.empty ? noTools(toDo) : missingTool(tool, toDo) };
}

/** The result where a call failed for good. */
export function failed(work: Work, call: Call, outcome: Outcome): Result {
  const { failedCall } = words[work.language];
  return {
    done: false,
    sentence: ended(failedCall(call.tool, excerpt(JSON.stringify(call.input), 200), excerpt(outcome.text, 400)), work),
  };
}

/** With a full stop, where it has none. */
export function ended(text: string, { language }: Pick<Work, "language">): string {
  const trimmed = text.trim();
  return /[.!?。！？)）]$/.test(trimmed) ? trimmed : trimmed + (language === "zh" ? "。" : ".");
}

/** A text short enough to be quoted, on one line. */
export function excerpt(text: string, characters = 400): string {
  const whole = Array.from(text.trim());
  return whole.length <= characters ? whole.join("") : `${whole.slice(0, characters).join("")}…`;
}
