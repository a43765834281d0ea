// think: one model call in its own span, paid for before it is sent, and made again where that may help.
import { StopError } from "../errors.ts";
import type { FactOf, Role } from "../events.ts";
import type { Message, ModelFailure, ModelReply, ModelRequest, ToolSpec } from "../model/model.ts";
import { retryDelayMs } from "../model/retry.ts";
import { toUsd, type CallAsk, type LimitHit, type Reservation } from "../purse.ts";
import { within } from "../scope.ts";
import { utf8Bytes } from "../text.ts";
import { checkpoint, fromPurse, nextSpan, reached, type Context } from "./context.ts";
import type { Conversation } from "./conversation.ts";
import { receive } from "./receive.ts";
import { endOf } from "./span.ts";

export interface ThinkOptions {
  /** what the span is called; default: the role */
  name?: string;
  role?: Role;
  tools?: readonly ToolSpec[];
  toolChoice?: "auto" | "none" | "required";
  responseSchema?: Record<string, unknown>;
  /** labels at which the reply ends: sent along where the model takes them, and cut here in any case */
  stop?: readonly string[];
  /** Makes, for each reply, what tells where it must be cut, as an index into the text so far. */
  cut?: () => (text: string) => number | null;
  /** This call is the answer anyway: it may use the room kept for a closing call. */
  isAnswer?: boolean;
  /** messages of this one call, after the conversation and never kept in it */
  aside?: readonly Message[];
  outputTokens?: number;
  causes?: readonly string[];
}

/** A reply with the span that made it. */
export type Reply = ModelReply & { span: string };

/** The least output worth a call, in tokens. */
const leastOutputTokens = 64;
/** The room kept for a closing call: what it reads besides the conversation, and what it may write. */
export const closingCall = { slackTokens: 1_500, outputTokens: 512 } as const;

/**
 * Asks a model for the next reply of a conversation. The reply is not added to it.
 *
 * @throws StopError `limit` if the purse does not allow it, `model` if it finally failed, `aborted` if the run was stopped
 */
export async function think(ctx: Context, talk: Conversation, options: ThinkOptions = {}): Promise<Reply> {
  let shortened = false;
  for (let attempt = 1; ; attempt++) {
    const paused = checkpoint(ctx);
    if (paused) await within(ctx.scope, paused);
    if (ctx.scope.stopped) throw ctx.scope.stopped;
    const result = await callOnce(ctx, talk, options);
    if ("span" in result) return result;
    const { failure } = result;
    if (failure.code === "context-length" && !shortened && talk.forget(talk.guessTokens() / 2, ctx.run.language) > 0) {
      shortened = true;
      warn(ctx, "conversation-shortened", "The conversation no longer fits the model: its oldest turns were left out.");
      continue;
    }
    const delayMs = retryDelayMs(failure, attempt, ctx.run.random);
    if (delayMs === null) throw new StopError({ code: "model", reason: failure.code, message: failure.message });
    await pause(ctx, delayMs);
  }
}

/** One attempt: a reservation, a span, a request, and its settlement. */
async function callOnce(
  ctx: Context,
  talk: Conversation,
  options: ThinkOptions,
): Promise<Reply | { failure: ModelFailure }> {
  const { run } = ctx;
  const role = options.role ?? "main";
  const model = run.models[role];
  makeRoom(ctx, talk, model.contextTokens);
  const answer = run.purse.reserve(askFor(ctx, talk, options));
  const atOnce = "kind" in answer && answer.kind === "reserved";
  const reservation = atOnce ? answer : await waitForRoom(ctx, talk, options, answer);

  const id = nextSpan(ctx);
  run.say({
    type: "span.start",
    span: id,
    parent: ctx.span,
    kind: "model",
    name: options.name ?? role,
    ...(options.causes?.length && { causes: [...options.causes] }),
  });
  const request = requestOf(ctx, talk, options, reservation);
  run.say(requestFact(ctx, talk, options, request, reservation, id));
  talk.sent(id);

  const sentAt = run.now();
  let firstAt: number | null = null;
  const onText = (text: string) => {
    firstAt ??= run.now();
    run.onText(id, text);
  };
  const received = await receive(ctx.scope, model, request, onText, options.cut?.());
  const settled = settle(ctx, talk, reservation, received);
  run.say({
    type: "model.reply",
    span: id,
    text: received.reply.text,
    finishReason: received.reply.finishReason,
    ...("reasoning" in received.reply && { reasoning: received.reply.reasoning }),
    ...(received.reply.toolCalls.length > 0 && { toolCalls: received.reply.toolCalls }),
    usd: toUsd(settled.pico),
    ...(settled.certainty && { certainty: settled.certainty }),
    ...(settled.usage && { usage: settled.usage }),
    ...(firstAt !== null && { msToFirstToken: firstAt - sentAt }),
  });
  if (received.kind === "stopped") {
    run.say({ type: "span.end", span: id, ...endOf(received.stop) });
    throw received.stop;
  }
  if (received.kind === "failed") {
    const { code, message } = received.failure;
    run.say({ type: "span.end", span: id, status: "failed", failure: { code, message } });
    return { failure: received.failure };
  }
  run.say({ type: "span.end", span: id, status: "ok" });
  if (received.kind === "overran") {
    warn(
      ctx,
      "output-limit-ignored",
      `The model wrote past its limit of ${request.maxOutputTokens} tokens and was cut off there.`,
    );
  }
  return { ...received.reply, span: id };
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
    await reached(ctx, fromPurse(result));
  }
}

/** What a call over this conversation may need at most. */
export function askFor(ctx: Context, talk: Conversation, options: ThinkOptions): CallAsk {
  const model = ctx.run.models[options.role ?? "main"];
  const cap = Math.min(options.outputTokens ?? ctx.run.outputTokens, model.maxOutputTokens ?? Infinity);
  return {
    price: model.price,
    inputTokens: talk.boundTokens() + sizeOfExtras(options),
    outputTokens: cap,
    leastOutputTokens: Math.min(leastOutputTokens, cap),
    closing: options.isAnswer ? "none" : talk === ctx.agent.talk ? closingCall : "held",
  };
}

/** Waits for a reservation; one that comes after the wait was given up is handed back. */
async function claim(ctx: Context, answer: Promise<Reservation | LimitHit>): Promise<Reservation | LimitHit> {
  try {
    return await within(ctx.scope, answer);
  } catch (error) {
    void answer.then((late) => late.kind === "reserved" && ctx.run.purse.settle(late, null));
    throw error;
  }
}

const sizes = new WeakMap<object, number>();

/** Upper bound, in tokens, of what goes along besides the messages: tool and reply schemas, messages of this call only. */
function sizeOfExtras({ tools, responseSchema, aside }: ThinkOptions): number {
  let size = 0;
  for (const part of [tools, responseSchema, aside]) {
    if (!part) continue;
    let known = sizes.get(part);
    if (known === undefined) sizes.set(part, (known = utf8Bytes(JSON.stringify(part)) + 16));
    size += known;
  }
  return size;
}

function requestOf(ctx: Context, talk: Conversation, options: ThinkOptions, reservation: Reservation): ModelRequest {
  const role = options.role ?? "main";
  const { can } = ctx.run.models[role];
  const { tools, toolChoice, responseSchema, stop, aside } = options;
  return {
    messages: aside ? [...talk.messages, ...aside] : talk.messages,
    maxOutputTokens: reservation.outputTokens,
    ...(tools && tools.length > 0 && can.tools && { tools, ...(toolChoice && { toolChoice }) }),
    ...(responseSchema && can.responseSchema && { responseSchema }),
    ...(stop && can.stop && { stop }),
    ...(can.temperature && { temperature: ctx.run.temperatures[role] }),
    ...(ctx.run.seed !== undefined && { seed: ctx.run.seed }),
  };
}

function requestFact(
  ctx: Context,
  talk: Conversation,
  options: ThinkOptions,
  request: ModelRequest,
  reservation: Reservation,
  span: string,
): FactOf<"model.request"> {
  const role = options.role ?? "main";
  const { temperature, seed, stop, toolChoice, responseSchema, tools } = request;
  const unsaid = talk.unsaid();
  return {
    type: "model.request",
    span,
    model: ctx.run.models[role].id,
    role,
    ...unsaid,
    ...(options.aside && { messages: [...unsaid.messages, ...options.aside] }),
    maxOutputTokens: request.maxOutputTokens,
    reserved: { tokens: reservation.tokens, usd: toUsd(reservation.pico) },
    ...(temperature !== undefined && { temperature }),
    ...(seed !== undefined && { seed }),
    ...(stop && { stop: [...stop] }),
    ...(toolChoice && { toolChoice }),
    ...(responseSchema && { responseSchema }),
    // The tools of a run stand in run.start: only a choice among them needs saying.
    ...(tools && tools.length !== ctx.run.tools.size && { tools: tools.map((tool) => tool.name) }),
  };
}

type Settled = { pico: number; usage?: Reply["usage"]; certainty?: "estimated" | "at-most" };

/** Books what a call used: as reported, else as estimated from its bytes, else the whole reservation. */
function settle(
  ctx: Context,
  talk: Conversation,
  reservation: Reservation,
  received: Awaited<ReturnType<typeof receive>>,
): Settled {
  const { purse } = ctx.run;
  const { usage } = received;
  if (usage) {
    const pico = purse.settle(reservation, usage);
    if (received.kind === "replied") talk.measured(usage);
    if (pico > reservation.pico || usage.inputTokens + usage.outputTokens > reservation.tokens) {
      warn(
        ctx,
        "usage-above-reservation",
        `The provider reports ${usage.inputTokens} + ${usage.outputTokens} tokens, more than the ${reservation.inputTokens} + ${reservation.outputTokens} that were set aside.`,
      );
    }
    return { pico, usage };
  }
  if (!received.sent || (received.kind === "failed" && received.failure.free))
    return { pico: purse.settle(reservation, null) };
  if (received.kind === "replied") {
    const written = Math.min(received.bytes, reservation.outputTokens);
    const estimate = { inputTokens: reservation.inputTokens, outputTokens: written };
    return { pico: purse.settle(reservation, estimate), usage: estimate, certainty: "estimated" };
  }
  const most = { inputTokens: reservation.inputTokens, outputTokens: reservation.outputTokens };
  return { pico: purse.settleWhole(reservation), usage: most, certainty: "at-most" };
}

function warn(ctx: Context, code: string, message: string): void {
  ctx.run.say({ type: "warning", span: ctx.span, code, message });
}

/** Waits on the run's stopwatch; rejects when the run stops. */
function pause(ctx: Context, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = ctx.run.watch.after(ms, () => (off(), resolve()));
    const off = ctx.scope.onStop((reason) => (timer.cancel(), reject(reason)));
  });
}
