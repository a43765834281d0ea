// The limits of a run, checked from its log alone: what was spent and set aside after each event, against what was allowed.
import { expect } from "vitest";
import type { Budget, RunEvent } from "../../src/engine/index.ts";
import { toPico } from "../../src/engine/money.ts";

interface Sums {
  modelCalls: number;
  toolCalls: number;
  tokens: number;
  pico: number;
}

export interface Audit {
  /** replies that reported more than was set aside for them */
  lies: number;
  spent: Sums;
  /** the limits as they stood in the end: a person may have raised some */
  budget: Budget;
}

/**
 * After every event, spent + reserved is within the limits, as long as no reply has reported more than was set aside for it;
 * from then on no further call is made that would pass a limit. Every reservation is settled exactly once.
 */
export function audit(log: readonly RunEvent[]): Audit {
  const [start] = log;
  if (start?.type !== "run.start") throw new Error("The log does not begin with run.start.");
  const budget: Budget = { ...start.budget };
  const spent: Sums = { modelCalls: 0, toolCalls: 0, tokens: 0, pico: 0 };
  const open = new Map<string, { tokens: number; pico: number }>();
  const holds = new Map<string, string>();
  // Calls of a reply that was cut off are refused, and cost nothing.
  const refused = new Set(
    log.flatMap((event) => (event.type === "observation" && event.failure?.code === "cut-off" ? [event.span] : [])),
  );
  let lies = 0;
  let warned = 0;

  const within = (event: RunEvent, set = [...open.values()]) => {
    const where = `after event ${event.seq}, ${event.type}`;
    expect(spent.modelCalls + set.length, `model calls ${where}`).toBeLessThanOrEqual(budget.modelCalls);
    expect(spent.toolCalls, `tool calls ${where}`).toBeLessThanOrEqual(budget.toolCalls);
    const tokens = set.reduce((sum, one) => sum + one.tokens, spent.tokens);
    expect(tokens, `tokens ${where}`).toBeLessThanOrEqual(budget.tokens ?? Infinity);
    const pico = set.reduce((sum, one) => sum + one.pico, spent.pico);
    expect(pico, `10^-12 USD ${where}`).toBeLessThanOrEqual(budget.usd === null ? Infinity : toPico(budget.usd));
  };

  for (const event of log) {
    switch (event.type) {
      case "model.request":
        expect(open.has(event.span), `${event.span} asks once`).toBe(false);
        open.set(event.span, { tokens: event.reserved.tokens, pico: toPico(event.reserved.usd) });
        within(event);
        break;
      case "model.reply": {
        const reserved = open.get(event.span);
        expect(open.delete(event.span), `${event.span} is settled once`).toBe(true);
        const tokens = event.usage ? event.usage.inputTokens + event.usage.outputTokens : 0;
        const pico = toPico(event.usd);
        if (tokens > (reserved?.tokens ?? 0) || pico > (reserved?.pico ?? 0)) lies += 1;
        if (event.certainty === "at-most")
          expect({ tokens, pico }, "what is not known is settled at the whole reservation").toEqual(reserved);
        if (event.usage) spent.modelCalls += 1;
        spent.tokens += tokens;
        spent.pico += pico;
        break;
      }
      case "tool.call":
        if (refused.has(event.span)) break;
        spent.toolCalls += 1;
        spent.pico += toPico(event.usd ?? 0);
        // What others have set aside stands in the way of a priced tool only.
        within(event, event.usd ? undefined : []);
        break;
      case "hold":
        if (event.limit !== undefined) holds.set(event.id, event.limit);
        break;
      case "decision":
        if (event.choice === "raise") Object.assign(budget, { [holds.get(event.hold) ?? ""]: event.value });
        break;
      case "warning":
        if (event.code === "usage-above-reservation") warned += 1;
        break;
      default:
    }
    if (lies === 0) within(event);
  }
  expect([...open.keys()], "every reservation is settled").toEqual([]);
  expect(warned, "each report above its reservation is warned of").toBe(lies);
  return { lies, spent, budget };
}
