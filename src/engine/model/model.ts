// The port to a language model: what the engine asks of one, and what it answers.
import { z } from "../zod.ts";
import type { Drills } from "../drills.ts";
import { messageOf } from "../errors.ts";

// Marked, so that the Worker, which needs no schema of these, is built without them and without the parts of zod behind them.
const dollars = /* @__PURE__ */ z.number().check(z.nonnegative());

/** Dollars per million tokens, and per call. `null` in place of a price: unknown. All zero: free. */
export const priceSchema = z.object({
  inputUsdPerMillion: dollars,
  outputUsdPerMillion: dollars,
  cachedUsdPerMillion: z.optional(dollars),
  reasoningUsdPerMillion: z.optional(dollars),
  usdPerCall: z.optional(dollars),
});
export type Price = z.infer<typeof priceSchema>;

/** Who said what a model costs: the owner of its server, the person at the page, or a public price list. */
export const priceSourceSchema = z.enum(["worker", "person", "list"]);
export type PriceSource = z.infer<typeof priceSourceSchema>;

export const freePrice: Price = { inputUsdPerMillion: 0, outputUsdPerMillion: 0 };

export const capabilitiesSchema = z.object({
  tools: z.boolean(),
  responseSchema: z.boolean(),
  stop: z.boolean(),
  temperature: z.boolean(),
});
/** What a model takes; what it does not take is not sent. */
export type Capabilities = z.infer<typeof capabilitiesSchema>;

export const canEverything: Capabilities = { tools: true, responseSchema: true, stop: true, temperature: true };

export const toolCallSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** JSON text as the model wrote it */
  arguments: z.string(),
});
export type ToolCall = z.infer<typeof toolCallSchema>;

export const messageSchema = z.discriminatedUnion("role", [
  z.object({ role: z.literal("system"), content: z.string() }),
  z.object({ role: z.literal("user"), content: z.string() }),
  z.object({ role: z.literal("assistant"), content: z.string(), toolCalls: z.optional(z.array(toolCallSchema)) }),
  z.object({ role: z.literal("tool"), content: z.string(), toolCallId: z.string() }),
]);
export type Message = z.infer<typeof messageSchema>;

const count = /* @__PURE__ */ z.int().check(z.nonnegative());

export const usageSchema = z.object({
  /** tokens of the prompt, cached ones included */
  inputTokens: count,
  /** tokens written, reasoning included */
  outputTokens: count,
  cachedTokens: z.optional(count),
  reasoningTokens: z.optional(count),
});
export type Usage = z.infer<typeof usageSchema>;

const perSecond = /* @__PURE__ */ z.number().check(z.nonnegative());

export const speedSchema = z.object({
  /** how fast the part of the prompt was read that was not kept from an earlier call */
  inputTokensPerSecond: z.optional(perSecond),
  outputTokensPerSecond: z.optional(perSecond),
});
/** How fast a model worked, as its runtime measured it. */
export type Speed = z.infer<typeof speedSchema>;

export const finishReasonSchema = z.enum(["stop", "tool_calls", "length", "content_filter"]);
export type FinishReason = z.infer<typeof finishReasonSchema>;

/** One tool as a model sees it. `parameters` is a JSON Schema. */
export interface ToolSpec {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
}

export interface ModelRequest {
  /** The engine goes on appending to this array once the call has settled: copy it if you keep it. */
  readonly messages: readonly Message[];
  readonly tools?: readonly ToolSpec[];
  readonly toolChoice?: "auto" | "none" | "required";
  /** JSON Schema that the reply must fit */
  readonly responseSchema?: Record<string, unknown>;
  readonly maxOutputTokens: number;
  readonly stop?: readonly string[];
  readonly seed?: number;
  readonly temperature?: number;
  /** how often this same call was made, this time included; absent: once */
  readonly attempt?: number;
}

export interface ModelReply {
  text: string;
  reasoning?: string;
  toolCalls: ToolCall[];
  finishReason: FinishReason;
  /** absent: the provider sent none */
  usage?: Usage;
  /** for those that tell */
  speed?: Speed;
}

/** How far a model is, for those that can tell. `fraction` is 0..1. */
export interface ModelProgress {
  phase: "waiting" | "reading" | "writing";
  fraction?: number;
}

export interface CallOptions {
  signal: AbortSignal;
  /** Called with each piece of text as it is written. */
  onText: (text: string) => void;
  /** Called with each piece of what a model thinks before it answers, where the provider streams that. */
  onReasoning?: (text: string) => void;
  onProgress?: (progress: ModelProgress) => void;
}

/** A model. `complete` rejects with a {@link ModelFailure}. */
export interface Model {
  readonly id: string;
  readonly price: Price | null;
  /** absent: whoever offers the model */
  readonly priceSource?: PriceSource;
  /** the day that a list of prices is of, as YYYY-MM-DD */
  readonly priceDate?: string;
  readonly contextTokens?: number;
  readonly maxOutputTokens?: number;
  readonly can: Capabilities;
  /** What a person must know wherever the model is shown, for example that it is no AI. */
  readonly notice?: string;
  /** the ways in which it misbehaves on purpose */
  readonly drills?: Pick<Drills, "personas" | "seed">;
  complete(request: ModelRequest, options: CallOptions): Promise<ModelReply>;
}

export type ModelFailureCode =
  /** the owner's access code is missing or wrong */
  | "access-code"
  | "unauthorized"
  | "forbidden"
  | "bad-request"
  | "context-length"
  | "too-large"
  | "rate-limited"
  | "quota"
  /** the visitor's share of the owner's money, and the money itself */
  | "visitor-budget"
  | "budget"
  /** what was spent cannot be looked up, so nothing was sent */
  | "ledger"
  | "model-not-offered"
  | "misconfigured"
  /** page and Worker are of different versions */
  | "outdated-page"
  /** a mistake of the Worker's own */
  | "worker-error"
  | "upstream-error"
  | "bad-upstream-response"
  | "empty-response"
  | "stream-truncated"
  | "timeout"
  | "offline"
  | "aborted";

/** Why a model call gave no reply. */
export interface ModelFailure {
  code: ModelFailureCode;
  message: string;
  /** HTTP status, where one was read */
  status?: number;
  /** whether the same call may succeed if it is made again */
  retryable: boolean;
  retryAfterMs?: number;
  /** what had arrived before it failed */
  partial?: ModelReply;
  usage?: Usage;
  /** True when the provider cannot have charged anything: refused with 4xx, or never sent. */
  free?: boolean;
}

export class ModelFailureError extends Error implements ModelFailure {
  readonly code: ModelFailureCode;
  readonly retryable: boolean;
  declare readonly status?: number;
  declare readonly retryAfterMs?: number;
  declare readonly partial?: ModelReply;
  declare readonly usage?: Usage;
  declare readonly free?: boolean;
  constructor(failure: ModelFailure, options?: ErrorOptions) {
    super(failure.message, options);
    this.name = "ModelFailureError";
    this.code = failure.code;
    this.retryable = failure.retryable;
    Object.assign(this, failure);
  }
}

/** Whatever a model's `complete` rejected with, as a {@link ModelFailure}. A plain object of that shape counts too. */
export function toModelFailure(thrown: unknown): ModelFailure {
  if (typeof thrown === "object" && thrown !== null && "code" in thrown && "retryable" in thrown) {
    return thrown as ModelFailure;
  }
  return { code: "upstream-error", message: messageOf(thrown), retryable: false };
}
