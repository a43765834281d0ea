// One step of a plan: its tool, its input and what it depends on, looked up and checked.
import type { Language } from "../events.ts";
import type { FinishReason, ToolSpec } from "../model/model.ts";
import type { StepResult } from "./interpolate.ts";
import type { WrittenNumbers } from "./json-values.ts";
import type { RawStep } from "./plan-fields.ts";
import { splitReference, type IdBook } from "./plan-ids.ts";
import { readFreeInput, readStepInput } from "./plan-inputs.ts";
import type { PlanWords } from "./plan-words.ts";
import {
  exactIdIn,
  mapTexts,
  placeholderFor,
  replacePlaceholders,
  showPlaceholders,
  type StepId,
} from "./placeholders.ts";
import { matchTool } from "./tool-names.ts";

export interface PlannedStep {
  id: StepId;
  /** "" where the planner named only a tool */
  description: string;
  /** null: a model does it */
  tool: string | null;
  /** placeholders stand in it as `{{stepN_result}}` */
  input: Record<string, unknown>;
  /** declared or by placeholder; numbers first, by size, then in the order of the plan */
  dependsOn: StepId[];
  expected?: string;
}

export type PlanProblem =
  | "no_json"
  | "not_a_plan"
  | "truncated"
  | "unknown_tool"
  | "unknown_dependency"
  | "duplicate_id"
  | "cycle"
  | "too_many_steps"
  | "repeats_failed_step"
  | "bad_input";

export interface PlanOptions {
  tools: readonly ToolSpec[];
  finishReason: FinishReason;
  language?: Language;
  /** how many steps may still be run; more are refused, never cut */
  maxSteps?: number;
  /** For a revision: the steps so far and how they ended. New ones may depend on those, and need ids of their own. */
  earlier?: { steps: readonly PlannedStep[]; results: ReadonlyMap<StepId, StepResult> };
}

export type Blame = (problem: PlanProblem, message: string) => void;

/** What a step is read by. */
export interface Surroundings {
  book: IdBook;
  written: WrittenNumbers;
  options: PlanOptions;
  words: PlanWords;
  blame: Blame;
}

/** Looks up a step's id, tool, input and dependencies; what is wrong with them goes to `blame`. */
export function readStep(raw: RawStep, id: StepId, surroundings: Surroundings): PlannedStep {
  const { book, options, words, blame, written } = surroundings;
  const language = options.language ?? "en";
  const isLost = (step: StepId) => (options.earlier?.results.get(step)?.state ?? "done") !== "done";
  const needed = new Set<StepId>();
  const need = (reference: unknown): StepId | undefined => {
    const found = book.resolve(reference);
    const shown = showPlaceholders(String(reference));
    if (found === undefined) blame("unknown_dependency", words.unknownDependency(id, shown, knownIds(surroundings)));
    else if (book.taken.has(found)) {
      const isOld = options.earlier?.steps.some((step) => step.id === found);
      blame("duplicate_id", isOld ? words.old(found) : words.duplicate(found));
    } else if (isLost(found)) blame("unknown_dependency", words.lostDependency(id, found));
    else needed.add(found);
    return found;
  };
  for (const reference of raw.dependsOn.flatMap((one) => splitReference(one, book))) need(reference);

  /** Notes what the placeholders of a text need, and writes them in the form that filling in goes by. */
  const link = (text: string, isInput: boolean): string =>
    replacePlaceholders(text, (found) => {
      // A description may speak of a template's own `{{title_result}}`; a tool would get it as it stands.
      const mustBeStep = found.isNumbered || (isInput && exactIdIn(text, found) !== undefined);
      if (!mustBeStep && book.resolve(found.id) === undefined) return undefined;
      if (found.isPart) blame("bad_input", words.partOfResult(id, text.slice(found.start, found.end)));
      const target = need(found.id);
      return target === undefined || exactIdIn(text, found) === target ? undefined : placeholderFor(target);
    });

  const tool = raw.tool === null ? undefined : matchTool(raw.tool, options.tools);
  let input: Record<string, unknown> = {};
  if (tool) {
    const read = readStepInput(raw.input, tool, written, language);
    if (read.ok) input = read.input;
    else blame("bad_input", words.badInput(id, tool.name, read.message));
  } else {
    if (raw.tool !== null) {
      const name = showPlaceholders(raw.tool).slice(0, 100);
      blame(
        "unknown_tool",
        words.unknownTool(
          id,
          name,
          options.tools.map((one) => one.name),
        ),
      );
    }
    input = readFreeInput(raw.input);
  }
  const linked = mapTexts(input, (text) => {
    if (tool) blameBareReference(text, id, surroundings);
    return link(text, true);
  }) as Record<string, unknown>;
  const description = link(showPlaceholders(raw.description), false);
  const expected = showPlaceholders(raw.expected);
  return {
    id,
    description,
    tool: tool?.name ?? null,
    input: linked,
    dependsOn: sortIds(needed, book),
    ...(expected !== "" && { expected }),
  };
}

/** A tool would get the words `step1_result` as they stand. */
function blameBareReference(text: string, id: StepId, { book, words, blame }: Surroundings): void {
  const rest = replacePlaceholders(text, () => " ");
  for (const [found, number] of rest.matchAll(/\bstep[\s_-]?(\d{1,9})_result\b/giu)) {
    const target = book.resolve(number);
    if (target !== undefined) blame("bad_input", words.bareReference(id, found, placeholderFor(target)));
  }
}

const knownIds = ({ book, options: { earlier } }: Surroundings): StepId[] => {
  const done = earlier?.steps.filter(({ id }) => earlier.results.get(id)?.state === "done") ?? [];
  return [...done.map(({ id }) => id), ...book.ids.slice(0, 50)];
};

function sortIds(ids: ReadonlySet<StepId>, { places }: IdBook): StepId[] {
  const rank = (id: StepId): readonly [number, number] =>
    /^\d+$/.test(id) ? [0, Number(id)] : [1, places.get(id) ?? -1];
  return [...ids].sort((a, b) => {
    const [kindOfA, placeOfA] = rank(a);
    const [kindOfB, placeOfB] = rank(b);
    return kindOfA - kindOfB || placeOfA - placeOfB || (a < b ? -1 : 1);
  });
}
