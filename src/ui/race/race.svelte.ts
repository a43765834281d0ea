// A race: one task under several patterns at once, once or several times, and what came of it.
import {
  loadRace,
  type Check,
  type CheckVerdict,
  type Judgement,
  type Model,
  type ScoreRow,
} from "../../engine/index.ts";
import type { RaceRecord } from "../history.ts";
import type { Launched } from "../launched.ts";
import type { LiveRun, RunState } from "../run.svelte.ts";

/** One run of a race. */
export class RaceRun {
  readonly pattern: string;
  readonly seed: number | null;
  /** id of the run; "" until it has started */
  id = $state("");
  /** the run itself, as long as its round is the last one; null too for a race of the history */
  live = $state.raw<LiveRun | null>(null);
  /** why it was not started */
  problem = $state<string | null>(null);
  row = $state.raw<ScoreRow | null>(null);
  /** one for each check of the race, in its order */
  verdicts = $state.raw<readonly CheckVerdict[]>([]);
  judgement = $state.raw<Judgement | null>(null);

  /** in the time of performance.now() */
  startedAt = 0;

  /** ms since it began, pauses included; up to its last event once it is over */
  elapsedMs(now: number): number {
    if (!this.live) return 0;
    return this.live.active ? Math.max(this.live.spans.lastAt, now - this.startedAt) : this.live.spans.lastAt;
  }

  constructor(pattern: string, seed: number | null) {
    this.pattern = pattern;
    this.seed = seed;
  }
}

/** Starts one run. */
export type Launch = (pattern: string, seed: number | null) => Promise<Launched>;

export class Race {
  readonly id: string;
  readonly task: string;
  /** ms since 1970 */
  readonly startedAt: number;
  readonly patterns: readonly string[];
  readonly rounds: number;
  title = $state("");
  runs = $state.raw<readonly RaceRun[]>([]);
  /** the round that goes on or was the last, from 1 */
  round = $state(1);
  stopping = $state(false);
  isOver = $state(false);
  /** it was not over when its page was closed */
  interrupted = $state(false);
  checks = $state.raw<readonly Check[]>([]);
  rubric = $state("");
  /** how many answers wait for their judge */
  judging = $state(0);
  readonly #save: (record: RaceRecord) => Promise<void>;
  #judges: AbortController | null = null;

  constructor(
    start: Pick<RaceRecord, "id" | "title" | "task" | "startedAt" | "patterns" | "rounds">,
    save: (record: RaceRecord) => Promise<void>,
  ) {
    this.id = start.id;
    this.title = start.title;
    this.task = start.task;
    this.startedAt = start.startedAt;
    this.patterns = start.patterns;
    this.rounds = start.rounds;
    this.#save = save;
  }

  /** A race as it was kept. */
  static opened(record: RaceRecord, save: (record: RaceRecord) => Promise<void>): Race {
    const race = new Race(record, save);
    race.runs = record.entries.map(({ pattern, seed, run: id, row, judgement = null }) =>
      Object.assign(new RaceRun(pattern, seed), { id, row, judgement }),
    );
    race.round = record.rounds;
    race.isOver = true;
    race.interrupted = !record.isOver;
    race.checks = record.checks;
    race.rubric = record.rubric;
    void race.#check();
    return race;
  }

  /** the runs of the round that goes on, or was the last */
  get lanes(): readonly RaceRun[] {
    return this.runs.slice((this.round - 1) * this.patterns.length).slice(0, this.patterns.length);
  }

  get active(): boolean {
    return !this.isOver;
  }

  get state(): RunState {
    if (this.interrupted) return "interrupted";
    if (this.isOver) return this.runs.some(({ row }) => row?.status === "completed") ? "completed" : "stopped";
    if (this.stopping) return "stopping";
    const lives = this.lanes.flatMap(({ live }) => (live?.active ? [live] : []));
    if (lives.length > 0 && lives.every(({ state }) => state === "paused")) return "paused";
    return lives.some(({ asked }) => asked) ? "held" : "running";
  }

  /** the runs that wait for a person, the first one first */
  get asking(): readonly RaceRun[] {
    return this.lanes.filter(({ live }) => live?.asked);
  }

  /** Runs every pattern at once, as often as there are rounds, one round after the other. */
  async go(launch: Launch): Promise<void> {
    for (let round = 1; round <= this.rounds && !this.stopping; round++) {
      const seed = this.rounds > 1 ? round : null;
      const lanes = this.patterns.map((pattern) => new RaceRun(pattern, seed));
      for (const run of this.runs) run.live = null;
      this.runs = [...this.runs, ...lanes];
      this.round = round;
      await Promise.all(lanes.map((lane) => this.#run(lane, launch)));
      await this.save();
    }
    this.isOver = true;
    this.stopping = false;
    await this.#check();
    await this.save();
  }

  /** One lane that cannot be started does not keep the others from going on. */
  async #run(lane: RaceRun, launch: Launch): Promise<void> {
    try {
      const launched = await launch(lane.pattern, lane.seed);
      lane.id = launched.live.id;
      lane.startedAt = launched.startedAt;
      lane.live = launched.live;
      if (this.stopping) launched.live.stop();
      // From here on a page that is closed leaves a record that knows its runs.
      void this.save();
      await launched.over;
      lane.row = (await loadRace()).scoreRow(launched.live.log);
    } catch (error) {
      lane.problem = error instanceof Error ? error.message : String(error);
    }
  }

  stop(): void {
    if (this.isOver) return;
    this.stopping = true;
    for (const { live } of this.lanes) live?.stop();
  }
  pause(): void {
    for (const { live } of this.lanes) if (live?.active) live.pause();
  }
  resume(): void {
    for (const { live } of this.lanes) if (live?.state === "paused") live.resume();
  }

  /** Sets what is required of the answers, and holds them against it. */
  async require(checks: readonly Check[]): Promise<void> {
    this.checks = checks;
    await this.#check();
    await this.save();
  }

  async #check(): Promise<void> {
    const { checks } = this;
    if (checks.length === 0) return this.runs.forEach((run) => (run.verdicts = []));
    const { checkAnswer } = await loadRace();
    for (const run of this.runs) {
      const answer = run.row?.answer ?? null;
      const verdicts = await Promise.all(checks.map((check) => checkAnswer(check, answer)));
      if (this.checks !== checks) return;
      run.verdicts = verdicts;
    }
  }

  /**
   * Has every answer judged that has not been, one after the other.
   *
   * @param logOf the log of a run, from the history; rejects where it is gone
   */
  async judge(model: Model, logOf: (id: string) => Promise<LiveRun["events"]>): Promise<void> {
    if (this.#judges) return;
    const judges = (this.#judges = new AbortController());
    const { judgeRun } = await loadRace();
    const waiting = this.runs.filter(({ row, judgement }) => row?.answer && !judgement?.scores);
    this.judging = waiting.length;
    for (const run of waiting) {
      if (judges.signal.aborted) break;
      const nothing = {
        scores: null,
        feedback: "",
        model: model.id,
        usd: 0,
        tokens: 0,
        certainty: "reported",
      } as const;
      run.judgement = await logOf(run.id).then(
        (log) => judgeRun(log, { model, rubric: this.rubric, signal: judges.signal }),
        (error: unknown) => ({ ...nothing, why: error instanceof Error ? error.message : String(error) }),
      );
      this.judging--;
    }
    this.judging = 0;
    this.#judges = null;
    await this.save();
  }
  stopJudging = (): void => this.#judges?.abort();

  /** dollars of all judgements, which no run paid */
  get judgeUsd(): number {
    return this.runs.reduce((sum, { judgement }) => sum + (judgement?.usd ?? 0), 0);
  }

  record(): RaceRecord {
    const { id, title, task, startedAt, patterns, rounds, isOver, checks, rubric, interrupted } = this;
    return {
      id,
      title,
      task,
      startedAt,
      patterns,
      rounds,
      isOver: isOver && !interrupted,
      entries: this.runs.map(({ pattern, seed, id: run, row, judgement }) => ({
        pattern,
        seed,
        run,
        row,
        ...(judgement && { judgement }),
      })),
      checks,
      rubric,
    };
  }

  async save(): Promise<void> {
    await this.#save(this.record());
  }
}
