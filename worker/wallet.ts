// Money that is charged already and not spent: a visitor's next call draws from it, so that not each one asks the ledger on its way.
import type { Config } from "./config.ts";
import { today, type LedgerPort, type Verdict } from "./ledger.ts";
import { within } from "./within.ts";

/** In millionths of a US dollar. What is left of it is charged to its visitor until {@link settleWhenIdle}. */
export interface Wallet {
  readonly day: string;
  /** by the name under which the ledger holds it */
  readonly holds: [id: string, microUsd: number][];
  left: number;
  spent: number;
  /** calls that have drawn from it; negative: it is closed */
  calls: number;
  /** calls that have not ended */
  open: number;
}

/** Of this isolate, by visitor. What an isolate takes with it when it ends stays charged. */
const wallets = new Map<string, Wallet>();
const maxWallets = 10_000;

/** How long a visitor's next call is waited for. An agent's next one mostly comes at once. */
const idleMs = 500;
/** Where nobody sees what a call used nothing is ever left, so some calls are charged together, but never much of a share. */
const packedCalls = 4;
const partOfShare = 16;

/** Each answer of the ledger comes within a moment, or something is wrong. */
const ledgerMs = 10_000;

/** A call, and the most that it can cost. */
export interface Draw {
  id: string;
  visitor: string;
  /** 1 or more */
  microUsd: number;
}

/**
 * Takes a call's worst case out of its visitor's wallet, which the ledger fills where too little is left.
 *
 * @throws where the ledger fails
 */
export async function draw(call: Draw, config: Config, ledger: LedgerPort): Promise<Wallet | Refused> {
  const { id, visitor, microUsd } = call;
  for (let round = 0; ; round++) {
    const wallet = walletOf(visitor);
    // Between looking and taking nothing is awaited: calls at the same time would all take the same money.
    if (wallet && wallet.left >= microUsd) {
      wallet.left -= microUsd;
      wallet.calls++;
      wallet.open++;
      return wallet;
    }
    // What is left is charged already: where there is no room for a whole call, the ledger need only have room for the rest.
    const asked = round === 0 ? firstAsk(call, config, wallet) : microUsd - (wallet?.left ?? 0);
    const ask = { id: `${id} ${round}`, visitor, microUsd: asked, caps: config.caps };
    const verdict = await within(ledgerMs, ledger.reserve(ask));
    if (verdict.admitted) fill(visitor, ask.id, asked);
    else if (round > 0 || asked === microUsd - leftIn(visitor))
      return { ...verdict, leftMicroUsd: verdict.leftMicroUsd + leftIn(visitor) };
  }
}

type Refused = Exclude<Verdict, { admitted: true }>;

function firstAsk({ microUsd }: Draw, { metered, caps }: Config, wallet: Wallet | undefined): number {
  if (metered || !wallet) return microUsd;
  const affordable = Math.floor(caps.visitorMicroUsd / partOfShare / microUsd);
  return Math.max(1, Math.min(packedCalls, affordable)) * microUsd;
}

function fill(visitor: string, id: string, microUsd: number): void {
  if (wallets.size >= maxWallets) wallets.clear();
  const wallet = walletOf(visitor) ?? { day: today(), holds: [], left: 0, spent: 0, calls: 0, open: 0 };
  wallet.holds.push([id, microUsd]);
  wallet.left += microUsd;
  wallets.set(visitor, wallet);
}

/** Books what a call cost; what it did not need is free for the next one. */
export function book(wallet: Wallet, worstMicroUsd: number, microUsd: number): void {
  wallet.left += worstMicroUsd - microUsd;
  wallet.spent += microUsd;
  wallet.open--;
}

/**
 * Pays back what is left, unless the visitor's next call comes first: then that is for the end of that call.
 *
 * @returns whether the ledger knows, or will be told later, what the calls cost
 */
export async function settleWhenIdle(visitor: string, wallet: Wallet, ledger: LedgerPort): Promise<boolean> {
  const { calls } = wallet;
  await scheduler.wait(idleMs);
  if (wallet.open > 0 || wallet.calls !== calls) return true;
  wallet.calls = -1;
  if (wallets.get(visitor) === wallet) wallets.delete(visitor);
  let rest = wallet.spent;
  const parts = wallet.holds.map(([id, microUsd], index) => {
    const part = index === wallet.holds.length - 1 ? rest : Math.min(rest, microUsd);
    rest -= part;
    return within(ledgerMs, ledger.settle(id, part));
  });
  return Promise.all(parts).then(
    (settled) => settled.every(Boolean),
    () => false,
  );
}

/** What is left in a visitor's wallet: charged, and free for the next call. */
export const leftIn = (visitor: string): number => walletOf(visitor)?.left ?? 0;

function walletOf(visitor: string): Wallet | undefined {
  const wallet = wallets.get(visitor);
  return wallet?.day === today() ? wallet : undefined;
}
