// The plan of a task: its scripts are run with placeholders for the results that are not there yet, and with those that are.
import type { Language } from "../../events.ts";
import { planSay } from "./plan-say.ts";
import type { ToldStep } from "./prompts.ts";
import { jsonOr } from "./read-request.ts";
import type { Call, Outcome, PlanBook, Result, Thinking, ToolBox } from "./skill.ts";
import type { Part } from "./skills.ts";
import { walk } from "./turn.ts";

/** A step of a plan that the rehearsal model wrote, or would write. */
export interface BookStep {
  id: string;
  description: string;
  tool: string | null;
  input: Record<string, unknown>;
  dependsOn: string[];
  expected: string;
  part: Part | null;
  /** what a prompt told of it; null: it has not been run */
  told: ToldStep | null;
  /** what came of its call, where it was made in this conversation */
  outcome: Outcome | null;
  /** of a step without a tool: what its results come to by rule */
  computed: string | null;
}

export interface Book {
  steps: BookStep[];
  /** what came of each part, with the ids of the steps that it rests on */
  results: { part: Part; result: Result; ids: string[] }[];
}

export interface BookOptions {
  language: Language;
  tools: ToolBox;
  /** steps that a prompt tells of */
  told?: readonly ToldStep[];
  /** the outcome of a call that was made already; null: it was not */
  made?: (call: Call) => Outcome | null;
  /** True: a step that was told of without a result counts as failed; otherwise it is planned anew. */
  settled?: boolean;
}

/** Runs a task's parts as a plan. The same task always gives the same descriptions, by which told steps are found again. */
export function runBook(
  parts: readonly Part[],
  { language, tools, told = [], made, settled = false }: BookOptions,
): Book {
  const say = planSay[language];
  const steps: BookStep[] = [];
  const results: Book["results"] = [];
  const names = new Map<string, number>();
  const lastId = Math.max(0, ...told.map(({ id }) => Number(id)).filter(Number.isFinite));
  let part: Part | null = null;
  let from = 0;
  let fresh = lastId;

  function add(step: Pick<BookStep, "tool" | "input" | "expected">, toDo: string, isRetry: boolean): BookStep {
    const base = asDescription(say.sentence(toDo)) + (isRetry ? say.again : "");
    const times = (names.get(base) ?? 0) + 1;
    names.set(base, times);
    const description = times === 1 ? base : `${base} (${times})`;
    const find = (name: string) => told.findLast((each) => each.description === name && usable(each)) ?? null;
    // In a later round a call is made the way that the refusal of an earlier round said, without being refused first.
    const known = find(description) ?? (settled ? find(description + say.again) : null);
    const id = known?.id ?? String((fresh += 1));
    const added: BookStep = {
      ...step,
      id,
      description,
      dependsOn: [],
      part,
      told: known,
      outcome: null,
      computed: null,
    };
    steps.push(added);
    return added;
  }
  const usable = (step: ToldStep) =>
    settled || step.state === "done" || (step.state === "failed" && !lacksReference(step));

  function past(call: Call): Outcome | null {
    const step = add(
      { tool: call.tool, input: call.input, expected: say.expected(call.tool) },
      call.toDo,
      call.isRetry ?? false,
    );
    step.dependsOn = dependencies(step, steps);
    step.outcome = made?.(call) ?? null;
    if (step.outcome) return step.outcome;
    if (settled && step.told === null) return { ok: false, text: "", value: "", nudged: false };
    return outcomeOf(step);
  }
  const plan: PlanBook = {
    think({ toDo, expected, from, compute }: Thinking) {
      const step = add({ tool: null, input: {}, expected }, toDo, false);
      step.dependsOn = idsIn(from.map(({ text }) => text).join("\n"), steps);
      const isPlanned = from.some((outcome) => outcome.planned) || step.dependsOn.length > 0;
      if (!isPlanned) step.computed = compute();
      if (step.told?.state === "done") return step.told.text;
      if (step.told !== null) return step.computed;
      return isPlanned || (!settled && !made) ? placeholder(step.id) : step.computed;
    },
  };
  walk(parts, {
    language,
    tools,
    past,
    plan,
    onPart: (next) => {
      part = next;
      from = steps.length;
    },
    onResult: (result) => {
      if (part) results.push({ part, result, ids: steps.slice(from).map(({ id }) => id) });
      from = steps.length;
    },
  });
  return { steps, results };
}

/** It failed because the plan told of another step's result in words, in place of the placeholder: it is to be planned anew. */
const lacksReference = ({ text }: ToldStep): boolean => /result of step \d|步骤 \d+ 的结果/u.test(text);

/** A text of the task in a description: what looks like a placeholder there is none. */
export const asDescription = (text: string): string => text.replace(/\{\{/g, "{ {");

const placeholder = (id: string) => `{{step${id}_result}}`;

function outcomeOf({ id, told }: BookStep): Outcome {
  if (told === null) return { ok: true, text: placeholder(id), value: placeholder(id), nudged: false, planned: true };
  const ok = told.state === "done";
  return { ok, text: told.text, value: ok ? jsonOr(told.text) : told.text, nudged: false };
}

/** What a call needs: the results in its input, and earlier changes to the files that it is about. */
function dependencies(step: BookStep, steps: readonly BookStep[]): string[] {
  const before = steps.slice(0, steps.indexOf(step));
  const { path } = step.input;
  const touches = before.filter(
    (other) =>
      other.tool !== null &&
      /_file$/.test(other.tool) &&
      (step.tool === "list_files"
        ? /^(?:write|delete)/.test(other.tool)
        : path !== undefined && other.input["path"] === path),
  );
  const ids = new Set([...idsIn(JSON.stringify(step.input), before), ...touches.map(({ id }) => id)]);
  return [...ids];
}

const idsIn = (text: string, steps: readonly BookStep[]) =>
  steps.filter(({ id }) => text.includes(placeholder(id))).map(({ id }) => id);
