// One model of `MODELS`: its fields, what is wrong with them, and what the Worker makes of it.
import { isRecord } from "../src/engine/model/json.ts";
import type { Capabilities, Price } from "../src/engine/model/model.ts";
import type { OfferedModel } from "../src/engine/model/wire.ts";
import {
  check,
  fields,
  isFlag,
  isText,
  oneOfIfAny,
  positiveCount,
  problem,
  such,
  suchIfAny,
  z,
  type Problem,
} from "./checks.ts";

/** A model on offer, and what only the Worker knows of it. */
export interface Upstream {
  readonly offer: OfferedModel;
  /** null: unknown, and then its calls cannot be counted */
  readonly price: Price | null;
  /** where chat completions are posted to */
  readonly url: string;
  /** the model's name at its server */
  readonly name: string;
  readonly key: string | undefined;
  /** how the server calls the limit of the answer's tokens */
  readonly limitName: "max_tokens" | "max_completion_tokens";
  /** whether the server takes `stream_options.include_usage` */
  readonly streamUsage: boolean;
  /** merged into each request last, for example `{"enable_thinking": false}` */
  readonly extra: Readonly<Record<string, unknown>>;
}

const text = [isText((value) => value !== "" && value.length <= 200), "1 to 200 letters"] as const;
const dollars = suchIfAny<number>((value) => Number.isFinite(value) && Number(value) >= 0, "US dollars of 0 or more");

/** What a model takes unless its entry says otherwise. */
const abilities: Capabilities = { tools: true, responseSchema: true, stop: true, temperature: true };

/** Fields that the Worker itself fills in; changed behind its back, a call could cost more than was set aside for it. */
const reserved = [
  "model",
  "messages",
  "tools",
  "n",
  "best_of",
  "stream",
  "stream_options",
  "max_tokens",
  "max_completion_tokens",
];

const prices = {
  inputUsdPerMillion: dollars,
  outputUsdPerMillion: dollars,
  cachedUsdPerMillion: dollars,
  reasoningUsdPerMillion: dollars,
  usdPerCall: dollars,
} satisfies Record<keyof Price, unknown>;
const priceNames = Object.keys(prices) as (keyof Price)[];

const modelSchema = fields({
  id: such<string>(...text),
  upstream: suchIfAny<string>(...text),
  baseUrl: such<string>(
    isText(isSafeBaseUrl),
    "an https:// address (http:// for this machine only) without user, query or #",
  ),
  keyName: suchIfAny<string>(
    isText((name) => /^[A-Z][A-Z0-9_]*$/.test(name)),
    "a name like OPENAI_API_KEY",
  ),
  limitName: oneOfIfAny("max_tokens", "max_completion_tokens"),
  ...prices,
  contextTokens: suchIfAny<number>(...positiveCount),
  maxOutputTokens: such<number>(...positiveCount),
  can: suchIfAny<Partial<Capabilities>>(
    (value) => isRecord(value) && Object.entries(value).every(([name, can]) => name in abilities && isFlag(can)),
    `true or false for ${Object.keys(abilities).join(", ")}`,
  ),
  streamUsage: suchIfAny<boolean>(isFlag, "true or false"),
  // Any object; what stands in it is not looked at.
  extra: suchIfAny<Record<string, unknown>>(isRecord, "an object"),
});

export type ModelEntry = z.core.output<typeof modelSchema>;

/**
 * Checks `MODELS`.
 *
 * @returns the models, and one line for each field that is wrong: then the models are not to be used
 */
export function readModels(value: unknown): { models: ModelEntry[]; wrong: string[] } {
  if (!Array.isArray(value)) return { models: [], wrong: ["MODELS: expected a list"] };
  const models: ModelEntry[] = [];
  const wrong = value.flatMap((entry: unknown, index) => {
    const { data, error } = check(modelSchema, entry);
    const issues: Problem[] = error ? [...error.issues] : mistakesIn(data, entry as object, models);
    if (data) models.push(data);
    return issues.map(({ path, message }) => problem({ path: ["MODELS", index, ...path], message }));
  });
  return { models, wrong };
}

/** What is wrong with a model whose fields are right one by one. */
function mistakesIn(model: ModelEntry, entry: object, others: readonly ModelEntry[]): Problem[] {
  const mistakes = (names: string[], message: string, path: string[] = []) =>
    names.map((name) => ({ path: [...path, name], message }));
  const isExtra = (name: string) => Object.hasOwn(model.extra ?? {}, name);
  const unknown = Object.keys(entry).filter((name) => !(name in modelSchema._zod.def.shape));
  return [
    ...unknown.map((name) => ({ path: [], message: `there is no field ${JSON.stringify(name)}` })),
    ...mistakes(priceless(model), "a model has a price for input and for output, or no price at all; 0 is free"),
    ...mistakes(reserved.filter(isExtra), "is filled in by the Worker", ["extra"]),
    ...mistakes(others.some(({ id }) => id === model.id) ? ["id"] : [], "another model has this id already"),
  ];
}

/** The prices that are missing beside those that are there. */
function priceless(model: ModelEntry): string[] {
  const needed = ["inputUsdPerMillion", "outputUsdPerMillion"] as const;
  return priceOf(model) ? needed.filter((name) => model[name] === undefined) : [];
}

/** The model as the Worker needs it. */
export function toUpstream(model: ModelEntry, key: string | undefined): Upstream {
  const {
    id,
    contextTokens,
    maxOutputTokens,
    can = {},
    limitName = "max_tokens",
    streamUsage = true,
    extra = {},
  } = model;
  const price = priceOf(model);
  return {
    offer: {
      id,
      price,
      ...(contextTokens !== undefined && { contextTokens }),
      maxOutputTokens,
      can: { ...abilities, ...can },
    },
    price,
    url: `${model.baseUrl.replace(/\/+$/, "")}/chat/completions`,
    name: model.upstream ?? id,
    key,
    limitName,
    streamUsage,
    extra,
  };
}

/** Without prices the page looks for one itself. */
function priceOf(model: ModelEntry): Price | null {
  const given = priceNames.flatMap((name) => (model[name] === undefined ? [] : [[name, model[name]] as const]));
  // That the two it needs are among them has been checked.
  return given.length > 0 ? (Object.fromEntries(given) as unknown as Price) : null;
}

/** A key must not travel in the clear, nor to a host that only looks like the one that was meant. */
function isSafeBaseUrl(text: string): boolean {
  if (text.includes("\\") || text.includes("?") || text.includes("#") || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username || password || /^https?:\/\/[^/]*@/i.test(text)) return false;
  const isLoopback = hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
  return protocol === "https:" || (protocol === "http:" && isLoopback);
}
