// What a planner wrote → steps that can run, or what is wrong with them.
import { canonicalArguments } from "../loop-compare.ts";
import { findJson, near } from "./json-candidates.ts";
import { choosePlan, type PlanChoice } from "./plan-candidates.ts";
import { findCycle } from "./plan-graph.ts";
import { assignIds, type IdBook } from "./plan-ids.ts";
import { readStep, type Blame, type PlannedStep, type PlanOptions, type PlanProblem } from "./plan-steps.ts";
import { planForm, planWords, type PlanWords } from "./plan-words.ts";
import { hidePlaceholders, showPlaceholders, type StepId } from "./placeholders.ts";
import { matchTool } from "./tool-names.ts";

export type { PlannedStep, PlanOptions, PlanProblem, StepId };

export type PlanRead =
  /** `notes`: what a reader of the run should know: mended, one of several, without a checking step */
  | { ok: true; steps: PlannedStep[]; notes: string[] }
  /** `message` names every fault, where it is and its repair, and asks for the plan again; `problem` is the first of them */
  | { ok: false; problem: PlanProblem; message: string; cycle?: StepId[] };

/** What is wrong, by the order in which it counts. */
const problemOrder: readonly PlanProblem[] = [
  "too_many_steps",
  "unknown_tool",
  "duplicate_id",
  "unknown_dependency",
  "cycle",
  "bad_input",
  "repeats_failed_step",
];

/**
 * Reads a plan from a planner's reply. Of several the last is taken; an empty list is a plan with nothing to do. Placeholders are
 * dependencies, declared or not. Nothing is dropped to make a plan fit: it is whole, or refused with what is wrong.
 *
 * @throws never
 */
export function readPlan(reply: string, options: PlanOptions): PlanRead {
  const words = planWords[options.language ?? "en"];
  const search = findJson(hidePlaceholders(reply), options.finishReason);
  const choice = choosePlan(search, (name) => matchTool(name, options.tools) !== undefined);
  if (!choice.ok) return refuseChoice(choice, search.text, options, words);

  const faults = new Map<PlanProblem, string[]>();
  const blame: Blame = (problem, message) => {
    const messages = faults.get(problem);
    if (messages) messages.push(message);
    else faults.set(problem, [message]);
  };
  const { steps: raw, written } = choice;
  const { maxSteps = Infinity } = options;
  if (raw.length > maxSteps) blame("too_many_steps", words.tooMany(raw.length, maxSteps));

  const book = assignIds(raw, new Set(options.earlier?.steps.map(({ id }) => id)));
  const steps = raw.map((step, index) =>
    readStep(step, book.ids[index] ?? "", { book, written, options, words, blame }),
  );
  const cycle = findCycle(steps);
  if (cycle) blame("cycle", words.cycle(cycle));
  blameRepeats(steps, options, words, blame);

  const problem = problemOrder.find((kind) => faults.has(kind));
  if (!problem) return { ok: true, steps, notes: notesOn(steps, choice, book, options, words) };
  const message = problemOrder.flatMap((kind) => (faults.get(kind) ?? []).slice(0, 5)).join("\n");
  return { ok: false, problem, message: askAgain(message, options, words), ...(cycle && { cycle }) };
}

function blameRepeats(steps: readonly PlannedStep[], { earlier }: PlanOptions, words: PlanWords, blame: Blame): void {
  const callOf = ({ tool, input }: PlannedStep) => `${tool ?? ""} ${canonicalArguments(input)}`;
  const failed = new Set(earlier?.steps.filter(({ id }) => earlier.results.get(id)?.state === "failed").map(callOf));
  for (const step of steps) {
    if (step.tool !== null && failed.has(callOf(step))) blame("repeats_failed_step", words.repeats(step.id, step.tool));
  }
}

const checks =
  /check|verif|validat|review|confirm|proofread|cross-?examin|double-?check|compare .*\b(?:task|request|question|goal)\b|检查|核对|核实|验证|校验|复核|审核|审查|确认|对照/iu;

function notesOn(
  steps: readonly PlannedStep[],
  choice: PlanChoice & { ok: true },
  book: IdBook,
  options: PlanOptions,
  words: PlanWords,
): string[] {
  const notes: string[] = [];
  if (choice.mended) notes.push(words.mended);
  if (choice.plans > 1) notes.push(words.several(choice.plans));
  if (book.taken.size > 0) notes.push(words.renumbered([...book.taken]));
  // A revision adds what was missing; it need not check the whole again.
  const last = options.earlier ? undefined : steps.at(-1);
  if (last && !checks.test(`${last.description} ${last.expected ?? ""}`)) notes.push(words.noCheck);
  return notes;
}

function refuseChoice(
  choice: PlanChoice & { ok: false },
  text: string,
  options: PlanOptions,
  words: PlanWords,
): PlanRead {
  const refuse = (problem: PlanProblem, message: string): PlanRead => ({
    ok: false,
    problem,
    message: askAgain(showPlaceholders(message), options, words),
  });
  switch (choice.problem) {
    case "no_json":
      return options.finishReason === "length" ? refuse("truncated", words.truncated) : refuse("no_json", words.noJson);
    case "truncated":
      return refuse("truncated", words.truncated);
    case "not_a_plan":
      return refuse("not_a_plan", choice.onlySamples ? words.onlySamples : words.notAPlan);
    case "broken":
      return refuse("no_json", words.broken(choice.broken.problem, near(text, choice.broken.at)));
    default:
      return choice satisfies never;
  }
}

const askAgain = (message: string, { language = "en" }: PlanOptions, words: PlanWords): string =>
  `${message}\n${words.again}\n${planForm[language]}`;
