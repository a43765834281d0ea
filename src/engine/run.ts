// startRun: carries a pattern through, from the first event to the last.
import { createStopwatch, systemClock } from "./clock.ts";
import { messageOf, StopError } from "./errors.ts";
import { rootSpan, type PlanItem, type RunEvent } from "./events.ts";
import { createHolds } from "./holds.ts";
import type { RunServices } from "./moves/context.ts";
import { end, type Outcome } from "./outcome.ts";
import { memoryPlans } from "./notebook/plan-storage.ts";
import { defaultOutputTokens, prepare, runStart, type StartOptions } from "./prepare.ts";
import { createPurse } from "./purse.ts";
import { seededRandom } from "./random.ts";
import { createRecorder } from "./recorder.ts";
import { createScope } from "./scope.ts";
import { defaultTemperatures } from "./temperatures.ts";
import { memoryFiles } from "./tools/files-memory.ts";

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
  /**
   * Gives the run another plan: taken between two moves, checked like any other, and said as a plan by the person. Items that
   * have begun stay as they are. A pattern without a plan takes no notice.
   */
  edit(items: readonly PlanItem[]): void;
}

// The page shows patterns, tools and limits before anything runs: what only a run needs is loaded with the first.
let loaded: Promise<typeof import("./carry-through.ts")> | undefined;
function load(): Promise<typeof import("./carry-through.ts")> {
  loaded ??= import("./carry-through.ts");
  // The network may be there again at the next run.
  loaded.catch(() => (loaded = undefined));
  return loaded;
}

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
      edit() {},
    };
  }

  recorder.say({ type: "span.start", span: rootSpan, parent: null, kind: "agent", name: ready.pattern.id });
  const purse = createPurse(ready.budget);
  const budget = { ...ready.budget };
  const holds = createHolds({ say: recorder.say, scope, watch, budget, purse, onHold: options.onHold });
  let edited: readonly PlanItem[] | null = null;
  const services: RunServices = {
    task,
    language: ready.language,
    budget,
    purse,
    models: ready.models,
    temperatures: { ...defaultTemperatures, ...options.temperatures },
    agents: options.agents ?? {},
    tools: ready.tools,
    files: options.ports?.files ?? memoryFiles(),
    documents: options.ports?.documents,
    tables: options.ports?.tables,
    plans: options.ports?.plans ?? memoryPlans(),
    states: options.ports?.states,
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
    approve: holds.approve,
    takeEdit() {
      const taken = edited;
      edited = null;
      return taken;
    },
    question: holds.question,
  };
  const { signal } = options;
  signal?.addEventListener("abort", stop, { once: true });
  if (signal?.aborted) stop();
  const finished = load()
    .then(
      ({ carryThrough }) => carryThrough(services, recorder, scope, ready),
      (error: unknown) => {
        recorder.endOpenSpans({ code: "bug", message: messageOf(error) });
        end(recorder, "failed", null);
        throw error;
      },
    )
    .finally(() => signal?.removeEventListener("abort", stop));

  return {
    id: crypto.randomUUID(),
    log: recorder.log,
    subscribe: recorder.subscribe,
    finished,
    pause() {
      // In the moment of its last events there is nothing left to pause.
      if (recorder.isOpen(rootSpan)) holds.pause();
    },
    resume: holds.resume,
    stop,
    edit(items) {
      edited = items;
    },
  };
}
