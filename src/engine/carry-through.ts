// carryThrough: the pattern in the root span, and what follows when it must stop. Loaded when the first run starts.
import type { Timer } from "./clock.ts";
import { messageOf, StopError, type Stop } from "./errors.ts";
import { rootSpan } from "./events.ts";
import { close } from "./moves/close.ts";
import { createAgent, limitStop, refuseLateEdit, type Context, type RunServices } from "./moves/context.ts";
import { moves } from "./moves/index.ts";
import { endOf } from "./moves/span.ts";
import { end, type Outcome } from "./outcome.ts";
import type { Prepared } from "./prepare.ts";
import type { Recorder } from "./recorder.ts";
import { createScope, type Scope } from "./scope.ts";

/** The pattern in the root span, and what follows when it must stop: a closing answer, the last events, the outcome. */
export async function carryThrough(
  run: RunServices,
  recorder: Recorder,
  scope: Scope,
  ready: Prepared,
): Promise<Outcome> {
  const { pattern, settings } = ready;
  const agent = createAgent(pattern.id, run, { isMain: true, tools: run.tools });
  const work = createScope(scope);
  const ctx: Context = { run, span: rootSpan, scope: work, agent, children: 0 };
  const wall = limitWallTime(run, work, scope);
  try {
    const answer = await pattern.run(ctx, settings, moves);
    refuseLateEdit(ctx);
    recorder.say({ type: "span.end", span: rootSpan, status: "ok" });
    return end(recorder, "completed", answer);
  } catch (error) {
    if (!(error instanceof StopError)) {
      const failure = { code: "bug", message: messageOf(error) };
      recorder.endOpenSpans(failure);
      end(recorder, "failed", null);
      throw error;
    }
    const { stop } = error;
    recorder.endOpenSpans({ code: stop.code, message: stop.message }, rootSpan);
    wall.closing();
    work.stop(error);
    const answer = endsWithAnswer(stop) ? await closeQuietly({ ...ctx, scope }, stop) : null;
    // A person who stops the run during the closing call stops it for good.
    const final = stopOf(scope) ?? stop;
    recorder.say({ type: "span.end", span: rootSpan, ...endOf(new StopError(final)) });
    return end(recorder, "stopped", answer, final);
  } finally {
    wall.cancel();
    // A person who is still asked about the time need not answer any more.
    work.stop(new StopError({ code: "aborted", message: "The run has ended." }));
    work.close();
  }
}

const endsWithAnswer = (stop: Stop) =>
  stop.code === "limit" || stop.code === "loop" || stop.reason === "output-truncated";

function stopOf(scope: Scope): Stop | null {
  return scope.stopped instanceof StopError && scope.stopped.stop.code === "aborted" ? scope.stopped.stop : null;
}

async function closeQuietly(ctx: Context, stop: Stop): Promise<string | null> {
  try {
    return await close(ctx, stop);
  } catch (error) {
    if (error instanceof StopError) return null;
    throw error;
  }
}

interface WallTime {
  /** The closing call may take all that is left, and nobody is asked any more. */
  closing(): void;
  cancel(): void;
}

/** The last tenth of the time, at most 20 s, is kept for the closing call. */
function limitWallTime(run: RunServices, work: Scope, scope: Scope): WallTime {
  const kept = (ms: number) => Math.min(ms / 10, 20_000);
  let soft = armSoft();
  let hard: Timer | null = null;

  function armSoft(): Timer {
    const { wallMs } = run.budget;
    return run.watch.after(Math.max(0, wallMs - kept(wallMs) - run.watch.elapsed()), () => void expire());
  }

  function armHard(): void {
    const hit = { limit: "wallMs" as const, value: run.budget.wallMs, used: run.budget.wallMs };
    hard ??= run.watch.after(Math.max(0, hit.value - run.watch.elapsed()), () => scope.stop(limitStop(hit)));
  }

  async function expire(): Promise<void> {
    const reached = { limit: "wallMs" as const, value: run.budget.wallMs, used: Math.round(run.watch.elapsed()) };
    const stop = limitStop(reached);
    run.say({ type: "limit", span: rootSpan, ...reached, message: stop.message });
    const raised = await run.ask(rootSpan, reached, work).catch(() => false);
    if (hard) return; // it came to its closing call meanwhile
    if (raised) {
      soft = armSoft();
      return;
    }
    work.stop(stop);
    armHard();
  }

  return {
    closing() {
      soft.cancel();
      armHard();
    },
    cancel() {
      soft.cancel();
      hard?.cancel();
    },
  };
}
