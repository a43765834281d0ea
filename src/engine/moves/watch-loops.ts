// Loop rules at work: what they find is said in the log, told to the agent, or ends it.
import { StopError } from "../errors.ts";
import { nudgeText } from "../loop-words.ts";
import type { LoopFinding } from "../loops.ts";
import type { ToolCall } from "../model/model.ts";
import type { Context } from "./context.ts";

/** What a rule needs to know of the result of a call. */
export interface Seen {
  readonly span: string;
  readonly tool: string;
  /** as the model reads it */
  readonly text: string;
  readonly failure: unknown;
}

/**
 * Shows a call and what came back to the agent's loop rules.
 *
 * @returns what the agent is to be told; null: nothing
 * @throws StopError `loop` if a rule says so
 */
export function watchCall(ctx: Context, call: Pick<ToolCall, "arguments">, seen: Seen): string | null {
  const verdict = ctx.agent.loops?.call({
    span: seen.span,
    tool: seen.tool,
    arguments: call.arguments,
    result: seen.text,
    failed: seen.failure !== null,
  });
  if (!verdict || verdict.level === "none") return null;
  const text = sayLoop(ctx, verdict);
  if (verdict.level === "stop") throw new StopError({ code: "loop", rule: verdict.rule, message: text });
  return text;
}

/** Says that a rule fired, at the span where that is found, and returns the words for it. */
export function sayLoop(ctx: Context, finding: LoopFinding, span: string = ctx.span): string {
  const { level, rule, count, spans } = finding;
  const text = nudgeText(finding, ctx.run.language);
  ctx.run.say({ type: "nudge", span, level, rule, count, spans: [...spans], text });
  return text;
}
