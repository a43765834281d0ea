// Short logs of one task, to be compared.
import type { Fact, RunEvent } from "../../../src/engine/events.ts";
import { call, close, open, reply, runStart, stamp } from "../../fixtures/log.ts";

export interface Turn {
  says?: string;
  input?: unknown;
  output?: unknown;
}

/** A run of ReAct: a turn each with one call of the calculator, then the answer. */
export function logOf(turns: readonly Turn[], answer: string | null, task = "What is 10*5?"): RunEvent[] {
  const facts: Fact[] = [runStart(task), open("1", "agent", "react")];
  turns.forEach(({ says = "I calculate.", input = { expression: "10*5" }, output = 50 }, index) => {
    const [turn, model, tool] = [`1.${index + 1}`, `1.${index + 1}.1`, `1.${index + 1}.2`];
    facts.push(open(turn, "iteration", `turn ${index + 1}`), open(model, "model", "main"));
    facts.push(request(model), reply(model, says, "calculator"), close(model), open(tool, "tool", "calculator"));
    facts.push(call(tool, "calculator", input), { type: "observation", span: tool, output }, close(tool), close(turn));
  });
  facts.push(close("1"), { type: "run.end", status: "completed", answer });
  return stamp(facts);
}

export const request = (span: string): Fact => ({
  type: "model.request",
  span,
  model: "m",
  role: "main",
  messages: [],
  maxOutputTokens: 100,
  reserved: { tokens: 200, usd: 0.01 },
});
