// The run as text: what was said and done, in the order of its spans, so that agents side by side do not talk across each other.
import type { EventOf, RunEvent, SpanKind } from "../events.ts";
import { fold } from "./fold.ts";

/** Events that a reader is told of; the others say when a span began or ended, or what a prompt was. */
export type TranscriptEvent = Exclude<RunEvent, EventOf<"span.start" | "model.request" | "tool.call">> | ToolUse;

/** A call with what came back, as soon as something has. */
export interface ToolUse {
  readonly type: "tool.use";
  readonly seq: number;
  readonly at: number;
  readonly span: string;
  readonly call: EventOf<"tool.call">;
  readonly result: EventOf<"observation"> | null;
}

/** One paragraph, or the heading of what follows. */
export type TranscriptRow =
  | {
      readonly kind: "heading";
      readonly id: string;
      readonly span: string;
      readonly spanKind: SpanKind;
      readonly name: string;
      /** 1: directly inside the run */
      readonly level: number;
      readonly at: number;
    }
  | {
      readonly kind: "event";
      readonly id: string;
      /** null: the run itself */
      readonly span: string | null;
      readonly level: number;
      readonly event: TranscriptEvent;
    };

export interface TranscriptView {
  /** in the order in which they are read; made when asked for, in time that grows with the run */
  readonly rows: readonly TranscriptRow[];
  /** for the fold alone */
  readonly notes: Notes;
}

/** What a span holds: paragraphs, and ids of spans inside it. */
interface Section {
  readonly span: string;
  readonly parts: (TranscriptEvent | string)[];
  start: EventOf<"span.start"> | null;
  failed: boolean;
}

interface Notes {
  readonly top: (TranscriptEvent | string)[];
  readonly sections: Map<string, Section>;
}

/**
 * A run as text: the task, then each agent, step, turn and review with its heading and what was thought, called, found and
 * decided in it, then the answer. A thought stands in the place of the reply that it was read from, a result beside its call.
 * What is said of a span before it begins waits for it.
 */
export const transcript = fold<TranscriptView>(
  () => viewOf({ top: [], sections: new Map() }),
  (view, event) => (note(view.notes, event) ? viewOf(view.notes) : view),
);

function viewOf(notes: Notes): TranscriptView {
  let rows: TranscriptRow[] | null = null;
  return {
    notes,
    get rows() {
      return (rows ??= rowsOf(notes));
    },
  };
}

/** False: nothing that is read changed. */
function note(notes: Notes, event: RunEvent): boolean {
  switch (event.type) {
    case "run.start":
    case "run.end":
      notes.top.push(event);
      return true;
    case "span.start":
      return begun(notes, event);
    case "span.end":
      return ended(sectionOf(notes, event.span), event);
    case "model.request":
      return false;
    case "model.reply":
      if (event.text.trim() === "" && !event.reasoning?.trim()) return false;
      sectionOf(notes, event.span).parts.push(event);
      return true;
    case "thought":
      return thought(sectionOf(notes, event.span), event);
    case "tool.call": {
      const { seq, at, span } = event;
      sectionOf(notes, span).parts.push({ type: "tool.use", seq, at, span, call: event, result: null });
      return true;
    }
    case "observation":
      return observed(sectionOf(notes, event.span), event);
    default:
      sectionOf(notes, event.span).parts.push(event);
      return true;
  }
}

function sectionOf(notes: Notes, span: string): Section {
  let section = notes.sections.get(span);
  if (!section) notes.sections.set(span, (section = { span, parts: [], start: null, failed: false }));
  return section;
}

function begun(notes: Notes, event: EventOf<"span.start">): boolean {
  const section = sectionOf(notes, event.span);
  if (section.start) return false;
  section.start = event;
  const parent = event.parent === null ? undefined : notes.sections.get(event.parent);
  (parent?.start && parent !== section ? parent.parts : notes.top).push(event.span);
  return true;
}

/** Why a span failed is told once: a failed result says it for its call, and a failed call need not say it for its turn. */
function ended(section: Section, event: EventOf<"span.end">): boolean {
  if (!event.failure || section.failed) return false;
  section.parts.push(event);
  return true;
}

function thought(section: Section, event: EventOf<"thought">): boolean {
  if (event.text.trim() === "") return false;
  const reply = section.parts.findLastIndex((part) => typeof part !== "string" && part.type === "model.reply");
  if (reply < 0) section.parts.push(event);
  else section.parts[reply] = event;
  return true;
}

function observed(section: Section, event: EventOf<"observation">): boolean {
  section.failed ||= event.failure !== undefined;
  const at = section.parts.findLastIndex(
    (part) => typeof part !== "string" && part.type === "tool.use" && part.result === null,
  );
  const use = section.parts[at];
  if (typeof use === "object" && use.type === "tool.use") section.parts[at] = { ...use, result: event };
  else section.parts.push(event);
  return true;
}

const headed: ReadonlySet<SpanKind> = new Set(["agent", "iteration", "plan", "step", "review"]);

function rowsOf({ top, sections }: Notes): TranscriptRow[] {
  const rows: TranscriptRow[] = [];
  const walk = (parts: readonly (TranscriptEvent | string)[], span: string | null, level: number): void => {
    for (const part of parts) {
      if (typeof part !== "string") {
        rows.push({ kind: "event", id: `e${part.seq}`, span, level, event: part });
        continue;
      }
      const section = sections.get(part);
      const start = section?.start;
      if (!section || !start) continue;
      // The run itself has the page's own heading, and a call belongs to the turn around it.
      const isHeaded = headed.has(start.kind) && start.parent !== null;
      const { kind: spanKind, name, at } = start;
      if (isHeaded)
        rows.push({ kind: "heading", id: `s${start.seq}`, span: part, spanKind, name, level: level + 1, at });
      walk(section.parts, part, isHeaded ? level + 1 : level);
    }
  };
  walk(top, null, 0);
  return rows;
}
