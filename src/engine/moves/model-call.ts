// One call to a model in the log: its span, its request, and what it came to, paid for.
import { mostTimes } from "../chants.ts";
import { StopError } from "../errors.ts";
import type { FactOf, Role } from "../events.ts";
import type { Message, Model, ModelFailure, ModelReply, ModelRequest, ToolSpec, Usage } from "../model/model.ts";
import { toUsd } from "../money.ts";
import type { Reservation } from "../purse.ts";
import { nextSpan, warn, type Context } from "./context.ts";
import type { Conversation } from "./conversation.ts";
import type { Received } from "./receive.ts";
import { endOf } from "./span.ts";
import { sayLoop } from "./watch-loops.ts";

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
  /** An agent's last word: a limit ends it, and nobody is asked. */
  isLastWord?: boolean;
  /** messages of this one call, after the conversation and never kept in it */
  aside?: readonly Message[];
  outputTokens?: number;
  causes?: readonly string[];
}

/** A reply with the span that made it. */
export type Reply = ModelReply & { span: string };

export interface ModelCall {
  readonly span: string;
  readonly model: Model;
  readonly request: ModelRequest;
  readonly reservation: Reservation;
  readonly sentAt: number;
  firstAt: number | null;
  onText(text: string): void;
}

/** Opens the span and says the request, paid for by the reservation. */
export function begin(
  ctx: Context,
  talk: Conversation,
  options: ThinkOptions,
  reservation: Reservation,
  attempt = 1,
): ModelCall {
  const { run } = ctx;
  const role = options.role ?? "main";
  const span = nextSpan(ctx);
  run.say({
    type: "span.start",
    span,
    parent: ctx.span,
    kind: "model",
    name: options.name ?? run.agents[role]?.name ?? role,
    ...(options.causes?.length && { causes: [...options.causes] }),
  });
  const request = requestOf(ctx, talk, options, reservation, attempt);
  run.say(requestFact(ctx, talk, options, request, reservation, span));
  talk.sent(span, options.aside ?? []);
  const call: ModelCall = {
    span,
    model: run.models[role],
    request,
    reservation,
    sentAt: run.now(),
    firstAt: null,
    onText(text) {
      call.firstAt ??= run.now();
      run.onText(span, text);
    },
  };
  return call;
}

/**
 * Settles the call, says what came back and ends the span.
 *
 * @throws what stopped the call, if something did
 */
export function conclude(
  ctx: Context,
  talk: Conversation,
  call: ModelCall,
  received: Received,
): Reply | { failure: ModelFailure } {
  const { run } = ctx;
  const { span, firstAt, sentAt } = call;
  talk.heard();
  const settled = settle(ctx, talk, call, received);
  run.say({
    type: "model.reply",
    span,
    text: received.reply.text,
    finishReason: received.reply.finishReason,
    ...("reasoning" in received.reply && { reasoning: received.reply.reasoning }),
    ...(received.reply.toolCalls.length > 0 && { toolCalls: received.reply.toolCalls }),
    usd: toUsd(settled.pico),
    ...(settled.certainty && { certainty: settled.certainty }),
    ...(settled.usage && { usage: settled.usage }),
    ...(firstAt !== null && { msToFirstToken: Math.round(firstAt - sentAt) }),
    ...("speed" in received.reply && { speed: received.reply.speed }),
  });
  if (received.kind === "stopped") {
    run.say({ type: "span.end", span, ...endOf(received.stop) });
    throw received.stop;
  }
  if (received.kind === "failed") {
    const { code, message } = received.failure;
    run.say({ type: "span.end", span, status: "failed", failure: { code, message } });
    return { failure: received.failure };
  }
  if (received.kind === "chanted") {
    const { passage, kept } = received.chant;
    const message = sayLoop(ctx, { level: "stop", rule: "chanting", count: mostTimes, spans: [span], passage }, span);
    const stop = new StopError({ code: "loop", rule: "chanting", message });
    run.say({ type: "span.end", span, ...endOf(stop) });
    // A closing call builds on what stood before the chant; the chant itself would only be caught up again.
    if (kept.trim()) talk.add({ role: "assistant", content: kept });
    throw stop;
  }
  run.say({ type: "span.end", span, status: "ok" });
  if (received.kind === "overran") {
    warn(
      ctx,
      "output-limit-ignored",
      `The model wrote past its limit of ${call.request.maxOutputTokens} tokens and was cut off there.`,
      { most: call.request.maxOutputTokens },
    );
  }
  return { ...received.reply, span };
}

function requestOf(
  ctx: Context,
  talk: Conversation,
  options: ThinkOptions,
  reservation: Reservation,
  attempt: number,
): ModelRequest {
  const role = options.role ?? "main";
  const { can } = ctx.run.models[role];
  const { tools, toolChoice, responseSchema, stop } = options;
  return {
    messages: talk.messages,
    maxOutputTokens: reservation.outputTokens,
    ...(tools && tools.length > 0 && can.tools && { tools, ...(toolChoice && { toolChoice }) }),
    ...(responseSchema && can.responseSchema && { responseSchema }),
    ...(stop && can.stop && { stop }),
    ...(can.temperature && { temperature: ctx.run.temperatures[role] }),
    ...(ctx.run.seed !== undefined && { seed: ctx.run.seed }),
    ...(attempt > 1 && { attempt }),
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
    reserved: reservedOf(reservation),
    ...(temperature !== undefined && { temperature }),
    ...(seed !== undefined && { seed }),
    ...(stop && { stop: [...stop] }),
    ...(toolChoice && { toolChoice }),
    ...(responseSchema && { responseSchema }),
    // The tools of a run stand in run.start: only a choice among them needs saying.
    ...(tools && tools.length !== ctx.run.tools.size && { tools: tools.map((tool) => tool.name) }),
  };
}

function reservedOf({ tokens, pico, closing }: Reservation): FactOf<"model.request">["reserved"] {
  const reserved = { tokens, usd: toUsd(pico) };
  if (!closing) return reserved;
  return { ...reserved, closing: { tokens: closing.tokens, usd: toUsd(closing.pico), grows: closing.grows } };
}

type Settled = { pico: number; usage?: Usage; certainty?: "estimated" | "at-most" };

/** Books what a call used: as reported, else as estimated from its bytes, else the whole reservation. */
function settle(ctx: Context, talk: Conversation, { reservation, request }: ModelCall, received: Received): Settled {
  const { purse } = ctx.run;
  const usage = counted(received.usage);
  if (usage) {
    const pico = purse.settle(reservation, usage);
    if (received.kind === "replied") talk.measured(usage, request);
    if (pico > reservation.pico || usage.inputTokens + usage.outputTokens > reservation.tokens) {
      warn(
        ctx,
        "usage-above-reservation",
        `The provider reports ${usage.inputTokens} + ${usage.outputTokens} tokens, more than the ${reservation.inputTokens} + ${reservation.outputTokens} that were set aside.`,
        {
          input: usage.inputTokens,
          output: usage.outputTokens,
          reservedInput: reservation.inputTokens,
          reservedOutput: reservation.outputTokens,
        },
      );
    }
    return { pico, usage };
  }
  if (!received.sent || (received.kind === "failed" && received.failure.free))
    return { pico: purse.settle(reservation, null) };
  if (received.kind !== "failed" && received.kind !== "stopped") {
    const { inputTokens, outputTokens } = reservation;
    // A stream that ran past its limit has cost more than was set aside: at about four bytes a token, so much.
    const written =
      received.kind === "overran"
        ? Math.max(Math.ceil(received.bytes / 4), outputTokens)
        : Math.min(received.bytes, outputTokens);
    const estimate = { inputTokens, outputTokens: written };
    return { pico: purse.settle(reservation, estimate), usage: estimate, certainty: "estimated" };
  }
  const most = { inputTokens: reservation.inputTokens, outputTokens: reservation.outputTokens };
  return { pico: purse.settleWhole(reservation), usage: most, certainty: "at-most" };
}

/** Servers that do not count send zeros; a prompt of no tokens there cannot be. */
const counted = (usage: Usage | null): Usage | null => (usage && usage.inputTokens > 0 ? usage : null);
