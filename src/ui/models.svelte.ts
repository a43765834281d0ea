// The models a person can choose from: the rehearsal, and what this page's own server offers.
import {
  configRoute,
  freePrice,
  modelsRoute,
  offerSchema,
  proxyModel,
  rehearsal,
  type Model,
  type OfferedModel,
  type Price,
} from "../engine/index.ts";
import { t } from "./messages/index.ts";
import { atPrice, ownValue, priceOf, type KnownPrice, type ListedPrice } from "./prices/price-of.ts";

export const rehearsalId = "rehearsal";

const loadList = () => import("./prices/price-list.ts");

export type Offering =
  | { readonly state: "asking" }
  | { readonly state: "known"; readonly models: readonly OfferedModel[] }
  | { readonly state: "failed"; readonly why: string };

/** The public price list, which is loaded when a model without a price is used. */
type PriceList =
  | { readonly state: "unread" | "reading" | "failed" }
  | { readonly state: "read"; readonly find: (id: string) => ListedPrice | null };

/** Asks the server once, when the page starts, and again when a person wants it. */
export class Models {
  readonly #ownPrices: () => Readonly<Record<string, Price>>;

  /** @param ownPrices - what the person says that models cost, by id */
  constructor(ownPrices: () => Readonly<Record<string, Price>>) {
    this.#ownPrices = ownPrices;
  }

  offering = $state.raw<Offering>({ state: "asking" });

  get offered(): readonly OfferedModel[] {
    return this.offering.state === "known" ? this.offering.models : [];
  }

  list = $state.raw<PriceList>({ state: "unread" });

  /** Loads the price list, once; a list that could not be loaded is no reason to stop. */
  async readList(): Promise<void> {
    if (this.list.state === "read" || this.list.state === "reading") return this.#reading;
    this.list = { state: "reading" };
    this.#reading = loadList().then(
      ({ findListed }) => void (this.list = { state: "read", find: findListed }),
      () => void (this.list = { state: "failed" }),
    );
    return this.#reading;
  }
  #reading: Promise<void> | undefined;

  async ask(): Promise<void> {
    this.offering = { state: "asking" };
    this.offering = await askServer();
  }

  /** What whoever offers the model says that it costs; null: nothing. */
  offeredPrice(id: string): Price | null {
    if (id === rehearsalId) return freePrice;
    return this.offered.find((model) => model.id === id)?.price ?? null;
  }

  /** What a run with that model counts with, and who says so. */
  priceOf(id: string): KnownPrice {
    const own = ownValue(this.#ownPrices(), id);
    const { list } = this;
    const isListed = list.state === "read" && !this.isGone(id);
    return priceOf({ own, offered: this.offeredPrice(id), listed: isListed ? list.find(id) : null });
  }

  /** Whether a model that was chosen once is not offered now, or not known to be. */
  isGone(id: string): boolean {
    return id !== "" && id !== rehearsalId && !this.offered.some((model) => model.id === id);
  }

  /** The model of that id, ready to be called; undefined: nobody offers it now. */
  make(id: string): Model | undefined {
    const model = this.#make(id);
    return model && atPrice(model, this.priceOf(id));
  }

  #make(id: string): Model | undefined {
    if (id === rehearsalId) return rehearsal();
    const offered = this.offered.find((model) => model.id === id);
    if (!offered) return undefined;
    const { contextTokens, ...rest } = offered;
    return proxyModel({ ...rest, baseURL: modelsRoute, ...(contextTokens !== undefined && { contextTokens }) });
  }
}

async function askServer(): Promise<Offering> {
  try {
    const answer = await fetch(configRoute, { headers: { accept: "application/json" } });
    if (!answer.ok) {
      await answer.body?.cancel();
      return { state: "failed", why: t("model.failed.status", { status: String(answer.status) }) };
    }
    const parsed = offerSchema.safeParse(await answer.json());
    if (!parsed.success) return { state: "failed", why: t("model.failed.shape") };
    // One id is one model: the first, as the server takes it too.
    const models = parsed.data.models.filter(
      ({ id }, index, all) => id !== rehearsalId && all.findIndex((other) => other.id === id) === index,
    );
    return { state: "known", models };
  } catch (error) {
    return { state: "failed", why: error instanceof SyntaxError ? t("model.failed.shape") : t("model.failed.offline") };
  }
}
