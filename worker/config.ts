// The Worker's configuration: what stands in `vars`, secrets and `.dev.vars`, checked once, with errors that name the field.
import type { Offer } from "../src/engine/model/wire.ts";
import { Refusal } from "./answers.ts";
import { check, fields, isPositiveCount, isText, oneOfIfAny, problem, suchIfAny } from "./checks.ts";
import { readModels, toUpstream, type ModelEntry, type Upstream } from "./model-config.ts";

export interface Config {
  /** by id; only those whose key is set */
  readonly upstreams: ReadonlyMap<string, Upstream>;
  readonly limits: Offer["limits"];
  /** what a call must bring; undefined: everybody may call */
  readonly accessCode: string | undefined;
  readonly caps: Caps;
  /** what must be set before any model can be called, one `NAME: what is wrong` each; empty: ready */
  readonly missing: readonly string[];
  /** whether streams are read for their usage, so that the unused part of a charge can be paid back */
  readonly metered: boolean;
}

/** The most that may be spent in one day (UTC), in millionths of a US dollar. */
export interface Caps {
  readonly dailyMicroUsd: number;
  /** by one visitor */
  readonly visitorMicroUsd: number;
}

/** A number in `vars`, where it usually stands as text. */
const numberText = (holds: (value: number) => boolean, message: string) =>
  suchIfAny<string | number>(
    (value) => typeof value !== "object" && /^\d+(\.\d+)?$/.test(String(value)) && holds(Number(value)),
    message,
  );

const upTo = (most: number) => (value: number) => value <= most;
const count = numberText(isPositiveCount, "a whole number such as 10");
const dollarsADay = numberText(upTo(1_000_000), "US dollars such as 0.50");

const variablesSchema = fields({
  // Long enough not to be guessed at the rate limit's pace, and fit to travel in a header.
  ACCESS_CODE: suchIfAny<string>(
    isText((code) => /^(open|[\x21-\x7e]{16,})$/.test(code)),
    "at least 16 letters, digits or signs without spaces, or the word open",
  ),
  DAILY_USD: dollarsADay,
  VISITOR_USD: dollarsADay,
  METER: oneOfIfAny("on", "off"),
  MAX_STEPS_PER_REQUEST: count,
  MAX_COST_PER_REQUEST_USD: numberText(upTo(9_000), "US dollars such as 0.50"),
  MAX_ITERATIONS: count,
  TOOL_TIMEOUT_SEC: numberText((value) => value > 0 && value <= 86_400, "seconds such as 30"),
});

const known = new WeakMap<object, Config | Refusal>();

/**
 * The configuration that `env` holds, read once for each `env`. What is wrong is logged then.
 *
 * @throws Refusal `misconfigured`, with one line a field that is wrong; it never repeats a value, which may be a key
 */
export function readConfig(env: object): Config {
  let config = known.get(env);
  if (!config) {
    config = parseConfig(env as Record<string, unknown>);
    if (config instanceof Refusal) console.error(JSON.stringify({ error: config.code, message: config.message }));
    known.set(env, config);
  }
  if (config instanceof Refusal) throw config;
  return config;
}

function parseConfig(env: Record<string, unknown>): Config | Refusal {
  const list = typeof env["MODELS"] === "string" ? parseJson(env["MODELS"]) : (env["MODELS"] ?? []);
  if (list instanceof Refusal) return list;
  const { models, wrong } = readModels(list);
  const { data, error } = check(variablesSchema, { ...env, ACCESS_CODE: textOf(env, "ACCESS_CODE") });
  wrong.push(...(error?.issues ?? []).map(problem));
  if (!data || wrong.length > 0) return new Refusal("misconfigured", wrong.join("\n"));
  const { ACCESS_CODE, METER, DAILY_USD = 1, VISITOR_USD = 0.2, ...limits } = data;
  const metered = METER !== "off";
  const connected = models.filter(({ keyName }) => keyName === undefined || textOf(env, keyName));
  if (connected.length > 0) wrong.push(...missingWalls(env, ACCESS_CODE));
  if (metered) wrong.push(...missingPrices(models));
  if (wrong.length > 0) return new Refusal("misconfigured", wrong.join("\n"));
  return {
    upstreams: new Map(
      connected.map((model) => [model.id, toUpstream(model, model.keyName && textOf(env, model.keyName))]),
    ),
    limits: {
      steps: Number(limits.MAX_STEPS_PER_REQUEST ?? 10),
      usd: Number(limits.MAX_COST_PER_REQUEST_USD ?? 0.5),
      rounds: Number(limits.MAX_ITERATIONS ?? 3),
      toolTimeoutMs: Math.round(Number(limits.TOOL_TIMEOUT_SEC ?? 30) * 1000),
    },
    accessCode: ACCESS_CODE === "open" ? undefined : ACCESS_CODE,
    caps: {
      dailyMicroUsd: Math.floor(Number(DAILY_USD) * 1e6),
      visitorMicroUsd: Math.floor(Number(VISITOR_USD) * 1e6),
    },
    metered,
    missing: connected.length > 0 ? [] : missingKeys(models),
  };
}

/** What stands between strangers and the owner's money. Left out, nothing may be called: a wall forgotten must not be a wall open. */
function missingWalls(env: Record<string, unknown>, accessCode: string | undefined): string[] {
  const walls: string[] = [];
  if (accessCode === undefined) {
    walls.push(
      "ACCESS_CODE: is not set. Set it to a code of 16 characters or more, or to the word open: then everybody may call",
    );
  }
  for (const binding of ["LEDGER", "RATE_LIMIT"]) {
    if (!env[binding])
      walls.push(`${binding}: the binding is missing. Take it over from the wrangler.jsonc of Loopglass`);
  }
  return walls;
}

function missingPrices(models: readonly ModelEntry[]): string[] {
  return models.flatMap(({ inputUsdPerMillion }, index) =>
    inputUsdPerMillion === undefined
      ? [
          `MODELS[${index}].inputUsdPerMillion: is needed, as is outputUsdPerMillion, to keep the day's budget (0: free). Without prices a model is offered only with METER=off, its calls uncounted`,
        ]
      : [],
  );
}

function missingKeys(models: readonly ModelEntry[]): string[] {
  const names = new Set(models.flatMap(({ keyName }) => keyName ?? []));
  return names.size > 0 ? [...names].map((name) => `${name}: is not set`) : ["MODELS: names no model"];
}

/** A variable's text; undefined where there is none, or only spaces. */
function textOf(env: Record<string, unknown>, name: string): string | undefined {
  const value = env[name];
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
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
