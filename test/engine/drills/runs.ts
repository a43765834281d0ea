// Runs with drills, in a time that jumps from timer to timer: a run of five minutes takes a moment.
import {
  outline,
  patterns,
  rehearsal,
  startRun,
  tools,
  type Clock,
  type Drills,
  type Outcome,
  type Price,
  type RunEvent,
  type StartOptions,
} from "../../../src/engine/index.ts";
import { withFaults } from "../../../src/engine/tools/faults.ts";
import { bundledDocuments, bundledTables } from "../../fixtures/data.ts";

const tables = await bundledTables();
const documents = bundledDocuments();

export const tasks = {
  /** three calls, each of which builds on the one before */
  files: "Calculate (1234-234)*5, save the result in a.txt, then read the file",
  /** a search, which a reader may find incomplete */
  story: "What did the State of the Union addresses say about inflation between 1974 and 1981?",
} as const;

/**
 * A clock that moves to its next timer once nothing else is left to do: every promise settled, every task of the event loop run.
 * Time passes in no other way.
 */
export function leapingClock(): Clock {
  let now = 0;
  const timers: { due: number; fire: () => void }[] = [];
  let isWaiting = false;
  function leap() {
    isWaiting = false;
    const next = timers.toSorted((a, b) => a.due - b.due)[0];
    if (!next) return;
    timers.splice(timers.indexOf(next), 1);
    now = Math.max(now, next.due);
    next.fire();
    waitForQuiet();
  }
  function waitForQuiet() {
    if (isWaiting || timers.length === 0) return;
    isWaiting = true;
    let turns = 3;
    const turn = () => (--turns > 0 ? setImmediate(turn) : leap());
    setImmediate(turn);
  }
  return {
    now: () => now,
    wall: () => Date.UTC(2026, 0, 1) + now,
    after(ms, fire) {
      const timer = { due: now + ms, fire };
      timers.push(timer);
      waitForQuiet();
      return () => void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1));
    },
  };
}

export interface DrillRun {
  outcome: Outcome;
  log: readonly RunEvent[];
  lines: readonly string[];
}

/** Carries a task out with drills, under the default limits unless others are given. */
export async function drillRun(
  task: string,
  pattern: string,
  { personas = [], faults = [], seed = 1 }: Partial<Drills>,
  { price, ...more }: Partial<StartOptions> & { price?: Price } = {},
): Promise<DrillRun> {
  const clock = leapingClock();
  const run = startRun(task, {
    pattern,
    models: { main: rehearsal({ charactersPerSecond: null, drills: personas, seed, clock, ...(price && { price }) }) },
    // Nobody is there to be asked.
    tools: withFaults(
      tools.filter(({ needs }) => needs !== "person"),
      faults,
      seed,
    ),
    ports: { tables, documents },
    seed,
    clock,
    ...more,
  });
  const outcome = await run.finished;
  return { outcome, log: run.log, lines: outline.of(run.log).lines };
}

/** Loads whatever a run loads when it is first needed: a clock that leaps would not wait for it. */
export async function warmUp(): Promise<void> {
  for (const { id } of patterns) {
    for (const task of Object.values(tasks)) {
      const models = { main: rehearsal({ charactersPerSecond: null, drills: [{ id: "obeys" }] }) };
      await startRun(task, { pattern: id, models, ports: { tables, documents } }).finished;
    }
  }
}
