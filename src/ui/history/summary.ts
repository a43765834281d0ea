// What the list shows of a run: a fold over its log, stored apart from it.
import type { RunEvent } from "../../engine/index.ts";

export type RunStatus = "running" | "completed" | "stopped" | "failed" | "interrupted";

export interface RunSummary {
  id: string;
  title: string;
  /** its first 4,000 letters */
  task: string;
  pattern: string;
  status: RunStatus;
  /** its first 300 letters; null: there is none */
  answer: string | null;
  /** ms since 1970 */
  startedAt: number;
  /** how long it took, in ms */
  ms: number;
  usd: number;
  /** input and output */
  tokens: number;
  modelCalls: number;
  toolCalls: number;
  events: number;
  /** read from a file */
  imported?: true;
  /** something misbehaved in it on purpose */
  drilled?: true;
  /** id of the race that it is part of */
  race?: string;
}

const taskLength = 4_000;
const answerLength = 300;
const titleLength = 80;

/** A task as a summary holds it. */
export const cutTask = (task: string): string => cut(task, taskLength);

/** The summary of a log that has no event yet. */
export function emptySummary(id: string, title = "", imported = false, race?: string): RunSummary {
  return {
    id,
    title,
    task: "",
    pattern: "",
    status: "running",
    answer: null,
    startedAt: Date.now(),
    ms: 0,
    usd: 0,
    tokens: 0,
    modelCalls: 0,
    toolCalls: 0,
    events: 0,
    ...(imported ? { imported } : {}),
    ...(race === undefined ? {} : { race }),
  };
}

/** Takes the next event of its log into a summary, in place. What was recalled from another log cost nothing here. */
export function summarise(summary: RunSummary, event: RunEvent): void {
  summary.events++;
  summary.ms = event.at;
  if (event.type === "run.start") {
    summary.task = cutTask(event.task);
    summary.title ||= cut(event.task.trim().split("\n", 1)[0] ?? "", titleLength);
    summary.pattern = event.pattern;
    if (event.drills) summary.drilled = true;
    summary.startedAt = Date.parse(event.startedAt);
  } else if (event.type === "run.end") {
    summary.status = event.status;
    summary.answer = event.answer === null ? null : cut(event.answer, answerLength);
  } else if (!event.recalled) {
    addCost(summary, event);
  }
}

function addCost(summary: RunSummary, event: RunEvent): void {
  if (event.type === "model.request") summary.modelCalls++;
  if (event.type === "tool.call") {
    summary.toolCalls++;
    summary.usd += event.usd ?? 0;
  }
  if (event.type === "model.reply") {
    summary.usd += event.usd;
    summary.tokens += (event.usage?.inputTokens ?? 0) + (event.usage?.outputTokens ?? 0);
  }
}

/** At most `length` UTF-16 units, and no half of an emoji at the end. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

/** Text as searches compare it: no difference of case, of full and half width, of composed and decomposed letters. */
export function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/**
 * Tells whether every word of a search stands somewhere in a run's title or task. A part of a word counts, so Chinese works too.
 * Without words it leaves out the runs of races, for which the races stand.
 */
export function matcher(search: string): (summary: RunSummary) => boolean {
  const words = folded(search).split(/\s+/u).filter(Boolean);
  return (summary) => {
    if (words.length === 0) return summary.race === undefined;
    const text = folded(`${summary.title}\n${summary.task}`);
    return words.every((word) => text.includes(word));
  };
}

/** Where a run stands in the list. */
export type Place = Pick<RunSummary, "startedAt" | "id">;

/** Newest first; the id decides between runs of one moment. */
export function byNewest(a: Place, b: Place): number {
  return b.startedAt - a.startedAt || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);
}
