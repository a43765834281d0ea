// The money of a day: one Durable Object charges each call before it is made, and pays back what the call did not need.
import { DurableObject } from "cloudflare:workers";
import type { Caps } from "./config.ts";

/** What a call may cost at most, and who makes it. Amounts are whole millionths of a US dollar. */
export interface Ask {
  /** names the call until it is settled */
  id: string;
  /** as of visitorOf; not kept, only a hash of it that nobody can compute any more the day after */
  visitor: string;
  /** the worst case, 1 or more */
  microUsd: number;
  caps: Caps;
}

export type Verdict = { admitted: true } | { admitted: false; code: "budget" | "visitor_budget"; leftMicroUsd: number };

/** The one ledger of this Worker, as it is called from outside. */
export interface LedgerPort {
  reserve(ask: Ask): Promise<Verdict>;
  settle(id: string, microUsd: number): Promise<boolean>;
  left(visitor: string, caps: Ask["caps"]): Promise<number>;
}

/** Stands for all visitors together in `spend`. */
const everybody = "";
const dayMs = 86_400_000;
/** so that a crowd cannot fill the object's memory */
const maxNames = 10_000;

/**
 * Charge first: a call is charged with its worst case when it is admitted, so a call whose end is never reported (a crash, an eviction, a
 * lost connection) stays charged, and nothing has to be swept up. {@link settle} pays back.
 */
export class Ledger extends DurableObject<Env> {
  readonly #sql = this.ctx.storage.sql;
  #today: { day: string; salt: ArrayBuffer; names: Map<string, string> } | undefined;

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    this.#sql.exec(`
      CREATE TABLE IF NOT EXISTS spend (day TEXT, who TEXT, micro_usd INTEGER NOT NULL, PRIMARY KEY (day, who)) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS hold (id TEXT PRIMARY KEY, day TEXT NOT NULL, who TEXT NOT NULL, micro_usd INTEGER NOT NULL) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS salt (day TEXT PRIMARY KEY, bytes BLOB NOT NULL) WITHOUT ROWID;
    `);
  }

  /**
   * Charges a call with its worst case, if the day and the visitor's share have room for it.
   *
   * @throws for an amount that is no whole number of 1 or more, and for an id that is held already
   */
  async reserve({ id, visitor, microUsd, caps }: Ask): Promise<Verdict> {
    if (!Number.isSafeInteger(microUsd) || microUsd < 1)
      throw new Error("A worst case must be a whole number of 1 or more.");
    const day = today();
    const who = await this.#nameOf(visitor, day);
    return this.#charge(id, day, who, microUsd, caps);
  }

  /** Between reading and writing nothing may be awaited: calls at the same time would all see the same rest. */
  #charge(id: string, day: string, who: string, microUsd: number, caps: Caps): Verdict {
    const left = this.#left(day, who, caps);
    // Asked so that a cap that is no number refuses.
    for (const code of ["budget", "visitor_budget"] as const) {
      if (!(microUsd <= left[code])) return { admitted: false, code, leftMicroUsd: Math.max(0, left[code]) };
    }
    this.ctx.storage.transactionSync(() => {
      this.#sql.exec("INSERT INTO hold VALUES (?, ?, ?, ?)", id, day, who, microUsd);
      this.#sql.exec(
        `INSERT INTO spend VALUES (?1, '', ?3), (?1, ?2, ?3)
          ON CONFLICT DO UPDATE SET micro_usd = micro_usd + excluded.micro_usd`,
        day,
        who,
        microUsd,
      );
    });
    return { admitted: true };
  }

  /**
   * Replaces a call's worst case by what it cost, be it less or more. Settling it again changes nothing.
   *
   * @returns whether the call was still held
   */
  settle(id: string, microUsd: number): boolean {
    if (!Number.isSafeInteger(microUsd) || microUsd < 0) throw new Error("A cost must be a whole number of 0 or more.");
    return this.ctx.storage.transactionSync(() => {
      const [hold] = this.#sql
        .exec<{ day: string; who: string; micro_usd: number }>(
          "DELETE FROM hold WHERE id = ? RETURNING day, who, micro_usd",
          id,
        )
        .toArray();
      if (!hold) return false;
      this.#sql.exec(
        "UPDATE spend SET micro_usd = max(0, micro_usd + ?) WHERE day = ? AND who IN ('', ?)",
        microUsd - hold.micro_usd,
        hold.day,
        hold.who,
      );
      return true;
    });
  }

  /** What the visitor can still spend today: the smaller of the rest of the share and the rest of everybody's day. */
  async left(visitor: string, caps: Caps): Promise<number> {
    const day = today();
    const { budget, visitor_budget } = this.#left(day, await this.#nameOf(visitor, day), caps);
    return Math.max(0, Math.min(budget, visitor_budget));
  }

  #left(day: string, who: string, { dailyMicroUsd, visitorMicroUsd }: Caps) {
    const spent = { [everybody]: 0, [who]: 0 };
    const rows = this.#sql.exec<{ who: string; micro_usd: number }>(
      "SELECT who, micro_usd FROM spend WHERE day = ? AND who IN ('', ?)",
      day,
      who,
    );
    for (const { who, micro_usd } of rows) spent[who] = micro_usd;
    return {
      budget: dailyMicroUsd - (spent[everybody] ?? 0),
      visitor_budget: visitorMicroUsd - (spent[who] ?? 0),
    };
  }

  /** The hash that stands for a visitor this day. In memory it is kept until the day ends. */
  async #nameOf(visitor: string, day: string): Promise<string> {
    if (this.#today?.day !== day) this.#today = { day, salt: this.#savedSalt(day), names: new Map() };
    const { salt, names } = this.#today;
    const name = names.get(visitor) ?? (await hash(salt, visitor));
    if (names.size < maxNames) names.set(visitor, name);
    return name;
  }

  /** What visitors' addresses are hashed with. Made with the first call of a day, which also clears out what is old. */
  #savedSalt(day: string): ArrayBuffer {
    const [known] = this.#sql.exec<{ bytes: ArrayBuffer }>("SELECT bytes FROM salt WHERE day = ?", day).toArray();
    if (known) return known.bytes;
    const salt = crypto.getRandomValues(new Uint8Array(32)).buffer;
    this.ctx.storage.transactionSync(() => {
      this.#sql.exec("DELETE FROM salt");
      this.#sql.exec("DELETE FROM hold WHERE day < ?", dayBefore(day, 2));
      this.#sql.exec("DELETE FROM spend WHERE day < ? AND who <> ?", dayBefore(day, 2), everybody);
      this.#sql.exec("DELETE FROM spend WHERE day < ?", dayBefore(day, 31));
      this.#sql.exec("INSERT INTO salt VALUES (?, ?)", day, salt);
    });
    return salt;
  }
}

/** Seconds until the next day begins, when all have their shares again. */
export function secondsToNextDay(): number {
  return Math.ceil((dayMs - (Date.now() % dayMs)) / 1000);
}

/** The day by UTC, as YYYY-MM-DD. */
export const today = () => new Date().toISOString().slice(0, 10);

const dayBefore = (day: string, days: number) => new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10);

async function hash(salt: ArrayBuffer, visitor: string): Promise<string> {
  const text = new TextEncoder().encode(visitor);
  const salted = new Uint8Array(salt.byteLength + text.byteLength);
  salted.set(new Uint8Array(salt));
  salted.set(text, salt.byteLength);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", salted));
  return [...digest.slice(0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
