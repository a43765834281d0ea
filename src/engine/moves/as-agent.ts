// asAgent: a part of the run that an agent of its own carries out, with its own limits.
import { createStopwatch, type Clock, type Stopwatch } from "../clock.ts";
import { StopError, type Failure, type Stop } from "../errors.ts";
import { createScope } from "../scope.ts";
import type { Tool } from "../tools/tool.ts";
import { close } from "./close.ts";
import { createAgent, limitStop, nextSpan, type Context } from "./context.ts";
import type { SpanOptions } from "./span.ts";

export interface AgentOptions extends SpanOptions {
  name: string;
  tools: ReadonlyMap<string, Tool>;
}

/** What an agent came to. With a failure, `answer` is the best it could say when it had to stop. */
export interface AgentEnd {
  span: string;
  answer: string | null;
  failure: Failure | null;
}

/**
 * Runs `body` as an agent. Its own iterations, loop rules, timeout and finally failed model calls end the agent only; it then
 * says what it has, if the purse allows. Everything else stops the run.
 */
export async function asAgent(
  ctx: Context,
  options: AgentOptions,
  body: (ctx: Context) => Promise<string>,
): Promise<AgentEnd> {
  const { run } = ctx;
  const { name, tools, causes, item, id = nextSpan(ctx) } = options;
  const scope = createScope(ctx.scope);
  const work = createScope(scope);
  const patience = createStopwatch(clockOf(run.watch));
  const agent = createAgent(name, run, { tools, patience });
  const inside: Context = { run, span: id, scope: work, agent, children: 0 };
  run.say({
    type: "span.start",
    span: id,
    parent: ctx.span,
    kind: "agent",
    name,
    ...(causes?.length && { causes: [...causes] }),
    ...(item !== undefined && { item }),
  });
  const timer = patience.after(run.budget.agentTimeoutMs, () => {
    const value = run.budget.agentTimeoutMs;
    const hit = { limit: "agentTimeoutMs" as const, value, used: value };
    const stop = limitStop(hit);
    run.say({ type: "limit", span: id, ...hit, message: stop.message });
    work.stop(stop);
  });
  try {
    const answer = await body(inside);
    run.say({ type: "span.end", span: id, status: "ok" });
    return { span: id, answer, failure: null };
  } catch (error) {
    if (!(error instanceof StopError) || !endsAgentOnly(error.stop)) {
      run.say({
        type: "span.end",
        span: id,
        status: "stopped",
        failure: { code: "aborted", message: "The run was stopped." },
      });
      throw error;
    }
    timer.cancel();
    const failure = failureOf(error.stop);
    const answer = hasLastWord(error.stop) ? await close({ ...inside, scope }, error.stop) : null;
    run.say({ type: "span.end", span: id, status: "failed", failure });
    return { span: id, answer, failure };
  } finally {
    timer.cancel();
    work.close();
    scope.close();
  }
}

/** Limits of the whole run, an abort and a wrong configuration stop the run. */
function endsAgentOnly({ code, limit }: Stop): boolean {
  return code === "loop" || code === "model" || limit === "iterations" || limit === "agentTimeoutMs";
}

const hasLastWord = ({ code, limit }: Stop) => code === "loop" || (code === "limit" && limit !== "agentTimeoutMs");

const failureOf = ({ code, limit, rule, reason, message }: Stop): Failure => ({
  code: limit === "agentTimeoutMs" ? "timeout" : (limit ?? rule ?? reason ?? code),
  message,
});

/** A stopwatch as the clock of another: what stands still for the run stands still for the agent. */
const clockOf = (watch: Stopwatch): Clock => ({
  now: watch.elapsed,
  wall: Date.now,
  after(ms, fire) {
    const timer = watch.after(ms, fire);
    return () => timer.cancel();
  },
});
