// A model that replies from a list: for tests, and for examples that must not change.
import {
  canEverything,
  freePrice,
  ModelFailureError,
  type Capabilities,
  type CallOptions,
  type Model,
  type ModelFailure,
  type ModelReply,
  type ModelRequest,
  type Price,
} from "./model.ts";

export type ScriptedReply =
  | ModelReply
  | ModelFailure
  | ((request: ModelRequest, options: CallOptions) => ModelReply | ModelFailure | Promise<ModelReply | ModelFailure>);

export interface ScriptedOptions {
  id?: string;
  /** default: free. null: unknown. */
  price?: Price | null;
  can?: Partial<Capabilities>;
  contextTokens?: number;
  maxOutputTokens?: number;
}

/**
 * Replies in the order of the list, one item a call; a function item gets a copy of the request that stays as it is.
 * A call past the end of the list fails with `upstream-error`.
 */
export function scripted(replies: readonly ScriptedReply[], options: ScriptedOptions = {}): Model {
  let next = 0;
  return {
    id: options.id ?? "scripted",
    price: options.price === undefined ? freePrice : options.price,
    can: { ...canEverything, ...options.can },
    ...(options.contextTokens !== undefined && { contextTokens: options.contextTokens }),
    ...(options.maxOutputTokens !== undefined && { maxOutputTokens: options.maxOutputTokens }),
    async complete(request, callOptions) {
      const item = replies[next++];
      if (item === undefined) {
        throw new ModelFailureError({
          code: "upstream-error",
          message: `The script has ${replies.length} replies and was asked for one more.`,
          retryable: false,
          free: true,
        });
      }
      const reply =
        typeof item === "function" ? await item({ ...request, messages: [...request.messages] }, callOptions) : item;
      if ("retryable" in reply) throw new ModelFailureError(reply);
      if (reply.reasoning) callOptions.onReasoning?.(reply.reasoning);
      if (reply.text) callOptions.onText(reply.text);
      return reply;
    },
  };
}
