// Where each span of a run belongs: to which agent, which step, which phase.
import { rootSpan } from "../events.ts";
import type { EventOf } from "../events.ts";
import type { Grouping, Phase, RowSubject } from "./totals-types.ts";

/** What a row is known by, and the span to show for it. */
export interface Keyed {
  readonly id: string;
  readonly subject: RowSubject;
  readonly span: string | null;
}

export interface Place {
  readonly agent: Keyed;
  readonly step: Keyed | null;
  /** null: no span around it tells; it is then part of the turns */
  readonly phase: Phase | null;
}

export interface Places {
  readonly bySpan: Map<string, Place>;
  /** the plan item that an agent has in progress, where no span says what is worked on (a notebook), by the agent's row */
  readonly inProgress: Map<string, Keyed>;
  /** names of plan items, by agent and item */
  readonly names: Map<string, string>;
}

export const startPlaces = (): Places => ({ bySpan: new Map(), inProgress: new Map(), names: new Map() });

const agentKey = (span: string, name: string): Keyed => ({ id: span, subject: { kind: "agent", span, name }, span });
const phaseKey = (phase: Phase): Keyed => ({ id: `phase ${phase}`, subject: { kind: "phase", phase }, span: null });
const outside: Place = { agent: agentKey(rootSpan, ""), step: null, phase: null };

/** Notes where a span lies that begins. */
export function placed(places: Places, event: EventOf<"span.start">): Place {
  const { span, parent, kind, name, item } = event;
  const around = (parent === null ? undefined : places.bySpan.get(parent)) ?? outside;
  const isStep = kind === "step" || item !== undefined;
  const place: Place = {
    agent: kind === "agent" ? agentKey(span, name) : around.agent,
    step: isStep ? { id: span, subject: { kind: "step", item: item ?? null, name }, span } : around.step,
    phase: phaseOf(event) ?? around.phase,
  };
  places.bySpan.set(span, place);
  return place;
}

/** The moves name these two calls, wherever they are made. */
const namedCalls: ReadonlyMap<string, Phase> = new Map([
  ["synthesis", "synthesis"],
  ["closing call", "closing"],
]);

function phaseOf({ kind, name }: EventOf<"span.start">): Phase | null {
  if (kind === "plan") return "planning";
  if (kind === "step") return "steps";
  if (kind === "review") return "review";
  return (kind === "model" && namedCalls.get(name)) || null;
}

/**
 * The row of a call in each grouping; of a model call not that of its model, which its request says. What the run's own agent
 * does besides its turns goes by its phase.
 */
export function groupedBy(
  places: Places,
  span: string,
  kind: "model" | "tool",
  name: string,
): Record<Exclude<Grouping, "model">, Keyed> & { model: Keyed | null } {
  const { agent, step, phase } = places.bySpan.get(span) ?? outside;
  const byPhase = phaseKey(phase ?? "turns");
  const isOwn = agent.id !== rootSpan || phase === null;
  return {
    agent: isOwn ? agent : byPhase,
    step: step ?? (phase === null ? places.inProgress.get(agent.id) : undefined) ?? byPhase,
    model: kind === "model" ? null : { id: "tool-calls", subject: { kind: "tool-calls" }, span: null },
    tool:
      kind === "tool"
        ? { id: `tool ${name}`, subject: { kind: "tool", tool: name }, span: null }
        : { id: "model-calls", subject: { kind: "model-calls" }, span: null },
    phase: byPhase,
  };
}

/** Follows which item of its plan an agent has in progress, and tells what it left and what it took up. */
export function follow(
  places: Places,
  event: EventOf<"plan" | "plan.step">,
): { left: Keyed | null; entered: Keyed | null } {
  const agent = (places.bySpan.get(event.span) ?? outside).agent.id;
  const before = places.inProgress.get(agent) ?? null;
  const after = event.type === "plan" ? inPlan(places, agent, event) : inStep(places, agent, event, before);
  if (after?.id === before?.id) return { left: null, entered: null };
  if (after) places.inProgress.set(agent, after);
  else places.inProgress.delete(agent);
  return { left: before, entered: after };
}

function inPlan(places: Places, agent: string, { items }: EventOf<"plan">): Keyed | null {
  for (const { id, name, description } of items) places.names.set(itemId(agent, id), name ?? description);
  const item = items.find(({ state }) => state === "in_progress");
  return item ? itemKey(places, agent, item.id) : null;
}

function inStep(places: Places, agent: string, event: EventOf<"plan.step">, before: Keyed | null): Keyed | null {
  if (event.state === "in_progress") return itemKey(places, agent, event.item);
  return before?.id === itemId(agent, event.item) ? null : before;
}

// An id may hold any letter; as JSON no two pairs look alike.
const itemId = (agent: string, item: string): string => JSON.stringify([agent, item]);

function itemKey(places: Places, agent: string, item: string): Keyed {
  const id = itemId(agent, item);
  return { id, subject: { kind: "step", item, name: places.names.get(id) ?? item }, span: null };
}
