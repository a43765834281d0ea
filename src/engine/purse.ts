// The one purse of a run: sets aside the worst case before a call, settles the real cost after it.
import type { Budget } from "./budget.ts";
import type { Price, Usage } from "./model/model.ts";
import { costPico, rates, toPico, toUsd, worstPico } from "./money.ts";

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

/** A tool call that may run: its fixed price is spent. */
export interface Payment {
  readonly kind: "paid";
  readonly pico: number;
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
  /** Whether a call would be let through right now, might be once the calls in flight have settled, or is forbidden. */
  fits(ask: CallAsk): "now" | "later" | "never";
  /** Books a call and frees the rest. `usage` null: nothing was used. Returns the cost in 10^-12 dollar. */
  settle(reservation: Reservation, usage: Usage | null): number;
  /** Books the whole reservation: the provider cannot have charged more. */
  settleWhole(reservation: Reservation): number;
  /** Pays for one tool call before it runs. A promise: its price may fit once the calls in flight have settled. */
  payTool(usd: number): Payment | LimitHit | Promise<Payment | LimitHit>;
  /** Whether more is spent and set aside than a limit allows: a provider reported more than was set aside for its call. */
  isOverdrawn(): boolean;
  /** Frees what was set aside or paid for a call that is not made after all. */
  handBack(unused: Reservation | Payment): void;
  /** Nobody waits for this answer any more: what it has set aside or paid is free again. */
  giveUp(answer: Promise<Reservation | Payment | LimitHit>): void;
  /** Keeps room for a closing call that does not grow out of the conversation of the call being made. */
  keepForClosing(price: Price | null, inputTokens: number, outputTokens: number): void;
  raise(limit: keyof PurseLimits, value: number | null): void;
}

interface Waiter {
  readonly answer: Promise<unknown>;
  /** False: it has to wait on. */
  serve(): boolean;
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

  function hit(limit: LimitHit["limit"]): LimitHit {
    const used = limit === "usd" ? toUsd(spent.pico) : spent[limit];
    return { kind: "limit", limit, value: limits[limit] ?? 0, used };
  }

  /** How much a call may write, if it may be made now. */
  function verdict(ask: CallAsk): number | LimitHit | "wait" {
    const closingCalls = ask.closing === "none" ? 0 : ask.closing === "held" ? kept.modelCalls : 1;
    const calls = spent.modelCalls + 1 + closingCalls;
    if (calls > limits.modelCalls) return hit("modelCalls");
    // One of those in flight may be refused by its provider, and then counts for nothing.
    if (calls + reserved.modelCalls > limits.modelCalls) return "wait";
    const fits = outputThatFits(ask);
    if (fits.output < ask.outputTokens && reserved.modelCalls > 0) return "wait";
    const output = Math.min(ask.outputTokens, fits.output);
    return output < ask.leastOutputTokens ? hit(fits.limit) : output;
  }

  function admit(ask: CallAsk): Reservation | LimitHit | "wait" {
    const output = verdict(ask);
    if (typeof output !== "number") return output;
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

  function pay(pico: number): Payment | LimitHit | "wait" {
    if (spent.toolCalls + 1 > limits.toolCalls) return hit("toolCalls");
    // A provider has reported more than was set aside: past a limit no call is made, whatever it costs.
    if (tokensLeft() + reserved.tokens < 0) return hit("tokens");
    if (picoLeft() + reserved.pico < 0) return hit("usd");
    if (pico > 0 && pico > picoLeft() - kept.pico) {
      const whenAllIsFreed = picoLeft() + reserved.pico - kept.pico;
      return reserved.modelCalls > 0 && pico <= whenAllIsFreed ? "wait" : hit("usd");
    }
    spent.toolCalls += 1;
    spent.pico += pico;
    return pico === 0 ? free : { kind: "paid", pico };
  }

  function keep(price: Price | null, inputTokens: number, outputTokens: number): void {
    kept.modelCalls = 1;
    kept.tokens = inputTokens + outputTokens;
    kept.pico = worstPico(price, inputTokens, outputTokens);
  }

  function release(reservation: Reservation): void {
    if (!open.delete(reservation)) throw new Error("A reservation was settled twice.");
    reserved.modelCalls -= 1;
    reserved.tokens -= reservation.tokens;
    reserved.pico -= reservation.pico;
  }

  /** Tries at once, unless others wait already: a small call behind a large one does not overtake it. */
  function inTurn<Answer extends object>(attempt: () => Answer | "wait"): Answer | Promise<Answer> {
    const first = waiting.length > 0 ? "wait" : attempt();
    if (first !== "wait") return first;
    let resolve: (answer: Answer) => void = () => {};
    const answer = new Promise<Answer>((done) => (resolve = done));
    const serve = () => {
      const result = attempt();
      if (result === "wait") return false;
      resolve(result);
      return true;
    };
    waiting.push({ answer, serve });
    return answer;
  }

  function serve(): void {
    while (waiting[0]?.serve()) waiting.shift();
  }

  function book(reservation: Reservation, calls: number, tokens: number, pico: number): number {
    release(reservation);
    spent.modelCalls += calls;
    spent.tokens += tokens;
    spent.pico += pico;
    if (waiting.length > 0) serve();
    return pico;
  }

  function handBack(unused: Reservation | Payment): void {
    if (unused.kind === "reserved") return void book(unused, 0, 0, 0);
    spent.toolCalls -= 1;
    spent.pico -= unused.pico;
    serve();
  }

  return {
    limits,
    spent,
    reserved,
    reserve: (ask) => inTurn(() => admit(ask)),
    fits(ask) {
      const result = waiting.length > 0 ? "wait" : verdict(ask);
      return result === "wait" ? "later" : typeof result === "number" ? "now" : "never";
    },
    settle(reservation, usage) {
      if (!usage) return book(reservation, 0, 0, 0);
      return book(reservation, 1, usage.inputTokens + usage.outputTokens, costPico(reservation.price, usage));
    },
    settleWhole(reservation) {
      return book(reservation, 1, reservation.tokens, reservation.pico);
    },
    payTool(usd) {
      const pico = toPico(usd);
      return pico === 0 ? (pay(0) as Payment | LimitHit) : inTurn(() => pay(pico));
    },
    handBack,
    isOverdrawn: () => tokensLeft() < 0 || picoLeft() < 0,
    giveUp(answer) {
      const place = waiting.findIndex((one) => one.answer === answer);
      if (place >= 0) waiting.splice(place, 1);
      else void answer.then((late) => late.kind !== "limit" && handBack(late));
      serve();
    },
    keepForClosing: keep,
    raise(limit, value) {
      if (limit === "tokens" || limit === "usd") limits[limit] = value;
      else if (value !== null) limits[limit] = value;
      serve();
    },
  };
}

/** What a tool without a price costs. */
const free: Payment = { kind: "paid", pico: 0 };

const divide = (pico: number, rate: number): number =>
  pico < 0 ? -1 : rate === 0 ? Infinity : Math.floor(pico / rate);

function lesser(byTokens: number, byPico: number): { output: number; limit: "tokens" | "usd" } {
  return byTokens <= byPico ? { output: byTokens, limit: "tokens" } : { output: byPico, limit: "usd" };
}
