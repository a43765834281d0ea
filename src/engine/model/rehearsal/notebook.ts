// The rehearsal model with a plan notebook: it plans with the ten tools and works the plan off as the hint says.
import type { Language } from "../../events.ts";
import type { Message } from "../model.ts";
import { hintIn, type Hint } from "./notebook-hint.ts";
import { notebookWords } from "./notebook-words.ts";
import { runBook, type Book, type BookStep } from "./plan-book.ts";
import { planSay } from "./plan-say.ts";
import type { MadeCall, Reading } from "./read-request.ts";
import type { Call } from "./skill.ts";
import { longestTask, partsOf, type Part } from "./skills.ts";
import { nextTurn, paragraphs, replay, type Draft } from "./turn.ts";
import { ended, excerpt, words } from "./words.ts";

const notebookTools = new Set([
  "create_plan",
  "update_plan_info",
  "revise_current_plan",
  "update_subtask_state",
  "finish_subtask",
  "view_subtasks",
  "get_subtask_count",
  "finish_plan",
  "view_historical_plans",
  "recover_historical_plan",
]);

/** A sub-task, with the descriptions of the steps that it stands for. */
interface Item {
  name: string;
  description: string;
  expected: string;
  steps: readonly string[];
}

const longestName = 90;
const longestOutcome = 1_500;

/** The next turn of an agent with a notebook; null: this request has none, or needs none. */
export function notebookTurn(reading: Reading, messages: readonly Message[]): Draft | null {
  const hint = hintIn(messages);
  if (!hint || reading.closing || !reading.tools.has("create_plan")) return null;
  const [planning, working] = split(reading.calls);
  // What a person said later belongs to the task.
  const task = [reading.task, ...laterWords(messages)].join("\n");
  const plain = () => nextTurn({ ...reading, task, calls: working });
  if (task.length > longestTask) return plain();
  const parts = partsOf(task, reading.language);
  if (!parts.some((part) => part.intents.length > 0)) return plain();
  const { language, tools } = reading;
  const items = itemsFor(runBook(parts, { language, tools }), hint.most);
  if (hint.plan && hint.mustWait) {
    const later = laterItem(hint.plan, items, task);
    return later ? addItem(hint.plan, later, language) : waiting(hint.plan, unknownIn(parts), language);
  }
  const book = runBook(parts, { language, tools, made: replay(working) });
  if (hint.isFinished) return finalAnswer(book, parts, language);
  const last = planning.at(-1);
  const isRefused = last !== undefined && !last.outcome.ok && last === reading.calls.at(-1);
  if (!hint.plan) {
    const wantsPlan = items.length > 1 && !isRefused;
    return wantsPlan ? create(reading, task, items) : plain();
  }
  if (isRefused && last.tool !== "finish_subtask") return waiting(hint.plan, [], language, last.outcome.text);
  return workOff(hint.plan, items, { book, parts, reading: { ...reading, task, calls: working } });
}

function split(calls: readonly MadeCall[]): [planning: MadeCall[], working: MadeCall[]] {
  return [calls.filter(({ tool }) => notebookTools.has(tool)), calls.filter(({ tool }) => !notebookTools.has(tool))];
}

function laterWords(messages: readonly Message[]): string[] {
  const said = messages.filter((message) => message.role === "user").map(({ content }) => content);
  return said.slice(1).filter((content) => !content.trimStart().startsWith("<system-hint>"));
}

/** One sub-task a step; where that is more than a plan may have, several steps that follow each other are one. */
function itemsFor({ steps }: Book, most: number | null): Item[] {
  const size = most === null ? 1 : Math.ceil(steps.length / most);
  return Array.from({ length: Math.ceil(steps.length / size) }, (_, index) => {
    const own = steps.slice(index * size, (index + 1) * size);
    const description = own.map((step) => step.description).join("; ");
    return {
      name: excerpt(description, longestName),
      description: own.map((step) => step.part?.text ?? step.description).join("; "),
      expected: own.map((step) => step.expected).join("; "),
      steps: own.map((step) => step.description),
    };
  });
}

function create({ language }: Reading, task: string, items: readonly Item[]): Draft {
  const say = notebookWords[language];
  const input = {
    name: excerpt(task.split("\n")[0] ?? task, 60),
    description: excerpt(task, 400),
    expected_outcome: say.expected,
    subtasks: items.map(({ name, description, expected }) => ({ name, description, expected_outcome: expected })),
  };
  return call("create_plan", input, say.createThought(items.length));
}

type Plan = NonNullable<Hint["plan"]>;

interface Work {
  book: Book;
  parts: readonly Part[];
  reading: Reading;
}

function workOff(plan: Plan, items: readonly Item[], { book, parts, reading }: Work): Draft {
  const { language } = reading;
  const say = notebookWords[language];
  const running = plan.subtasks.findIndex(({ state }) => state === "in_progress");
  const missing = laterItem(plan, items, reading.task);
  if (missing) return addItem(plan, missing, language);
  if (running < 0) {
    const next = plan.subtasks.findIndex(({ state }) => state === "todo");
    if (next < 0) return finishPlan(plan, book, parts, reading);
    const input = { subtask_idx: next, state: "in_progress" };
    return call("update_subtask_state", input, say.startThought(plan.subtasks[next]?.name ?? ""));
  }
  const name = plan.subtasks[running]?.name ?? "";
  const item = items.find((each) => each.name === name);
  return item ? workOn(running, item, book, language) : workOnOther(running, name, reading);
}

/** Something that a person asked for after the plan was made. */
function laterItem(plan: Plan, items: readonly Item[], task: string): Item | undefined {
  if (!task.includes("\n")) return undefined;
  const names = new Set(plan.subtasks.map(({ name }) => name));
  return items.find((item, index) => !names.has(item.name) && index >= plan.subtasks.length);
}

/** Makes the next call of a sub-task, or closes it with what its calls gave. */
function workOn(index: number, item: Item, book: Book, language: Language): Draft {
  const say = notebookWords[language];
  const again = planSay[language].again;
  const own = book.steps.filter(({ description }) =>
    item.steps.some((each) => description === each || description === each + again),
  );
  const open = own.find((step) => step.tool !== null && step.outcome === null);
  if (open?.tool != null && !holdsPlaceholder(open)) return call(open.tool, open.input, say.workThought(item.name));
  const results = book.results.filter(({ ids }) => own.some(({ id }) => ids.includes(id)));
  const outcome = own.length === 0 || open ? null : outcomeOf(own, results);
  if (outcome === null) {
    return call("update_subtask_state", { subtask_idx: index, state: "abandoned" }, say.abandonThought(item.name));
  }
  return finish(index, outcome, say.finishThought(item.name));
}

const holdsPlaceholder = ({ input }: BookStep) => /\{\{step\d+_result\}\}/.test(JSON.stringify(input));

/** The data that the last of its calls gave; null: it gave none. */
function outcomeOf(own: readonly BookStep[], results: Book["results"]): string | null {
  const last = own.at(-1);
  if (last?.tool === null) return last.computed;
  if (!last?.outcome?.ok) return null;
  const told = results.filter(({ ids }) => ids.includes(last.id)).map(({ result }) => result);
  if (told.some((result) => !result.done)) return last.outcome.text;
  const sentences = told.map(({ sentence }) => sentence.trim()).filter(Boolean);
  return sentences.length > 0 ? sentences.join(" ") : last.outcome.text;
}

/** A sub-task that a person wrote: done if a rule understands it, else given up. */
function workOnOther(index: number, name: string, reading: Reading): Draft {
  const say = notebookWords[reading.language];
  const draft = nextTurn({ ...reading, task: name });
  if (draft.kind === "call") return draft;
  if (!draft.refused) return finish(index, draft.answer, say.finishThought(name));
  return call("update_subtask_state", { subtask_idx: index, state: "abandoned" }, say.abandonThought(name));
}

const finish = (index: number, outcome: string, thought: string): Draft =>
  call("finish_subtask", { subtask_idx: index, subtask_outcome: excerpt(outcome, longestOutcome) }, thought);

/** What came out; where sub-tasks were given up, with what was not done. */
function finalAnswer({ steps, results }: Book, parts: readonly Part[], language: Language): Draft {
  const say = notebookWords[language];
  const open = steps.filter((step) => step.tool !== null && step.outcome === null);
  const told = results
    .filter(({ ids }) => !open.some(({ id }) => ids.includes(id)))
    .map(({ result }) => result.sentence);
  const unknown = unknownIn(parts);
  const lacks = [
    ...(open.length > 0 ? [say.notDone(open.map(({ description }) => description))] : []),
    ...(unknown.length > 0 ? [ended(words[language].notUnderstood(unknown), { language })] : []),
  ];
  const answer = paragraphs(words[language].join([...told.filter(Boolean), ...lacks]));
  return { kind: "answer", thought: words[language].finished, answer, refused: false };
}

function finishPlan(plan: Plan, book: Book, parts: readonly Part[], reading: Reading): Draft {
  const say = notebookWords[reading.language];
  const isDone = plan.subtasks.some(({ state }) => state === "done");
  const draft = finalAnswer(book, parts, reading.language);
  const outcome = draft.kind === "answer" ? draft.answer : "";
  return call(
    "finish_plan",
    { state: isDone ? "done" : "abandoned", outcome: excerpt(outcome, longestOutcome) },
    say.finishPlanThought,
  );
}

/** Shows the plan, and asks for a yes. `why`: what the notebook said of a change that it refused. */
function waiting(
  { name, subtasks }: Plan,
  notUnderstood: readonly string[],
  language: Language,
  why: string | null = null,
): Draft {
  const say = notebookWords[language];
  const list = subtasks.map((subtask, index) => `${index + 1}. ${subtask.name}`).join("\n");
  const parts = [
    ...(why === null ? [] : [ended(why, { language })]),
    say.wait(name, list),
    ...(notUnderstood.length > 0 ? [`\n\n${words[language].notUnderstood(notUnderstood)}`] : []),
  ];
  return {
    kind: "answer",
    thought: say.waitThought,
    answer: paragraphs(words[language].join(parts)),
    refused: false,
  };
}

const unknownIn = (parts: readonly Part[]) => parts.filter((part) => part.intents.length === 0).map(({ text }) => text);

function addItem({ subtasks }: Plan, { name, description, expected }: Item, language: Language): Draft {
  const subtask = { name, description, expected_outcome: expected };
  const input = { subtask_idx: subtasks.length, action: "add", subtask };
  return call("revise_current_plan", input, notebookWords[language].addThought(name));
}

const call = (tool: string, input: Record<string, unknown>, thought: string): Draft => ({
  kind: "call",
  call: { tool, input, thought, toDo: "" } satisfies Call,
});
