// What a call is charged: its worst case before it is made, what it cost once that is known. One line of the log for each.
import type { Price, Usage } from "../src/engine/model/model.ts";
import { costPico, worstPico } from "../src/engine/money.ts";
import { Refusal } from "./answers.ts";
import type { ChatRequest } from "./chat-request.ts";
import type { Config } from "./config.ts";
import { secondsToNextDay, type LedgerPort } from "./ledger.ts";
import { book, draw, leftIn, settleWhenIdle, type Wallet } from "./wallet.ts";
import { within } from "./within.ts";

/** How a call ended; `unmetered`: nobody looked. */
export type Ending =
  "complete" | "no-usage" | "page-left" | "timeout" | "cut-off" | "refused" | "failed" | "unreachable" | "unmetered";

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

/** A call that has been charged. It must be told how the call ended, in any case; only the first word on it counts. */
export interface Charge {
  /** The call ended with what its server counted. */
  complete(usage: Usage): void;
  /** The call cost nothing: its server refused it, or it was never made. */
  free(ending: Ending): void;
  /** What the call cost is not known: its worst case stands. */
  inDoubt(ending: Ending): void;
}

/**
 * Charges the worst case of a call. A model without a price is not counted, but the owner's off switch (`DAILY_USD=0`) holds for it.
 *
 * @throws Refusal `budget`, `visitor_budget`, or `ledger`: what cannot be counted is not sent
 */
export async function charge(
  call: { id: string; visitor: string; chat: ChatRequest },
  config: Config,
  ledger: LedgerPort,
  context: ExecutionContext,
): Promise<Charge> {
  const { id, visitor, chat } = call;
  const { price, offer } = chat.upstream;
  const log = (reason: string, microUsd: number, settled: boolean) => {
    // Nothing of a prompt, an answer, a key, an address or a visitor stands in a line.
    console.log(JSON.stringify({ id, model: offer.id, microUsd, reason, settled }));
  };
  const refuse = (code: "budget" | "visitor_budget" | "ledger", detail?: string) => {
    log(code, 0, true);
    return new Refusal(code, detail, code === "ledger" ? undefined : secondsToNextDay());
  };
  const worst = price ? worstMicroUsd(price, chat.bodyBytes, chat.maxOutputTokens) : 0;
  let wallet: Wallet | undefined;
  if (price) {
    const drawn = await draw({ id, visitor, microUsd: worst }, config, ledger).catch(() => {
      throw refuse("ledger");
    });
    if ("admitted" in drawn)
      throw refuse(drawn.code, `This call may cost up to ${usd(worst)} USD; ${usd(drawn.leftMicroUsd)} USD are left.`);
    wallet = drawn;
  } else if (!(config.caps.dailyMicroUsd > 0)) throw refuse("budget");

  /** What was charged stays charged where the ledger cannot be told of it. */
  const settle = async (ending: Ending, microUsd: number) => {
    if (wallet) book(wallet, worst, microUsd);
    const settled = ending !== "unmetered" && !!wallet && (await settleWhenIdle(visitor, wallet, ledger));
    log(ending, wallet && !settled && ending !== "unmetered" ? microUsd + wallet.left : microUsd, settled);
  };
  let isOpen = true;
  const end = (ending: Ending, microUsd: number) => {
    if (isOpen) context.waitUntil(settle(ending, microUsd));
    isOpen = false;
  };
  return {
    complete: (usage) => end("complete", Math.ceil(costPico(price, usage) / picoPerMicro)),
    free: (ending) => end(ending, 0),
    inDoubt: (ending) => end(ending, worst),
  };
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
    return { usd: caps.visitorMicroUsd / microPerUsd, leftUsd: (left + leftIn(visitor)) / microPerUsd };
  } catch {
    return undefined;
  }
}

const usd = (microUsd: number) => (microUsd / microPerUsd).toFixed(6).replace(/(\.\d\d\d*?)0+$/, "$1");
