// think: one model call in its own span, paid for before it is sent, and made again where that may help.
import { StopError } from "../errors.ts";
import { retryDelayMs } from "../model/retry.ts";
import { closingCall } from "../prompt-sizes.ts";
import type { CallAsk, LimitHit, Reservation } from "../purse.ts";
import { within } from "../scope.ts";
import { checkpoint, claim, fromPurse, limitStop, reached, warn, type Context } from "./context.ts";
import { sizeOf, type Conversation } from "./conversation.ts";
import { begin, conclude, type Reply, type ThinkOptions } from "./model-call.ts";
import { receive } from "./receive.ts";

export type { Reply, ThinkOptions };

/** The least output worth a call, in tokens. */
const leastOutputTokens = 64;

/**
 * Asks a model for the next reply of a conversation. The reply is not added to it.
 *
 * @throws StopError `limit` if the purse does not allow it, `model` if it finally failed, `loop` if it chants, `aborted` if the
 * run was stopped
 */
export async function think(ctx: Context, talk: Conversation, options: ThinkOptions = {}): Promise<Reply> {
  let shortened = false;
  for (let attempt = 1; ; attempt++) {
    const paused = checkpoint(ctx);
    if (paused) await within(ctx.scope, paused);
    if (ctx.scope.stopped) throw ctx.scope.stopped;
    makeRoom(ctx, talk, ctx.run.models[options.role ?? "main"].contextTokens);
    const answer = ctx.run.purse.reserve(askFor(ctx, talk, options));
    const atOnce = "kind" in answer && answer.kind === "reserved";
    const reservation = atOnce ? answer : await waitForRoom(ctx, talk, options, answer);
    if (!atOnce && ctx.run.purse.isOverdrawn()) {
      // While this call waited, a provider reported more than was set aside: what was promised holds no longer.
      ctx.run.purse.handBack(reservation);
      attempt -= 1;
      continue;
    }

    const call = begin(ctx, talk, options, reservation, attempt);
    const received = await receive(
      ctx.scope,
      call.model,
      call.request,
      call.onText,
      options.cut?.(),
      ctx.agent.loops !== null,
      ctx.agent.patience,
    );
    const result = conclude(ctx, talk, call, received);
    if ("span" in result) return result;
    const { failure } = result;
    if (failure.code === "context-length" && !shortened && talk.forget(talk.guessTokens() / 2, ctx.run.language) > 0) {
      shortened = true;
      warn(
        ctx,
        "conversation-shortened",
        "The conversation no longer fits the model: its oldest turns were left out.",
        { form: "full" },
      );
      continue;
    }
    const delayMs = retryDelayMs(failure, attempt, ctx.run.random);
    if (delayMs === null) throw new StopError({ code: "model", reason: failure.code, message: failure.message });
    await pause(ctx, delayMs);
  }
}

/** Leaves out old turns before a conversation outgrows the model's window. */
function makeRoom(ctx: Context, talk: Conversation, contextTokens: number | undefined): void {
  if (contextTokens === undefined) return;
  const room = contextTokens - Math.min(ctx.run.outputTokens, contextTokens / 4);
  // To half of it, so that it happens seldom: each time the log has to hold the rest of the conversation again.
  if (talk.guessTokens() > room && talk.forget(room / 2, ctx.run.language) > 0) {
    warn(
      ctx,
      "conversation-shortened",
      `The conversation came near the model's ${contextTokens} tokens: its oldest turns were left out.`,
      { form: "near", contextTokens },
    );
  }
}

/** Waits while other calls are in flight; asks the person where a limit forbids the call, and goes on if it is raised. */
async function waitForRoom(
  ctx: Context,
  talk: Conversation,
  options: ThinkOptions,
  first: LimitHit | Reservation | Promise<LimitHit | Reservation>,
): Promise<Reservation> {
  for (let answer = first; ; answer = ctx.run.purse.reserve(askFor(ctx, talk, options))) {
    const result = answer instanceof Promise ? await claim(ctx, answer) : answer;
    if (result.kind === "reserved") return result;
    if (options.isLastWord) throw limitStop(fromPurse(result));
    await reached(ctx, fromPurse(result));
  }
}

/** What a call over this conversation may need at most. */
export function askFor(ctx: Context, talk: Conversation, options: ThinkOptions): CallAsk {
  const model = ctx.run.models[options.role ?? "main"];
  const cap = Math.min(options.outputTokens ?? ctx.run.outputTokens, model.maxOutputTokens ?? Infinity);
  return {
    price: model.price,
    inputTokens: talk.boundTokens(options) + sizeOf(options.aside),
    outputTokens: cap,
    leastOutputTokens: Math.min(leastOutputTokens, cap),
    closing: options.isAnswer ? "none" : ctx.agent.isMain && talk === ctx.agent.talk ? closingCall : "held",
  };
}

/** Waits on the run's stopwatch; rejects when the run stops. */
function pause(ctx: Context, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = ctx.run.watch.after(ms, () => (off(), resolve()));
    const off = ctx.scope.onStop((reason) => (timer.cancel(), reject(reason)));
  });
}
