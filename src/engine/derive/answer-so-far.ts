// The answer as it stands at any moment of a run: what a person would have if it ended now.
import type { EventOf, RunEvent } from "../events.ts";
import { fold } from "./fold.ts";

/** One piece of what there is. */
export interface AnswerPart {
  /**
   * `answer`: the run's own; `draft`: an answer that was not the last word; `result`: what a step, an agent or a sub-task came
   * to; `words`: the last that a model wrote; `observation`: the last that a tool gave
   */
  readonly from: "answer" | "draft" | "result" | "words" | "observation";
  /** of the step, agent, sub-task or tool; "": the run itself */
  readonly name: string;
  readonly text: string;
  /** where it was written; a result of a notebook: where its plan was said */
  readonly span: string;
  /** what its review gave it, 0..1; null: none, or not yet */
  readonly score: number | null;
}

export interface AnswerSoFar {
  /** the best there is, the most important first; empty: nothing yet. Made when read. */
  readonly parts: readonly AnswerPart[];
  /** for the fold alone */
  readonly notes: Notes;
}

/** The newest reply, entry or observation in the work on an item, until that work ends. */
interface Work {
  readonly item: string;
  readonly name: string;
  best: { text: string; rank: number } | null;
}

interface Notes {
  answer: AnswerPart | null;
  draft: AnswerPart | null;
  readonly results: Map<string, AnswerPart>;
  /** what the sub-tasks of the newest plan that tells of outcomes came to */
  outcomes: readonly AnswerPart[];
  /** the last thought, or reply without calls */
  words: AnswerPart | null;
  /** the words before a reply's: it may turn out to be a call that is written in words; null: they are known to be none */
  before: { words: AnswerPart | null } | null;
  readonly observations: AnswerPart[];
  /** a draft that no review has judged yet */
  unjudged: AnswerPart | null;
  readonly names: Map<string, string>;
  readonly parents: Map<string, string>;
  readonly work: Map<string, Work>;
}

/** As many observations are shown where there is nothing better. */
const observationsKept = 3;

/** Calls that are made for an answer. */
const answering: ReadonlySet<string> = new Set(["synthesis", "closing call"]);

/**
 * The best answer that a run has at this moment: its own; else the draft with the best review, or the newest; else what the
 * finished steps, agents and sub-tasks came to; else the last words and observations. `parts` are texts, mostly Markdown.
 */
export const answerSoFar = fold<AnswerSoFar>(
  () =>
    viewOf({
      answer: null,
      draft: null,
      results: new Map(),
      outcomes: [],
      words: null,
      before: null,
      observations: [],
      unjudged: null,
      names: new Map(),
      parents: new Map(),
      work: new Map(),
    }),
  (view, event) => (note(view.notes, event) ? viewOf(view.notes) : view),
);

function viewOf(notes: Notes): AnswerSoFar {
  return {
    notes,
    get parts() {
      return bestOf(notes);
    },
  };
}

function bestOf({ answer, draft, results, outcomes, words, observations }: Notes): AnswerPart[] {
  const best = answer ?? draft;
  if (best) return [best];
  const found = [...results.values(), ...outcomes];
  return found.length > 0 ? found : [...(words ? [words] : []), ...observations.toReversed()];
}

/** False: it changes nothing. */
function note(notes: Notes, event: RunEvent): boolean {
  switch (event.type) {
    case "span.start":
      return opened(notes, event);
    case "span.end":
      return ended(notes, event);
    case "model.reply":
      return replied(notes, event);
    case "thought":
      notes.words = part("words", "", event.text, event.span);
      notes.before = null;
      return true;
    case "observation":
      return observed(notes, event);
    case "board.write":
      notes.results.set(event.key, part("result", event.author, event.text, event.span));
      return true;
    case "plan":
      return planned(notes, event);
    case "plan.step":
      if (!event.outcome) return false;
      notes.results.set(event.item, part("result", event.item, event.outcome, event.span));
      return true;
    case "review":
      return reviewed(notes, event);
    case "run.end":
      notes.answer = event.answer === null ? null : part("answer", "", event.answer, "");
      return true;
    default:
      return false;
  }
}

const part = (from: AnswerPart["from"], name: string, text: string, span: string): AnswerPart => ({
  from,
  name,
  text,
  span,
  score: null,
});

function opened(notes: Notes, { span, parent, kind, name, item, causes }: EventOf<"span.start">): boolean {
  notes.names.set(span, name);
  if (parent !== null) notes.parents.set(span, parent);
  const outer = parent === null ? undefined : notes.work.get(parent);
  if (item !== undefined) notes.work.set(span, { item, name, best: null });
  else if (outer) notes.work.set(span, outer);
  if (kind !== "tool" || notes.before === null || !causes?.includes(notes.words?.span ?? "")) return false;
  notes.words = notes.before.words;
  notes.before = null;
  return true;
}

function replied(notes: Notes, { span, text, toolCalls, finishReason }: EventOf<"model.reply">): boolean {
  const words = text.trim();
  if (words === "" || finishReason === null || toolCalls?.length) return false;
  const isAnswer = answering.has(notes.names.get(span) ?? "");
  const work = notes.work.get(span);
  if (work) return offer(work, words, isAnswer ? 3 : 2);
  if (isAnswer) {
    notes.unjudged = part("draft", "", words, span);
    if (notes.draft === null || notes.draft.score === null) notes.draft = notes.unjudged;
    return true;
  }
  notes.before = { words: notes.words };
  notes.words = part("words", "", words, span);
  return true;
}

function observed(notes: Notes, { span, output, shown, failure }: EventOf<"observation">): boolean {
  if (failure || output === undefined) return false;
  const text = (shown ?? (typeof output === "string" ? output : (JSON.stringify(output) ?? ""))).trim();
  if (text === "") return false;
  const work = notes.work.get(span);
  if (work) offer(work, text, 1);
  notes.observations.push(part("observation", notes.names.get(span) ?? "", text, span));
  if (notes.observations.length > observationsKept) notes.observations.shift();
  return true;
}

/** The newest of the highest rank: an observation 1, a reply 2, a reply that was asked for as an answer 3. */
function offer(work: Work, text: string, rank: number): boolean {
  if (rank >= (work.best?.rank ?? 0)) work.best = { text, rank };
  return false;
}

function ended(notes: Notes, { span, status }: EventOf<"span.end">): boolean {
  const work = notes.work.get(span);
  const isOwn = work !== undefined && notes.work.get(notes.parents.get(span) ?? "") !== work;
  if (!isOwn || !work.best) return false;
  // Work that failed has a result only if it was asked for its last word.
  if (status !== "ok" && work.best.rank < 3) return false;
  notes.results.set(work.item, part("result", work.name, work.best.text, span));
  return true;
}

function planned(notes: Notes, { items, span }: EventOf<"plan">): boolean {
  const outcomes = items.flatMap(({ name, description, outcome }) =>
    outcome ? [part("result", name ?? description, outcome, span)] : [],
  );
  if (outcomes.length === 0) return false;
  notes.outcomes = outcomes;
  return true;
}

function reviewed(notes: Notes, { score }: EventOf<"review">): boolean {
  if (notes.unjudged === null || score === null) return false;
  const judged = { ...notes.unjudged, score };
  notes.unjudged = null;
  if (notes.draft?.score === null || notes.draft === null || score > notes.draft.score) notes.draft = judged;
  return true;
}
