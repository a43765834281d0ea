// What each limit would have had to be for a run to go as it went: the groundwork of the budget simulator.
import type { Limit } from "../budget.ts";
import { rootSpan, type EventOf, type RunEvent } from "../events.ts";
import { toPico, toUsd, worstPico } from "../money.ts";
import { withRoom, type KeptPico } from "./demand-room.ts";
import { endedAt, holdsOf, repliesOf } from "./demand-times.ts";
import type { Demand, Demands, Place } from "./demand-types.ts";

/** An agent with limits of its own: ms at which it began, how long it took so far, and whether it is at its last word. */
interface Agent {
  readonly span: string;
  readonly since: number;
  took: number;
  closes: boolean;
}

/** fewer are not worth a call, see moves/think.ts */
const leastOutputTokens = 64;
const nothing = (): Record<Limit, number> => ({
  iterations: 0,
  steps: 0,
  modelCalls: 0,
  toolCalls: 0,
  tokens: 0,
  usd: 0,
  wallMs: 0,
  toolTimeoutMs: 0,
  agentTimeoutMs: 0,
  revisions: 0,
  rounds: 0,
  subtasks: 0,
});

/** The last tenth of a time limit, at most 20 s, is kept for a closing call: what is left for work, in ms. */
export const workFor = (wallMs: number): number => wallMs - Math.min(wallMs / 10, 20_000);
/** The least time limit with which work is still done at this moment. */
const wallFor = (ms: number): number => (ms <= 180_000 ? Math.ceil(ms / 0.9) : ms + 20_000);

/**
 * Reads off the log of a run that is over what each limit had to be, at each moment at which the engine asks it: before each
 * call (as src/engine/purse.ts admits it), turn, step, revision and round, and as time goes by. One pass; linear in the log.
 */
export function demandsOf(log: readonly RunEvent[]): Demands {
  const list: Demand[] = [];
  const places = new Map<string, Place>();
  const used = nothing();
  const needs = nothing();
  const replies = repliesOf(log);
  const held = holdsOf(log);
  const prices = new Map<string, EventOf<"run.start">["models"]["main"]>();
  const saysClosing = log.some((event) => event.type === "model.request" && event.reserved.closing !== undefined);
  const lastRequest = log.findLastIndex((event) => event.type === "model.request");
  /** the agent that works in a span */
  const agents = new Map<string, Agent>();
  const turns = new Map<string, number>();
  const planned = new Map<string | null, number>();
  const tools = new Map<string, { at: number; heldMs: number }>();
  const skipped = new Set<string>();
  const rounds = new Set<string>();
  for (const [index, event] of log.entries()) {
    if (event.type === "span.end" && event.status === "skipped") skipped.add(event.span);
    // A turn begins with the model; a round of planner, executor and reviewer with a plan.
    const next = log[index + 1];
    if (
      event.type === "span.start" &&
      event.kind === "iteration" &&
      next?.type === "span.start" &&
      next.kind === "plan"
    )
      rounds.add(event.span);
  }

  let inFlight = 0;
  let kept: KeptPico = { pico: 0, grows: null };
  let planItems = 0;
  let openTool: string | null = null;
  let closing = false;
  let spentPico = 0;

  function ask(limit: Limit, need: number, event: RunEvent & { span: string }, more: Partial<Demand> = {}): void {
    const ms = held.working(event);
    list.push({
      limit,
      need,
      least: need,
      used: used[limit],
      seq: event.seq,
      ms,
      span: event.span,
      asPlan: false,
      ends: null,
      ...more,
    });
    needs[limit] = Math.max(needs[limit], need);
  }

  /** Only where it asks for more than before: most events come in the same moment as the one before. */
  function timeGoesBy(event: RunEvent & { span: string }): void {
    const ms = held.working(event);
    const need = closing ? ms : wallFor(ms);
    if (need > needs.wallMs) ask("wallMs", need, event, { used: ms });
    used.wallMs = ms;
    const agent = agents.get(event.span);
    if (!agent || agent.closes) return;
    const took = ms - agent.since;
    if (took <= agent.took) return;
    agent.took = took;
    ask("agentTimeoutMs", took, event, { used: took, ends: agent.span });
    used.agentTimeoutMs = Math.max(used.agentTimeoutMs, took);
  }

  function opened(event: EventOf<"span.start">): void {
    const { span, parent, kind, seq } = event;
    places.set(span, {
      span,
      kind,
      parent,
      seq,
      endSeq: Infinity,
      modelCalls: 0,
      toolCalls: 0,
      tokens: 0,
      pico: 0,
      reservedTokens: 0,
      reservedPico: 0,
      kept: null,
    });
    if (kind === "agent" && span !== rootSpan)
      agents.set(span, { span, since: held.working(event), took: 0, closes: false });
    const agent = agents.get(span) ?? (parent === null ? undefined : agents.get(parent));
    if (agent) agents.set(span, agent);
    if (kind === "model" && event.name === "closing call") {
      if (agent) agent.closes = true;
      else closing = true;
    }
    switch (kind) {
      case "iteration": {
        if (rounds.has(span)) {
          ask("rounds", used.rounds + 1, event);
          used.rounds += 1;
          return;
        }
        const turn = (turns.get(agent?.span ?? rootSpan) ?? 0) + 1;
        turns.set(agent?.span ?? rootSpan, turn);
        ask("iterations", turn, event, { used: turn - 1, ends: agent?.span ?? null });
        used.iterations = Math.max(used.iterations, turn);
        return;
      }
      case "step":
        if (skipped.has(span)) return;
        ask("steps", used.steps + 1, event);
        used.steps += 1;
        return;
      case "plan": {
        const before = planned.get(parent);
        planned.set(parent, (before ?? -1) + 1);
        if (before === undefined) return;
        ask("revisions", used.revisions + 1, event);
        used.revisions += 1;
        return;
      }
      case "tool":
        openTool = span;
        tools.set(span, { at: event.at, heldMs: held.before(event) });
        return;
      default:
        return;
    }
  }

  function requested(event: EventOf<"model.request">): void {
    const place = places.get(event.span);
    if (!place || event.recalled) return;
    const { reserved, maxOutputTokens } = event;
    const price = prices.get(event.role)?.price ?? null;
    const reply = replies.get(event.span);
    place.reservedTokens = reserved.tokens;
    place.reservedPico = toPico(reserved.usd);
    // A call without usage was refused before it could cost anything; one that never came back may have cost all of it.
    const counts = !reply || reply.usage !== undefined;
    place.modelCalls = counts ? 1 : 0;
    place.tokens = reply ? (reply.usage ? reply.usage.inputTokens + reply.usage.outputTokens : 0) : reserved.tokens;
    place.pico = toPico(reply ? reply.usd : reserved.usd);

    const input = Math.max(0, reserved.tokens - maxOutputTokens);
    const least = Math.min(leastOutputTokens, maxOutputTokens);
    const wrote = Math.min(maxOutputTokens, Math.max(least, reply?.usage?.outputTokens ?? (reply ? 0 : Infinity)));
    const inputPico = worstPico(price, 1, 0) - worstPico(price, 0, 0);
    // Logs that do not say what was kept: what a closing call over this conversation would need, but for the last call.
    const room =
      reserved.closing ??
      (saysClosing || event.seq === lastRequest
        ? null
        : { tokens: reserved.tokens + 2_012, usd: toUsd(worstPico(price, reserved.tokens + 1_500, 512)), grows: true });
    const shorter = (written: number) => (room?.grows ? maxOutputTokens - written : 0);
    const tokens = (written: number) => used.tokens + input + written + (room ? room.tokens - shorter(written) : 0);
    const pico = (written: number) =>
      spentPico + worstPico(price, input, written) + (room ? toPico(room.usd) - shorter(written) * inputPico : 0);

    const at = { seq: place.seq };
    ask("modelCalls", used.modelCalls + inFlight + 1 + (room ? 1 : 0), event, { ...at, used: used.modelCalls });
    ask("tokens", tokens(wrote), event, { ...at, least: tokens(least) });
    if (price) ask("usd", toUsd(pico(wrote)), event, { ...at, least: toUsd(pico(least)) });
    if (room) {
      place.kept = { tokens: room.tokens, pico: toPico(room.usd) };
      const outputPico = worstPico(price, 0, 1) - worstPico(price, 0, 0);
      const grows = room.grows && { without: pico(0), inputPico, outputPico, written: maxOutputTokens };
      kept = { pico: place.kept.pico, grows: grows || null };
    }
    // Calls wait for those in flight, and are asked again when these are settled: their cost counts from here on.
    used.tokens += place.tokens;
    spentPico += place.pico;
    used.usd = toUsd(spentPico);
    inFlight += 1;
  }

  function called(event: EventOf<"tool.call">): void {
    const place = places.get(event.span);
    if (!place || event.recalled || replies.cutOff.has(event.span)) return;
    ask("toolCalls", used.toolCalls + 1, event, { seq: place.seq });
    used.toolCalls += 1;
    place.toolCalls = 1;
    place.pico = toPico(event.usd ?? 0);
    if (place.pico === 0) return;
    ask("usd", toUsd(withRoom(spentPico + place.pico, kept)), event, { seq: place.seq });
    spentPico += place.pico;
    used.usd = toUsd(spentPico);
  }

  function wasPlanned(event: EventOf<"plan">): void {
    const { items, revision, by } = event;
    const fresh = items.length - (revision > 0 ? planItems : 0);
    planItems = items.length;
    if (by === "model" && fresh > 1) ask("steps", used.steps + fresh, event, { asPlan: true });
    ask("subtasks", items.length, event, { ends: openTool ?? event.span, span: openTool ?? event.span });
    used.subtasks = Math.max(used.subtasks, items.length);
  }

  for (const event of log) {
    if (event.type === "run.start") {
      for (const role of ["main", "planner", "executor", "reviewer"] as const)
        prices.set(role, event.models[role] ?? event.models.main);
      continue;
    }
    if (event.type === "run.end") break;
    if (event.type === "span.start") opened(event);
    timeGoesBy(event);
    switch (event.type) {
      case "model.request":
        requested(event);
        break;
      case "model.reply": {
        const place = places.get(event.span);
        if (!place || event.recalled) break;
        inFlight -= 1;
        used.modelCalls += place.modelCalls;
        break;
      }
      case "tool.call":
        called(event);
        break;
      case "observation": {
        const began = tools.get(event.span);
        if (!began) break;
        const took = event.at - began.at - (held.before(event) - began.heldMs);
        if (took > 0) ask("toolTimeoutMs", took, event, { used: took, ends: event.span });
        used.toolTimeoutMs = Math.max(used.toolTimeoutMs, took);
        break;
      }
      case "plan":
        wasPlanned(event);
        break;
      case "span.end": {
        const place = places.get(event.span);
        if (place) place.endSeq = event.seq;
        if (openTool === event.span) openTool = null;
        break;
      }
      default:
        break;
    }
  }
  list.sort((one, other) => one.seq - other.seq);
  return { list, places, used, needs, ended: endedAt(log) };
}
