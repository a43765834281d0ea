// What a call is charged: its worst case before it is made, what it cost once that is known. One line of the log for each.
import type { Price, Usage } from "../src/engine/model/model.ts";
import { costPico, worstPico } from "../src/engine/money.ts";
import { Refusal } from "./answers.ts";
import type { ChatRequest } from "./chat-request.ts";
import type { Config } from "./config.ts";
import { secondsToNextDay, type Ask, type Verdict } from "./ledger.ts";
import { within } from "./within.ts";

/** The one ledger of this Worker, as it is called from outside. */
export interface LedgerPort {
  reserve(ask: Ask): Promise<Verdict>;
  settle(id: string, microUsd: number): Promise<boolean>;
  left(visitor: string, caps: Ask["caps"]): Promise<number>;
}

/** How a call ended; `unmetered`: nobody looked. */
export type Ending =
  "complete" | "no-usage" | "page-left" | "timeout" | "cut-off" | "refused" | "failed" | "unreachable" | "unmetered";

/** Each answers within a moment, or something is wrong. */
const ledgerMs = 10_000;
/** The page waits for its configuration; what is left of a share is not worth more. */
const shareMs = 2_000;

const microPerUsd = 1e6;
const picoPerMicro = 1e6;
/** What a chat template adds to a prompt beyond the bytes of its JSON, in tokens. */
const templateTokens = 64;

/** The most a call can cost, in whole millionths of a US dollar: a token is at least one byte of what is sent. */
export function worstMicroUsd(price: Price, bodyBytes: number, maxOutputTokens: number): number {
  return Math.max(1, Math.ceil(worstPico(price, bodyBytes + templateTokens, maxOutputTokens) / picoPerMicro));
}

/** A call that has been charged. It must be told how the call ended, in any case. */
export class Charge {
  readonly #call: { id: string; model: string };
  readonly #price: Price | null;
  readonly #worst: number;
  readonly #ledger: LedgerPort;
  readonly #context: ExecutionContext;
  #isOpen = true;

  constructor(
    call: { id: string; model: string },
    money: { price: Price | null; worstMicroUsd: number },
    ledger: LedgerPort,
    context: ExecutionContext,
  ) {
    this.#call = call;
    this.#price = money.price;
    this.#worst = money.worstMicroUsd;
    this.#ledger = ledger;
    this.#context = context;
  }

  /** The call ended with what its server counted. Only the first word on how it ended counts. */
  complete(usage: Usage): void {
    this.#end("complete", Math.ceil(costPico(this.#price, usage) / picoPerMicro));
  }

  /** The call cost nothing: its server refused it, or it was never made. */
  free(ending: Ending): void {
    this.#end(ending, 0);
  }

  /** What the call cost is not known: its worst case stands. */
  inDoubt(ending: Ending): void {
    this.#end(ending, this.#worst);
  }

  #end(ending: Ending, microUsd: number): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#context.waitUntil(this.#settle(ending, microUsd));
  }

  async #settle(ending: Ending, microUsd: number): Promise<void> {
    let settled = false;
    if (this.#price && ending !== "unmetered") {
      // It stays charged with its worst case where this fails.
      settled = await within(ledgerMs, this.#ledger.settle(this.#call.id, microUsd)).catch(() => false);
    }
    log(this.#call, { microUsd: settled || !this.#price ? microUsd : this.#worst, reason: ending, settled });
  }
}

/**
 * Charges the worst case of a call. A model without a price is not counted, but the owner's off switch (`DAILY_USD=0`) holds for it.
 *
 * @throws Refusal `budget`, `visitor_budget`, or `ledger`: what cannot be counted is not sent
 */
export async function charge(
  call: { id: string; visitor: string; chat: ChatRequest },
  { caps }: Config,
  ledger: LedgerPort,
  context: ExecutionContext,
): Promise<Charge> {
  const { id, visitor, chat } = call;
  const { price, offer } = chat.upstream;
  const name = { id, model: offer.id };
  const refuse = (code: "budget" | "visitor_budget" | "ledger", detail?: string) => {
    log(name, { microUsd: 0, reason: code, settled: true });
    return new Refusal(code, detail, code === "ledger" ? undefined : secondsToNextDay());
  };
  if (!price) {
    if (!(caps.dailyMicroUsd > 0)) throw refuse("budget");
    return new Charge(name, { price, worstMicroUsd: 0 }, ledger, context);
  }
  const microUsd = worstMicroUsd(price, chat.bodyBytes, chat.maxOutputTokens);
  let verdict: Verdict;
  try {
    verdict = await within(ledgerMs, ledger.reserve({ id, visitor, microUsd, caps }));
  } catch {
    throw refuse("ledger");
  }
  if (!verdict.admitted) {
    throw refuse(
      verdict.code,
      `This call may cost up to ${usd(microUsd)} USD; ${usd(verdict.leftMicroUsd)} USD are left.`,
    );
  }
  return new Charge(name, { price, worstMicroUsd: microUsd }, ledger, context);
}

/** A visitor's share of the day, for the page to show; undefined where nothing is counted, or cannot be read now. */
export async function shareOf(
  visitor: string,
  { caps, upstreams }: Config,
  ledger: LedgerPort,
): Promise<{ usd: number; leftUsd: number } | undefined> {
  if (![...upstreams.values()].some(({ price }) => price)) return undefined;
  try {
    const left = await within(shareMs, ledger.left(visitor, caps));
    return { usd: caps.visitorMicroUsd / microPerUsd, leftUsd: left / microPerUsd };
  } catch {
    return undefined;
  }
}

const usd = (microUsd: number) => (microUsd / microPerUsd).toFixed(6).replace(/(\.\d\d\d*?)0+$/, "$1");

/** Nothing of a prompt, an answer, a key, an address or a visitor stands in a line. */
function log(
  { id, model }: { id: string; model: string },
  outcome: { microUsd: number; reason: string; settled: boolean },
): void {
  console.log(JSON.stringify({ id, model, ...outcome }));
}
