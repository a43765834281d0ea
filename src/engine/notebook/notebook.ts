// The notebook: one plan under way, what may be done with it and when, and the plans before it.
import type { Language } from "../events.ts";
import { z, problems } from "../schema.ts";
import type { PlanStorage } from "./plan-storage.ts";
import * as changes from "./plan-changes.ts";
import { planSchema, type Plan, type PlanDraft, type SubtaskDraft } from "./plan.ts";
import { refusalsIn } from "./refusal.ts";

export interface NotebookOptions {
  /** most sub-tasks of a plan; null: any number. Read at each operation, so that a getter may follow a limit that is raised. */
  readonly maxSubtasks: number | null;
  storage: PlanStorage;
  /** wall clock, ms since 1970 */
  now(): number;
  /** a new id for a plan, never the same twice */
  newId(): string;
  /** the state is saved under `<keyPrefix>_state`; by default `planNotebook` */
  keyPrefix?: string;
  /** Nothing is started or finished before {@link Notebook.confirm}. By default false. */
  needUserConfirm?: boolean;
  language: Language;
}

/** Where {@link Notebook.save} puts the state, as plain JSON: a Map, or anything like it. */
export interface SavedStates {
  get(key: string): unknown;
  set(key: string, value: unknown): unknown;
}

export type ChangeHook = (notebook: Notebook, plan: Plan | null) => void;

/**
 * Each operation is carried out as a whole before the next. It gives its result at once where storage need not be waited for,
 * and throws (or rejects with) a NotebookRefusal, having changed nothing. Indexes count from 0.
 */
export interface Notebook {
  readonly language: Language;
  readonly maxSubtasks: number | null;
  readonly needUserConfirm: boolean;
  /** the plan under way */
  readonly plan: Plan | null;
  /** the plan that was finished last, until there is another one under way */
  readonly finished: Plan | null;
  /** False: starting and finishing are refused. */
  readonly isConfirmed: boolean;

  /** Files a plan under way as abandoned, and takes the new one. */
  createPlan(draft: PlanDraft): Awaitable<Plan>;
  /** Fields that are left out or blank stay. */
  updatePlanInfo(change: Partial<SubtaskDraft>): Awaitable<Plan>;
  /** Before `index`, or at the end where it is the number of sub-tasks. */
  insertSubtask(index: number, draft: SubtaskDraft): Awaitable<Plan>;
  /** Fields that are left out or blank stay. A sub-task that was done has to be done again. */
  reviseSubtask(index: number, change: Partial<SubtaskDraft>): Awaitable<Plan>;
  moveSubtask(from: number, to: number): Awaitable<Plan>;
  deleteSubtask(index: number): Awaitable<Plan>;
  /** The whole list as a person left it: what has a `from` keeps its state. */
  replaceSubtasks(list: readonly changes.EditedSubtask[]): Awaitable<Plan>;
  /** `done` is reached by {@link finishSubtask} only. Starting the one in progress changes nothing. */
  setSubtaskState(index: number, state: string): Awaitable<Plan>;
  /** `started`: index of the one that is now in progress in its place; `corrected`: it was done, only its outcome is new. */
  finishSubtask(index: number, outcome: string): Awaitable<{ plan: Plan; started: number | null; corrected: boolean }>;
  /** `done` or `abandoned`. Open sub-tasks keep their states. */
  finishPlan(state: string, outcome: string): Awaitable<Plan>;
  /** Makes an earlier plan the one under way; that one goes to the history as abandoned, or done if all of it is closed. */
  recoverPlan(id: string): Awaitable<Plan>;
  /** The stored plans other than the one under way, the oldest first. */
  history(): Awaitable<readonly Plan[]>;

  /** Lifts the gate for the plan under way; where there is none, for the next. */
  confirm(): void;
  /** Called after each change, not for refusals and reads. A hook with the same id is replaced. */
  addChangeHook(id: string, hook: ChangeHook): void;
  removeChangeHook(id: string): void;
  save(states: SavedStates): void;
  /** Takes what was saved, or starts empty where nothing was. @throws Error if it is not a notebook's state */
  load(states: SavedStates): void;
}

type Awaitable<T> = T | Promise<T>;

const savedSchema = z.object({
  format: z.literal(1),
  plan: z.nullable(planSchema),
  confirmed: z.nullable(z.string()),
});

/** Whom a confirmation without a plan is for. Not a plan's id: `newId` never gives "". */
const nextPlan = "";

/** Makes an empty notebook. */
export function createNotebook(options: NotebookOptions): Notebook {
  const { storage, now, newId, language } = options;
  const key = `${options.keyPrefix ?? "planNotebook"}_state`;
  const needUserConfirm = options.needUserConfirm ?? false;
  const refuse = refusalsIn(language);
  const rules: changes.Rules = {
    refuse,
    now,
    get maxSubtasks() {
      return options.maxSubtasks;
    },
  };
  const hooks = new Map<string, ChangeHook>();
  let plan: Plan | null = null;
  let finished: Plan | null = null;
  let confirmed: string | null = null;
  let busy: Promise<void> | null = null;

  /** One operation at a time: a person may edit while a plan is being stored. */
  function alone<T>(operation: () => Awaitable<T>): Awaitable<T> {
    if (busy) return busy.then(() => alone(operation));
    const result = operation();
    if (!(result instanceof Promise)) return result;
    const free = () => {
      busy = null;
    };
    busy = result.then(free, free);
    return result;
  }

  function current(): Plan {
    if (!plan) throw refuse("no_plan", {});
    return plan;
  }

  function take(next: Plan | null): void {
    if (next === plan) return;
    plan = next;
    if (next) finished = null;
    callHooks(next);
  }

  /** All of them are called; what the first one throws is our own fault, or a stop, and goes on. */
  function callHooks(next: Plan | null): void {
    const errors: unknown[] = [];
    for (const hook of [...hooks.values()]) {
      try {
        hook(notebook, next);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }

  const change = (transition: (plan: Plan) => Plan): Awaitable<Plan> =>
    alone(() => {
      const next = transition(current());
      take(next);
      return next;
    });

  function checkConfirmed(doing: "start" | "finish"): void {
    if (!notebook.isConfirmed) throw refuse("not_confirmed", { doing });
  }

  /** Puts the plan under way into the history, to make room for `next`. */
  function makeRoom(next: Plan): Awaitable<void> {
    if (!plan) return;
    return storage.add(
      changes.filed(plan, plan.state === "done" ? "done" : "abandoned", leftFor[language](next), rules),
    );
  }

  function begin(next: Plan): Plan {
    confirmed = confirmed === nextPlan ? next.id : null;
    take(next);
    return next;
  }

  const othersThan = (id: string | undefined, plans: readonly Plan[]) => plans.filter((stored) => stored.id !== id);

  const notebook: Notebook = {
    language,
    needUserConfirm,
    get maxSubtasks() {
      return options.maxSubtasks;
    },
    get plan() {
      return plan;
    },
    get finished() {
      return finished;
    },
    get isConfirmed() {
      return !needUserConfirm || confirmed === nextPlan || (plan !== null && confirmed === plan.id);
    },

    createPlan: (draft) =>
      alone(() => {
        const next = changes.newPlan(draft, newId, rules);
        return after(makeRoom(next), () => begin(next));
      }),
    updatePlanInfo: (info) => change((plan) => changes.describe(plan, info, rules)),
    insertSubtask: (index, draft) => change((plan) => changes.insert(plan, index, draft, rules)),
    reviseSubtask: (index, draft) => change((plan) => changes.revise(plan, index, draft, rules)),
    moveSubtask: (from, to) => change((plan) => changes.move(plan, from, to, rules)),
    deleteSubtask: (index) => change((plan) => changes.remove(plan, index, rules)),
    replaceSubtasks: (list) => change((plan) => changes.replaceAll(plan, list, rules)),

    setSubtaskState: (index, given) =>
      change((plan) => {
        changes.subtaskAt(plan, index, rules);
        const state = foldState(given);
        switch (state) {
          case "done":
            throw refuse("use_finish_subtask", { index });
          case "todo":
          case "abandoned":
            return changes.shelve(plan, index, state, rules);
          case "in_progress":
            checkConfirmed("start");
            return changes.start(plan, index, rules);
          default:
            throw refuse("bad_state", { given, allowed: ["todo", "in_progress", "abandoned"] });
        }
      }),

    finishSubtask: (index, outcome) =>
      alone(() => {
        const plan = current();
        changes.subtaskAt(plan, index, rules);
        checkConfirmed("finish");
        const result = changes.finish(plan, index, outcome, rules);
        take(result.plan);
        return result;
      }),

    finishPlan: (given, outcome) =>
      alone(() => {
        const plan = current();
        const state = foldState(given);
        if (state !== "done" && state !== "abandoned") {
          throw refuse("bad_state", { given, allowed: ["done", "abandoned"] });
        }
        // What was never allowed to begin can be given up, but not be done.
        if (state === "done") checkConfirmed("finish");
        const filed = changes.filed(plan, state, outcome.trim(), rules);
        return after(storage.add(filed), () => {
          finished = filed;
          take(null);
          return filed;
        });
      }),

    recoverPlan: (id) =>
      alone(() => {
        if (plan?.id === id) return plan;
        return after(storage.get(id), (stored) => {
          if (!stored) return after(storage.list(), (plans) => unknownPlan(id, plans));
          const next = changes.revived(stored);
          return after(makeRoom(next), () => begin(next));
        });
      }),

    history: () => alone(() => after(storage.list(), (plans) => othersThan(plan?.id, plans))),

    confirm() {
      confirmed = plan ? plan.id : nextPlan;
    },
    addChangeHook: (id, hook) => void hooks.set(id, hook),
    removeChangeHook: (id) => void hooks.delete(id),
    save: (states) => void states.set(key, { format: 1, plan, confirmed } satisfies z.infer<typeof savedSchema>),
    load(states) {
      plan = finished = confirmed = null;
      const saved = states.get(key);
      if (saved === undefined || saved === null) return;
      const read = z.safeParse(savedSchema, saved);
      if (!read.success)
        throw new Error(`What is saved under "${key}" is no notebook's state. ${problems(read.error)}`);
      ({ plan, confirmed } = read.data);
    },
  };

  function unknownPlan(id: string, plans: readonly Plan[]): never {
    throw refuse("unknown_plan", { id, known: othersThan(plan?.id, plans) });
  }

  return notebook;
}

/** State words as models write them: "IN_PROGRESS", "In Progress", "in-progress". */
const foldState = (given: string): string =>
  given
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_");

/** What follows a value, at once if the value is there. */
function after<T, U>(value: Awaitable<T>, then: (value: T) => Awaitable<U>): Awaitable<U> {
  return value instanceof Promise ? value.then(then) : then(value);
}

const leftFor: Record<Language, (next: Plan) => string> = {
  en: (next) => `Left for another plan: ${next.name} (${next.id}).`,
  zh: (next) => `已转到另一个计划：${next.name}（${next.id}）。`,
};
