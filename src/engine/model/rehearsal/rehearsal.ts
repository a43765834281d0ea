// The rehearsal model: a stand-in that works by rule, without a key and without a network. It is no AI, and says so.
import { systemClock, type Clock } from "../../clock.ts";
import { messageOf } from "../../errors.ts";
import { canEverything, freePrice, ModelFailureError, type Model, type ModelReply } from "../model.ts";
import { cut, inputTokens, outputTokens } from "./limits.ts";
import { typeOut } from "./typing.ts";

export interface RehearsalOptions {
  /** how fast it writes; null: all at once. Default: 330, about 60 words a second */
  charactersPerSecond?: number | null;
  /** for requests that name no seed; default 0. Another seed words its thoughts otherwise */
  seed?: number;
  clock?: Clock;
}

const defaultCharactersPerSecond = 330;

/**
 * Makes the rehearsal model. Its reply depends on the request and the seed alone: it keeps nothing between calls.
 *
 * `complete` rejects with `aborted` as soon as its signal is, and with `offline` where its rules could not be loaded.
 *
 * @throws RangeError if `charactersPerSecond` is neither null nor above zero
 */
export function rehearsal(options: RehearsalOptions = {}): Model {
  const { charactersPerSecond = defaultCharactersPerSecond, seed = 0, clock = systemClock } = options;
  if (charactersPerSecond !== null && !(charactersPerSecond > 0)) {
    throw new RangeError(
      `charactersPerSecond is ${charactersPerSecond}: give a number above 0, or null to write at once.`,
    );
  }
  return {
    id: "rehearsal",
    price: freePrice,
    can: canEverything,
    notice:
      "No AI: this model works by rule. It needs no key and no network, does simple tasks with the tools, and says what it cannot do.",
    async complete(request, { signal, onText }) {
      if (signal.aborted) throw aborted({ written: null, input: 0 });
      const { replyTo } = await loadRules();
      const input = inputTokens(request);
      const { text, toolCalls, finishReason } = cut(replyTo(request, seed), request);
      const silent = toolCalls.reduce((sum, call) => sum + call.arguments.length, 0);
      if (signal.aborted) throw aborted({ written: "", input });
      if (charactersPerSecond === null) {
        if (text !== "") onText(text);
      } else {
        const typed = await typeOut(text, silent, { charactersPerSecond, clock, signal, onText });
        if (typed.aborted) throw aborted({ written: typed.written, input });
      }
      const usage = { inputTokens: input, outputTokens: outputTokens(text, toolCalls) };
      return { text, toolCalls, finishReason, usage } satisfies ModelReply;
    },
  };
}

/** The rules are loaded when they are first needed, so that the page opens without them. */
async function loadRules(): Promise<typeof import("./reply.ts")> {
  try {
    return await import("./reply.ts");
  } catch (error) {
    throw new ModelFailureError(
      {
        code: "offline",
        message: `The rules of the rehearsal model could not be loaded: ${messageOf(error)}`,
        retryable: true,
        free: true,
      },
      { cause: error },
    );
  }
}

/** `written` null: the call was over before it began. */
function aborted({ written, input }: { written: string | null; input: number }): ModelFailureError {
  const message = "The call was aborted.";
  if (written === null) return new ModelFailureError({ code: "aborted", message, retryable: false, free: true });
  const usage = { inputTokens: input, outputTokens: outputTokens(written, []) };
  const partial: ModelReply = { text: written, toolCalls: [], finishReason: "stop", usage };
  return new ModelFailureError({ code: "aborted", message, retryable: false, usage, partial });
}
