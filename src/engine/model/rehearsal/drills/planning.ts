// Personas of a weak planner: it leaves a step out, or drops a dependency. What a revision adds is left as it is.
import type { Misbehave } from "./occasion.ts";
import { planReply, stepsIn, type WrittenStep } from "./plan-text.ts";

/** Leaves out a step that calls a tool, of those that no other call builds on. A plan of one call stays whole. */
export const forgetsStep: Misbehave = (reply, occasion) => {
  const steps = weakPlan(reply, occasion);
  const calls = steps.filter(({ tool }) => tool !== null);
  const free = calls.filter(({ id }) => !calls.some(({ dependsOn }) => dependsOn.includes(id)));
  const lost = pick(free, occasion.chance("forgets-step"));
  if (!lost || calls.length < 2) return reply;
  return planReply(renumbered(steps.filter(({ id }) => id !== lost.id)));
};

/** Forgets that a step needs another one: it names that one's result in words, in place of the placeholder. */
export const dropsDependency: Misbehave = (reply, occasion) => {
  const steps = weakPlan(reply, occasion);
  const dependent = steps.filter(({ tool, dependsOn }) => tool !== null && dependsOn.length > 0);
  const lost = pick(dependent, occasion.chance("drops-dependency"));
  if (!lost) return reply;
  const inWords = JSON.stringify(lost.input ?? {}).replace(
    /\{\{step(\d+)_result\}\}/g,
    occasion.language === "zh" ? "步骤 $1 的结果" : "result of step $1",
  );
  const alone = { ...lost, input: JSON.parse(inWords) as Record<string, unknown>, dependsOn: [] };
  return planReply(steps.map((step) => (step.id === lost.id ? alone : step)));
};

/** Without a gap in the ids: it was never thought of. Whoever needed a step that is gone needs it no more. */
function renumbered(steps: readonly WrittenStep[]): WrittenStep[] {
  const ids = new Map(steps.map(({ id }, index) => [id, index + 1]));
  return steps.map(({ id, input, dependsOn, ...step }) => ({
    id: ids.get(id) ?? id,
    ...step,
    ...(input && { input: withIds(input, ids) }),
    dependsOn: dependsOn.flatMap((needed) => ids.get(needed) ?? []),
  }));
}

const withIds = (input: Record<string, unknown>, ids: ReadonlyMap<number, number>): Record<string, unknown> =>
  JSON.parse(
    JSON.stringify(input).replace(
      /\{\{step(\d+)_result\}\}/g,
      (_token, id: string) => `{{step${ids.get(Number(id)) ?? id}_result}}`,
    ),
  ) as Record<string, unknown>;

/** The steps of a whole plan; none where steps are only added to one. */
const weakPlan: (...given: Parameters<Misbehave>) => ReturnType<typeof stepsIn> = (reply, { prompt }) =>
  prompt?.kind === "planner" && !prompt.sections.has("missing") ? stepsIn(reply) : [];

const pick = <T>(list: readonly T[], chance: () => number): T | undefined => list[Math.floor(chance() * list.length)];
