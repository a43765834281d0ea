// Loop and stall rules: they watch the calls of one agent and say when it goes round in circles.
import { canonicalArguments, isEmptyResult } from "./loop-compare.ts";
import { createRewording } from "./rewording.ts";

/** Rules over the calls and replies of one agent. */
type WatchedRule = "same_call_same_result" | "same_call_error" | "cycle" | "no_progress" | "little_new" | "monologue";
/** Every rule: `chanting` watches one reply while it is written, the last two the rounds of a supervisor. */
export type LoopRule = WatchedRule | "chanting" | "same_plan" | "score_not_rising";

/** A rule that fired: what it counted and the call it is about. */
export interface LoopFinding {
  level: "nudge" | "stop";
  rule: LoopRule;
  /** calls, replies, rounds (cycle, and those of a supervisor) or passages in a row */
  count: number;
  /** spans of the calls or replies that were compared, at most the last sixteen */
  spans: string[];
  /** the last call, of rules that compare calls */
  call?: { tool: string; arguments: string; result: string };
  /** what was said over and over, of `chanting` */
  passage?: string;
}

export type LoopVerdict = { level: "none" } | LoopFinding;

export interface WatchedCall {
  span: string;
  tool: string;
  /** parsed, or the model's JSON text */
  arguments: unknown;
  /** as the model saw it */
  result: string;
  failed: boolean;
}

export interface LoopWatch {
  /** Takes a call and its result. A nudge is given once for a streak, a stop as long as the streak lasts. */
  call(call: WatchedCall): LoopVerdict;
  /** Takes a reply with neither action nor answer. */
  say(span: string): LoopVerdict;
  /** Takes an action that was not run, or the beginning of another conversation: a monologue ends there. */
  broken(): void;
  /** A message of the person clears the history. */
  user(): void;
  /** The highest level that stands now, whether or not it was given already. */
  standing(): LoopVerdict;
}

const none: LoopVerdict = { level: "none" };
const keptCalls = 16;
const longestPeriod = 4;
const cycleRounds = 3;

const limits = {
  same_call_same_result: { nudge: 3, stop: 4 },
  same_call_error: { nudge: 2, stop: 3 },
  no_progress: { nudge: 3, stop: 5 },
  little_new: { nudge: 4, stop: 7 },
  monologue: { nudge: Infinity, stop: 3 },
} as const satisfies Partial<Record<WatchedRule, { nudge: number; stop: number }>>;

interface Entry {
  call: WatchedCall;
  /** canonical arguments, once they were needed */
  canonical: string | undefined;
}

/**
 * Watches one agent. Calls are compared by tool, canonical arguments and result, never by thought. The cost of a call does
 * not depend on how many went before.
 *
 * @param isReadOnly whether a tool only looks: asking such a one again in other words, for nothing new, is a stall
 */
export function createLoopWatch({ isReadOnly }: { isReadOnly: (tool: string) => boolean }): LoopWatch {
  const recent: Entry[] = [];
  /** calls in a row that equal the one 1, 2, 3, 4 places before */
  const repeats = [0, 0, 0, 0, 0];
  const rewording = createRewording();
  let barren = 0;
  let barrenDiffers = false;
  let littleNew = 0;
  let says: string[] = [];
  let isNudged = false;

  const clear = (): void => {
    recent.length = 0;
    repeats.fill(0);
    barren = littleNew = 0;
    barrenDiffers = isNudged = false;
    says = [];
  };

  function take(call: WatchedCall): void {
    const entry: Entry = { call, canonical: undefined };
    const last = recent.at(-1);
    for (let period = 1; period <= longestPeriod; period++) {
      const earlier = recent[recent.length - period];
      repeats[period] = earlier && isSame(entry, earlier) ? (repeats[period] ?? 0) + 1 : 0;
    }
    const follows = last?.call.tool === call.tool;
    if (!call.failed && !isEmptyResult(call.result)) barren = 0;
    else {
      const goesOn = follows && barren > 0;
      barrenDiffers = goesOn && (barrenDiffers || (last !== undefined && !hasSameArguments(entry, last)));
      barren = goesOn ? barren + 1 : 1;
    }
    const isPolling = (): boolean => repeats[1] === 0 && last !== undefined && hasSameArguments(entry, last);
    const mayReword = follows && isReadOnly(call.tool);
    littleNew = rewording.add(call.arguments, call.result, mayReword, isPolling) ? littleNew + 1 : 1;
    recent.push(entry);
    if (recent.length > keptCalls) recent.shift();
  }

  function find(): LoopVerdict {
    const same = (repeats[1] ?? 0) + 1;
    const period = cyclePeriod(same);
    if (same < 2 && period === 0 && barren < 3 && littleNew < 4 && says.length < 3) return none;
    const sameRule = recent.at(-1)?.call.failed ? "same_call_error" : "same_call_same_result";
    const found = [
      judge(sameRule, same),
      period > 0 ? finding("stop", "cycle", cycleRounds, period * cycleRounds) : none,
      judge("no_progress", barrenDiffers ? barren : 0),
      judge("little_new", littleNew),
      judge("monologue", says.length),
    ];
    return found.find((one) => one.level === "stop") ?? found.find((one) => one.level === "nudge") ?? none;
  }

  function judge(rule: keyof typeof limits, count: number): LoopVerdict {
    if (count >= limits[rule].stop) return finding("stop", rule, count, count);
    return count >= limits[rule].nudge ? finding("nudge", rule, count, count) : none;
  }

  function finding(level: "nudge" | "stop", rule: WatchedRule, count: number, calls: number): LoopFinding {
    if (rule === "monologue") return { level, rule, count, spans: says.slice(-keptCalls) };
    const last = recent.at(-1);
    const spans = recent.slice(-calls).map((entry) => entry.call.span);
    if (!last) return { level, rule, count, spans };
    const { tool, result } = last.call;
    return { level, rule, count, spans, call: { tool, arguments: canonicalOf(last), result } };
  }

  /** The length of a round that was gone through three times; 0: none. Rounds of one call only are another rule's. */
  function cyclePeriod(same: number): number {
    for (let period = 2; period <= longestPeriod; period++) {
      if ((repeats[period] ?? 0) >= period * (cycleRounds - 1) && same < period) return period;
    }
    return 0;
  }

  function give(verdict: LoopVerdict): LoopVerdict {
    if (verdict.level === "stop") return verdict;
    if (verdict.level === "none") {
      isNudged = false;
      return none;
    }
    if (isNudged) return none;
    isNudged = true;
    return verdict;
  }

  return {
    call(call) {
      if (says.length > 0) says = [];
      take(call);
      return give(find());
    },
    say(span) {
      says.push(span);
      if (says.length < limits.monologue.stop) return none;
      return finding("stop", "monologue", says.length, 0);
    },
    broken: () => {
      says = [];
    },
    user: () => {
      clear();
      rewording.clear();
    },
    standing: find,
  };
}

function isSame(one: Entry, other: Entry): boolean {
  const { call } = one;
  return (
    call.tool === other.call.tool &&
    call.failed === other.call.failed &&
    call.result === other.call.result &&
    hasSameArguments(one, other)
  );
}

function hasSameArguments(one: Entry, other: Entry): boolean {
  return one.call.arguments === other.call.arguments || canonicalOf(one) === canonicalOf(other);
}

function canonicalOf(entry: Entry): string {
  return (entry.canonical ??= canonicalArguments(entry.call.arguments));
}
