// The rehearsal model: a stand-in that works by rule, without a key and without a network. It is no AI, and says so.
import { systemClock, type Clock } from "../../clock.ts";
import type { Persona } from "../../drills.ts";
import { messageOf } from "../../errors.ts";
import { canEverything, freePrice, ModelFailureError, type Model, type ModelReply, type Price } from "../model.ts";
import { cut, inputTokens, outputTokens } from "./limits.ts";
import { typeOut } from "./typing.ts";

export interface RehearsalOptions {
  /** how fast it writes; null: all at once. Default: 330, about 60 words a second */
  charactersPerSecond?: number | null;
  /** for requests that name no seed; default 0. Another seed words its thoughts otherwise */
  seed?: number;
  /** what it is to cost, as if it were a model that is paid for; default: nothing. null: unknown */
  price?: Price | null;
  /** ways to misbehave on purpose; their rates go by the seed */
  drills?: readonly Persona[];
  clock?: Clock;
}

const defaultCharactersPerSecond = 330;
const ownNotice =
  "No AI: this model works by rule. It needs no key and no network, does simple tasks with the tools, and says what it cannot do.";

/**
 * Makes the rehearsal model. Its reply depends on the request and the seed alone: it keeps nothing between calls.
 *
 * `complete` rejects with `aborted` as soon as its signal is, and with `offline` where its rules could not be loaded.
 *
 * @throws RangeError if `charactersPerSecond` is neither null nor above zero
 */
export function rehearsal(options: RehearsalOptions = {}): Model {
  const {
    charactersPerSecond = defaultCharactersPerSecond,
    seed = 0,
    clock = systemClock,
    price = freePrice,
    drills = [],
  } = options;
  if (charactersPerSecond !== null && !(charactersPerSecond > 0)) {
    throw new RangeError(
      `charactersPerSecond is ${charactersPerSecond}: give a number above 0, or null to write at once.`,
    );
  }
  return {
    id: "rehearsal",
    price,
    can: canEverything,
    ...(drills.length > 0 && { drills: { personas: drills.map((persona) => ({ ...persona })), seed } }),
    notice: [
      ownNotice,
      ...(drills.length > 0 ? [`Drill: it misbehaves on purpose (${drills.map(({ id }) => id).join(", ")}).`] : []),
    ].join(" "),
    async complete(request, { signal, onText }) {
      if (signal.aborted) throw aborted({ written: null, input: 0 });
      const { replyTo } = await loadRules();
      const input = inputTokens(request);
      const drill = drills.length > 0 ? (await loadDrills()).drilled(request, { personas: [...drills], seed }) : null;
      if (drill && (drill.hangs || drill.waitMs > 0)) {
        const ended = await wait(drill.hangs ? null : drill.waitMs, clock, signal);
        if (ended === "aborted") throw aborted({ written: "", input });
      }
      if (drill?.failure) throw drill.failure;
      const honest = replyTo(request, seed);
      const { text, toolCalls, finishReason } = cut(drill?.misbehave(honest) ?? honest, request);
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
const loadRules = () => loaded(import("./reply.ts"), "rules");
const loadDrills = () => loaded(import("./drills/personas.ts"), "drills");

async function loaded<Part>(part: Promise<Part>, name: string): Promise<Part> {
  try {
    return await part;
  } catch (error) {
    throw new ModelFailureError(
      {
        code: "offline",
        message: `The ${name} of the rehearsal model could not be loaded: ${messageOf(error)}`,
        retryable: true,
        free: true,
      },
      { cause: error },
    );
  }
}

/** `ms` null: for ever. */
function wait(ms: number | null, clock: Clock, signal: AbortSignal): Promise<"over" | "aborted"> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve("aborted");
    const cancel = ms === null ? () => {} : clock.after(ms, () => end("over"));
    const onAbort = () => end("aborted");
    const end = (how: "over" | "aborted") => {
      cancel();
      signal.removeEventListener("abort", onAbort);
      resolve(how);
    };
    signal.addEventListener("abort", onAbort, { once: true });
  });
}

/** `written` null: the call was over before it began. */
function aborted({ written, input }: { written: string | null; input: number }): ModelFailureError {
  const message = "The call was aborted.";
  if (written === null) return new ModelFailureError({ code: "aborted", message, retryable: false, free: true });
  const usage = { inputTokens: input, outputTokens: outputTokens(written, []) };
  const partial: ModelReply = { text: written, toolCalls: [], finishReason: "stop", usage };
  return new ModelFailureError({ code: "aborted", message, retryable: false, usage, partial });
}
