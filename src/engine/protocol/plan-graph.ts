// What depends on what: order, rings, waves, and which steps can run or never will.

/** A step or a sub-task as far as its dependencies go. */
export interface PlanNode<Id extends string = string> {
  readonly id: Id;
  readonly dependsOn: readonly Id[];
  /** what depends on it can do without it */
  readonly optional?: boolean;
}

export type StepState = "pending" | "running" | "done" | "failed" | "skipped";

/**
 * Ids in an order in which each stands after all it depends on; of those that could come next, the first of the list does.
 * Dependencies outside the list count as met. What stands in a ring, or after one, is left out.
 */
export function topologicalOrder<Id extends string>(nodes: readonly PlanNode<Id>[]): Id[] {
  const { waiting, dependants } = links(nodes);
  /** places in the list, the first last, so that it can be popped */
  const ready = waiting.flatMap((count, place) => (count === 0 ? [place] : [])).reverse();
  const order: Id[] = [];
  for (let place = ready.pop(); place !== undefined; place = ready.pop()) {
    const node = nodes[place];
    if (node) order.push(node.id);
    for (const dependant of dependants[place] ?? []) {
      const left = (waiting[dependant] ?? 0) - 1;
      waiting[dependant] = left;
      if (left === 0) insertDescending(ready, dependant);
    }
  }
  return order;
}

/** Ids of a ring, from one of them along what it depends on, and back to it; undefined if there is none. */
export function findCycle<Id extends string>(nodes: readonly PlanNode<Id>[]): Id[] | undefined {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const finished = new Set<Id>();
  for (const root of nodes) {
    const path: { node: PlanNode<Id>; next: number }[] = [];
    const onPath = new Set<Id>();
    const enter = (node: PlanNode<Id>) => {
      path.push({ node, next: 0 });
      onPath.add(node.id);
    };
    if (!finished.has(root.id)) enter(root);
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const target = top.node.dependsOn[top.next++];
      if (target === undefined) {
        path.pop();
        onPath.delete(top.node.id);
        finished.add(top.node.id);
      } else if (onPath.has(target)) {
        const ids = path.map(({ node }) => node.id);
        return [...ids.slice(ids.indexOf(target)), target];
      } else {
        const node = byId.get(target);
        if (node && !finished.has(target)) enter(node);
      }
    }
  }
  return undefined;
}

/** Ids by rounds: each round depends on earlier ones only, and is as early as can be. Rings are left out. */
export function waves<Id extends string>(nodes: readonly PlanNode<Id>[]): Id[][] {
  const round = new Map<Id, number>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  for (const id of topologicalOrder(nodes)) {
    const before = byId.get(id)?.dependsOn.map((dependency) => round.get(dependency) ?? -1) ?? [];
    round.set(id, 1 + before.reduce((latest, one) => Math.max(latest, one), -1));
  }
  const rounds: Id[][] = [];
  for (const { id } of nodes) {
    const number = round.get(id);
    if (number !== undefined) (rounds[number] ??= []).push(id);
  }
  return rounds;
}

/** Pending steps that may start now, in the order of the list. A step without a state is pending. */
export function readySteps<Id extends string>(
  nodes: readonly PlanNode<Id>[],
  states: ReadonlyMap<Id, StepState>,
): Id[] {
  const optional = new Set(nodes.filter((node) => node.optional).map((node) => node.id));
  const isMet = (id: Id): boolean => {
    const state = states.get(id);
    return state === "done" || (optional.has(id) && (state === "failed" || state === "skipped"));
  };
  return nodes.filter(({ id, dependsOn }) => isPending(states, id) && dependsOn.every(isMet)).map(({ id }) => id);
}

/** Pending steps that can no longer run, because something they need failed or was skipped; in the order of the list. */
export function blockedSteps<Id extends string>(
  nodes: readonly PlanNode<Id>[],
  states: ReadonlyMap<Id, StepState>,
): Id[] {
  const optional = new Set(nodes.filter((node) => node.optional).map((node) => node.id));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const blocked = new Set<Id>();
  const isLost = (id: Id): boolean => {
    const state = states.get(id);
    return !optional.has(id) && (state === "failed" || state === "skipped" || blocked.has(id));
  };
  for (const id of topologicalOrder(nodes)) {
    if (isPending(states, id) && byId.get(id)?.dependsOn.some(isLost)) blocked.add(id);
  }
  return nodes.filter(({ id }) => blocked.has(id)).map(({ id }) => id);
}

/** The step that the plan works towards: the last one that nothing depends on. Undefined for an empty plan, or one ring. */
export function finalStep<Id extends string>(nodes: readonly PlanNode<Id>[]): Id | undefined {
  const needed = new Set(nodes.flatMap((node) => node.dependsOn));
  return nodes.findLast(({ id }) => !needed.has(id))?.id;
}

const isPending = <Id extends string>(states: ReadonlyMap<Id, StepState>, id: Id): boolean =>
  (states.get(id) ?? "pending") === "pending";

/** By place in the list: how many dependencies each still waits for, and the places that wait for it. */
function links(nodes: readonly PlanNode[]): { waiting: number[]; dependants: number[][] } {
  const places = new Map(nodes.map(({ id }, place) => [id, place]));
  const dependants: number[][] = nodes.map(() => []);
  const waiting = nodes.map(({ dependsOn }, place) => {
    const known = [...new Set(dependsOn)].flatMap((id) => places.get(id) ?? []);
    for (const dependency of known) dependants[dependency]?.push(place);
    return known.length;
  });
  return { waiting, dependants };
}

function insertDescending(list: number[], value: number): void {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] ?? 0) > value) low = middle + 1;
    else high = middle;
  }
  list.splice(low, 0, value);
}
