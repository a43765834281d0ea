// The limits that the owner of the server set: where the page's limits begin, and where they end.
import type { Budget, Limit, Offer } from "../../engine/index.ts";

export interface OwnerLimits {
  /** what holds where a person set nothing */
  readonly defaults: Readonly<Partial<Record<Limit, number>>>;
  /** the most that a person may set */
  readonly ends: Readonly<Partial<Record<Limit, number>>>;
}

type Values = Readonly<Partial<Record<Limit, number | null>>>;

/**
 * @param limits as the server tells them; undefined: it is not known
 * @param paid whether a model behind the server is called. Dollars end only there: what runs in the page costs the owner nothing
 */
export function ownerLimits(limits: Offer["limits"] | undefined, paid: boolean): OwnerLimits {
  if (!limits) return { defaults: {}, ends: {} };
  const { usd, ...others } = limits;
  return { defaults: limits, ends: paid ? { ...others, usd } : others };
}

/** What holds of a value that a person set; `null` is no limit, which is more than any. */
export const held = (value: number | null, end: number | undefined): number | null =>
  end === undefined ? value : value === null ? end : Math.min(value, end);

/** The budget to start with: what a person set, within the owner's ends, over the owner's defaults; only `used` limits. */
export function withinOwner(set: Values, { defaults, ends }: OwnerLimits, used: readonly Limit[]): Partial<Budget> {
  const all = { ...defaults, ...set };
  const values = used.flatMap((limit) => {
    const value = all[limit];
    return value === undefined ? [] : [[limit, held(value, ends[limit])] as const];
  });
  return Object.fromEntries(values);
}
