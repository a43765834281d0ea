// A run as a few indented lines: for tests, and for people who read the log in a terminal.
import type { RunEvent } from "../events.ts";
import { fold } from "./fold.ts";

export interface Outline {
  lines: string[];
  /** of each span that is open or was a tool call: its line and how deep it lies */
  places: Map<string, { line: number; depth: number }>;
}

/**
 * One line for the task, each turn, model call and tool call (`name → failure code` where it failed), nudge and limit, and how
 * the run ended. The span of the run itself has no line.
 */
export const outline = fold<Outline>(
  () => ({ lines: [], places: new Map() }),
  (view, event) => {
    const depth = depthOf(view, event);
    switch (event.type) {
      case "run.start":
        return add(view, 0, `run: ${event.task}`);
      case "span.start":
        if (event.parent === null) return view;
        view.places.set(event.span, { line: view.lines.length, depth });
        return add(view, depth, event.kind === "model" && event.name === "main" ? "model" : event.name);
      case "span.end":
        return event.status === "ok" ? view : mark(view, event.span, event.failure?.code ?? event.status);
      case "nudge":
        return add(view, depth, `nudge: ${event.rule} ×${event.count}`);
      case "limit":
        return add(view, depth, `limit: ${event.limit}`);
      case "run.end":
        return add(view, 0, ending(event));
      default:
        return view;
    }
  },
);

function depthOf(view: Outline, event: RunEvent): number {
  if (!("span" in event)) return 0;
  const above = event.type === "span.start" ? event.parent : event.span;
  return (above === null ? -1 : (view.places.get(above)?.depth ?? 0)) + 1;
}

function add(view: Outline, depth: number, text: string): Outline {
  view.lines.push("  ".repeat(depth) + text);
  return { ...view };
}

function mark(view: Outline, span: string, code: string): Outline {
  const place = view.places.get(span);
  if (place) view.lines[place.line] += ` → ${code}`;
  return { ...view };
}

function ending({ status, answer, stop }: Extract<RunEvent, { type: "run.end" }>): string {
  const why = stop ? ` (${stop.limit ?? stop.rule ?? stop.reason ?? stop.code})` : "";
  return `${status}${why}${answer === null ? "" : `: ${answer}`}`;
}
