// What an agent is told of where it stands: turns and money left, and what it has tried so far.
import type { Language } from "../events.ts";
import { toPico, toUsd } from "../money.ts";
import type { Context } from "./context.ts";

/**
 * One line for the end of an observation, from half of the iterations on; null before. An agent that has no sense of its
 * overall progress goes on searching until it is stopped.
 */
export function standing(ctx: Context): string | null {
  const { agent, run } = ctx;
  const left = run.budget.iterations - agent.iterations;
  if (agent.iterations * 2 < run.budget.iterations) return null;
  const { usd, tokens } = run.purse.limits;
  const money =
    usd !== null && usd > 0
      ? `${toUsd(Math.max(0, toPico(usd) - run.purse.spent.pico)).toFixed(4)} USD`
      : tokens !== null
        ? `${Math.max(0, tokens - run.purse.spent.tokens)} tokens`
        : null;
  const tried = [...agent.tried].map(([tool, times]) => `${tool} ×${times}`).join(", ");
  return words[run.language](left, money, tried);
}

const words: Record<Language, (left: number, money: string | null, tried: string) => string> = {
  en: (left, money, tried) =>
    `[Budget: ${left} ${left === 1 ? "turn" : "turns"}${money ? ` and ${money}` : ""} left. Tried so far: ${tried || "nothing"}. Answer as soon as you can.]`,
  zh: (left, money, tried) =>
    `[预算：还剩 ${left} 轮${money ? `、${money}` : ""}。已尝试：${tried || "无"}。能回答时请尽快回答。]`,
};
