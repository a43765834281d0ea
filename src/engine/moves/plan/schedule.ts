// Which step comes next: kept up to date with each step that ends, so that a long plan costs no more a step than a short one.
import type { StepId } from "../../protocol/placeholders.ts";
import { finalStep } from "../../protocol/plan-graph.ts";
import type { PlannedStep } from "../../protocol/plan-reply.ts";
import type { Progress } from "./progress.ts";

export interface Schedule {
  /** The first step of the plan that may start now, taken off the list. */
  next(): PlannedStep | undefined;
  /** It ended; what waited for it may start. */
  done(id: StepId): void;
  /**
   * It ended without a result. Returns the steps that can no longer run, in the order of the plan: its dependants, or all that
   * have not begun, if the step that the plan works towards is among them.
   */
  lost(id: StepId): PlannedStep[];
}

/** Over the steps that have not ended; those under way are waited for. Dependencies on steps not in the plan count as met. */
export function createSchedule({ steps, results, spans }: Progress): Schedule {
  const open = steps.filter(({ id }) => !results.has(id));
  const place = new Map(open.map(({ id }, index) => [id, index]));
  const dependants = new Map<StepId, PlannedStep[]>();
  const waitsFor = new Map<StepId, number>();
  const last = finalStep(steps);
  const ready: number[] = [];
  const left = new Set<StepId>([...place.keys()].filter((id) => !spans.has(id)));

  for (const step of open) {
    const needs = new Set(step.dependsOn.filter((id) => place.has(id)));
    waitsFor.set(step.id, needs.size);
    for (const id of needs) {
      const list = dependants.get(id);
      if (list) list.push(step);
      else dependants.set(id, [step]);
    }
    if (needs.size === 0) ready.push(place.get(step.id) ?? 0);
  }

  function take(step: PlannedStep | undefined): PlannedStep | undefined {
    if (step) left.delete(step.id);
    return step;
  }

  return {
    next() {
      for (let index = ready.shift(); index !== undefined; index = ready.shift()) {
        const step = open[index];
        if (step && left.has(step.id)) return take(step);
      }
      return undefined;
    },
    done(id) {
      for (const step of dependants.get(id) ?? []) {
        const count = (waitsFor.get(step.id) ?? 0) - 1;
        waitsFor.set(step.id, count);
        if (count === 0) insert(ready, place.get(step.id) ?? 0);
      }
    },
    lost(id) {
      const blocked = new Set<StepId>();
      const behind = [id];
      for (let lost = behind.pop(); lost !== undefined; lost = behind.pop()) {
        for (const dependant of dependants.get(lost) ?? []) {
          if (!left.has(dependant.id) || blocked.has(dependant.id)) continue;
          blocked.add(dependant.id);
          behind.push(dependant.id);
        }
      }
      const all = last === id || (last !== undefined && blocked.has(last));
      return open
        .filter((step) => left.has(step.id) && (all || blocked.has(step.id)))
        .flatMap((step) => take(step) ?? []);
    },
  };
}

/** Into a list that ascends. What becomes ready mostly comes after what is: looked for from the end. */
function insert(list: number[], value: number): void {
  let at = list.length;
  while (at > 0 && (list[at - 1] ?? 0) > value) at -= 1;
  list.splice(at, 0, value);
}
