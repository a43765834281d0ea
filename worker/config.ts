// The Worker's configuration: what stands in `vars`, secrets and `.dev.vars`, checked once, with errors that name the field.
import { z, problems } from "../src/engine/schema.ts";
import { canEverything, priceSchema, type Price } from "../src/engine/model/model.ts";
import type { Offer, OfferedModel } from "../src/engine/model/wire.ts";
import { Refusal } from "./answers.ts";

/** A model on offer, and what only the Worker knows of it. */
export interface Upstream {
  readonly offer: OfferedModel;
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

export interface Config {
  /** by id; only those whose key is set */
  readonly upstreams: ReadonlyMap<string, Upstream>;
  readonly limits: Offer["limits"];
}

const baseUrlSchema = z
  .string()
  .check(
    z.refine(isSafeBaseUrl, "expected an https:// address (http:// for this machine only) without user, query or #"),
  );

const flag = z._default(z.boolean(), true);

const modelSchema = z.strictObject({
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  upstream: z.optional(z.string().check(z.minLength(1))),
  baseUrl: baseUrlSchema,
  keyName: z.optional(z.string().check(z.regex(/^[A-Z][A-Z0-9_]*$/, "expected a name like OPENAI_API_KEY"))),
  limitName: z._default(z.enum(["max_tokens", "max_completion_tokens"]), "max_tokens"),
  ...z.partial(priceSchema).shape,
  contextTokens: z.optional(z.int().check(z.positive())),
  maxOutputTokens: z.int().check(z.positive()),
  can: z._default(z.strictObject({ tools: flag, responseSchema: flag, stop: flag, temperature: flag }), canEverything),
  streamUsage: z._default(z.boolean(), true),
  extra: z.optional(z.record(z.string(), z.unknown())),
});

const modelsSchema = z.array(modelSchema).check(
  z.superRefine((models, context) => {
    models.forEach((model, index) => {
      const { id } = model;
      for (const name of priceless(model)) {
        const message = "a model has a price for input and for output, or no price at all; 0 is free";
        context.addIssue({ code: "custom", path: [index, name], message });
      }
      if (models.findIndex((other) => other.id === id) !== index) {
        context.addIssue({ code: "custom", path: [index, "id"], message: "another model has this id already" });
      }
    });
  }),
);

/** The prices that are missing beside those that are there. */
function priceless(model: z.infer<typeof modelSchema>): string[] {
  const names = Object.keys(priceSchema.shape) as (keyof Price)[];
  const isPriced = names.some((name) => model[name] !== undefined);
  const needed = ["inputUsdPerMillion", "outputUsdPerMillion"] as const;
  return isPriced ? needed.filter((name) => model[name] === undefined) : [];
}

/** A number in `vars`, where it usually stands as text. */
const numberText = (schema: z.ZodMiniType<number, number>) =>
  z.optional(
    z.pipe(
      z.pipe(
        z.union([z.number(), z.string().check(z.regex(/^\d+(\.\d+)?$/))], "expected a number such as 10 or 0.50"),
        z.transform(Number),
      ),
      schema,
    ),
  );
const positiveCount = z.int().check(z.positive());

const variablesSchema = z.object({
  MODELS: z._default(modelsSchema, []),
  MAX_STEPS_PER_REQUEST: numberText(positiveCount),
  MAX_COST_PER_REQUEST_USD: numberText(z.number().check(z.nonnegative(), z.maximum(9_000))),
  MAX_ITERATIONS: numberText(positiveCount),
  TOOL_TIMEOUT_SEC: numberText(z.number().check(z.positive(), z.maximum(86_400))),
});

const known = new WeakMap<object, Config | Refusal>();

/**
 * The configuration that `env` holds, read once for each `env`.
 *
 * @throws Refusal `misconfigured`, with one line a field that is wrong; it never repeats a value, which may be a key
 */
export function readConfig(env: object): Config {
  let config = known.get(env);
  if (!config) {
    config = parseConfig(env as Record<string, unknown>);
    known.set(env, config);
  }
  if (config instanceof Refusal) throw config;
  return config;
}

function parseConfig(env: Record<string, unknown>): Config | Refusal {
  const models = typeof env["MODELS"] === "string" ? parseJson(env["MODELS"]) : env["MODELS"];
  if (models instanceof Refusal) return models;
  const parsed = z.safeParse(variablesSchema, { ...env, MODELS: models });
  if (!parsed.success) return new Refusal("misconfigured", problems(parsed.error));
  const variables = parsed.data;
  const upstreams = new Map<string, Upstream>();
  for (const model of variables.MODELS) {
    const key = model.keyName === undefined ? undefined : env[model.keyName];
    if (model.keyName !== undefined && (typeof key !== "string" || key.trim() === "")) continue;
    upstreams.set(model.id, toUpstream(model, typeof key === "string" ? key.trim() : undefined));
  }
  return {
    upstreams,
    limits: {
      steps: variables.MAX_STEPS_PER_REQUEST ?? 10,
      usd: variables.MAX_COST_PER_REQUEST_USD ?? 0.5,
      rounds: variables.MAX_ITERATIONS ?? 3,
      toolTimeoutMs: Math.round((variables.TOOL_TIMEOUT_SEC ?? 30) * 1000),
    },
  };
}

function toUpstream(model: z.infer<typeof modelSchema>, key: string | undefined): Upstream {
  const { id, contextTokens, maxOutputTokens } = model;
  return {
    offer: {
      id,
      // Without prices the page looks for one itself.
      price: z.safeParse(priceSchema, model).data ?? null,
      ...(contextTokens === undefined ? {} : { contextTokens }),
      maxOutputTokens,
      can: model.can,
    },
    url: `${model.baseUrl.replace(/\/+$/, "")}/chat/completions`,
    name: model.upstream ?? id,
    key,
    limitName: model.limitName,
    streamUsage: model.streamUsage,
    extra: model.extra ?? {},
  };
}

/** The engine's own message would quote the text, which may hold a key. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const place = /at position \d+/.exec(String(error))?.[0] ?? "somewhere";
    return new Refusal("misconfigured", `MODELS: is not JSON; the first mistake is ${place}`);
  }
}

/** A key must not travel in the clear, nor to a host that only looks like the one that was meant. */
function isSafeBaseUrl(text: string): boolean {
  if (text.includes("\\") || text.includes("?") || text.includes("#") || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username || password || /^https?:\/\/[^/]*@/i.test(text)) return false;
  const isLoopback = hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
  return protocol === "https:" || (protocol === "http:" && isLoopback);
}
