// The budget simulator: what other limits would have cut off a run that is over.
import type { Budget, Limit } from "../budget.ts";
import type { RunEvent } from "../events.ts";
import { toPico, toUsd } from "../money.ts";
import { answerSoFar, type AnswerPart } from "./answer-so-far.ts";
import { demandsOf, workFor } from "./demands.ts";
import type { Demand, Demands, Place } from "./demand-types.ts";

/** What a limit would have cut off. */
export interface Cut {
  readonly limit: Limit;
  readonly value: number;
  /** of the limit, before the cut; ms for limits of time */
  readonly used: number;
  /** the least value that would have changed nothing here */
  readonly need: number;
  /** the first event that would not have come */
  readonly seq: number;
  /** ms of work since the run began */
  readonly ms: number;
  readonly span: string;
  /**
   * `refused`: a call, turn or step is not made, and the run (or agent) stops; `shortened`: the call is made, but its reply is
   * cut short; `rewritten`: the plan is refused and asked for again; `concluded`: the run goes on to its answer; `failed`: the
   * call fails and its agent reads why; `out-of-time`: the run or agent is stopped in what it does
   */
  readonly effect: "refused" | "shortened" | "rewritten" | "concluded" | "failed" | "out-of-time";
  /** the span of the agent or call that ends; null: the run */
  readonly ends: string | null;
}

export interface SpentThen {
  readonly usd: number;
  readonly tokens: number;
  readonly modelCalls: number;
  readonly toolCalls: number;
  readonly ms: number;
}

export interface WhatIf {
  /** where the run would have left its way; null: nowhere, but for what `inner` says */
  readonly cut: Cut | null;
  /** agents and calls that would have been cut off before that, each at its first limit */
  readonly inner: readonly Cut[];
  /** spans that would not have been made, or would not have come to their end */
  readonly missing: ReadonlySet<string>;
  /** `same`: as it was; `changed`: written from something else; `missing`: not come to */
  readonly answer: "same" | "changed" | "missing";
  /** the answer as it stood at the cut */
  readonly parts: readonly AnswerPart[];
  readonly spent: SpentThen;
  /** `spent` holds calls under way at the cut, each with all that was set aside for it */
  readonly atMost: boolean;
  readonly saved: SpentThen;
  /** what a closing call after the cut may cost at most; null: none would follow */
  readonly closing: { readonly tokens: number; readonly usd: number } | null;
  /** limits that are looser than those at which the run, or an agent, really ended: how it would have gone on is unknown */
  readonly beyond: readonly Limit[];
}

/**
 * What other limits would have done to a run that is over: a pure function of its log, and linear in it.
 *
 * It is exact up to the cut: everything before it would have happened as it did. The cut is the first moment at which the
 * engine would have acted otherwise, which is the earliest at which something could be lost. Where it cannot know more:
 * - A tighter limit of tokens or dollars shortens a reply before it refuses a call. `shortened` means that this reply would have
 *   been cut off; what the model would have done then is unknown, and nothing after it is counted.
 * - Agents side by side: a call waits in the purse until those in flight are settled, and is then decided. Which agent came
 *   first might have been otherwise, and the time it waited is not in the log, so that an agent's timeout may fall later.
 * - Models are told of limits (the planner of the steps left, an agent in its second half of the turns and money left), and
 *   might have gone another way.
 * - Room for a priced tool is counted as after a call that was not shortened; a tool that answers at once has no timeout.
 * - Nobody is asked: a person might have raised the limit.
 * A limit looser than the run's own shows nothing new (`beyond`).
 *
 * @param demands those of this log, if they are at hand: the same for all limits
 */
export function whatIf(log: readonly RunEvent[], limits: Partial<Budget>, demands: Demands = demandsOf(log)): WhatIf {
  let cut: Cut | null = null;
  const inner = new Map<string, Cut>();
  for (const demand of demands.list) {
    const value = limits[demand.limit];
    if (value === undefined || value === null || !isShort(demand, value, demand.need)) continue;
    if (demand.ends === null) {
      cut = cutOf(demand, value);
      break;
    }
    if (!inner.has(demand.ends)) inner.set(demand.ends, cutOf(demand, value));
  }
  const lost = lostIn(demands, cut, inner);
  const whole = sum([...demands.places.values()].map(costOf), demands.used.wallMs);
  const spent = sum(lost.costs, cut?.ms ?? demands.used.wallMs);
  return {
    cut,
    inner: [...inner.values()],
    missing: lost.missing,
    answer: cut ? "missing" : inner.size > 0 ? "changed" : "same",
    parts: answerSoFar.of(cut ? log.slice(0, cut.seq) : log).parts,
    spent,
    atMost: lost.atMost,
    saved: {
      usd: Math.max(0, toUsd(toPico(whole.usd) - toPico(spent.usd))),
      tokens: Math.max(0, whole.tokens - spent.tokens),
      modelCalls: whole.modelCalls - spent.modelCalls,
      toolCalls: whole.toolCalls - spent.toolCalls,
      ms: Math.max(0, whole.ms - spent.ms),
    },
    closing: cut && cut.effect !== "concluded" ? lost.closing : null,
    beyond: [...demands.ended].flatMap(([limit, was]) => {
      const value = limits[limit];
      return value !== undefined && (value === null || value > was) ? [limit] : [];
    }),
  };
}

/** Money is compared in 10^-12 dollar, as the purse does. */
const isShort = ({ limit }: Demand, value: number, need: number): boolean =>
  limit === "usd" ? toPico(value) < toPico(need) : value < need;

function cutOf(demand: Demand, value: number): Cut {
  const { limit, need, seq, span, ends } = demand;
  const effect = effectOf(demand, value);
  // Time runs out between two events.
  const left = limit === "wallMs" ? Math.min(demand.ms, Math.round(workFor(value))) : demand.ms;
  const used = limit === "wallMs" ? left : limit === "agentTimeoutMs" ? value : demand.used;
  return { limit, value, used, need, seq, ms: left, span, ends, effect };
}

function effectOf(demand: Demand, value: number): Cut["effect"] {
  switch (demand.limit) {
    case "rounds":
    case "revisions":
      return "concluded";
    case "subtasks":
    case "toolTimeoutMs":
      return "failed";
    case "wallMs":
    case "agentTimeoutMs":
      return "out-of-time";
    case "steps":
      return demand.asPlan ? "rewritten" : "refused";
    case "iterations":
    case "modelCalls":
    case "toolCalls":
    case "tokens":
    case "usd":
      return isShort(demand, value, demand.least) ? "refused" : "shortened";
    default:
      return demand.limit satisfies never;
  }
}

interface Lost {
  missing: Set<string>;
  /** of what would have been made */
  costs: Cost[];
  atMost: boolean;
  closing: { tokens: number; usd: number } | null;
}

interface Cost {
  modelCalls: number;
  toolCalls: number;
  tokens: number;
  pico: number;
}

function lostIn({ places }: Demands, cut: Cut | null, inner: ReadonlyMap<string, Cut>): Lost {
  const lost: Lost = { missing: new Set(), costs: [], atMost: false, closing: null };
  /** what ends the span that a span lies in, where that is not the run */
  const enders = new Map<string, Cut>();
  for (const place of places.values()) {
    const { span, parent, seq, endSeq } = place;
    const own = inner.get(span) ?? (parent === null ? undefined : enders.get(parent));
    if (own) enders.set(span, own);
    const first = Math.min(cut?.seq ?? Infinity, own?.seq ?? Infinity);
    if (seq >= first) {
      lost.missing.add(span);
      continue;
    }
    if (place.kept && (!cut || seq < cut.seq))
      lost.closing = { tokens: place.kept.tokens, usd: toUsd(place.kept.pico) };
    const stopped = endSeq >= first && (place.kind === "model" || place.kind === "tool") && !waitsFor(first, cut, own);
    if (!stopped) {
      lost.costs.push(costOf(place));
      continue;
    }
    lost.missing.add(span);
    lost.costs.push({ ...costOf(place), tokens: place.reservedTokens, pico: place.reservedPico || place.pico });
    if (place.reservedTokens > 0) lost.atMost = true;
  }
  return lost;
}

/** A call that does not fit is decided when those in flight are settled: they come to their end. A step refused stops them. */
function waitsFor(first: number, cut: Cut | null, own: Cut | undefined): boolean {
  const by = own && own.seq === first ? own : cut;
  return by?.limit === "usd" || by?.limit === "tokens" || by?.effect === "shortened";
}

const costOf = ({ modelCalls, toolCalls, tokens, pico }: Place): Cost => ({ modelCalls, toolCalls, tokens, pico });

function sum(costs: readonly Cost[], ms: number): SpentThen {
  let [modelCalls, toolCalls, tokens, pico] = [0, 0, 0, 0];
  for (const cost of costs) {
    modelCalls += cost.modelCalls;
    toolCalls += cost.toolCalls;
    tokens += cost.tokens;
    pico += cost.pico;
  }
  return { usd: toUsd(pico), tokens, modelCalls, toolCalls, ms };
}
