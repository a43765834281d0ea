// The rules that every log keeps: the recorder by how it is made, an imported one because it is checked here.
import { rootSpan, type RunEvent } from "./events.ts";

/** The first event that breaks a rule, the field that does it, and what is wrong. */
export interface LogProblem {
  index: number;
  key?: string;
  what: string;
}

/**
 * What is wrong with a log, or null. It begins with its only `run.start`, counts from 0 by 1, never goes back in time, names only
 * spans that were started before, starts and ends each span once, and has nothing after `run.end`.
 */
export function logProblem(log: readonly RunEvent[]): LogProblem | null {
  const started = new Set<string>();
  const ended = new Set<string>();
  const known = (span: string) => span === rootSpan || started.has(span);
  let at = 0;

  for (const [index, event] of log.entries()) {
    if (event.seq !== index) return { index, key: "seq", what: `is ${event.seq} and should be ${index}.` };
    if (event.at < at) return { index, key: "at", what: `is ${event.at} and lies before ${at}, the event before it.` };
    at = event.at;
    if ((event.type === "run.start") !== (index === 0)) {
      return { index, key: "type", what: `is "${event.type}"; a log begins with "run.start" and has it only there.` };
    }
    if (event.type === "run.start") {
      if (Number.isNaN(Date.parse(event.startedAt))) {
        return {
          index,
          key: "startedAt",
          what: `is "${event.startedAt}" and should be a date like 2026-01-31T12:00:00.000Z.`,
        };
      }
      continue;
    }
    if (event.type === "run.end") {
      if (index === log.length - 1) return null;
      return { index: index + 1, what: `stands after "run.end", which must be the last event.` };
    }
    if (event.type === "span.start") {
      if (started.has(event.span)) return { index, key: "span", what: `"${event.span}" was started before.` };
      if (event.parent !== null && !known(event.parent)) {
        return { index, key: "parent", what: `"${event.parent}" names a span that was never started.` };
      }
      started.add(event.span);
    } else if (!known(event.span)) {
      return { index, key: "span", what: `"${event.span}" names a span that was never started.` };
    }
    if (event.type === "span.end") {
      if (ended.has(event.span)) return { index, key: "span", what: `"${event.span}" was ended before.` };
      ended.add(event.span);
    }
  }
  return null;
}
