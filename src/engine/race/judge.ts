// A judge model that scores an answer by a rubric, paid from a small budget of its own.
import type { Certainty } from "../derive/usage.ts";
import { messageOf } from "../errors.ts";
import type { Language, RunEvent } from "../events.ts";
import { toModelFailure, type Message, type Model, type ModelReply, type Usage } from "../model/model.ts";
import { planWords } from "../moves/plan/words.ts";
import { readReview, type ReviewParts } from "../protocol/review-reply.ts";
import { costPico, toPico, toUsd, worstPico } from "../money.ts";
import { shorten, utf8Bytes } from "../text.ts";

export interface JudgeOptions {
  model: Model;
  /** what the person adds to the rubric */
  rubric?: string;
  /** of this judgement, all its calls; default 0.10 dollar (where the price is known) and 60,000 tokens */
  budget?: { usd?: number; tokens?: number };
  signal?: AbortSignal;
}

export type JudgeScores = { readonly [Part in keyof ReviewParts]: number };

export interface Judgement {
  /** 0..1 each; null: there is no verdict, and `why` says why */
  readonly scores: JudgeScores | null;
  readonly feedback: string;
  readonly why?: string;
  readonly model: string;
  /** what the judgement cost, which is no part of what the run cost */
  readonly usd: number;
  readonly tokens: number;
  readonly certainty: Certainty;
}

export const judgeBudget = { usd: 0.1, tokens: 60_000 } as const;
const outputTokens = 512;
const longestResult = 2_000;
const longestResults = 20_000;
const longestAnswer = 12_000;
const mostMs = 90_000;
const share = { type: "number", minimum: 0, maximum: 1 };
const judgeSchema = {
  type: "object",
  properties: {
    completeness: share,
    accuracy: share,
    relevance: share,
    passed: { type: "boolean" },
    feedback: { type: "string", maxLength: 800 },
  },
  required: ["completeness", "accuracy", "relevance", "passed", "feedback"],
};
/** A reply that cannot be read is asked for once more. */
const mostCalls = 2;

/**
 * Asks a judge how complete, accurate and relevant the answer of a run is. It is shown the task, what the tools returned (shortened)
 * and the answer, not which pattern wrote it. All three scores must be readable, or there is no verdict; nothing is guessed.
 *
 * @throws never: a failure, a refusal by the budget and an abort are told in `why`
 */
export async function judgeRun(log: readonly RunEvent[], options: JudgeOptions): Promise<Judgement> {
  const { model, rubric = "", signal } = options;
  const limits = { ...judgeBudget, ...options.budget };
  const spent = { pico: 0, tokens: 0, certainty: "reported" as Certainty };
  const over = (scores: JudgeScores | null, feedback: string, why?: string): Judgement => ({
    scores,
    feedback,
    ...(why !== undefined && { why }),
    model: model.id,
    usd: toUsd(spent.pico),
    tokens: spent.tokens,
    certainty: spent.certainty,
  });

  const start = log.find((event) => event.type === "run.start");
  const end = log.find((event) => event.type === "run.end");
  if (!start || !end || end.answer === null || end.answer.trim() === "")
    return over(null, "", "There is no answer to judge.");
  const messages = promptFor(log, start, end.answer, rubric);
  let why = "";
  for (let call = 1; call <= mostCalls; call++) {
    const input = messages.reduce((sum, { content }) => sum + utf8Bytes(content) + 8, 0);
    const refusal = refusedBy(limits, spent, model, input);
    if (refusal !== null) return over(null, "", call === 1 ? refusal : `${why} ${refusal}`);
    let reply: ModelReply;
    try {
      const timeout = AbortSignal.timeout(mostMs);
      reply = await model.complete(
        {
          messages,
          maxOutputTokens: outputTokens,
          responseSchema: judgeSchema,
          ...(model.can.temperature && { temperature: 0 }),
        },
        { signal: signal ? AbortSignal.any([signal, timeout]) : timeout, onText: () => {} },
      );
    } catch (thrown) {
      const failure = toModelFailure(thrown);
      if (!failure.free) book(spent, model, failure.usage, { input, certainty: "at-most" });
      return over(null, "", failure.message || messageOf(thrown));
    }
    book(spent, model, reply.usage, { input, certainty: "estimated" });
    const read = readReview(reply.text, { finishReason: reply.finishReason, language: start.language });
    const scores = read.ok ? whole(read.parts) : null;
    if (read.ok && scores) return over(scores, read.feedback);
    const lacking = missing[start.language];
    why = !read.ok ? read.message : read.feedback ? `${lacking} (${read.feedback})` : lacking;
    messages.push({ role: "assistant", content: reply.text || "…" }, { role: "user", content: why });
  }
  return over(null, "", why);
}

const missing: Record<Language, string> = {
  en: "The reply lacks a score between 0 and 1 for completeness, accuracy or relevance. Answer with the whole JSON object.",
  zh: "回复缺少完整性、准确性或相关性的 0 到 1 评分。请给出完整的 JSON 对象。",
};

const rubrics: Record<Language, string> = {
  en: `Score each from 0 to 1, in steps of 0.05.
completeness: the share of what the task asks for that the answer gives. A part that the answer says it could not do counts as missing.
accuracy: the share of its statements and figures that the results bear out. What no result says counts as wrong.
relevance: the share of the answer that serves the task.`,
  zh: `每项按 0 到 1 评分，以 0.05 为一档。
completeness：任务要求的内容中，答案给出了多少。答案说明做不到的部分算缺失。
accuracy：答案的陈述和数字中，有结果支持的占多少。没有任何结果支持的算错误。
relevance：答案中服务于任务的内容占多少。`,
};

function promptFor(
  log: readonly RunEvent[],
  { task, language }: Extract<RunEvent, { type: "run.start" }>,
  answer: string,
  rubric: string,
): Message[] {
  const words = planWords[language];
  const own = rubric.trim() === "" ? "" : `\n${shorten(rubric.trim(), 2_000, language)}`;
  const results = shorten(resultsIn(log, language), longestResults, language) || words.none;
  return [
    { role: "system", content: `${words.reviewer}\n\n${rubrics[language]}${own}` },
    { role: "user", content: words.judge(task, words.none, results, shorten(answer, longestAnswer, language)) },
  ];
}

/** What the tools returned, one paragraph a call. */
function resultsIn(log: readonly RunEvent[], language: Language): string {
  const calls = new Map<string, string>();
  const told: string[] = [];
  for (const event of log) {
    if (event.type === "tool.call") calls.set(event.span, `${event.tool} ${JSON.stringify(event.arguments) ?? ""}`);
    if (event.type !== "observation") continue;
    const { output, failure, shown } = event;
    const text = failure?.message ?? (typeof output === "string" ? output : (JSON.stringify(output) ?? shown ?? ""));
    const call = shorten((calls.get(event.span) ?? "").replace(/\s+/g, " "), 300, language).replace(/\n/g, " ");
    told.push(`[${told.length + 1}] ${call}\n→ ${shorten(text, longestResult, language)}`);
  }
  return told.join("\n\n");
}

const whole = (parts: ReviewParts | undefined): JudgeScores | null => {
  const { completeness = null, accuracy = null, relevance = null } = parts ?? {};
  return completeness === null || accuracy === null || relevance === null
    ? null
    : { completeness, accuracy, relevance };
};

/** Why a call may not be made; null: it may. */
function refusedBy(
  limits: { usd: number; tokens: number },
  spent: { pico: number; tokens: number },
  { id, price }: Model,
  input: number,
): string | null {
  if (spent.tokens + input + outputTokens > limits.tokens)
    return `The judge's limit of ${limits.tokens} tokens does not allow this call: it may need ${input + outputTokens}.`;
  const pico = spent.pico + worstPico(price, input, outputTokens);
  if (price !== null && pico > toPico(limits.usd))
    return `The judge's limit of ${limits.usd} USD does not allow this call: with ${id} it may cost ${toUsd(pico)} USD. Choose a cheaper judge.`;
  return null;
}

function book(
  spent: { pico: number; tokens: number; certainty: Certainty },
  { price }: Model,
  usage: Usage | undefined,
  unknown: { input: number; certainty: Certainty },
): void {
  const counted = usage ?? { inputTokens: unknown.input, outputTokens };
  spent.pico += costPico(price, counted);
  spent.tokens += counted.inputTokens + counted.outputTokens;
  if (!usage) spent.certainty = unknown.certainty;
}
