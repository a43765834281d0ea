// The one purse of a run: sets aside the worst case before a call, settles the real cost after it.
import type { Budget } from "./budget.ts";
import type { Price, Usage } from "./model/model.ts";

/** Money is an integer of 10^-12 dollar: cached rates reach 2.5e-9 dollar a token. */
export const picoPerUsd = 1e12;

/** Dollars of an amount in 10^-12 dollar. */
export const toUsd = (pico: number): number => pico / picoPerUsd;
/** The whole number of 10^-12 dollar nearest to an amount of dollars. */
export const toPico = (usd: number): number => Math.round(usd * picoPerUsd);

interface Rates {
  input: number;
  cached: number;
  output: number;
  reasoning: number;
  call: number;
}

const noRates: Rates = { input: 0, cached: 0, output: 0, reasoning: 0, call: 0 };
const ratesOf = new WeakMap<Price, Rates>();

/** Prices in 10^-12 dollar a token; an unknown price counts nothing (a token limit stands in for it). */
function rates(price: Price | null): Rates {
  if (!price) return noRates;
  let known = ratesOf.get(price);
  if (!known) {
    const perToken = (usdPerMillion: number) => Math.ceil(usdPerMillion * 1e6 - 1e-6);
    const input = perToken(price.inputUsdPerMillion);
    const output = perToken(price.outputUsdPerMillion);
    known = {
      input,
      cached: perToken(price.cachedUsdPerMillion ?? price.inputUsdPerMillion),
      output,
      reasoning: perToken(price.reasoningUsdPerMillion ?? price.outputUsdPerMillion),
      call: toPico(price.usdPerCall ?? 0),
    };
    ratesOf.set(price, known);
  }
  return known;
}

/** The most that so many tokens can cost, in 10^-12 dollar. */
export function worstPico(price: Price | null, inputTokens: number, outputTokens: number): number {
  const rate = rates(price);
  return (
    rate.call + inputTokens * Math.max(rate.input, rate.cached) + outputTokens * Math.max(rate.output, rate.reasoning)
  );
}

/**
 * What a call cost by its usage, in 10^-12 dollar: cached input and reasoning at their own rates where they have one.
 * Some providers report more cached or reasoning tokens than there are; the rest is then counted as 0.
 */
export function costPico(price: Price | null, usage: Usage): number {
  const rate = rates(price);
  const cached = Math.min(usage.cachedTokens ?? 0, usage.inputTokens);
  const reasoning = usage.reasoningTokens ?? 0;
  return (
    rate.call +
    (usage.inputTokens - cached) * rate.input +
    cached * rate.cached +
    Math.max(0, usage.outputTokens - reasoning) * rate.output +
    reasoning * rate.reasoning
  );
}

/** The call that ends a stopped run: what it may read besides the conversation, and what it may write, in tokens. */
export interface ClosingCall {
  slackTokens: number;
  outputTokens: number;
}

/** What a model call may need at most. */
export interface CallAsk {
  price: Price | null;
  /** upper bound of the input */
  inputTokens: number;
  /** the most it may write; shortened only when nothing else is in flight */
  outputTokens: number;
  /** fewer are not worth a call */
  leastOutputTokens: number;
  /**
   * `own`: room is kept for a closing call over this conversation; `held`: for the one that was kept last;
   * `none`: this call is itself the last one, and may use that room.
   */
  closing: ClosingCall | "held" | "none";
}

/** Tokens and money set aside for one call. `outputTokens` must be sent along as the output limit. */
export interface Reservation {
  readonly kind: "reserved";
  readonly price: Price | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly tokens: number;
  readonly pico: number;
  /** what was kept besides for the closing call that would follow; null: none */
  readonly closing: KeptRoom | null;
}

/** Room for a closing call. `grows`: it reads what this call reads and writes, so a shorter reply needs less. */
export interface KeptRoom {
  readonly tokens: number;
  readonly pico: number;
  readonly grows: boolean;
}

export interface LimitHit {
  readonly kind: "limit";
  readonly limit: "modelCalls" | "toolCalls" | "tokens" | "usd";
  readonly value: number;
  readonly used: number;
}

export interface Amounts {
  modelCalls: number;
  toolCalls: number;
  tokens: number;
  pico: number;
}

export type PurseLimits = Pick<Budget, "modelCalls" | "toolCalls" | "tokens" | "usd">;

export interface Purse {
  readonly limits: Readonly<PurseLimits>;
  readonly spent: Readonly<Amounts>;
  readonly reserved: Readonly<Amounts>;
  /** Sets the worst case aside, or says which limit forbids the call. A promise: it waits for calls in flight to settle. */
  reserve(ask: CallAsk): Reservation | LimitHit | Promise<Reservation | LimitHit>;
  /** Whether a closing call would fit right now. */
  allows(ask: CallAsk): boolean;
  /** Books a call and frees the rest. `usage` null: nothing was used. Returns the cost in 10^-12 dollar. */
  settle(reservation: Reservation, usage: Usage | null): number;
  /** Books the whole reservation: the provider cannot have charged more. */
  settleWhole(reservation: Reservation): number;
  /** Pays for one tool call before it runs. */
  payTool(usd: number): LimitHit | null;
  /** Keeps room for a closing call that does not grow out of the conversation of the call being made. */
  keepForClosing(price: Price | null, inputTokens: number, outputTokens: number): void;
  raise(limit: keyof PurseLimits, value: number | null): void;
  /** Lets nobody wait any longer: all who do get the limit they wait for. */
  close(): void;
}

interface Waiter {
  ask: CallAsk;
  resolve: (answer: Reservation | LimitHit) => void;
}

/**
 * A purse for one run. All of it is synchronous, so that agents in parallel can never pass the same check twice:
 * after every call, spent + reserved is at most the limit, whatever is asked.
 */
export function createPurse(given: PurseLimits): Purse {
  const limits: PurseLimits = { ...given };
  const spent: Amounts = { modelCalls: 0, toolCalls: 0, tokens: 0, pico: 0 };
  const reserved: Amounts = { modelCalls: 0, toolCalls: 0, tokens: 0, pico: 0 };
  const kept = { modelCalls: 0, tokens: 0, pico: 0 };
  const waiting: Waiter[] = [];
  const open = new Set<Reservation>();
  let closed = false;

  const room = (limit: number | null, used: number) => (limit === null ? Infinity : limit - used);
  const tokensLeft = () => room(limits.tokens, spent.tokens + reserved.tokens);
  const picoLeft = () => room(limits.usd === null ? null : toPico(limits.usd), spent.pico + reserved.pico);

  /** How much may be written so that this call, and the closing call after it, still fit. */
  function outputThatFits(ask: CallAsk): { output: number; limit: "tokens" | "usd" } {
    const rate = rates(ask.price);
    const inputRate = Math.max(rate.input, rate.cached);
    const outputRate = Math.max(rate.output, rate.reasoning);
    const byTokens = tokensLeft() - ask.inputTokens;
    const byPico = picoLeft() - rate.call - ask.inputTokens * inputRate;
    if (ask.closing === "none") return lesser(byTokens, divide(byPico, outputRate));
    if (ask.closing === "held") return lesser(byTokens - kept.tokens, divide(byPico - kept.pico, outputRate));
    // The closing call reads what this call read and wrote, and a little more.
    const reads = ask.inputTokens + ask.closing.slackTokens;
    const writes = ask.closing.outputTokens;
    return lesser(
      Math.floor((byTokens - reads - writes) / 2),
      divide(byPico - rate.call - reads * inputRate - writes * outputRate, outputRate + inputRate),
    );
  }

  function hit(limit: "modelCalls" | "tokens" | "usd"): LimitHit {
    const used = limit === "modelCalls" ? spent.modelCalls : limit === "tokens" ? spent.tokens : toUsd(spent.pico);
    return { kind: "limit", limit, value: limits[limit] ?? 0, used };
  }

  function admit(ask: CallAsk): Reservation | LimitHit | "wait" {
    const closingCalls = ask.closing === "none" ? 0 : ask.closing === "held" ? kept.modelCalls : 1;
    if (spent.modelCalls + reserved.modelCalls + 1 + closingCalls > limits.modelCalls) return hit("modelCalls");
    const fits = outputThatFits(ask);
    if (fits.output < ask.outputTokens && reserved.modelCalls > 0 && !closed) return "wait";
    const output = Math.min(ask.outputTokens, fits.output);
    if (output < ask.leastOutputTokens) return hit(fits.limit);
    if (typeof ask.closing === "object") {
      const { slackTokens, outputTokens } = ask.closing;
      keep(ask.price, ask.inputTokens + output + slackTokens, outputTokens);
    }
    const reservation: Reservation = {
      kind: "reserved",
      price: ask.price,
      inputTokens: ask.inputTokens,
      outputTokens: output,
      tokens: ask.inputTokens + output,
      pico: worstPico(ask.price, ask.inputTokens, output),
      closing:
        ask.closing === "none" || kept.modelCalls === 0
          ? null
          : { tokens: kept.tokens, pico: kept.pico, grows: ask.closing !== "held" },
    };
    reserved.modelCalls += 1;
    reserved.tokens += reservation.tokens;
    reserved.pico += reservation.pico;
    open.add(reservation);
    return reservation;
  }

  function keep(price: Price | null, inputTokens: number, outputTokens: number): void {
    kept.modelCalls = 1;
    kept.tokens = inputTokens + outputTokens;
    kept.pico = worstPico(price, inputTokens, outputTokens);
  }

  function free(reservation: Reservation): void {
    if (!open.delete(reservation)) throw new Error("A reservation was settled twice.");
    reserved.modelCalls -= 1;
    reserved.tokens -= reservation.tokens;
    reserved.pico -= reservation.pico;
  }

  /** In order of arrival: a small call behind a large one does not overtake it. */
  function serve(): void {
    for (let next = waiting[0]; next; next = waiting[0]) {
      const answer = admit(next.ask);
      if (answer === "wait") return;
      waiting.shift();
      next.resolve(answer);
    }
  }

  function book(reservation: Reservation, calls: number, tokens: number, pico: number): number {
    free(reservation);
    spent.modelCalls += calls;
    spent.tokens += tokens;
    spent.pico += pico;
    if (waiting.length > 0) serve();
    return pico;
  }

  return {
    limits,
    spent,
    reserved,
    reserve(ask) {
      const answer = waiting.length > 0 && !closed ? "wait" : admit(ask);
      if (answer !== "wait") return answer;
      return new Promise((resolve) => waiting.push({ ask, resolve }));
    },
    allows: (ask) =>
      spent.modelCalls + reserved.modelCalls < limits.modelCalls && outputThatFits(ask).output >= ask.leastOutputTokens,
    settle(reservation, usage) {
      if (!usage) return book(reservation, 0, 0, 0);
      return book(reservation, 1, usage.inputTokens + usage.outputTokens, costPico(reservation.price, usage));
    },
    settleWhole(reservation) {
      return book(reservation, 1, reservation.tokens, reservation.pico);
    },
    payTool(usd) {
      if (spent.toolCalls + 1 > limits.toolCalls) {
        return { kind: "limit", limit: "toolCalls", value: limits.toolCalls, used: spent.toolCalls };
      }
      const pico = toPico(usd);
      if (pico > 0 && pico > picoLeft() - kept.pico) return hit("usd");
      spent.toolCalls += 1;
      spent.pico += pico;
      return null;
    },
    keepForClosing: keep,
    raise(limit, value) {
      if (limit === "tokens" || limit === "usd") limits[limit] = value;
      else if (value !== null) limits[limit] = value;
      serve();
    },
    close() {
      closed = true;
      serve();
    },
  };
}

const divide = (pico: number, rate: number): number =>
  pico < 0 ? -1 : rate === 0 ? Infinity : Math.floor(pico / rate);

function lesser(byTokens: number, byPico: number): { output: number; limit: "tokens" | "usd" } {
  return byTokens <= byPico ? { output: byTokens, limit: "tokens" } : { output: byPico, limit: "usd" };
}
