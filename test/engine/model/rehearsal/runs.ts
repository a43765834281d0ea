// Runs of the engine with the rehearsal model over the bundled data.
import {
  outline,
  rehearsal,
  startRun,
  type Outcome,
  type RunEvent,
  type StartOptions,
} from "../../../../src/engine/index.ts";
import { memoryFiles } from "../../../../src/engine/tools/files-memory.ts";
import type { Files } from "../../../../src/engine/tools/tool.ts";
import { bundledDocuments, bundledTables } from "../../../fixtures/data.ts";
import { keepsItsPromises } from "../../support.ts";

const tables = await bundledTables();
const documents = bundledDocuments();

export interface Ran {
  outcome: Outcome;
  answer: string;
  log: readonly RunEvent[];
  lines: string[];
  files: Files;
}

/** Runs a task under a pattern, with its default limits. */
export async function run(task: string, pattern: string, more: Partial<StartOptions> = {}): Promise<Ran> {
  const files = memoryFiles();
  const started = startRun(task, {
    pattern,
    models: { main: rehearsal({ charactersPerSecond: null }) },
    ports: { tables, documents, files },
    ...more,
  });
  const outcome = await started.finished;
  keepsItsPromises(started.log);
  const { lines } = outline.of(started.log);
  return { outcome, answer: outcome.answer ?? "", log: started.log, lines, files };
}

export const eventsOf = <Type extends RunEvent["type"]>(log: readonly RunEvent[], type: Type) =>
  log.filter((event): event is Extract<RunEvent, { type: Type }> => event.type === type);

/** The tools that were called, in order. */
export const calledIn = (log: readonly RunEvent[]) => eventsOf(log, "tool.call").map(({ tool }) => tool);

/** A plan as it was first written: `id tool-or-dash < ids it needs`. */
export function firstPlan(log: readonly RunEvent[]): string[] {
  const items = eventsOf(log, "plan")[0]?.items ?? [];
  return items.map(
    ({ id, tool, dependsOn = [] }) => `${id} ${tool ?? "-"}${dependsOn.length > 0 ? ` < ${dependsOn.join(" ")}` : ""}`,
  );
}
