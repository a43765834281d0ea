// One model of `MODELS`: its fields, what is wrong with them, and what the Worker makes of it.
import { canEverything, priceSchema, type Price } from "../src/engine/model/model.ts";
import type { OfferedModel } from "../src/engine/model/wire.ts";
import { anyObject, must, positiveCount, z } from "./checks.ts";

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

const flag = z._default(z.boolean(), true);
const text = z.string().check(must((value) => value !== "" && value.length <= 200, "expected 1 to 200 letters"));

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

const { inputUsdPerMillion, outputUsdPerMillion, ...further } = priceSchema.shape;

const modelSchema = z
  .strictObject({
    id: text,
    upstream: z.optional(text),
    baseUrl: z
      .string()
      .check(
        must(isSafeBaseUrl, "expected an https:// address (http:// for this machine only) without user, query or #"),
      ),
    keyName: z.optional(
      z.string().check(must((name) => /^[A-Z][A-Z0-9_]*$/.test(name), "expected a name like OPENAI_API_KEY")),
    ),
    limitName: z._default(z.enum(["max_tokens", "max_completion_tokens"]), "max_tokens"),
    inputUsdPerMillion: z.optional(inputUsdPerMillion),
    outputUsdPerMillion: z.optional(outputUsdPerMillion),
    ...further,
    contextTokens: z.optional(positiveCount()),
    maxOutputTokens: positiveCount(),
    can: z._default(
      z.strictObject({ tools: flag, responseSchema: flag, stop: flag, temperature: flag }),
      canEverything,
    ),
    streamUsage: z._default(z.boolean(), true),
    extra: z.optional(anyObject()),
  })
  .check(({ value, issues }) => {
    const complain = (path: string[], message: string) => issues.push({ code: "custom", input: value, path, message });
    for (const name of priceless(value)) {
      complain([name], "a model has a price for input and for output, or no price at all; 0 is free");
    }
    for (const name of reserved.filter((name) => Object.hasOwn(value.extra ?? {}, name))) {
      complain(["extra", name], "is filled in by the Worker");
    }
  });

export type ModelEntry = z.infer<typeof modelSchema>;

export const modelsSchema = z.array(modelSchema).check(({ value, issues }) => {
  value.forEach(({ id }, index) => {
    if (value.findIndex((other) => other.id === id) === index) return;
    issues.push({ code: "custom", input: value, path: [index, "id"], message: "another model has this id already" });
  });
});

/** The prices that are missing beside those that are there. */
function priceless(model: ModelEntry): string[] {
  const names = Object.keys(priceSchema.shape) as (keyof Price)[];
  const isPriced = names.some((name) => model[name] !== undefined);
  const needed = ["inputUsdPerMillion", "outputUsdPerMillion"] as const;
  return isPriced ? needed.filter((name) => model[name] === undefined) : [];
}

/** The model as the Worker needs it. */
export function toUpstream(model: ModelEntry, key: string | undefined): Upstream {
  const { id, contextTokens, maxOutputTokens } = model;
  // Without prices the page looks for one itself.
  const price = z.safeParse(priceSchema, model).data ?? null;
  return {
    offer: {
      id,
      price,
      ...(contextTokens === undefined ? {} : { contextTokens }),
      maxOutputTokens,
      can: model.can,
    },
    price,
    url: `${model.baseUrl.replace(/\/+$/, "")}/chat/completions`,
    name: model.upstream ?? id,
    key,
    limitName: model.limitName,
    streamUsage: model.streamUsage,
    extra: model.extra ?? {},
  };
}

/** A key must not travel in the clear, nor to a host that only looks like the one that was meant. */
function isSafeBaseUrl(text: string): boolean {
  if (text.includes("\\") || text.includes("?") || text.includes("#") || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username || password || /^https?:\/\/[^/]*@/i.test(text)) return false;
  const isLoopback = hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
  return protocol === "https:" || (protocol === "http:" && isLoopback);
}
