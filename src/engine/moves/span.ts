// span and parallel: the moves that give a run its shape.
import { FailureError, messageOf, StopError } from "../errors.ts";
import type { SpanKind, SpanStatus } from "../events.ts";
import { createScope } from "../scope.ts";
import { nextSpan, type Context } from "./context.ts";

export interface SpanOptions {
  /** spans whose results it uses */
  causes?: readonly string[];
  /** the plan item that it carries out */
  item?: string;
  /** its id, where it was numbered before */
  id?: string;
}

/** Runs `body` in a span of its own. The span ends when it ends, as `ok`, `failed` or `stopped`. */
export async function span<T>(
  ctx: Context,
  kind: SpanKind,
  name: string,
  body: (ctx: Context) => Promise<T>,
  { causes, item, id = nextSpan(ctx) }: SpanOptions = {},
): Promise<T> {
  const { run } = ctx;
  run.say({
    type: "span.start",
    span: id,
    parent: ctx.span,
    kind,
    name,
    ...(causes?.length && { causes: [...causes] }),
    ...(item !== undefined && { item }),
  });
  try {
    const result = await body({ run, span: id, scope: ctx.scope, agent: ctx.agent, children: 0 });
    run.say({ type: "span.end", span: id, status: "ok" });
    return result;
  } catch (error) {
    run.say({ type: "span.end", span: id, ...endOf(error) });
    throw error;
  }
}

/** How a span ends when its body threw. */
export function endOf(error: unknown): { status: SpanStatus; failure: { code: string; message: string } } {
  if (error instanceof StopError) {
    const { code, reason, rule, message } = error.stop;
    const status = code === "model" || code === "config" ? "failed" : "stopped";
    return { status, failure: { code: reason ?? rule ?? code, message } };
  }
  const code = error instanceof FailureError ? error.code : "bug";
  return { status: "failed", failure: { code, message: messageOf(error) } };
}

/**
 * Runs several bodies side by side; all of them settle before it returns. If one throws, the others are stopped, and the
 * first error (by list position, a stop that only followed from another not counted) is thrown.
 */
export async function parallel<T>(ctx: Context, bodies: readonly ((ctx: Context) => Promise<T>)[]): Promise<T[]> {
  const scope = createScope(ctx.scope);
  // All of them number their spans in one row, so they share the counter of the span they stand in.
  const inside: Context = {
    run: ctx.run,
    span: ctx.span,
    scope,
    agent: ctx.agent,
    get children() {
      return ctx.children;
    },
    set children(count) {
      ctx.children = count;
    },
  };
  const siblingFailed = new StopError({ code: "aborted", message: "A call beside this one ended the run." });
  const settled = await Promise.allSettled(
    bodies.map(async (body) => {
      try {
        return await body(inside);
      } catch (error) {
        scope.stop(siblingFailed);
        throw error;
      }
    }),
  );
  scope.close();
  const errors = settled.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
  if (errors.length > 0) throw errors.find((error) => error !== siblingFailed) ?? errors[0];
  return settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
}
