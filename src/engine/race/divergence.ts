// Where two runs of a task first differ, and what each used before and after.
import { usage } from "../derive/usage.ts";
import type { EventOf, RunEvent } from "../events.ts";
import { canonicalArguments } from "../loop-compare.ts";

/** `set-up`: they were started differently; `span`: one opened a span that the other did not; `answer`: only the last words differ. */
export type DivergenceKind = "set-up" | "span" | "reply" | "call" | "observation" | "plan" | "answer";

export interface UsedPart {
  readonly usd: number;
  readonly tokens: number;
  readonly modelCalls: number;
  readonly toolCalls: number;
  readonly ms: number;
}

/** One of the two runs, cut at the place where they part. */
export interface DivergedRun {
  /** the event that differs; null: this run has none in its place */
  readonly seq: number | null;
  readonly span: string | null;
  readonly before: UsedPart;
  readonly after: UsedPart;
}

export interface Divergence {
  /** null: they did the same to the end */
  readonly kind: DivergenceKind | null;
  readonly one: DivergedRun;
  readonly other: DivergedRun;
}

/**
 * Compares two logs step by step: what models replied, which calls were made with which arguments (keys sorted, texts trimmed), what
 * came back, and how it ended. Wall-clock times, prices and the order in which parallel agents happened to speak do not count:
 * events are held against each other by span, and span ids are paths.
 *
 * A run under another pattern parts at its beginning. An event counts to `before` if it came before the one that differs.
 *
 * @throws never
 */
export function divergence(one: readonly RunEvent[], other: readonly RunEvent[]): Divergence {
  const [mine, theirs] = [stepsOf(one), stepsOf(other)];
  const differs = (key: string) => theirs.get(key)?.says !== mine.get(key)?.says;
  const first = [...mine.keys()].find(differs);
  const firstOther = [...theirs.keys()].find((key) => mine.get(key)?.says !== theirs.get(key)?.says);
  if (first === undefined && firstOther === undefined)
    return { kind: null, one: cutAt(one, null), other: cutAt(other, null) };
  const step = first === undefined ? undefined : mine.get(first);
  // What takes its place in the other run: the same step told differently, or the first one that this run has not.
  const counterpart = (first === undefined ? undefined : theirs.get(first)) ?? theirs.get(firstOther ?? "");
  return {
    kind: (step ?? counterpart)?.kind ?? null,
    one: cutAt(one, step?.event ?? null),
    other: cutAt(other, counterpart?.event ?? null),
  };
}

interface Step {
  readonly kind: DivergenceKind;
  readonly says: string;
  readonly event: RunEvent;
}

/** What is compared, by span and place in it, in the order of the log. */
function stepsOf(log: readonly RunEvent[]): Map<string, Step> {
  const steps = new Map<string, Step>();
  for (const event of log) {
    const step = stepOf(event);
    if (!step) continue;
    const at = `${"span" in event ? event.span : ""} ${step.kind}`;
    let nth = 1;
    while (steps.has(`${at} ${nth}`)) nth++;
    steps.set(`${at} ${nth}`, { ...step, event });
  }
  return steps;
}

function stepOf(event: RunEvent): Omit<Step, "event"> | null {
  switch (event.type) {
    case "run.start":
      return { kind: "set-up", says: JSON.stringify([event.task, event.pattern, canonicalArguments(event.settings)]) };
    case "span.start":
      return { kind: "span", says: `${event.kind} ${event.name}` };
    case "model.reply":
      return { kind: "reply", says: JSON.stringify([event.text.trim(), callsOf(event)]) };
    case "tool.call":
      return { kind: "call", says: `${event.tool} ${canonicalArguments(event.arguments)}` };
    case "observation":
      return { kind: "observation", says: canonicalArguments(event.failure?.message ?? event.output ?? null) };
    case "plan":
      return { kind: "plan", says: canonicalArguments(event.items) };
    case "run.end":
      return { kind: "answer", says: JSON.stringify([event.status, event.answer, event.stop?.code]) };
    default:
      return null;
  }
}

const callsOf = ({ toolCalls = [] }: EventOf<"model.reply">) =>
  toolCalls.map(({ name, arguments: given }) => [name, canonicalArguments(given)]);

function cutAt(log: readonly RunEvent[], event: RunEvent | null): DivergedRun {
  const at = event?.seq ?? null;
  const before =
    at === null
      ? log
      : log.slice(
          0,
          log.findIndex(({ seq }) => seq === at),
        );
  const [soFar, whole] = [usedIn(before, event?.at), usedIn(log)];
  return {
    seq: at,
    span: event && "span" in event ? event.span : null,
    before: soFar,
    after: {
      usd: (Math.round(whole.usd * 1e12) - Math.round(soFar.usd * 1e12)) / 1e12,
      tokens: whole.tokens - soFar.tokens,
      modelCalls: whole.modelCalls - soFar.modelCalls,
      toolCalls: whole.toolCalls - soFar.toolCalls,
      ms: whole.ms - soFar.ms,
    },
  };
}

function usedIn(log: readonly RunEvent[], endsAt?: number): UsedPart {
  const { usd, tokens, figures } = usage.of(log);
  const ms = endsAt ?? log.at(-1)?.at ?? 0;
  return { usd, tokens: tokens.totalTokens, modelCalls: figures.modelCalls, toolCalls: figures.toolCalls, ms };
}
