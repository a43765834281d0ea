// The token counts of a completion, in the shapes that providers send.
import { isRecord } from "./json.ts";
import type { Speed, Usage } from "./model.ts";

/**
 * Reads a provider's `usage` object.
 *
 * @returns tokens; undefined if it counts nothing
 * @see https://platform.openai.com/docs/api-reference/chat/object, https://api-docs.deepseek.com/api/create-chat-completion
 */
export function readUsage(value: unknown): Usage | undefined {
  if (!isRecord(value)) return undefined;
  const hit = tokens(value["prompt_cache_hit_tokens"]);
  const miss = tokens(value["prompt_cache_miss_tokens"]);
  const total = tokens(value["total_tokens"]);
  const prompt =
    tokens(value["prompt_tokens"]) ??
    tokens(value["input_tokens"]) ??
    (hit === undefined && miss === undefined ? undefined : (hit ?? 0) + (miss ?? 0));
  const completion = tokens(value["completion_tokens"]) ?? tokens(value["output_tokens"]);
  if (prompt === undefined && completion === undefined && total === undefined) return undefined;

  const inputDetails = details(value, "prompt_tokens_details") ?? details(value, "input_tokens_details");
  const outputDetails = details(value, "completion_tokens_details") ?? details(value, "output_tokens_details");
  const cached = tokens(inputDetails?.["cached_tokens"]) ?? hit ?? tokens(value["cached_tokens"]);
  const reasoning = tokens(outputDetails?.["reasoning_tokens"]);
  return {
    inputTokens: prompt ?? Math.max(0, (total ?? 0) - (completion ?? 0)),
    outputTokens: completion ?? Math.max(0, (total ?? 0) - (prompt ?? 0)),
    ...(cached !== undefined && { cachedTokens: cached }),
    ...(reasoning !== undefined && { reasoningTokens: reasoning }),
  };
}

/** What llama.cpp tells in `timings` with the last chunk. Of a prompt that was wholly kept from before it tells no speed. */
export function readSpeed(value: unknown): Speed | undefined {
  if (!isRecord(value)) return undefined;
  const input = rate(value["prompt_per_second"], value["prompt_n"]);
  const output = rate(value["predicted_per_second"], value["predicted_n"]);
  if (input === undefined && output === undefined) return undefined;
  return {
    ...(input !== undefined && { inputTokensPerSecond: input }),
    ...(output !== undefined && { outputTokensPerSecond: output }),
  };
}

function rate(perSecond: unknown, tokensRead: unknown): number | undefined {
  const isRate = typeof perSecond === "number" && Number.isFinite(perSecond) && perSecond > 0 && tokensRead !== 0;
  return isRate ? Math.round(perSecond * 100) / 100 : undefined;
}

function details(value: Record<string, unknown>, name: string): Record<string, unknown> | undefined {
  return isRecord(value[name]) ? value[name] : undefined;
}

function tokens(value: unknown): number | undefined {
  if (typeof value !== "number" || !Number.isFinite(value) || value < 0) return undefined;
  return Math.min(Math.ceil(value), Number.MAX_SAFE_INTEGER);
}
