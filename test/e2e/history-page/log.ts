// Logs of any length for the tests and the bench of the history.
import type { Fact, RunEvent } from "../../../src/engine/events.ts";
import { runStart, stamp } from "../../fixtures/log.ts";

const sentence =
  "The tool returned a list of seven results, of which the second and the fifth look relevant to the question. ";

/** A finished log of so many events (at least 3) of about 300 bytes each. */
export function longLog(events: number, task = "Look it up"): RunEvent[] {
  const facts: Fact[] = [runStart(task), { type: "span.start", span: "1", parent: null, kind: "agent", name: "react" }];
  for (let n = 0; facts.length < events - 1; n++) {
    facts.push({ type: "thought", span: "1", text: `${n}: ${sentence}${sentence}` });
  }
  return stamp([...facts, { type: "run.end", status: "completed", answer: "Done." }]);
}

/** A log up to the moment at which a model begins to write in span 1.1. */
export function logBeforeReply(task = "Write a lot"): RunEvent[] {
  return stamp([
    runStart(task),
    { type: "span.start", span: "1", parent: null, kind: "agent", name: "single" },
    { type: "span.start", span: "1.1", parent: "1", kind: "model", name: "model" },
    {
      type: "model.request",
      span: "1.1",
      model: "m",
      role: "main",
      messages: [{ role: "user", content: task }],
      maxOutputTokens: 1000,
      reserved: { tokens: 1100, usd: 0.01 },
    },
  ]);
}
