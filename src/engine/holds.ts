// Pause, and the moments at which a run waits for a person.
import type { Budget, Limit } from "./budget.ts";
import type { Stopwatch } from "./clock.ts";
import { StopError } from "./errors.ts";
import { rootSpan, type Fact, type FactOf, type PlanItem } from "./events.ts";
import type { LimitReached } from "./moves/context.ts";
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

/** All clocks of the run stand still while it waits or is paused. Agents in parallel ask one after another. */
export function createHolds({ say, scope, watch, budget, purse, onHold }: HoldsOptions) {
  let asked = 0;
  let paused: { id: string; promise: Promise<void>; resolve(): void } | null = null;
  let queue: Promise<unknown> = Promise.resolve();

  /** Says the hold, waits with all clocks standing still, and says what was decided. */
  async function wait<D extends Decision>(
    hold: Hold,
    fact: Partial<FactOf<"hold">>,
    choices: readonly string[],
    ask: OnHold,
  ): Promise<D> {
    const { id, kind, span } = hold;
    say({ type: "hold", span, id, kind, ...fact });
    watch.stop();
    try {
      const decision = await within(scope, ask(hold, scope.signal));
      if (!choices.includes(decision.choice))
        throw new TypeError(`A hold of kind "${kind}" cannot be decided with "${decision.choice}".`);
      return decision as D;
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

  async function decideLimit(hold: LimitHold, ask: OnHold): Promise<boolean> {
    const now = budget[hold.limit];
    if (now === null || now > hold.value) return true; // raised for another agent meanwhile
    const { limit, value, used } = hold;
    const decision = await wait<LimitDecision>(hold, { limit, value, used }, ["raise", "finish", "stop"], ask);
    const by = decision.by ?? "person";
    if (decision.choice !== "raise") {
      decided(hold, decision.choice, { by });
      return false;
    }
    const raised = raise(limit, decision.value, used);
    decided(hold, raised ? "raise" : "finish", { by, ...(raised && { value: decision.value }) });
    return raised;
  }

  /** One after another: a person can decide one thing at a time. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = queue.then(work);
    queue = turn.catch(() => {});
    return turn;
  }

  /** False: that would be no raise. */
  function raise(limit: Limit, value: number | null, used: number): boolean {
    if (value === null ? !raisable.has(limit) : !(value > used)) return false;
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
    async ask(span: string, hit: LimitReached): Promise<boolean> {
      if (!onHold) return false;
      const hold: LimitHold = { id: `hold-${++asked}`, kind: "limit", span, ...hit };
      return inTurn(() => decideLimit(hold, onHold));
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
      return inTurn(async () => {
        const decision = onHold
          ? await wait<ApprovalDecision>(hold, fact, ["approve", "change", "stop"], onHold)
          : nobodyApproves(hold, say);
        const change = decision.choice === "change" ? { text: decision.text } : {};
        decided(hold, decision.choice, { by: decision.by ?? "person", ...change });
        return decision;
      });
    },
    /** Asks the person. Null: nobody is there. */
    async question(span: string, text: string): Promise<string | null> {
      if (!onHold) return null;
      const hold: QuestionHold = { id: `hold-${++asked}`, kind: "question", span, text };
      return inTurn(async () => {
        const decision = await wait<QuestionDecision>(hold, { text }, ["answer", "stop"], onHold);
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
