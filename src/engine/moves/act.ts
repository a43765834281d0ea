// act: one tool call in its own span, checked, paid for, bounded in time; actAll: the calls of one reply.
import { FailureError, messageOf, StopError, type Failure, type FailureCode } from "../errors.ts";
import type { ToolCall } from "../model/model.ts";
import { readArguments } from "../protocol/arguments.ts";
import type { Payment, Purse } from "../purse.ts";
import { problems, z } from "../schema.ts";
import { createScope, within, type Scope } from "../scope.ts";
import { shorten, wellFormed } from "../text.ts";
import { resultText } from "../tools/result.ts";
import { toolSpec } from "../tools/spec.ts";
import { defaultResultCharacters, type Tool } from "../tools/tool.ts";
import { checkpoint, claim, fromPurse, nextSpan, reached, type Context } from "./context.ts";
import { endOf, parallel } from "./span.ts";
import { watchCall } from "./watch-loops.ts";

/** What came back from a tool call, as the model is to read it. */
export interface Observation {
  callId: string;
  span: string;
  tool: string;
  /** the model's copy: short enough, and well-formed */
  text: string;
  /** the whole result, as plain JSON; undefined: it failed, or gave nothing */
  output: unknown;
  failure: Failure | null;
}

/**
 * Runs the calls of one reply: those of `readOnly` tools that follow each other side by side, the others in order.
 * Every call gets exactly one observation. Loop rules watch the calls in the order in which they were written.
 *
 * @throws StopError `loop` if a rule says so, and whatever stops a call
 */
export async function actAll(ctx: Context, calls: readonly ToolCall[], cause: string): Promise<Observation[]> {
  const [only] = calls;
  const observations = only && calls.length === 1 ? [await act(ctx, only, cause)] : await actSeveral(ctx, calls, cause);
  for (const [index, observation] of observations.entries()) {
    const call = calls[index];
    const told = call && watchCall(ctx, call, observation);
    if (told) observation.text += `\n\n${told}`;
  }
  return observations;
}

async function actSeveral(ctx: Context, calls: readonly ToolCall[], cause: string): Promise<Observation[]> {
  const observations: Observation[] = [];
  for (const group of sideBySide(ctx, calls)) {
    const bodies = group.map((call) => (ctx: Context) => act(ctx, call, cause));
    observations.push(...(await parallel(ctx, bodies)));
  }
  return observations;
}

/** The calls in groups that may run side by side, in order. */
function sideBySide(ctx: Context, calls: readonly ToolCall[]): ToolCall[][] {
  const groups: ToolCall[][] = [];
  let open: ToolCall[] | null = null;
  for (const call of calls) {
    const readOnly = ctx.agent.tools.get(call.name)?.readOnly ?? false;
    if (open && readOnly) open.push(call);
    else groups.push((open = [call]));
    if (!readOnly) open = null;
  }
  return groups;
}

/**
 * Runs one tool call. A call that fails, whatever the reason, is an observation that the model reads.
 *
 * @throws StopError if the run stops, or a limit of the whole run forbids the call
 */
export async function act(ctx: Context, call: ToolCall, cause?: string): Promise<Observation> {
  // Numbered before anything is awaited: calls side by side get their ids in the order in which they were written.
  const id = nextSpan(ctx);
  const paused = checkpoint(ctx);
  if (paused) await within(ctx.scope, paused);
  const { run } = ctx;
  const tool = ctx.agent.tools.get(call.name);
  const checked = tool ? check(ctx, call, tool) : unknownTool(call.name, ctx.agent.tools);
  if (checked.ok || checked.code !== "cut-off") {
    const usd = tool && checked.ok ? tool.usdPerCall : 0;
    let answer = run.purse.payTool(usd);
    while (answer instanceof Promise || answer.kind === "limit") {
      const payment = await payWhenAllowed(ctx, usd, answer);
      // While it waited, a provider may have reported more than was set aside: what was promised holds no longer then.
      if (!run.purse.isOverdrawn()) break;
      run.purse.handBack(payment);
      answer = run.purse.payTool(usd);
    }
  }

  run.say({
    type: "span.start",
    span: id,
    parent: ctx.span,
    kind: "tool",
    name: call.name,
    ...(cause !== undefined && { causes: [cause] }),
  });
  run.say({
    type: "tool.call",
    span: id,
    callId: call.id,
    tool: call.name,
    arguments: checked.ok ? checked.value : call.arguments,
    ...(tool && checked.ok && tool.usdPerCall > 0 && { usd: tool.usdPerCall }),
  });
  ctx.agent.tried.set(call.name, (ctx.agent.tried.get(call.name) ?? 0) + 1);

  try {
    if (ctx.scope.stopped) throw ctx.scope.stopped;
    const outcome = tool && checked.ok ? carryOut(ctx, id, tool, checked.value) : refusal(checked);
    return observed(ctx, id, call, tool, outcome instanceof Promise ? await outcome : outcome);
  } catch (error) {
    const end = endOf(error);
    run.say({ type: "observation", span: id, failure: end.failure });
    run.say({ type: "span.end", span: id, ...end });
    throw error;
  }
}

/** Answers calls that must not run, each with the same failure. */
export function refuse(ctx: Context, calls: readonly ToolCall[], failure: Failure, cause: string): Observation[] {
  return calls.map((call) => {
    const id = nextSpan(ctx);
    ctx.run.say({ type: "span.start", span: id, parent: ctx.span, kind: "tool", name: call.name, causes: [cause] });
    ctx.run.say({ type: "tool.call", span: id, callId: call.id, tool: call.name, arguments: call.arguments });
    return observed(ctx, id, call, undefined, { failure });
  });
}

type Outcome = { text: string; plain: unknown } | { failure: Failure };

function observed(ctx: Context, id: string, call: ToolCall, tool: Tool | undefined, outcome: Outcome): Observation {
  const { run } = ctx;
  const failure = "failure" in outcome ? outcome.failure : null;
  // Without a mark a model cannot tell a failed read from a file that holds such a text.
  const whole = failure ? `Error (${failure.code}): ${failure.message}` : "text" in outcome ? outcome.text : "";
  const text = shorten(whole, tool?.resultCharacters ?? defaultResultCharacters, run.language);
  run.say({
    type: "observation",
    span: id,
    ...("failure" in outcome ? { failure: outcome.failure } : { output: outcome.plain }),
    ...(text !== whole && { shown: text }),
  });
  run.say(
    failure ? { type: "span.end", span: id, status: "failed", failure } : { type: "span.end", span: id, status: "ok" },
  );
  return {
    callId: call.id,
    span: id,
    tool: call.name,
    text,
    output: "plain" in outcome ? outcome.plain : undefined,
    failure,
  };
}

type Paying = ReturnType<Purse["payTool"]>;
type Checked = { ok: true; value: unknown } | { ok: false; code: FailureCode; message: string };

function check(ctx: Context, call: ToolCall, tool: Tool): Checked {
  const read = readArguments(call.arguments, toolSpec(tool).parameters, {
    finishReason: "tool_calls",
    language: ctx.run.language,
  });
  if (!read.ok)
    return { ok: false, code: read.reason === "truncated" ? "cut-off" : "bad-arguments", message: read.message };
  const parsed = z.core.safeParse(tool.input, read.value);
  if (parsed.success) return { ok: true, value: parsed.data };
  return {
    ok: false,
    code: "bad-arguments",
    message: `${problems(parsed.error)}\nThe arguments must fit: ${JSON.stringify(toolSpec(tool).parameters)}`,
  };
}

function unknownTool(name: string, tools: ReadonlyMap<string, Tool>): Checked {
  const names = [...tools.keys()].join(", ");
  const message = names
    ? `There is no tool "${name}". The tools are: ${names}.`
    : `There is no tool "${name}", and there are no others.`;
  return { ok: false, code: "unknown-tool", message };
}

const refusal = (checked: Checked): Outcome => {
  if (checked.ok) throw new Error("A call without a tool passed the check.");
  return { failure: { code: checked.code, message: checked.message } };
};

/** Waits while calls in flight may still leave room for the price; asks the person where a limit forbids the call. */
async function payWhenAllowed(ctx: Context, usd: number, first: Paying): Promise<Payment> {
  for (let answer = first; ; answer = ctx.run.purse.payTool(usd)) {
    const result = answer instanceof Promise ? await claim(ctx, answer) : answer;
    if (result.kind === "paid") return result;
    await reached(ctx, fromPurse(result));
  }
}

/** Runs a tool within its timeout. A tool that answers at once needs neither a timer nor a scope of its own. */
function carryOut(ctx: Context, span: string, tool: Tool, input: unknown): Outcome | Promise<Outcome> {
  const { run } = ctx;
  let scope: Scope | null = null;
  const ownScope = () => (scope ??= createScope(ctx.scope));
  try {
    const result = tool.run(input, {
      get signal() {
        return ownScope().signal;
      },
      files: run.files,
      documents: run.documents,
      tables: run.tables,
      now: run.wall,
      ...(tool.drills && {
        onFault: (kind) =>
          run.say({
            type: "warning",
            span,
            code: "drill",
            message: `Drill: a fault was put in here (${kind}).`,
            values: { kind },
          }),
      }),
      ask: (text, options) => run.question(span, { text, options }, ownScope()),
    });
    if (isPromise(result)) return inTime(ctx, ownScope(), tool, result);
    (scope as Scope | null)?.close();
    return resultText(result);
  } catch (error) {
    return failed(error);
  }
}

async function inTime(ctx: Context, scope: Scope, tool: Tool, work: PromiseLike<unknown>): Promise<Outcome> {
  const ms = ctx.run.budget.toolTimeoutMs;
  const timer = ctx.run.watch.after(ms, () =>
    scope.stop(new FailureError("timeout", `${tool.name} gave no answer within ${ms / 1000} s and was stopped.`)),
  );
  try {
    return resultText(await within(scope, work));
  } catch (error) {
    return failed(error);
  } finally {
    timer.cancel();
    scope.close();
  }
}

function failed(error: unknown): Outcome {
  if (error instanceof StopError) throw error;
  const code = error instanceof FailureError ? error.code : "tool-failed";
  return { failure: { code, message: wellFormed(messageOf(error)) } };
}

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
