// What every answer is checked for, whoever wrote it.
import { StopError } from "../errors.ts";
import type { Context } from "./context.ts";
import type { Conversation } from "./conversation.ts";
import { think, type Reply, type ThinkOptions } from "./think.ts";

/** @throws StopError `model`, reason `content-filter`, if the provider's filter ended the reply */
export function refuseFiltered(reply: Reply): void {
  if (reply.finishReason !== "content_filter") return;
  throw new StopError({
    code: "model",
    reason: "content-filter",
    message: `The provider's content filter ended the reply${reply.text ? ` after ${reply.text.length} characters` : ""}. Word the task differently, or choose another model.`,
  });
}

/** The answer as it is, marked where the output limit cut it off. */
export function accepted(ctx: Context, answer: string, reply: Reply): string {
  if (reply.finishReason === "length") {
    ctx.run.say({
      type: "warning",
      span: reply.span,
      code: "answer-cut-off",
      message: "The answer was cut off by the output limit.",
    });
  }
  return answer;
}

/**
 * Asks for an answer in plain text. An empty reply is no answer: it is asked for once more.
 *
 * @throws StopError `model`, reason `empty-response`, after the second one
 */
export async function answerFrom(
  ctx: Context,
  talk: Conversation,
  options: ThinkOptions,
): Promise<{ answer: string; span: string }> {
  for (let attempt = 1; attempt <= 2; attempt++) {
    const reply = await think(ctx, talk, options);
    refuseFiltered(reply);
    const answer = reply.text.trim();
    if (answer) return { answer: accepted(ctx, answer, reply), span: reply.span };
  }
  throw new StopError({
    code: "model",
    reason: "empty-response",
    message: "The model answered with nothing, twice. Word the task differently, or choose another model.",
  });
}
