// Pause, and the moments at which a run waits for a person.
import type { Budget, Limit } from "./budget.ts";
import type { Stopwatch } from "./clock.ts";
import { StopError } from "./errors.ts";
import { rootSpan, type Fact, type FactOf, type PlanItem } from "./events.ts";
import type { LimitReached, Question } from "./moves/context.ts";
import type { Purse } from "./purse.ts";
import { within, type Scope } from "./scope.ts";

interface HoldBase {
  readonly id: string;
  readonly span: string;
}

/** A limit was reached. `raise` sets it to `value`; null: no limit, where that is allowed. */
export interface LimitHold extends HoldBase {
  readonly kind: "limit";
  readonly limit: Limit;
  readonly value: number;
  readonly used: number;
}

/** A plan waits to be approved. `text`: what was wrong with the person's last edit. */
export interface ApprovalHold extends HoldBase {
  readonly kind: "approval";
  readonly items: readonly PlanItem[];
  readonly text?: string;
}

/** The agent asks the person something. */
export interface QuestionHold extends HoldBase {
  readonly kind: "question";
  readonly text: string;
  /** likely answers; the person may give another */
  readonly options?: readonly string[];
}

/** What a run waits for a person to decide. */
export type Hold = LimitHold | ApprovalHold | QuestionHold;

interface DecisionBase {
  by?: "person" | "nobody";
}
export type LimitDecision = DecisionBase & ({ choice: "raise"; value: number | null } | { choice: "finish" | "stop" });
/** `items`: the plan as the person edited it. */
export type ApprovalDecision = DecisionBase &
  ({ choice: "approve"; items?: readonly PlanItem[] } | { choice: "change"; text: string } | { choice: "stop" });
export type QuestionDecision = DecisionBase & ({ choice: "answer"; text: string } | { choice: "stop" });
export type Decision = LimitDecision | ApprovalDecision | QuestionDecision;

export type OnHold = (hold: Hold, signal: AbortSignal) => Promise<Decision>;

interface HoldsOptions {
  say(fact: Fact): void;
  scope: Scope;
  watch: Stopwatch;
  budget: Budget;
  purse: Purse;
  onHold: OnHold | undefined;
}

const raisable: ReadonlySet<Limit> = new Set(["tokens", "usd", "subtasks"]);
/** Each agent has its own of these: to finish one agent is not to finish the run. */
const ofOneAgent: ReadonlySet<Limit> = new Set(["iterations", "agentTimeoutMs"]);

/** All clocks of the run stand still while it waits or is paused. Agents in parallel ask one after another. */
export function createHolds({ say, scope, watch, budget, purse, onHold }: HoldsOptions) {
  let asked = 0;
  let paused: { id: string; promise: Promise<void>; resolve(): void } | null = null;
  let queue: Promise<unknown> = Promise.resolve();
  /** The person lets the run finish: agents beside the one that asked are not asked about any more. */
  let finishing = false;

  /** Says the hold, and waits for what is decided with all clocks standing still, as long as the one who asks goes on. */
  async function wait<D extends Decision>(
    hold: Hold,
    fact: Partial<FactOf<"hold">>,
    { choices, ask, asker = scope }: { choices: readonly string[]; ask: OnHold; asker?: Scope },
  ): Promise<D> {
    const { id, kind, span } = hold;
    say({ type: "hold", span, id, kind, ...fact });
    watch.stop();
    try {
      const decision = await within(asker, ask(hold, asker.signal));
      if (!choices.includes(decision.choice))
        throw new TypeError(`A hold of kind "${kind}" cannot be decided with "${decision.choice}".`);
      return decision as D;
    } catch (error) {
      if (asker.stopped && !scope.stopped) decided(hold, "finish", { by: "nobody" });
      throw error;
    } finally {
      watch.start();
    }
  }

  function decided(hold: Hold, choice: FactOf<"decision">["choice"], more: Partial<FactOf<"decision">> = {}): void {
    say({ type: "decision", span: hold.span, hold: hold.id, by: "person", choice, ...more });
    if (choice === "stop") {
      scope.stop(new StopError({ code: "aborted", message: "The run was stopped by hand." }));
    }
  }

  async function decideLimit(hold: LimitHold, ask: OnHold, asker: Scope): Promise<boolean> {
    if (finishing) return false;
    const now = budget[hold.limit];
    if (now === null || now > hold.value) return true; // raised for another agent meanwhile
    const { limit, value, used } = hold;
    const choices = ["raise", "finish", "stop"];
    const decision = await wait<LimitDecision>(hold, { limit, value, used }, { choices, ask, asker });
    const by = decision.by ?? "person";
    const isRaised = decision.choice === "raise" && raise(limit, decision.value, used);
    finishing = !isRaised && !ofOneAgent.has(limit);
    if (decision.choice === "raise" && isRaised) decided(hold, "raise", { by, value: decision.value });
    else decided(hold, decision.choice === "stop" ? "stop" : "finish", { by });
    return isRaised;
  }

  /** One after another: a person can decide one thing at a time. Whoever is stopped before its turn never asks. */
  function inTurn<T>(asker: Scope, work: () => Promise<T>): Promise<T> {
    const turn = queue.then(() => {
      if (asker.stopped) throw asker.stopped;
      return work();
    });
    queue = turn.catch(() => {});
    return within(asker, turn);
  }

  /** False: that would be no raise. */
  function raise(limit: Limit, value: number | null, used: number): boolean {
    if (value === null ? !raisable.has(limit) : !(value > Math.max(used, budget[limit] ?? Infinity))) return false;
    Object.assign(budget, { [limit]: value });
    if (limit === "modelCalls" || limit === "toolCalls" || limit === "tokens" || limit === "usd")
      purse.raise(limit, value);
    return true;
  }

  return {
    gate: (): Promise<void> | undefined => paused?.promise,
    pause(): void {
      if (paused || scope.stopped) return;
      let resolve = () => {};
      const promise = new Promise<void>((done) => (resolve = done));
      const id = `hold-${++asked}`;
      paused = { id, promise, resolve };
      watch.stop();
      say({ type: "hold", span: rootSpan, id, kind: "pause" });
    },
    resume(): void {
      if (!paused) return;
      const { id, resolve } = paused;
      paused = null;
      say({ type: "decision", span: rootSpan, hold: id, by: "person", choice: "resume" });
      watch.start();
      resolve();
    },
    /** True: the limit was raised. Without a person: false. */
    async ask(span: string, hit: LimitReached, asker: Scope): Promise<boolean> {
      if (!onHold) return false;
      const hold: LimitHold = { id: `hold-${++asked}`, kind: "limit", span, ...hit };
      return inTurn(asker, () => decideLimit(hold, onHold, asker));
    },
    /** Shows a plan to the person. Without one it is approved, and recorded as decided by nobody. */
    async approve(
      span: string,
      { items, text }: { items: readonly PlanItem[]; text?: string },
    ): Promise<ApprovalDecision> {
      const hold: ApprovalHold = {
        id: `hold-${++asked}`,
        kind: "approval",
        span,
        items,
        ...(text !== undefined && { text }),
      };
      const fact = text === undefined ? {} : { text };
      return inTurn(scope, async () => {
        const decision = onHold
          ? await wait<ApprovalDecision>(hold, fact, { choices: ["approve", "change", "stop"], ask: onHold })
          : nobodyApproves(hold, say);
        const change = decision.choice === "change" ? { text: decision.text } : {};
        decided(hold, decision.choice, { by: decision.by ?? "person", ...change });
        return decision;
      });
    },
    /** Asks the person. Null: nobody is there. */
    async question(span: string, { text, options = [] }: Question, asker: Scope): Promise<string | null> {
      if (!onHold) return null;
      const fact = { text, ...(options.length > 0 && { options: [...options] }) };
      const hold: QuestionHold = { id: `hold-${++asked}`, kind: "question", span, ...fact };
      return inTurn(asker, async () => {
        const choices = ["answer", "stop"];
        const decision = await wait<QuestionDecision>(hold, fact, { choices, ask: onHold, asker });
        const answer = decision.choice === "answer" ? decision.text : null;
        decided(hold, decision.choice, { by: decision.by ?? "person", ...(answer !== null && { text: answer }) });
        return answer;
      });
    },
  };
}

function nobodyApproves(hold: ApprovalHold, say: (fact: Fact) => void): ApprovalDecision {
  say({ type: "hold", span: hold.span, id: hold.id, kind: hold.kind });
  return { choice: "approve", by: "nobody" };
}
