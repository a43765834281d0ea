// Every drill under every pattern: calls, cost and outcome; the story of 47 and 120 calls; what reflection mends.
import { columns, counted, drills, endingOf, runPair } from "../engine/drills/matrix.ts";
import { warmUp } from "../engine/drills/runs.ts";
import { raised, storyPatterns, tellStory, weakPlanner, type Told } from "../engine/drills/story.ts";
import type { Bench, Figure } from "./run.ts";

const roundedUsd = (usd: number) => Math.round(usd * 10_000) / 10_000;

async function matrix(): Promise<Bench> {
  const table: Record<string, unknown>[] = [];
  let ended = 0;
  for (const drill of Object.keys(drills)) {
    for (const column of Object.keys(columns)) {
      const ran = await runPair(drill, column);
      if (ran.log.at(-1)?.type === "run.end" && ran.outcome.status !== "failed") ended += 1;
      table.push({ drill, pattern: column, ...counted(ran), usd: roundedUsd(ran.outcome.usd), outcome: endingOf(ran) });
    }
  }
  const name = "pairs of drill and pattern that end by themselves";
  return { table, figures: [{ name, value: ended, aim: `= ${table.length}`, holds: ended === table.length }] };
}

const atMost = (name: string, value: number, most: number): Figure => ({
  name,
  value,
  aim: `< ${most}`,
  holds: value < most,
});

async function story(): Promise<Bench> {
  const table: Record<string, unknown>[] = [];
  const figures: Figure[] = [];
  const told = (how: string, pattern: string, { ending, usd, ...calls }: Told) => {
    table.push({ drill: `story, ${how}`, pattern, ...calls, usd: roundedUsd(usd), outcome: ending });
  };
  for (const pattern of storyPatterns) {
    const on = await tellStory(pattern, true);
    told("loop rules on", pattern, on);
    const off = await tellStory(pattern, false);
    told("loop rules off", pattern, off);
    const free = await tellStory(pattern, false, raised);
    told("loop rules off, limits raised", pattern, free);
    for (const [how, run] of [
      ["on", on],
      ["off", off],
    ] as const) {
      figures.push(atMost(`story, ${pattern}, loop rules ${how}: model calls`, run.modelCalls, 47));
      figures.push(atMost(`story, ${pattern}, loop rules ${how}: tool calls`, run.toolCalls, 120));
      figures.push({
        name: `story, ${pattern}, loop rules ${how}: USD`,
        value: roundedUsd(run.usd),
        aim: "<= 0.5",
        holds: run.usd <= 0.5,
      });
    }
    if (pattern !== "react") continue;
    figures.push({
      name: "story, react, loop rules off, limits raised: model calls",
      value: free.modelCalls,
      aim: ">= 47",
      holds: free.modelCalls >= 47,
    });
    figures.push({
      name: "story, react, loop rules off, limits raised: tool calls",
      value: free.toolCalls,
      aim: ">= 120",
      holds: free.toolCalls >= 120,
    });
  }
  return { table, figures };
}

async function reflection(): Promise<Bench> {
  const table: Record<string, unknown>[] = [];
  const figures: Figure[] = [];
  for (const id of ["forgets-step", "drops-dependency"] as const) {
    const [without, withIt] = [await weakPlanner(id, false), await weakPlanner(id, true)];
    for (const [how, { right, of, modelCalls }] of [
      ["without", without],
      ["with", withIt],
    ] as const) {
      table.push({
        drill: id,
        pattern: `plan-execute ${how} reflection`,
        modelCalls,
        outcome: `${right} of ${of} answers right`,
      });
    }
    figures.push({
      name: `${id}: right answers of ${withIt.of} with reflection, against those without`,
      value: withIt.right,
      aim: `> ${without.right}`,
      holds: withIt.right > without.right,
    });
  }
  return { table, figures };
}

export async function bench(): Promise<Bench> {
  await warmUp();
  const parts = [await matrix(), await story(), await reflection()];
  return { table: parts.flatMap(({ table }) => table), figures: parts.flatMap(({ figures }) => figures) };
}
