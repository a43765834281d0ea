// A model behind OpenAI's chat completion API: our Worker, or any other server that speaks it.
import {
  canEverything,
  ModelFailureError,
  type CallOptions,
  type Model,
  type ModelReply,
  type ModelRequest,
} from "./model.ts";
import type { Caller, ProxyOptions } from "./proxy-call.ts";

/**
 * A model that is reached over HTTP. All that calls it, the client too, is loaded at the first call.
 *
 * A 400 that refuses one parameter by name is answered by asking again without it, within the same call, as such a refusal
 * costs nothing; this is remembered. Nothing else is tried twice here: retries are the engine's, each with a reservation.
 */
export function proxyModel(options: ProxyOptions): Model {
  const { id, price, contextTokens, maxOutputTokens, notice } = options;
  const can = { ...canEverything, ...options.can };
  let caller: Caller | undefined;
  return {
    id,
    price,
    ...(contextTokens !== undefined && { contextTokens }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(notice !== undefined && { notice }),
    can,
    async complete(request: ModelRequest, callOptions: CallOptions): Promise<ModelReply> {
      caller ??= (await loadCaller())({ ...options, can });
      return caller(request, callOptions);
    },
  };
}

async function loadCaller(): Promise<typeof import("./proxy-call.ts").createCaller> {
  try {
    return (await import("./proxy-call.ts")).createCaller;
  } catch (thrown) {
    throw new ModelFailureError(
      {
        code: "offline",
        message: "The part of the page that calls models could not be loaded. Check the connection, then try again.",
        retryable: true,
        free: true,
      },
      { cause: thrown },
    );
  }
}
