// ask: a reply that must be read as something, with one more try if it cannot.
import type { Context } from "./context.ts";
import type { Conversation } from "./conversation.ts";
import { think, type Reply, type ThinkOptions } from "./think.ts";

/** What a reply was read as; `message` tells the model what was wrong with it, and the repair. */
export type Readable<Value> = { ok: true; value: Value } | { ok: false; problem: string; message: string };

export type Asked<Value> = Readable<Value> & {
  /** the model call that wrote it */
  span: string;
};

/**
 * Asks for a reply and reads it. If it cannot be read, the fault is quoted and the reply asked for once more; the second fault
 * is returned. Both replies stay in the conversation.
 */
export async function ask<Value>(
  ctx: Context,
  talk: Conversation,
  read: (reply: Reply) => Readable<Value>,
  options: ThinkOptions,
): Promise<Asked<Value>> {
  let causes = options.causes;
  for (let attempt = 1; ; attempt++) {
    const reply = await think(ctx, talk, { ...options, ...(causes && { causes }) });
    const result = read(reply);
    talk.add({ role: "assistant", content: reply.text });
    if (result.ok || attempt === 2) return { ...result, span: reply.span };
    ctx.run.say({
      type: "warning",
      span: reply.span,
      code: `reply-${result.problem.replaceAll("_", "-")}`,
      message: result.message,
    });
    talk.add({ role: "user", content: result.message });
    causes = [reply.span];
  }
}
