// What the demands of a run are read with: its replies by call, the time it was held, and where it ended by itself.
import { budgetSchema, type Limit } from "../budget.ts";
import type { EventOf, RunEvent } from "../events.ts";

/** The reply of each model call; `cutOff`: spans of tool calls that were never run, nor paid. */
export type Replies = Map<string, EventOf<"model.reply">> & { readonly cutOff: ReadonlySet<string> };

export function repliesOf(log: readonly RunEvent[]): Replies {
  const replies = new Map<string, EventOf<"model.reply">>();
  const cutOff = new Set<string>();
  for (const event of log) {
    if (event.type === "model.reply") replies.set(event.span, event);
    else if (event.type === "observation" && event.failure?.code === "cut-off") cutOff.add(event.span);
  }
  return Object.assign(replies, { cutOff });
}

export interface HeldTime {
  /** ms that the run was held or paused before this event */
  before(event: RunEvent): number;
  /** ms that it worked until this event */
  working(event: RunEvent): number;
}

/** While several holds are open at once, the time counts once. */
export function holdsOf(log: readonly RunEvent[]): HeldTime {
  const heldBefore: number[] = [];
  const open = new Set<string>();
  let since = 0;
  let total = 0;
  for (const event of log) {
    if (event.type === "hold") {
      if (open.size === 0) since = event.at;
      open.add(event.id);
    } else if (event.type === "decision" && open.delete(event.hold) && open.size === 0) {
      total += event.at - since;
    }
    heldBefore.push(total + (open.size > 0 ? event.at - since : 0));
  }
  const before = (event: RunEvent) => heldBefore[event.seq] ?? total;
  return { before, working: (event) => Math.max(0, event.at - before(event)) };
}

const limits: ReadonlySet<string> = new Set(Object.keys(budgetSchema.shape));
const isLimit = (name: string | undefined): name is Limit => name !== undefined && limits.has(name);

/** Limits that end a run without a stop, by the warning that says so. */
const used: ReadonlyMap<string, Limit> = new Map([
  ["revisions-used", "revisions"],
  ["rounds-used", "rounds"],
]);

/** The limits that ended the run, or one of its agents, and what they were; one that a person raised ended nothing. */
export function endedAt(log: readonly RunEvent[]): Map<Limit, number> {
  const ended = new Map<Limit, number>();
  const holds = new Map<string, string>();
  const [start] = log;
  for (const event of log) {
    if (event.type === "limit" && isLimit(event.limit) && event.value !== null) ended.set(event.limit, event.value);
    else if (event.type === "hold" && event.limit !== undefined) holds.set(event.id, event.limit);
    else if (event.type === "decision" && event.choice === "raise") {
      const limit = holds.get(event.hold);
      if (isLimit(limit)) ended.delete(limit);
    } else if (event.type === "warning") {
      const limit = used.get(event.code);
      const value = limit && start?.type === "run.start" ? start.budget[limit] : null;
      if (limit && value !== null) ended.set(limit, value);
    }
  }
  return ended;
}
