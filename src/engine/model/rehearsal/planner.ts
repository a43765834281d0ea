// The rehearsal model as planner: a plan for a task, and new steps after a reflection.
import type { Language } from "../../events.ts";
import { planSay } from "./plan-say.ts";
import { asDescription, runBook, type BookStep } from "./plan-book.ts";
import type { Prompt } from "./prompts.ts";
import { toolBoxIn } from "./read-request.ts";
import { isCheckOnly, longestTask, partsOf, type Part } from "./skills.ts";
import { excerpt } from "./words.ts";

/** Characters of a description that may be a task's own text. */
const longestDescription = 380;

type Written = Pick<BookStep, "id" | "description" | "tool" | "input" | "dependsOn" | "expected">;

/** A plan as JSON: one step a call, placeholders for results, and a check at the end. */
export function writePlan(prompt: Prompt): string {
  const { language, system, sections, later } = prompt;
  // A plan that was refused would be written just so again: better the smallest one than the same.
  if (later.some((text) => refused.test(text))) return json([asOneStep(prompt.task)]);
  const isRevision = sections.has("missing");
  const task = [prompt.task, ...later].join("\n");
  const parts = task.length > longestTask ? [] : partsOf(task, language);
  if (!parts.some((part) => part.intents.length > 0)) return json(isRevision ? [] : [asOneStep(task)]);
  const most = Number(/At most (\d+)|最多 (\d+)/.exec(system)?.slice(1).find(Boolean) ?? 10);
  if (isRevision) return json(revised(prompt, parts).slice(0, most));
  // What comes last is left out whole, rather than a step that others build on.
  // Another round's plan must not be a poorer one of the same kind: its answer would be no better.
  const isRetry = sections.has("rounds");
  const left: string[] = [];
  for (let kept: readonly Part[] = parts; kept.length > 0; kept = withoutLast(kept, left, language)) {
    const steps = stepsFor(prompt, kept, left);
    if (steps.length <= most) return json(steps);
    if (isRetry) break;
  }
  return json([asOneStep(task)]);
}

/** The parts without their last intent, which is named in `left`. */
function withoutLast(parts: readonly Part[], left: string[], language: Language): readonly Part[] {
  const last = parts.at(-1);
  if (!last) return [];
  const dropped = last.intents.at(-1);
  left.unshift(planSay[language].sections[dropped?.section ?? ""] ?? excerpt(last.text, 60));
  const before = parts.slice(0, -1);
  return last.intents.length > 1 ? [...before, { ...last, intents: last.intents.slice(0, -1) }] : before;
}

const refused = /Write the whole plan again in this form|请按以下格式重写整个计划/;

const asOneStep = (task: string): Written => ({
  id: "1",
  description: asDescription(excerpt(task, longestDescription)),
  tool: null,
  input: {},
  dependsOn: [],
  expected: "",
});

function stepsFor(
  { language, system, failedBefore }: Prompt,
  parts: readonly Part[],
  left: readonly string[],
): Written[] {
  const say = planSay[language];
  const tools = toolBoxIn(system);
  const tried = runBook(parts, { language, tools, told: failedBefore });
  // What was refused in an earlier round is not tried again where the refusal led to another call.
  const mended = failedBefore.filter(({ description }) =>
    tried.steps.some((step) => step.description === description + say.again),
  );
  const steps = withoutTold(runBook(parts, { language, tools, told: mended }).steps);
  // What no tool is for, or no rule: a step that a model may do without tools. What only compares is left to the check.
  const bare = parts.filter((part) => !isCheckOnly(part) && !steps.some((step) => step.part === part));
  const all: Written[] = [
    ...steps,
    ...bare.map((part, index) => ({ ...asOneStep(part.text), id: String(steps.length + index + 1) })),
  ];
  const [only] = all;
  if (all.length === 1 && only?.tool === null) return all;
  const missing = left.length > 0 ? say.leftOut(left) : "";
  return [...all, check(say.check + missing, say.checkExpected, all)];
}

function withoutTold(steps: readonly BookStep[]): BookStep[] {
  const fresh = steps.filter((step) => step.told === null);
  const ids = new Set(fresh.map(({ id }) => id));
  return fresh.map((step) => ({ ...step, dependsOn: step.dependsOn.filter((id) => ids.has(id)) }));
}

const check = (description: string, expected: string, steps: readonly Written[]): Written => ({
  id: String(Math.max(...steps.map(({ id }) => Number(id))) + 1),
  description,
  tool: null,
  input: {},
  dependsOn: steps.map(({ id }) => id),
  expected,
});

/** Those that were not run, without a call that failed already in the same words, and what would build on it. */
function newSteps(steps: readonly BookStep[]): BookStep[] {
  const callOf = ({ tool, input }: BookStep) => JSON.stringify([tool, input]);
  const failed = new Set(steps.filter(({ told }) => told?.state === "failed").map(callOf));
  const lost = new Set<string>();
  return steps.filter((step) => {
    if (step.told !== null) return false;
    const isLost = (step.tool !== null && failed.has(callOf(step))) || step.dependsOn.some((id) => lost.has(id));
    if (isLost) lost.add(step.id);
    return !isLost;
  });
}

/** The steps that are still to be made: repaired calls, and what was skipped for want of them. None: no repair is known. */
function revised({ language, system, steps: told }: Prompt, parts: readonly Part[]): Written[] {
  const say = planSay[language];
  const { steps } = runBook(parts, { language, tools: toolBoxIn(system), told });
  const fresh = newSteps(steps);
  if (!fresh.some(({ tool }) => tool !== null)) return [];
  const done = steps.filter((step) => step.told?.state === "done");
  const usable = new Set([...done, ...fresh].map(({ id }) => id));
  const next = fresh.map((step) => ({ ...step, dependsOn: step.dependsOn.filter((id) => usable.has(id)) }));
  return [...next, check(say.check, say.checkExpected, [...done, ...fresh])];
}

function json(steps: readonly Written[]): string {
  const written = steps.map(({ id, description, tool, input, dependsOn, expected }) => ({
    id: Number(id),
    description,
    tool,
    ...(tool !== null && { input }),
    dependsOn: dependsOn.map(Number),
    ...(expected !== "" && { expected }),
  }));
  return JSON.stringify({ steps: written }, null, 1);
}
