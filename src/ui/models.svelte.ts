// The models a person can choose from: the rehearsal, and what this page's own server offers.
import {
  configRoute,
  freePrice,
  modelsRoute,
  offerSchema,
  proxyModel,
  rehearsal,
  type Drills,
  type Model,
  type Offer,
  type OfferedModel,
  type Price,
} from "../engine/index.ts";
import { t } from "./messages/index.ts";
import { atPrice, ownValue, priceOf, type KnownPrice, type ListedPrice } from "./prices/price-of.ts";
import { AccessCode } from "./server/access-code.svelte.ts";

export const rehearsalId = "rehearsal";

const loadList = () => import("./prices/price-list.ts");

export type Offering =
  | { readonly state: "asking" }
  | ({ readonly state: "known" } & Readonly<Offer>)
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

  /** the model that runs in this page, while one is loaded; its id is its file's name */
  inPage = $state.raw<Model | null>(null);

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

  /** what the owner asks of who calls these models */
  readonly access = new AccessCode();

  /** whether calls need the code, or one was refused for want of it */
  get asksCode(): boolean {
    return (this.offering.state === "known" && this.offering.code) || this.access.refused;
  }

  /** what the owner allows a run; undefined: not known */
  get limits(): Offer["limits"] | undefined {
    return this.offering.state === "known" ? this.offering.limits : undefined;
  }

  /** the visitor's share of today, in US dollars; undefined: the server does not count, or does not tell */
  get share(): Offer["share"] {
    return this.offering.state === "known" ? this.offering.share : undefined;
  }

  async ask(): Promise<void> {
    this.offering = { state: "asking" };
    this.offering = await askServer();
  }

  /** Asks again without a word: what is left of the share is another after each run. What was known stands if that fails. */
  async refresh(): Promise<void> {
    const offering = await askServer();
    if (offering.state === "known" && this.offering.state === "known") this.offering = offering;
  }

  /** Whether the model is called through the server, with its owner's money. */
  isBehindServer(id: string): boolean {
    return id !== rehearsalId && id !== this.inPage?.id && this.offered.some((model) => model.id === id);
  }

  /** What whoever offers the model says that it costs; null: nothing. */
  offeredPrice(id: string): Price | null {
    if (id === rehearsalId || id === this.inPage?.id) return freePrice;
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
    return id !== "" && id !== rehearsalId && id !== this.inPage?.id && !this.offered.some((model) => model.id === id);
  }

  /** Whether an id is that of a model that once ran in this page: its file's name. */
  wasInPage(id: string): boolean {
    return id.endsWith(".gguf") && this.isGone(id);
  }

  /** The model of that id, ready to be called; undefined: nobody offers it now. Only the rehearsal misbehaves on purpose. */
  make(id: string, drills: Drills): Model | undefined {
    const model = this.#make(id, drills);
    return model && atPrice(model, this.priceOf(id));
  }

  #make(id: string, { personas, seed }: Drills): Model | undefined {
    if (id === rehearsalId) return personas.length > 0 ? rehearsal({ drills: personas, seed }) : rehearsal();
    if (id === this.inPage?.id) return this.inPage;
    const offered = this.offered.find((model) => model.id === id);
    if (!offered) return undefined;
    const { contextTokens, ...rest } = offered;
    const { headers } = this.access;
    return proxyModel({
      ...rest,
      baseURL: modelsRoute,
      headers,
      ...(contextTokens !== undefined && { contextTokens }),
    });
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
    return { state: "known", ...parsed.data, models };
  } catch (error) {
    return { state: "failed", why: error instanceof SyntaxError ? t("model.failed.shape") : t("model.failed.offline") };
  }
}
