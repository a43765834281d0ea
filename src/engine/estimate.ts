// What a run can cost, before it starts: the least and the most, from the calls that its pattern may make and its limits.
import { completeBudget, type Budget, type Limit } from "./budget.ts";
import {
  groupCost,
  sizesOf,
  type AllModels,
  type Call,
  type EstimatedModel,
  type EstimateRow,
  type GroupCost,
  type Sizes,
} from "./estimate-calls.ts";
import type { AgentText, Role } from "./events.ts";
import type { Price } from "./model/model.ts";
import type { CallGroup, Pattern } from "./patterns/pattern.ts";
import { closingCall } from "./prompt-sizes.ts";
import { toPico, toUsd, worstPico } from "./money.ts";
import { z } from "./schema.ts";
import type { Tool } from "./tools/tool.ts";

export interface EstimateOptions {
  readonly task: string;
  readonly pattern: Pattern;
  readonly settings: Record<string, unknown>;
  readonly budget: Partial<Budget>;
  /** the roles that are not given use the main model */
  readonly models: { readonly main: EstimatedModel } & Partial<Record<Role, EstimatedModel>>;
  readonly tools: readonly Tool[];
  /** texts of a person's own that go along with each call of a role */
  readonly agents?: Partial<Record<Role, AgentText>>;
  /** longest reply asked for, in tokens */
  readonly outputTokens?: number;
}

export interface EstimateSum {
  readonly modelCalls: number;
  readonly toolCalls: number;
  readonly tokens: number;
  /** null: a price is unknown */
  readonly usd: number | null;
}

export interface Estimate {
  /** `unknown`: of one model at least */
  readonly price: "known" | "free" | "unknown";
  /** of a run that comes to its answer by itself */
  readonly least: EstimateSum;
  /** of any run, within its limits; null: nothing bounds it */
  readonly most: { readonly [Key in keyof EstimateSum]: number | null };
  /** what the pattern could come to without the limits on the whole run; null: the pattern does not say */
  readonly pattern: EstimateSum | null;
  /** what decides `most`: a limit, or `pattern` */
  readonly binds: { readonly usd: Limit | "pattern"; readonly tokens: Limit | "pattern" };
  /** what most of it goes to; null: nothing is known of it */
  readonly mostly: { readonly role: Role | null; readonly part: "input" | "output" | "calls" | "tools" } | null;
  /** the limit that refuses even the first call; null: none is sure to */
  readonly refuses: "usd" | "tokens" | null;
  readonly rows: readonly EstimateRow[];
  /** ms that it may take at most, pauses left out */
  readonly wallMs: number;
}

/**
 * The least and the most that a run can come to: pure arithmetic, nothing is asked.
 *
 * `most` holds for every run in which no call has to be made again after a fault and no plan is sent back, as long as providers
 * keep to the output limit and report no more input than there are bytes; the limits hold in any case. It is the purse's worst
 * case: each reply as long as it may be, each tool result as long as it is shown, a token for each byte of text.
 * Settings that the pattern's schema refuses are left out: then only the limits count.
 *
 * `least` is that of a run which comes to its answer by itself: the fewest calls, each with little more than the task.
 *
 * @throws StopError `config` where a limit is none, as a run under it would
 */
export function estimate(options: EstimateOptions): Estimate {
  const { pattern, tools, task, agents = {}, outputTokens = 2_048 } = options;
  const { main } = options.models;
  const models: AllModels = { planner: main, executor: main, reviewer: main, ...options.models };
  const budget = completeBudget(options.budget, {
    defaults: pattern.budget,
    priced: pattern.roles.every((role) => models[role].price !== null),
  });
  const settings = z.core.safeParse(pattern.settings, options.settings);
  const known = settings.success ? pattern.calls(within(budget), settings.data) : null;
  const used = pattern.usesTools ? tools : [];
  const toolCalls = pattern.usesTools ? Math.min(budget.toolCalls, known?.toolCalls ?? Infinity) : 0;
  const size = sizesOf(task, used);
  const sizes: Sizes = { ...size, toolCalls, outputTokens, agents, limit: budget };
  const groups = known?.model ?? [];
  const priced = groups.map((group) => groupCost(group, models[group.role], sizes));
  const roles = groups.length > 0 ? groups.map(({ role }) => role) : pattern.roles;
  const prices = [...new Set(roles)].map((role) => models[role].price);
  const price = prices.includes(null) ? "unknown" : prices.every((one) => isFree(one)) ? "free" : "known";

  const toolPico = toolCalls * Math.max(0, ...used.map(({ usdPerCall }) => toPico(usdPerCall)));
  const all = priced.flatMap(({ each }) => each);
  const whole = sumOf(all, Infinity);
  const counted = sumOf(all, budget.modelCalls);
  const byPattern = known ? { ...counted, calls: Math.min(all.length, budget.modelCalls) } : null;
  const usd = price === "unknown" ? null : mostUsd(byPattern, toolPico, budget, prices, all.length);
  const tokens = mostTokens(byPattern, budget, prices);

  const leastCalls = groups.reduce((sum, { least }) => sum + least, 0);
  const leastTokens = priced.reduce((sum, { least }) => sum + least.tokens, 0);
  const leastPico = priced.reduce((sum, { least }) => sum + least.pico, 0);
  return {
    price: price === "free" && toolPico > 0 ? "known" : price,
    least: {
      modelCalls: Math.min(leastCalls, budget.modelCalls),
      toolCalls: 0,
      tokens: Math.min(leastTokens, tokens.value ?? Infinity),
      usd: usd && Math.min(toUsd(leastPico), usd.value ?? Infinity),
    },
    most: {
      modelCalls: byPattern ? byPattern.calls : budget.modelCalls,
      toolCalls,
      tokens: tokens.value,
      usd: usd && usd.value,
    },
    pattern: known && {
      modelCalls: all.length,
      toolCalls,
      tokens: whole.tokens,
      usd: price === "unknown" ? null : toUsd(whole.pico + toolPico),
    },
    binds: { usd: usd?.by ?? "pattern", tokens: tokens.by },
    mostly: mostlyOf(priced, toolPico, price === "known" || (price === "free" && toolPico > 0)),
    refuses: refuses(groups, models, sizes),
    rows: priced.map(({ row }) => row),
    wallMs: budget.wallMs,
  };
}

/** A conversation has no more calls than the run: so a long loop under few model calls is not taken for longer than it can be. */
const within = (budget: Budget): Budget => ({ ...budget, iterations: Math.min(budget.iterations, budget.modelCalls) });

/** The dearest calls, as many as the limit allows: whichever are made, they cost no more. */
function sumOf(calls: readonly Call[], count: number): Call {
  const top = (of: (call: Call) => number) =>
    (calls.length <= count
      ? calls.map(of)
      : calls
          .map(of)
          .toSorted((a, b) => b - a)
          .slice(0, count)
    ).reduce((sum, one) => sum + one, 0);
  return { tokens: top(({ tokens }) => tokens), pico: top(({ pico }) => pico) };
}

interface Bound {
  value: number | null;
  by: Limit | "pattern";
}

function mostUsd(
  pattern: (Call & { calls: number }) | null,
  toolPico: number,
  budget: Budget,
  prices: readonly (Price | null)[],
  allCalls: number,
): Bound {
  const bounds: { pico: number; by: Limit | "pattern" }[] = [];
  if (pattern) bounds.push({ pico: pattern.pico + toolPico, by: pattern.calls < allCalls ? "modelCalls" : "pattern" });
  if (budget.tokens !== null) {
    const dearest = Math.max(0, ...prices.map((price) => rateOf(price, Math.max)));
    const calls = pattern ? pattern.calls : budget.modelCalls;
    const perCall = Math.max(0, ...prices.map((price) => worstPico(price, 0, 0)));
    bounds.push({ pico: budget.tokens * dearest + calls * perCall + toolPico, by: "tokens" });
  }
  if (budget.usd !== null) bounds.push({ pico: toPico(budget.usd), by: "usd" });
  const least = bounds.reduce<(typeof bounds)[number] | null>((a, b) => (a && a.pico <= b.pico ? a : b), null);
  return least ? { value: toUsd(least.pico), by: least.by } : { value: null, by: "pattern" };
}

function mostTokens(
  pattern: (Call & { calls: number }) | null,
  budget: Budget,
  prices: readonly (Price | null)[],
): Bound {
  const bounds: { value: number; by: Limit | "pattern" }[] = [];
  if (pattern) bounds.push({ value: pattern.tokens, by: "pattern" });
  if (budget.tokens !== null) bounds.push({ value: budget.tokens, by: "tokens" });
  const cheapest = Math.min(...prices.map((price) => (price ? rateOf(price, Math.min) : 0)));
  if (budget.usd !== null && cheapest > 0 && Number.isFinite(cheapest))
    bounds.push({ value: Math.floor(toPico(budget.usd) / cheapest), by: "usd" });
  const least = bounds.reduce<(typeof bounds)[number] | null>((a, b) => (a && a.value <= b.value ? a : b), null);
  return least ?? { value: null, by: "pattern" };
}

/** The dearest, or cheapest, token of a model, in 10^-12 dollar. */
function rateOf(price: Price | null, pick: (...rates: number[]) => number): number {
  if (!price) return 0;
  const { inputUsdPerMillion: input, outputUsdPerMillion: output } = price;
  return Math.ceil(
    1e6 * pick(input, output, price.cachedUsdPerMillion ?? input, price.reasoningUsdPerMillion ?? output),
  );
}

const isFree = (price: Price | null): boolean => price !== null && worstPico(price, 1_000_000, 1_000_000) === 0;

function mostlyOf(groups: readonly GroupCost[], toolPico: number, inDollars: boolean): Estimate["mostly"] {
  let best: { size: number; found: NonNullable<Estimate["mostly"]> } | null = null;
  const sums = new Map<string, { size: number; found: NonNullable<Estimate["mostly"]> }>();
  for (const { role, parts } of groups) {
    for (const part of ["input", "output", "calls"] as const) {
      const key = `${role} ${part}`;
      const sum = sums.get(key) ?? { size: 0, found: { role, part } };
      sum.size += inDollars ? parts[part].pico : parts[part].tokens;
      sums.set(key, sum);
    }
  }
  if (inDollars) sums.set("tools", { size: toolPico, found: { role: null, part: "tools" } });
  for (const sum of sums.values()) if (sum.size > (best?.size ?? 0)) best = sum;
  return best?.found ?? null;
}

/** Sure only where even the task and the tools alone, the shortest reply and its closing call do not fit. */
function refuses(groups: readonly CallGroup[], models: AllModels, { task, tools, limit }: Sizes): Estimate["refuses"] {
  const [first] = groups;
  if (!first) return null;
  const { price } = models[first.role];
  const input = task + (first.tools ? tools : 0);
  const closing = groups.some(({ name }) => name === "closing") && first.conversations !== undefined;
  const again = closing ? input + 64 + closingCall.slackTokens : 0;
  const written = closing ? closingCall.outputTokens : 0;
  if (limit.tokens !== null && input + 64 + again + written > limit.tokens) return "tokens";
  const pico = worstPico(price, input, 64) + (closing ? worstPico(price, again, written) : 0);
  return price && limit.usd !== null && pico > toPico(limit.usd) ? "usd" : null;
}
