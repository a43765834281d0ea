// toolLoop: think, act, observe, until the model answers. ReAct, in either of its two protocols.
import { StopError } from "../errors.ts";
import type { Role } from "../events.ts";
import type { Message } from "../model/model.ts";
import type { Turn } from "../protocol/turn.ts";
import { within } from "../scope.ts";
import { actAll, refuse, type Observation } from "./act.ts";
import { accepted, refuseFiltered } from "./answer.ts";
import { checkpoint, reached, type Context } from "./context.ts";
import type { Conversation } from "./conversation.ts";
import { span } from "./span.ts";
import { standing } from "./standing.ts";
import { think, type Reply, type ThinkOptions } from "./think.ts";
import { sayLoop } from "./watch-loops.ts";

/** How an agent writes its calls and answers, and how it is told of their results. */
export interface Protocol {
  /** system text that explains it */
  readonly prompt: string;
  /** what goes along with each request */
  readonly request: Pick<ThinkOptions, "tools" | "stop" | "cut">;
  read(reply: Reply): Turn;
  /** the reply as it stays in the conversation */
  said(reply: Reply, turn: Turn): Message;
  /** the results as they stand in the conversation; `standing` is told at their end and belongs to no result */
  observed(observations: readonly Observation[], standing: string | null): Message[];
}

export interface ToolLoopOptions {
  protocol: Protocol;
  /** whose model answers; default: the run's main model */
  role?: Role;
  /** messages of one call only, made anew before each */
  aside?: (ctx: Context) => Promise<readonly Message[]>;
}

/** Malformed replies in a row that are handed back; one more ends the loop. */
const mostMalformed = 2;

/**
 * Runs an agent's loop over its conversation and returns the answer.
 *
 * @throws StopError `limit` iterations, `loop` monologue, `model` output-truncated, and whatever stops a call
 * @see https://arxiv.org/abs/2210.03629
 */
export async function toolLoop(
  ctx: Context,
  talk: Conversation,
  { protocol, role, aside }: ToolLoopOptions,
): Promise<string> {
  ctx.agent.talk = talk;
  ctx.agent.readAnswer = (text) => answerIn(protocol, text);
  let malformed = 0;
  ctx.agent.loops?.broken();
  let causes: string[] = [];
  for (;;) {
    const waiting = nextIteration(ctx);
    if (waiting) await waiting;
    ctx.agent.iterations += 1;
    const answer = await span(ctx, "iteration", `turn ${ctx.agent.iterations}`, async (ctx) => {
      const extra = aside && (await aside(ctx));
      const reply = await think(ctx, talk, {
        ...protocol.request,
        ...(role && { role }),
        ...(extra?.length && { aside: extra }),
        causes,
      });
      refuseFiltered(reply);
      const turn = protocol.read(reply);
      talk.add(protocol.said(reply, turn));
      if (turn.kind !== "answer" && turn.thought)
        ctx.run.say({ type: "thought", span: reply.span, text: turn.thought });
      switch (turn.kind) {
        case "answer":
          return accepted(ctx, turn.answer, reply);
        case "malformed":
          if (++malformed > mostMalformed && isImplicitAnswer(turn, reply)) return implicitAnswer(ctx, reply);
          watchMonologue(ctx, reply);
          countCutOff(ctx, turn.reason === "truncated");
          ctx.run.say({
            type: "warning",
            span: reply.span,
            code: `reply-${turn.reason.replaceAll("_", "-")}`,
            message: turn.feedback,
          });
          talk.add({ role: "user", content: turn.feedback });
          causes = [reply.span];
          return null;
        case "calls": {
          malformed = 0;
          if (turn.fabricatedObservation) warnFabricated(ctx, reply);
          ctx.agent.loops?.broken();
          const observations = turn.cutOff ? refuseCutOff(ctx, turn, reply) : await actAll(ctx, turn.calls, reply.span);
          countCutOff(
            ctx,
            observations.some((observation) => observation.failure?.code === "cut-off"),
          );
          talk.add(...protocol.observed(observations, standing(ctx)));
          causes = observations.map((observation) => observation.span);
          return null;
        }
        default:
          return turn satisfies never;
      }
    });
    if (answer !== null) return answer;
  }
}

/** What a closing call wrote, as an answer: the text itself, if the agent no longer keeps to its format. */
function answerIn(protocol: Protocol, text: string): string | null {
  const turn = protocol.read({ text, toolCalls: [], finishReason: "stop", span: "" });
  if (turn.kind === "answer") return turn.answer;
  return turn.kind === "malformed" && turn.reason === "no_directive" ? text.trim() : null;
}

/** Waits where one more iteration needs a person: the run is paused, or the limit has to be raised. */
function nextIteration(ctx: Context): Promise<void> | undefined {
  const paused = checkpoint(ctx);
  const { agent, run } = ctx;
  return paused || agent.iterations >= run.budget.iterations ? allowIteration(ctx, paused) : undefined;
}

async function allowIteration(ctx: Context, paused: Promise<void> | undefined): Promise<void> {
  if (paused) await within(ctx.scope, paused);
  const { agent, run } = ctx;
  while (agent.iterations >= run.budget.iterations) {
    await reached(ctx, { limit: "iterations", value: run.budget.iterations, used: agent.iterations });
  }
}

/** A reply that was cut off may lack half of its arguments: none of its calls is run. */
function refuseCutOff(ctx: Context, turn: Extract<Turn, { kind: "calls" }>, reply: Reply): Observation[] {
  return refuse(ctx, turn.calls, { code: "cut-off", message: cutOffWords[ctx.run.language] }, reply.span);
}

/** Once is told to the model; twice in a row it would go on repeating the same long call. */
function countCutOff(ctx: Context, cut: boolean): void {
  ctx.agent.cutOff = cut ? ctx.agent.cutOff + 1 : 0;
  if (ctx.agent.cutOff < 2) return;
  throw new StopError({
    code: "model",
    reason: "output-truncated",
    message: `Two replies in a row were cut off by the output limit of ${ctx.run.outputTokens} tokens in the middle of a tool call. Raise the output limit, or ask for less at a time.`,
  });
}

const cutOffWords = {
  en: "This call was not run: your reply was cut off by the output limit, so its arguments may be incomplete. Send less at a time.",
  zh: "此调用未执行：你的回复被输出长度限制截断，参数可能不完整。请减少单次输出的内容。",
};

/** Two chances to keep the format are enough: text is then taken as the answer, and said to be one by implication. */
const isImplicitAnswer = (turn: Extract<Turn, { kind: "malformed" }>, reply: Reply): boolean =>
  turn.reason === "no_directive" && reply.text.trim() !== "";

function implicitAnswer(ctx: Context, reply: Reply): string {
  ctx.run.say({
    type: "warning",
    span: reply.span,
    code: "implicit-answer",
    message: "The model did not keep to the format: its last text was taken as the answer.",
  });
  return reply.text.trim();
}

/** A reply with neither action nor answer: the model is told each time, and ended when it goes on like that. */
function watchMonologue(ctx: Context, reply: Reply): void {
  const verdict = ctx.agent.loops?.say(reply.span);
  if (!verdict || verdict.level === "none") return;
  const message = `${sayLoop(ctx, verdict)} Another model, or the other protocol, may keep the format.`;
  throw new StopError({ code: "loop", rule: verdict.rule, message });
}

function warnFabricated(ctx: Context, reply: Reply): void {
  ctx.run.say({
    type: "warning",
    span: reply.span,
    code: "fabricated-observation",
    message: "The model wrote an observation of its own. It was dropped, with all that followed it.",
  });
}
