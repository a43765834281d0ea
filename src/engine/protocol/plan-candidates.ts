// Which of the JSON values in a planner's reply is the plan.
import { isObject } from "./coerce.ts";
import { holdsJson, unreadAfter, type BrokenJson, type JsonCandidate, type JsonSearch } from "./json-candidates.ts";
import type { WrittenNumbers } from "./json-values.ts";
import { isSampleStep, readRawStep, type RawStep } from "./plan-fields.ts";
import { foldKey } from "./reply-fields.ts";

export type PlanChoice =
  | {
      ok: true;
      steps: RawStep[];
      mended: boolean;
      /** how many different plans the reply holds */
      plans: number;
      written: WrittenNumbers;
    }
  | { ok: false; problem: "no_json" | "truncated" }
  | { ok: false; problem: "not_a_plan"; onlySamples: boolean }
  | { ok: false; problem: "broken"; broken: BrokenJson };

interface Found {
  steps: RawStep[];
  source: JsonCandidate;
}

const listNames = new Set("steps,plan,plansteps,tasks,subtasks,步骤,计划,任务,步骤列表".split(","));
const aboutSteps =
  /["'“]?(?:description|title|task|tool\w*|steps?|step_?id|depends_?on|描述|步骤|工具)["'”]?\s*[:：]/iu;

/**
 * Takes the last list of steps. A list, bare or in an object, comes before steps that stand alone; one that is told as steps
 * (by ids, tools, dependencies) before one that could be a list of titles; what only shows the form does not count.
 */
export function choosePlan(search: JsonSearch, isTool: (name: string) => boolean): PlanChoice {
  const lists: Found[] = [];
  const single: Found[] = [];
  let samples = 0;
  let empty: JsonCandidate | undefined;
  let others = 0;
  for (const source of search.values) {
    const list = listIn(source.value, isTool, 0);
    const alone = list ? undefined : readRawStep(source.value, isTool);
    const steps = list ?? (alone ? [alone] : undefined);
    if (!steps) others++;
    else if (steps.length === 0) empty = source;
    else if (steps.every(isSampleStep)) samples++;
    else (list ? lists : single).push({ steps, source });
  }
  const marked = lists.filter(({ steps }) => steps.some((step) => step.isMarked));
  const candidates = marked.length > 0 ? marked : lists;
  const last = candidates.at(-1);
  if (last) {
    const unread = unreadAfter(search, last.source.end, aboutSteps);
    if (unread)
      return unread === "open" ? { ok: false, problem: "truncated" } : { ok: false, problem: "broken", broken: unread };
    const { mended, written } = last.source;
    const plans = new Set(candidates.map(({ source }) => JSON.stringify(source.value))).size;
    return { ok: true, steps: last.steps, mended, plans, written };
  }
  if (search.openAt !== null) return { ok: false, problem: "truncated" };
  const broken = search.broken.findLast(({ start, end }) => aboutSteps.test(search.text.slice(start, end)));
  if (broken) return { ok: false, problem: "broken", broken };
  const run = joined(search.text, single);
  if (run) return run;
  if (empty && single.length === 0 && others === 0) {
    return { ok: true, steps: [], mended: empty.mended, plans: 1, written: empty.written };
  }
  const [unreadable] = search.broken;
  if (holdsJson(search)) return { ok: false, problem: "not_a_plan", onlySamples: samples > 0 && single.length === 0 };
  return unreadable ? { ok: false, problem: "broken", broken: unreadable } : { ok: false, problem: "no_json" };
}

/** Steps that stand one after another with nothing between them are a list that lacks its brackets. */
function joined(text: string, single: readonly Found[]): PlanChoice | undefined {
  const [first] = single;
  if (!first) return undefined;
  const isRun = single.every(({ source }, index) => {
    const before = single[index - 1]?.source.end;
    return before === undefined || /^[\s,，;]*$/.test(text.slice(before, source.start));
  });
  if (!isRun) return undefined;
  return {
    ok: true,
    steps: single.flatMap(({ steps }) => steps),
    mended: single.length > 1 || first.source.mended,
    plans: 1,
    written: new Map(single.flatMap(({ source }) => [...source.written])),
  };
}

/** The steps of a list, or of the list in an object. An empty list is an empty plan. */
function listIn(value: unknown, isTool: (name: string) => boolean, depth: number): RawStep[] | undefined {
  if (Array.isArray(value)) {
    const steps = value.map((item) => readRawStep(item, isTool));
    return steps.every((step) => step !== undefined) ? steps : undefined;
  }
  if (!isObject(value) || depth > 2) return undefined;
  const entries = Object.entries(value);
  const inside = entries.filter(([key]) => listNames.has(foldKey(key))).map(([, part]) => part);
  for (const part of inside) {
    const steps = Array.isArray(part) || isObject(part) ? listIn(part, isTool, depth + 1) : undefined;
    if (steps) return steps;
  }
  // Under another name only where nothing else could be meant.
  if (readRawStep(value, isTool)) return undefined;
  const lists = entries.flatMap(([, part]) =>
    Array.isArray(part) && part.length > 0 ? [listIn(part, isTool, depth + 1)] : [],
  );
  const found = lists.filter((steps) => steps !== undefined);
  return found.length === 1 ? found[0] : undefined;
}
