// One turn: works through the task with what the conversation holds, up to the next call or the answer.
import type { Language } from "../../events.ts";
import type { MadeCall, Reading } from "./read-request.ts";
import type { Call, Intent, Outcome, PlanBook, Result, ToolBox, Work } from "./skill.ts";
import { longestTask, partsOf, skills, type Part } from "./skills.ts";
import { fromFindings } from "./findings.ts";
import { ended, words } from "./words.ts";

/** What the model has decided to say. */
export type Draft =
  { kind: "call"; call: Call } | { kind: "answer"; thought: string; answer: string; refused: boolean };

/** Decides the next thing to do. */
export function nextTurn(reading: Reading): Draft {
  const { language, task } = reading;
  const say = words[language];
  if (task.length > longestTask) {
    return answer(reading, `${say.tooLong(task.length, longestTask)}\n\n${say.refusal(examples(language))}`, true);
  }
  const parts = partsOf(task, language);
  if (!parts.some((part) => part.intents.length > 0)) return answer(reading, say.refusal(examples(language)), true);

  const walked = walk(parts, {
    language,
    tools: reading.tools,
    past: replay(reading.calls),
    ...fromFindings(reading.findings, language),
  });
  const results = walked.results.flat();
  const sentences = results.map((result) => result.sentence).filter(Boolean);
  const unknown = parts.filter((part) => part.intents.length === 0).map((part) => part.text);
  if (walked.next && !reading.closing) return { kind: "call", call: walked.next };
  if (walked.next) return answer(reading, say.closing(sentences, [...walked.missing, ...unknown]));
  // "… and save it" is understood, but there is nothing to save where the rest was not: the whole task cannot be done.
  if (unknown.length > 0 && !results.some((result) => result.done) && reading.calls.length === 0) {
    return answer(reading, say.refusal(examples(language)), true);
  }
  const open = unknown.length > 0 ? [ended(say.notUnderstood(unknown), reading)] : [];
  return answer(reading, say.join([...sentences, ...open]));
}

export interface Walked {
  /** what came of each part that was worked through, in order */
  results: Result[][];
  /** the first call that has no outcome yet */
  next: Call | null;
  /** the parts that are not done because of it */
  missing: string[];
}

/** How a walk goes. */
export interface WalkOptions {
  language: Language;
  tools: ToolBox;
  /** the outcome of a call; null: it is the next one to make */
  past: (call: Call) => Outcome | null;
  plan?: PlanBook;
  /** what was found before, by others: "the result" may mean it */
  given?: readonly Result[];
  notes?: Iterable<[name: string, value: string]>;
  /** told before each part is worked through */
  onPart?: (part: Part) => void;
  /** told what came of each intent */
  onResult?: (result: Result) => void;
}

/** Runs the scripts of all parts one after the other over the outcomes that there are. */
export function walk(parts: readonly Part[], options: WalkOptions): Walked {
  const { language, tools, past, plan = null, given = [], notes = [], onPart, onResult } = options;
  const results: Result[][] = given.map((result) => [result]);
  const work: Work = {
    language,
    tools,
    results,
    files: { current: null, unsaved: null, written: new Map(), read: new Map() },
    notes: new Map(notes),
    plan,
  };
  for (const [index, part] of parts.entries()) {
    // In the list before it is done, so that an intent sees what came of the ones before it in its own clause.
    const ofPart: Result[] = [];
    results.push(ofPart);
    onPart?.(part);
    for (const intent of part.intents) {
      const step = run(intent, work, past);
      if ("next" in step) {
        const missing = parts.slice(index).filter((each) => each.intents.length > 0);
        return { results, next: step.next, missing: missing.map((each) => each.text) };
      }
      ofPart.push(step.result);
      onResult?.(step.result);
    }
  }
  return { results, next: null, missing: [] };
}

function run(intent: Intent, work: Work, past: (call: Call) => Outcome | null): { next: Call } | { result: Result } {
  const script = intent.script(work);
  for (let step = script.next(); ;) {
    if (step.done) return { result: step.value };
    const outcome = past(step.value);
    if (outcome === null) return { next: step.value };
    step = script.next(outcome);
  }
}

/** Finds the outcome of a call among those made: each is used once, in the order in which they were made. */
export function replay(calls: readonly MadeCall[]): (call: Call) => Outcome | null {
  const left = [...calls];
  return ({ tool, input }) => {
    const wanted = canonical(input);
    const index = left.findIndex(
      (made) => made.tool === tool && made.input !== null && canonical(made.input) === wanted,
    );
    const found = left[index];
    if (!found) return null;
    left.splice(0, index + 1);
    return found.outcome;
  };
}

const canonical = (input: Record<string, unknown>) =>
  JSON.stringify(Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1)));

function answer({ language }: Reading, text: string, refused = false): Draft {
  return { kind: "answer", thought: words[language].finished, answer: paragraphs(text), refused };
}

/** Sections bring their own line breaks; the blanks between sentences end before them. */
export const paragraphs = (text: string) => text.replace(/ *\n(?: +(?=\n))?/g, "\n").trim();

const examples = (language: Language) => skills.flatMap((skill) => skill.examples[language]);
