// The story of 47 model and 120 tool calls under each pattern, and what a weak planner's reflection mends.
import { patterns, tools, type Budget, type Persona } from "../../../src/engine/index.ts";
import { storyDrills, storyPrice, storyToolPrices } from "../../../src/ui/parts/story.ts";
import { columns, counted, endingOf } from "./matrix.ts";
import { drillRun, tasks } from "./runs.ts";

export const storyPatterns = patterns.map(({ id }) => id);

/** Limits that stop nothing before the story's own numbers are reached. */
export const raised: Partial<Budget> = {
  iterations: 200,
  modelCalls: 200,
  toolCalls: 120,
  steps: 200,
  revisions: 50,
  rounds: 50,
  usd: null,
  agentTimeoutMs: 3_600_000,
};

export interface Told {
  modelCalls: number;
  toolCalls: number;
  usd: number;
  ending: string;
}

/** The story, priced as it was then. */
export async function tellStory(pattern: string, loopRules: boolean, budget: Partial<Budget> = {}): Promise<Told> {
  const prices = storyToolPrices();
  const ran = await drillRun(tasks.story, pattern, storyDrills, {
    price: storyPrice,
    tools: tools.map((tool) => ({ ...tool, usdPerCall: prices[tool.name] ?? 0 })),
    loopRules,
    budget,
    ...(columns[pattern]?.settings && { settings: columns[pattern].settings }),
  });
  return { ...counted(ran), usd: ran.outcome.usd, ending: endingOf(ran) };
}

const planned: readonly { task: string; right: RegExp }[] = [
  { task: "Calculate (1234-234)*5, save the result in a.txt, then read the file", right: /it holds “5000”/ },
  { task: "Calculate 12*12. Multiply it by 3.", right: /432/ },
  { task: "Calculate 7*8. How many days are there from 2024-01-01 to 2024-03-01?", right: /56[\s\S]*60/ },
  { task: "Calculate 18*3, then subtract 4, then divide by 5.", right: /\b10\b/ },
];

/** How many answers of a weak planner hold the right result, over several tasks and seeds. */
export async function weakPlanner(
  id: Persona["id"],
  reflection: boolean,
): Promise<{ right: number; of: number; modelCalls: number }> {
  let right = 0;
  let of = 0;
  let modelCalls = 0;
  for (const { task, right: pattern } of planned) {
    for (let seed = 1; seed <= 5; seed++) {
      const ran = await drillRun(task, "plan-execute", { personas: [{ id }], seed }, { settings: { reflection } });
      of += 1;
      modelCalls += counted(ran).modelCalls;
      if (pattern.test(ran.outcome.answer ?? "")) right += 1;
    }
  }
  return { right, of, modelCalls };
}
