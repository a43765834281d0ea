// What page and Worker say to each other: the routes, what `GET /api/config` answers, and the errors.
import { z } from "../zod.ts";
import { capabilitiesSchema, priceSchema } from "./model.ts";

export const configRoute = "/api/config";
/** Where a client of OpenAI's API finds the Worker: it adds `/chat/completions` itself. */
export const modelsRoute = "/api/v1";
export const chatRoute = `${modelsRoute}/chat/completions`;
/** Tells what is missing before the Worker can pass calls on. For the owner; the page does not ask it. */
export const healthRoute = "/api/health";
/** The header in which a call carries the owner's access code, where `code` of {@link Offer} says that one is needed. */
export const accessCodeHeader = "x-access-code";

export const offeredModelSchema = z.object({
  id: z.string(),
  /** null or absent: the owner gave none */
  price: z._default(z.nullable(priceSchema), null),
  /** prompt and answer together, in tokens; absent: unknown */
  contextTokens: z.optional(z.int()),
  /** The Worker cuts `max_tokens` down to this. */
  maxOutputTokens: z.int(),
  can: capabilitiesSchema,
});
/** A model that the Worker passes calls on to. */
export type OfferedModel = z.infer<typeof offeredModelSchema>;

export const offerSchema = z.object({
  models: z.array(offeredModelSchema),
  /** whether calls need an access code */
  code: z.boolean(),
  /** Defaults and upper ends of the page's sliders, as the owner set them. */
  limits: z.object({ steps: z.int(), usd: z.number(), rounds: z.int(), toolTimeoutMs: z.int() }),
  /**
   * US dollars that the asking visitor may use a day (UTC), and what can still be spent of it now: the smaller of the rest of the share
   * and the rest of everybody's day. Absent: the Worker does not count, or cannot tell at the moment.
   */
  share: z.optional(z.object({ usd: z.number(), leftUsd: z.number() })),
});
/** The answer of `GET /api/config`. No models: none is connected. */
export type Offer = z.infer<typeof offerSchema>;

/** Codes of the Worker's own errors, and the HTTP status each comes with. */
export const wireErrors = {
  not_found: 404,
  origin: 403,
  bad_request: 400,
  model: 403,
  code: 401,
  rate: 429,
  visitor_budget: 429,
  budget: 429,
  too_large: 413,
  internal: 500,
  upstream: 502,
  ledger: 503,
  misconfigured: 503,
  timeout: 504,
} as const;
export type WireErrorCode = keyof typeof wireErrors;

const wireErrorCodes = Object.keys(wireErrors) as [WireErrorCode, ...WireErrorCode[]];

/** The body of every error that the Worker answers with. */
export const wireErrorSchema = z.object({
  error: z.object({ message: z.string(), type: z.literal("loopglass_error"), code: z.enum(wireErrorCodes) }),
});
export type WireError = z.infer<typeof wireErrorSchema>;
