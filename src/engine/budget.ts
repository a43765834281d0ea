// The limits of a run: their names, defaults and what each may be.
import { z, problems } from "./schema.ts";
import { StopError } from "./errors.ts";

const positive = z.int().check(z.positive());
const natural = z.int().check(z.nonnegative());

export const budgetSchema = z.strictObject({
  /** think–act turns of one agent loop */
  iterations: positive,
  /** plan steps run */
  steps: positive,
  /** model calls of the whole run, the closing call included */
  modelCalls: positive,
  toolCalls: natural,
  /** input + output tokens of the whole run; null: no limit */
  tokens: z.nullable(positive),
  /** dollars of the whole run, priced tools included; null: no limit; 0: free models only */
  usd: z.nullable(z.number().check(z.nonnegative(), z.maximum(9_000))),
  /** wall time of the whole run in ms; stands still while the run is held or paused */
  wallMs: positive,
  toolTimeoutMs: positive,
  agentTimeoutMs: positive,
  /** plan revisions */
  revisions: natural,
  /** planner–executor–reviewer rounds */
  rounds: positive,
  /** sub-tasks of one notebook; null: no limit */
  subtasks: z.nullable(positive),
});
export type Budget = z.infer<typeof budgetSchema>;
export type Limit = keyof Budget;

export const defaultBudget: Budget = {
  iterations: 10,
  steps: 10,
  modelCalls: 60,
  toolCalls: 80,
  tokens: null,
  usd: 0.5,
  wallMs: 300_000,
  toolTimeoutMs: 30_000,
  agentTimeoutMs: 30_000,
  revisions: 2,
  rounds: 3,
  subtasks: 10,
};

/** The token limit that stands in for the dollar limit where a model's price is unknown. */
export const tokensWithoutPrice = 200_000;

/**
 * The budget of a run: what was given over the pattern's and the house's defaults.
 *
 * A model without a price cannot be held to dollars: a dollar limit that a person set is refused, the default one gives way
 * to a token limit.
 *
 * @throws StopError `config`, naming the limit and what it may be
 */
export function completeBudget(
  given: Partial<Budget> | undefined,
  { defaults = {}, priced }: { defaults?: Partial<Budget>; priced: boolean },
): Budget {
  const wanted = Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== undefined));
  if (!priced && typeof wanted["usd"] === "number") {
    throw new StopError({
      code: "config",
      limit: "usd",
      message: `A limit of ${wanted["usd"]} USD cannot be kept, because the price of the model is unknown. Set a price, or set a token limit and no dollar limit.`,
    });
  }
  const standIn: Partial<Budget> = priced ? {} : { usd: null, tokens: tokensWithoutPrice };
  const parsed = z.safeParse(budgetSchema, { ...defaultBudget, ...defaults, ...standIn, ...wanted });
  if (parsed.success) return parsed.data;
  const limit = String(parsed.error.issues[0]?.path[0] ?? "budget");
  throw new StopError({ code: "config", limit, message: `The budget cannot be used. ${problems(parsed.error)}` });
}
