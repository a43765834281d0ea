// What the page does with races: which one is on screen, which one goes on. What is done with them is loaded when it is first wanted.
import { cutTask, type ListedRun, type RaceRecord } from "../history.ts";
import { t } from "../messages/index.ts";
import { historyWords } from "../parts/error-words.ts";
import type { LiveRun } from "../run.svelte.ts";
import { rememberShown } from "../shown-run.ts";
import type { Bench } from "./bench.ts";
import type { Race } from "./race.svelte.ts";

const loadWork = () => import("./race-work.ts");
type Work = Awaited<ReturnType<typeof loadWork>>;

/** Ids of races begin so, those of runs do not. */
export const isRace = (id: string): boolean => id.startsWith("race-");

/** Two runs of one task. */
export interface Compared {
  readonly one: LiveRun;
  readonly other: LiveRun;
}

export class RaceDesk {
  /** the race on screen */
  shown = $state.raw<Race | null>(null);
  /** two runs of one task, side by side */
  compared = $state.raw<Compared | null>(null);
  /** the race that goes on, on screen or not */
  active = $state.raw<Race | null>(null);
  readonly #bench: Bench;
  /** Run was pressed, and what races is being loaded. */
  #starting = false;

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  /** whether a race or a comparison is on screen in place of one run */
  get isShown(): boolean {
    return this.shown !== null || this.compared !== null;
  }

  show(race: Race): void {
    this.#bench.close();
    this.shown = race;
    rememberShown(race.id);
  }

  /** Takes it off the screen. */
  clear(): void {
    this.shown = null;
    this.compared = null;
  }

  /** A run of the race that goes on, by its id. */
  runOf(id: string): LiveRun | undefined {
    return this.active?.lanes.find((run) => run.id === id)?.live ?? undefined;
  }

  /** Starts the task that stands in the box under several patterns. Says what is missing instead, if something is. */
  async start(ids: readonly string[], rounds: number): Promise<void> {
    if (this.#starting || this.active) return;
    this.#starting = true;
    const started = await this.#do((work) => work.prepare(this.#bench, ids, rounds));
    this.#starting = false;
    if (!started) return;
    const { race, launch, paid } = started;
    this.active = race;
    this.show(race);
    void race
      .go(launch)
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.active = null;
        if (paid) void this.#bench.models.refresh();
      });
  }

  /** Shows a race of the history, as it was measured. */
  async open(id: string): Promise<void> {
    const race = this.active?.id === id ? this.active : await this.#do((work) => work.open(this.#bench, id));
    if (race) this.show(race);
  }

  /** Deletes a race with its runs, and offers to bring all of it back. */
  async remove(record: RaceRecord): Promise<void> {
    const wasShown = this.shown?.id === record.id;
    const again = () => void (wasShown && !this.isShown && this.#bench.shown === null && this.open(record.id));
    const isGone = await this.#do((work) => work.remove(this.#bench, record, again));
    if (isGone && wasShown) this.#bench.close();
  }

  /** Hands the race on screen out as a file. */
  async exportShown(): Promise<void> {
    const race = this.shown;
    if (race) await this.#do((work) => work.exportRace(race));
  }

  /** Whether a run of the history has the task of the one on screen. */
  canCompare({ id, task }: ListedRun): boolean {
    const run = this.#bench.shown;
    const own = run?.spans.start?.task;
    return run !== null && run.id !== id && own !== undefined && own !== "" && cutTask(own) === task;
  }

  /** Puts a run of the history beside the one on screen. */
  async compare(id: string): Promise<void> {
    const one = this.#bench.shown;
    const other = await this.#do((work) => work.openRun(this.#bench, id));
    if (!one || !other) return;
    this.#bench.close();
    this.compared = { one, other };
  }

  async #do<T>(what: (work: Work) => Promise<T>): Promise<T | null> {
    try {
      return await what(await loadWork());
    } catch (error) {
      this.#failed(error);
      return null;
    }
  }

  #failed(error: unknown): void {
    this.#bench.notices.say({ tone: "error", text: t("notice.failed", { why: historyWords(error) }) });
  }
}
