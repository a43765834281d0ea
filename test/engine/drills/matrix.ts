// Every drill under every pattern: what is run, and how its end is told in one line.
import {
  faultKinds,
  patterns,
  personaIds,
  type Drills,
  type Price,
  type StartOptions,
} from "../../../src/engine/index.ts";
import { drillRun, tasks, type DrillRun } from "./runs.ts";

/** A model that is dear enough for its own words to reach the cost limit. */
export const dear: Price = { inputUsdPerMillion: 1, outputUsdPerMillion: 30 };

/** What is drilled, by name. Faults strike every call; what only shows in company has it. */
export const drills: Record<string, Partial<Drills>> = {
  "no drill": {},
  ...Object.fromEntries(personaIds.map((id) => [id, { personas: [{ id }] }])),
  "ignores-nudges": { personas: [{ id: "rewords" }, { id: "ignores-nudges" }] },
  obeys: { personas: [{ id: "obeys" }], faults: [{ kind: "poisoned" }] },
  fails: { personas: [{ id: "fails", rate: 0.3 }] },
  "fails, 500 each time": { personas: [{ id: "fails", status: 500 }] },
  ...Object.fromEntries(faultKinds.map((kind) => [`tools: ${kind}`, { faults: [{ kind }] }])),
};

/** The six patterns, and ReAct in the text form too. */
export const columns: Record<string, { pattern: string; settings?: Record<string, unknown> }> = {
  ...Object.fromEntries(patterns.map(({ id }) => [id, { pattern: id }])),
  "react, text form": { pattern: "react", settings: { protocol: "text" } },
  "plan-notebook": { pattern: "plan-notebook", settings: { needUserConfirm: false } },
};

/** One pair, under the default limits and with the loop rules on unless `more` says otherwise. */
export function runPair(drill: string, column: string, more: Partial<StartOptions> = {}): Promise<DrillRun> {
  const { pattern, settings } = columns[column] ?? { pattern: column };
  return drillRun(tasks.files, pattern, drills[drill] ?? {}, { price: dear, ...(settings && { settings }), ...more });
}

/**
 * How a run ended: `completed` with its warnings and what ended agents and steps inside, or what stopped it: `limit usd`,
 * `loop cycle`, `model rate-limited`.
 */
export function endingOf({ outcome, log }: DrillRun): string {
  const { status, stop } = outcome;
  if (stop) return `${stop.code} ${stop.limit ?? stop.rule ?? stop.reason ?? ""}`.trim();
  const codes = log.flatMap((event) => (event.type === "warning" && event.code !== "drill" ? [event.code] : []));
  const parts = new Set(
    log.flatMap((event) => (event.type === "span.start" && ["agent", "step"].includes(event.kind) ? [event.span] : [])),
  );
  const inside = log.flatMap((event) =>
    event.type === "span.end" && event.failure && parts.has(event.span) ? [`(${event.failure.code})`] : [],
  );
  return [status, ...new Set([...codes, ...inside])].join(" ");
}

export const counted = ({ log }: DrillRun) => ({
  modelCalls: log.filter(({ type }) => type === "model.request").length,
  toolCalls: log.filter(({ type }) => type === "tool.call").length,
});
