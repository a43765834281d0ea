// The port to the store of plans that were closed, and the one in memory.
import type { Plan } from "./plan.ts";

type Awaitable<T> = T | Promise<T>;

/** Keeps plans, also beyond one run. Each may answer at once or later. */
export interface PlanStorage {
  /** A plan with the same id is replaced. */
  add(plan: Plan): Awaitable<void>;
  get(id: string): Awaitable<Plan | undefined>;
  /** The oldest first. */
  list(): Awaitable<readonly Plan[]>;
}

/** Plans for as long as the page lives. */
export function memoryPlans(): PlanStorage {
  const plans = new Map<string, Plan>();
  return {
    add: (plan) => {
      plans.set(plan.id, plan);
    },
    get: (id) => plans.get(id),
    list: () => [...plans.values()],
  };
}
