// The run on screen: its log, and every view of it, each a fold that goes one step an event.
import {
  answerNode,
  board,
  demandsOf,
  graph,
  plan,
  spans,
  usage,
  whatIf,
  type BoardView,
  type Budget,
  type Decision,
  type Demands,
  type EventOf,
  type Files,
  type GraphView,
  type Hold,
  type Limit,
  type PlanItem,
  type PlanView,
  type Run,
  type RunEvent,
  type RunFile,
  type RunRecord,
  type SpansView,
  type UsageView,
  type WhatIf,
} from "../engine/index.ts";
import { Moments, type Views } from "./playback/moments.ts";
import { isActive, stateOf, type RunState } from "./run-state.ts";
import { TypedText } from "./typed-text.ts";

export type { RunState };

/** What the run waits for a person to decide, and how they tell it. */
export interface Asked {
  readonly hold: Hold;
  /** the plan as they edited it before, which could not be taken */
  readonly draft: readonly PlanItem[] | null;
  readonly decide: (decision: Decision) => void;
}

/** A plan as a person edited it while the run went on, until the run has taken it. */
export interface EditedPlan {
  readonly items: readonly PlanItem[];
  /** why it could not be taken; null: it waits for the run's next move */
  readonly refused: EventOf<"warning"> | null;
}

/**
 * The run on screen, live or opened from the history. Holds the log; every view is a fold over it, or over its first events
 * while a person looks back. What can be done with the run (`state`, `active`, `asked`) is always as it is now.
 *
 * What comes in is taken in once a frame, however many events there are. A hidden page has no frames: there a timer does it.
 */
export class LiveRun {
  readonly id: string;
  /** how far its limits can be raised, where the owner of the server says so */
  readonly ends: Partial<Record<Limit, number>>;
  title = $state("");
  #graph = $state.raw<GraphView>(graph.start());
  #spans = $state.raw<SpansView>(spans.start());
  #usage = $state.raw<UsageView>(usage.start());
  #plan = $state.raw<PlanView>(plan.start());
  #board = $state.raw<BoardView>(board.start());
  /** what it waits for a person to decide */
  asked = $state.raw<Asked | null>(null);
  /** the plan as the person edited it last: handed back to them if it could not be taken */
  #draft: readonly PlanItem[] | null = null;
  edited = $state.raw<EditedPlan | null>(null);
  #files = $state.raw<readonly RunFile[]>([]);
  #typing = $state.raw<ReadonlyMap<string, string>>(new Map());
  /** a person pressed Stop and the run has not ended yet */
  stopping = $state(false);
  interrupted = $state(false);
  /** a fault of ours that ended it */
  bug = $state<string | null>(null);
  /** the limits that a person tries on it once it is over, where they differ from its own */
  tried = $state.raw<Partial<Budget>>({});

  /** what can be told to it while it goes on; null: it is over, or was opened from the history */
  #run: Run | null = null;
  #startedAt = 0;
  readonly #log: RunEvent[] = [];
  // The log grows in place: a copy a frame would cost more the longer a run is.
  #length = $state(0);
  #moment = $state<number | null>(null);
  #moments: Moments | null = null;
  readonly #past: Views | null = $derived.by(() => {
    if (this.#moment === null) return null;
    return (this.#moments ??= new Moments(this.#log)).at(this.#moment);
  });
  readonly #events: readonly RunEvent[] = $derived(
    this.#moment === null ? this.#log : this.#log.slice(0, this.#moment),
  );
  #waiting: RunEvent[] = [];
  #typed = new Map<string, TypedText>();
  #frame: { cancel(): void } | null = null;

  constructor(id: string, title: string, ends: Partial<Record<Limit, number>> = {}) {
    this.id = id;
    this.ends = ends;
    this.title = title;
  }

  /** A run as it was kept. */
  static opened({ id, title, files, interrupted, typed = [], events }: RunRecord): LiveRun {
    const run = new LiveRun(id, title);
    run.files = files;
    run.interrupted = interrupted === true;
    run.#waiting = [...events];
    run.flush();
    run.#typing = new Map(typed.map(({ span, text }) => [span, text]));
    return run;
  }

  /** Grows in place: what reads it is told when it has grown. */
  get log(): readonly RunEvent[] {
    void this.#length;
    return this.#log;
  }

  /** The log up to the moment that is shown. */
  get events(): readonly RunEvent[] {
    if (this.#moment === null) void this.#length;
    return this.#events;
  }

  get graph(): GraphView {
    return this.#past?.graph ?? this.#graph;
  }
  get spans(): SpansView {
    return this.#past?.spans ?? this.#spans;
  }
  get usage(): UsageView {
    return this.#past?.usage ?? this.#usage;
  }
  get plan(): PlanView {
    return this.#past?.plan ?? this.#plan;
  }
  get board(): BoardView {
    return this.#past?.board ?? this.#board;
  }

  /** Whether it has a plan and a blackboard now: what shows them stays where it is while a person looks back. */
  get has(): { readonly plan: boolean; readonly board: boolean } {
    return { plan: this.#plan.revisions.length > 0, board: this.#board.entries.length > 0 };
  }

  /** what models are typing now, by span; nothing where a person looks back, since the log holds whole replies */
  get typing(): ReadonlyMap<string, string> {
    return this.#moment === null ? this.#typing : nothing;
  }

  /** What its tools wrote; nothing where a person looks back, since the log does not hold what files were. */
  get files(): readonly RunFile[] {
    return this.#moment === null ? this.#files : [];
  }
  set files(files: readonly RunFile[]) {
    this.#files = files;
  }

  /** How many events are shown; null: all of them, and those to come. */
  get moment(): number | null {
    return this.#moment;
  }

  /** Shows the run as it was after its first `count` events, at least one; null: as it is now. */
  showAt(count: number | null): void {
    if (count === null || count >= this.#log.length) {
      this.#moment = null;
      this.#moments = null;
    } else {
      this.#moment = Math.max(1, Math.floor(count));
    }
  }

  /** How it stands now, whatever moment is shown. */
  get state(): RunState {
    const { end, open } = this.#spans;
    if (end) return end.status;
    if (this.bug !== null) return "failed";
    if (this.interrupted) return "interrupted";
    if (this.stopping) return "stopping";
    return stateOf(open);
  }

  /** Whether it goes on: it can be paused and stopped. */
  get active(): boolean {
    return isActive(this.state);
  }

  /** How it stood at the moment that is shown. */
  get shownState(): RunState {
    const past = this.#past?.spans;
    return past ? (past.end?.status ?? stateOf(past.open)) : this.state;
  }

  /** Whether it went on after the moment that is shown. */
  get shownActive(): boolean {
    return isActive(this.shownState);
  }

  readonly #demands = $derived.by(() => demandsOf(this.log));

  /** What each limit would have had to be for the run to go as it went; null: it goes on. */
  get demands(): Demands | null {
    return this.active ? null : this.#demands;
  }

  /** What the limits that are tried would have cut off; null: it goes on. */
  readonly whatIf: WhatIf | null = $derived(this.active ? null : whatIf(this.log, this.tried, this.#demands));

  /** nodes of the graph that the limits which are tried would have cut off */
  readonly gone: ReadonlySet<string> = $derived.by(() => {
    const { missing, answer } = this.whatIf ?? { missing: new Set<string>(), answer: "same" };
    return answer === "missing" ? new Set([...missing, answerNode]) : missing;
  });

  /** ms that count against the time limit: pauses left out. Moves on between two events only while the run is active. */
  elapsedMs(now: number): number {
    const { heldMs, heldSince, lastAt } = this.spans;
    const goesOn = this.#moment === null && this.active && this.#run;
    const at = goesOn ? Math.max(lastAt, now - this.#startedAt) : lastAt;
    return Math.max(0, (heldSince ?? at) - heldMs);
  }

  /** Follows a run from its first event to its last. `startedAt` is in the time of performance.now(). */
  follow(run: Run, startedAt: number): void {
    this.#run = run;
    this.#startedAt = startedAt;
    for (const event of run.log) this.add(event);
    run.subscribe((event) => this.add(event));
    this.flush();
  }

  add(event: RunEvent): void {
    this.#waiting.push(event);
    this.#soon();
  }

  type(span: string, piece: string): void {
    let typed = this.#typed.get(span);
    if (!typed) this.#typed.set(span, (typed = new TypedText()));
    typed.push(piece);
    this.#soon();
  }

  /** Asks the person, until they decide or the run ends. The engine asks one thing at a time. */
  ask(hold: Hold, signal: AbortSignal): Promise<Decision> {
    return new Promise((resolve, reject) => {
      const close = () => {
        signal.removeEventListener("abort", leave);
        if (this.asked?.hold === hold) this.asked = null;
      };
      const leave = () => {
        close();
        reject(signal.reason as Error);
      };
      const decide = (decision: Decision) => {
        close();
        this.#draft = (decision.choice === "approve" && decision.items) || null;
        resolve(decision);
      };
      const draft = hold.kind === "approval" && hold.text !== undefined ? this.#draft : null;
      this.asked = { hold, draft, decide };
      signal.addEventListener("abort", leave, { once: true });
      if (signal.aborted) leave();
    });
  }

  pause(): void {
    this.#run?.pause();
    this.flush();
  }

  resume(): void {
    this.#run?.resume();
    this.flush();
  }

  /** Gives it another plan. It takes it before its next step: `edited` tells whether it has, or why it could not. */
  edit(items: readonly PlanItem[]): void {
    if (!this.#run || !this.active) return;
    this.edited = { items, refused: null };
    this.#run.edit(items);
  }

  stop(): void {
    if (!this.#run || !this.active) return;
    this.stopping = true;
    // A paused run stands at a gate that only opens when it is stopped or goes on.
    this.#run.stop();
    this.flush();
  }

  /** The whole run as it is now, to be kept as a file. */
  record(): RunRecord {
    this.flush();
    const typed = [...this.#typing].map(([span, text]) => ({ span, text }));
    return {
      id: this.id,
      title: this.title,
      ...(this.interrupted && { interrupted: true as const }),
      files: this.#files,
      ...(typed.length > 0 && !this.#spans.end && { typed }),
      events: this.#log,
    };
  }

  /** Takes in everything that has come, at once. */
  flush(): void {
    this.#frame?.cancel();
    this.#frame = null;
    if (this.#waiting.length > 0) {
      let [nextGraph, nextSpans, nextUsage] = [this.#graph, this.#spans, this.#usage];
      let [nextPlan, nextBoard] = [this.#plan, this.#board];
      for (const event of this.#waiting) {
        nextGraph = graph.add(nextGraph, event);
        nextSpans = spans.add(nextSpans, event);
        nextUsage = usage.add(nextUsage, event);
        nextPlan = plan.add(nextPlan, event);
        nextBoard = board.add(nextBoard, event);
        // From here on the reply itself is in the log.
        if (event.type === "model.reply" || event.type === "span.end") this.#typed.delete(event.span);
        if (event.type === "run.end") this.#typed.clear();
        if (event.type === "plan" && event.by === "person") this.edited = null;
        if (event.type === "warning" && event.code === "edit-refused" && this.edited)
          this.edited = { ...this.edited, refused: event };
        this.#log.push(event);
      }
      this.#waiting = [];
      this.#length = this.#log.length;
      this.#graph = nextGraph;
      this.#spans = nextSpans;
      this.#usage = nextUsage;
      this.#plan = nextPlan;
      this.#board = nextBoard;
      if (nextSpans.end) this.stopping = false;
    }
    if (this.#typed.size > 0 || this.#typing.size > 0) {
      this.#typing = new Map([...this.#typed].map(([span, typed]) => [span, typed.read()]));
    }
  }

  /** Lets go of the frame that is waited for. */
  dispose(): void {
    this.#frame?.cancel();
    this.#frame = null;
  }

  #soon(): void {
    if (this.#frame) return;
    const frame = requestAnimationFrame(() => this.flush());
    const timer = setTimeout(() => this.flush(), 250);
    this.#frame = {
      cancel() {
        cancelAnimationFrame(frame);
        clearTimeout(timer);
      },
    };
  }
}

const nothing: ReadonlyMap<string, string> = new Map();

/** The files of a run as its tools reach them; each change is told. A Map, since a model may well call a file `__proto__`. */
export function toldFiles(tell: (files: RunFile[], name: string, text: string | null) => void): Files {
  const texts = new Map<string, string>();
  const byName = (one: RunFile, other: RunFile) => (one.name < other.name ? -1 : 1);
  const told = (name: string, text: string | null) =>
    tell([...texts].map(([name, text]) => ({ name, text })).sort(byName), name, text);
  return {
    write(path, text) {
      texts.set(path, text);
      told(path, text);
    },
    read: (path) => texts.get(path),
    list: () => [...texts.keys()].sort(),
    delete(path) {
      const was = texts.delete(path);
      if (was) told(path, null);
      return was;
    },
  };
}
