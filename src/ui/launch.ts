// Starts a run of the engine, shows it live and keeps it in the history: loaded when Run is first pressed.
import { loadFaults, loadRun, type RunEvent } from "../engine/index.ts";
import { documents, tables } from "./data/ports.ts";
import type { History } from "./history.ts";
import type { Launched, Ready } from "./launched.ts";
import type { Models } from "./models.svelte.ts";
import { messageOf } from "./parts/error-words.ts";
import { headline } from "./parts/format.ts";
import { LiveRun, toldFiles } from "./run.svelte.ts";

/** Only for models behind the server. */
const loadGuard = () => import("./server/guard-run.ts");

interface Page {
  readonly history: History;
  readonly models: Models;
}

/** @param race id of the race that it is part of */
export async function launch(
  task: string,
  { options, ends, paid, drills }: Ready,
  page: Page,
  race?: string,
): Promise<Launched> {
  const { history } = page;
  const [{ startRun }, guarding, faults] = await Promise.all([
    loadRun(),
    paid ? loadGuard() : null,
    drills.faults.length > 0 ? loadFaults() : null,
  ]);
  let live: LiveRun | null = null;
  const guard = guarding?.guardRun(page.models, () => live);
  const startedAt = performance.now();
  const run = startRun(task, {
    ...options,
    models: guard ? guard(options.models) : options.models,
    ...(faults && options.tools && { tools: faults.withFaults(options.tools, drills.faults, drills.seed) }),
    ports: {
      documents,
      tables,
      plans: history.plans,
      files: toldFiles((files, name, text) => {
        if (live) live.files = files;
        recording.file(name, text);
      }),
    },
    onHold: (hold, signal) =>
      live?.ask(hold, signal) ?? Promise.reject(new Error("A run asked before it was on screen.")),
    onText: (span, piece) => {
      live?.type(span, piece);
      recording.typed(span, piece);
    },
  });
  const recording = history.start({ id: run.id, ...(race !== undefined && { race }) });
  const keep = (event: RunEvent) => recording.add(event);
  run.log.forEach(keep);
  run.subscribe(keep);
  const shown = (live = new LiveRun(run.id, headline(task), ends));
  shown.follow(run, startedAt);
  return { live: shown, startedAt, over: finish(shown, run.finished, () => recording.close()) };
}

async function finish(live: LiveRun, finished: Promise<unknown>, close: () => Promise<boolean>): Promise<void> {
  try {
    await finished;
  } catch (error) {
    live.bug = messageOf(error);
    console.error(error);
  }
  live.flush();
  await close();
}
