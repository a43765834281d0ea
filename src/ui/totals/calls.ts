// The calls of a run as the totals tell of them: which were the dearest, and what each is called.
import type { GraphView, TotalsCall, TotalsView } from "../../engine/index.ts";
import { titleOf } from "../graph/words.ts";
import { totalsTexts } from "../messages/en-totals.ts";
import { textsOf } from "../messages/index.ts";
import { countText, durationText, headline, labelled, listText } from "../parts/format.ts";
import { costText, type Measure } from "./rows.ts";

const t = textsOf(totalsTexts);

/** So many of the dearest calls are shown before a person asks for all. */
export const shownAtFirst = 10;

const msOf = (call: TotalsCall, view: TotalsView) => (call.endedAt ?? view.clock) - call.startedAt;

export function amountOf(call: TotalsCall, view: TotalsView, measure: Measure): number {
  if (measure === "usd") return call.picoUsd;
  return measure === "tokens" ? call.tokens.totalTokens : msOf(call, view);
}

export interface Dearest {
  /** the dearest first; of equals the first */
  readonly calls: readonly TotalsCall[];
  /** how many calls used something */
  readonly count: number;
  /** what all of them used, those side by side each counted */
  readonly whole: number;
}

/** The calls that used something, at most so many: one pass for a few, however many there are. */
export function dearest(view: TotalsView, measure: Measure, most = Infinity): Dearest {
  const found: { readonly call: TotalsCall; readonly amount: number }[] = [];
  let [count, whole] = [0, 0];
  for (const call of view.calls) {
    const amount = amountOf(call, view, measure);
    if (amount <= 0) continue;
    count++;
    whole += amount;
    const least = found.at(-1);
    if (found.length >= most && least && least.amount >= amount) continue;
    found.push({ call, amount });
    // In order from the moment it is full: only then the last one is the least.
    if (found.length >= most) found.sort((a, b) => b.amount - a.amount).splice(most);
  }
  return { calls: found.sort((a, b) => b.amount - a.amount).map(({ call }) => call), count, whole };
}

export function amountText(call: TotalsCall, view: TotalsView, measure: Measure): string {
  if (measure === "usd") return costText(call.picoUsd / 1e12, call.certainty);
  return measure === "tokens" ? countText(call.tokens.totalTokens) : durationText(msOf(call, view));
}

/** What a call is called, in the words of the graph, and what it said or was given. */
export function callWords(call: TotalsCall, { nodes }: GraphView): { title: string; detail: string } {
  const node = nodes.get(call.span);
  if (!node) return { title: call.name, detail: "" };
  const detail = node.detail || listText(node.calls) || node.result;
  return { title: titleOf(node), detail: headline(detail, 160) };
}

/** One call in a line: "finance: Thought, 1.2 s to 3.4 s, $0.0004, $0.002 by then". */
export function callLine(
  call: TotalsCall,
  { title, agent, by }: { title: string; agent: string | null; by: string },
): string {
  const from = durationText(call.startedAt);
  return [
    agent === null ? title : labelled(agent, title),
    call.failed ? t("totals.strip.failed") : "",
    call.endedAt === null
      ? t("totals.strip.since", { from })
      : t("totals.strip.time", { from, to: durationText(call.endedAt) }),
    call.picoUsd > 0 ? costText(call.picoUsd / 1e12, call.certainty) : "",
    call.tokens.totalTokens > 0 ? t("totals.tokens", { count: call.tokens.totalTokens }) : "",
    call.endedAt === null ? "" : t("totals.strip.by-then", { spent: by }),
  ]
    .filter(Boolean)
    .join(" · ");
}
