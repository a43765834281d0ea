// What a model costs and who says so: the person, else whoever offers it, else a public list, else nobody.
import type { Model, Price, PriceSource } from "../../engine/index.ts";

/** A model of a public price list. */
export interface ListedPrice {
  readonly price: Price;
  /** the list's own id of the model */
  readonly matched: string;
  /** whose price it is */
  readonly provider: string;
  /** the day of the list, as YYYY-MM-DD */
  readonly date: string;
  /** true: the price depends on the length of the prompt or the time of day, and the highest was taken */
  readonly highest: boolean;
}

export interface KnownPrice {
  /** null: unknown */
  readonly price: Price | null;
  /** null: nobody says */
  readonly source: PriceSource | null;
  /** only of a price from the list */
  readonly listed?: ListedPrice;
}

/** Who may say what a model costs. A person's own price goes first: it is typed on purpose, and shown as theirs. */
export interface PriceSources {
  readonly own: Price | undefined;
  readonly offered: Price | null;
  readonly listed: ListedPrice | null;
}

export function priceOf({ own, offered, listed }: PriceSources): KnownPrice {
  if (own) return { price: own, source: "person" };
  if (offered) return { price: offered, source: "worker" };
  if (listed) return { price: listed.price, source: "list", listed };
  return { price: null, source: null };
}

/** The model at that price, so that its runs count with it and say whose price it is. */
export function atPrice(model: Model, { price, source, listed }: KnownPrice): Model {
  if (source === null || source === "worker") return { ...model, price };
  return { ...model, price, priceSource: source, ...(listed && { priceDate: listed.date }) };
}

/** The value that a record holds under a name of its own; ids such as `constructor` reach no prototype. */
export const ownValue = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

/** Whether nothing that a model does costs anything. */
export const isFree = (price: Price): boolean => Object.values(price).every((usd) => !usd);
