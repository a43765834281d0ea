// startRun: carries a pattern through, from the first event to the last.
import { createStopwatch, systemClock, type Clock, type Stopwatch } from "./clock.ts";
import type { Budget } from "./budget.ts";
import { usage as usageFold, type UsageView } from "./derive/usage.ts";
import { messageOf, StopError, type Stop } from "./errors.ts";
import { rootSpan, type Language, type Role, type RunEvent } from "./events.ts";
import { createHolds, type OnHold } from "./holds.ts";
import { createLoopWatch } from "./loops.ts";
import type { Model } from "./model/model.ts";
import { close } from "./moves/close.ts";
import { createAgent, limitMessage, type Context, type RunServices } from "./moves/context.ts";
import { endOf } from "./moves/span.ts";
import { defaultOutputTokens, prepare, runStart, type Prepared } from "./prepare.ts";
import { createPurse } from "./purse.ts";
import { seededRandom } from "./random.ts";
import { createRecorder, type Recorder } from "./recorder.ts";
import { createScope, type Scope } from "./scope.ts";
import { memoryFiles } from "./tools/files-memory.ts";
import type { Files, Tool } from "./tools/tool.ts";

export interface StartOptions {
  pattern: string;
  /** the pattern's own; checked by its schema */
  settings?: Record<string, unknown>;
  /** the roles that are not given use the main model */
  models: { main: Model } & Partial<Record<Exclude<Role, "main">, Model>>;
  /** default: all bundled tools */
  tools?: readonly Tool[];
  budget?: Partial<Budget>;
  /** default: true */
  loopRules?: boolean;
  seed?: number;
  /** default: from the task's script */
  language?: Language;
  /** what tools reach; in memory by default */
  ports?: { files?: Files };
  /** longest reply asked for, in tokens; default 2048 */
  outputTokens?: number;
  temperatures?: Partial<Record<Role, number>>;
  /** stops the run like `stop()` */
  signal?: AbortSignal;
  onText?: (span: string, text: string) => void;
  /** Asks the person. Without it a limit finishes the run. */
  onHold?: OnHold;
  clock?: Clock;
  /** the run this one was forked from */
  parentRun?: string;
}

export interface Outcome {
  status: "completed" | "stopped" | "failed";
  answer: string | null;
  stop?: Stop;
  usage: UsageView["tokens"];
  usd: number;
  warnings: string[];
  figures: UsageView["figures"];
}

export interface Run {
  readonly id: string;
  /** Grows while the run goes on. */
  readonly log: readonly RunEvent[];
  /** Calls `listener` with each event from now on; returns a function that ends that. */
  subscribe(listener: (event: RunEvent) => void): () => void;
  /** Never rejects for a model, tool, limit or input fault; rejects for a bug of ours, after the log is closed. */
  readonly finished: Promise<Outcome>;
  /** No move begins until `resume`; what is under way comes to its end. All clocks stand still. */
  pause(): void;
  resume(): void;
  /** Ends the run at once; what is under way is aborted. */
  stop(): void;
}

const temperatures: Record<Role, number> = { main: 0.3, planner: 0.3, executor: 0.1, reviewer: 0 };

/**
 * Starts a run. The first events are in its log when this returns; the rest follows from the next microtask on.
 *
 * @throws never: what is wrong with the input ends the run with stop code `config`
 */
export function startRun(task: string, options: StartOptions): Run {
  const clock = options.clock ?? systemClock;
  const recorder = createRecorder(clock);
  const scope = createScope();
  const watch = createStopwatch(clock);
  const ready = prepare(task, options);
  recorder.say(runStart(task, options, ready, new Date(clock.wall()).toISOString()));
  const stop = () => scope.stop(new StopError({ code: "aborted", message: "The run was stopped by hand." }));
  if (ready instanceof StopError) {
    const finished = Promise.resolve(end(recorder, "stopped", null, ready.stop));
    return {
      id: crypto.randomUUID(),
      log: recorder.log,
      subscribe: recorder.subscribe,
      finished,
      pause() {},
      resume() {},
      stop,
    };
  }

  recorder.say({ type: "span.start", span: rootSpan, parent: null, kind: "agent", name: ready.pattern.id });
  const purse = createPurse(ready.budget);
  const budget = { ...ready.budget };
  const holds = createHolds({ say: recorder.say, scope, watch, budget, purse, onHold: options.onHold });
  const services: RunServices = {
    task,
    language: ready.language,
    budget,
    purse,
    models: ready.models,
    temperatures: { ...temperatures, ...options.temperatures },
    tools: ready.tools,
    files: options.ports?.files ?? memoryFiles(),
    seed: options.seed,
    loopRules: options.loopRules ?? true,
    outputTokens: options.outputTokens ?? defaultOutputTokens,
    watch,
    now: clock.now,
    wall: clock.wall,
    random: seededRandom(options.seed),
    say: recorder.say,
    onText: options.onText ?? (() => {}),
    gate: holds.gate,
    ask: holds.ask,
  };
  const { signal } = options;
  signal?.addEventListener("abort", stop, { once: true });
  if (signal?.aborted) stop();
  const finished = Promise.resolve()
    .then(() => carryThrough(services, recorder, scope, ready))
    .finally(() => signal?.removeEventListener("abort", stop));

  return {
    id: crypto.randomUUID(),
    log: recorder.log,
    subscribe: recorder.subscribe,
    finished,
    pause: holds.pause,
    resume: holds.resume,
    stop,
  };
}

/** The pattern in the root span, and what follows when it must stop: a closing answer, the last events, the outcome. */
async function carryThrough(run: RunServices, recorder: Recorder, scope: Scope, ready: Prepared): Promise<Outcome> {
  const { pattern, settings } = ready;
  const isReadOnly = (tool: string) => run.tools.get(tool)?.readOnly ?? false;
  const agent = createAgent(pattern.id, run.loopRules ? createLoopWatch({ isReadOnly }) : null);
  const work = createScope(scope);
  const ctx: Context = { run, span: rootSpan, scope: work, agent, children: 0 };
  const wall = limitWallTime(run, work, scope);
  try {
    const answer = await pattern.run(ctx, settings);
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
    const answer = endsWithAnswer(stop) ? await closeQuietly({ ...ctx, scope }, stop) : null;
    // A person who stops the run during the closing call stops it for good.
    const final = stopOf(scope) ?? stop;
    recorder.say({ type: "span.end", span: rootSpan, ...endOf(new StopError(final)) });
    return end(recorder, "stopped", answer, final);
  } finally {
    wall.cancel();
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

/** The last tenth of the time, at most 20 s, is kept for the closing call. */
function limitWallTime(run: RunServices, work: Scope, scope: Scope): { cancel(): void } {
  const kept = (ms: number) => Math.min(ms / 10, 20_000);
  const hit = () => ({ limit: "wallMs" as const, value: run.budget.wallMs, used: Math.round(run.watch.elapsed()) });
  let hard: { cancel(): void } = { cancel() {} };
  let soft = arm(run.watch, run.budget.wallMs - kept(run.budget.wallMs), expire);

  async function expire(): Promise<void> {
    const reached = hit();
    const message = limitMessage(reached);
    run.say({ type: "limit", span: rootSpan, ...reached, message });
    const raised = await run.ask(rootSpan, reached).catch(() => false);
    if (raised) {
      soft = arm(run.watch, run.budget.wallMs - kept(run.budget.wallMs) - run.watch.elapsed(), expire);
      return;
    }
    const stop = new StopError({ code: "limit", limit: "wallMs", message });
    work.stop(stop);
    hard = arm(run.watch, run.budget.wallMs - run.watch.elapsed(), () => scope.stop(stop));
  }

  return {
    cancel() {
      soft.cancel();
      hard.cancel();
    },
  };
}

const arm = (watch: Stopwatch, ms: number, fire: () => void) => watch.after(Math.max(0, ms), fire);

/** Says the last event and reads the outcome out of the log. */
function end(recorder: Recorder, status: Outcome["status"], answer: string | null, stop?: Stop): Outcome {
  recorder.say({ type: "run.end", status, answer, ...(stop && { stop }) });
  const { tokens, usd, figures, warnings } = usageFold.of(recorder.log);
  return { status, answer, ...(stop && { stop }), usage: tokens, usd, warnings, figures };
}
