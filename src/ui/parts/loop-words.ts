// What a loop rule found, in words: its name, why it fired, what was done, and how to cure it.
import { loopRuleTexts } from "../messages/en-loop-rules.ts";
import { textsOf, type Text } from "../messages/index.ts";

export const loopText = textsOf(loopRuleTexts);

interface Found {
  readonly rule: string;
  readonly level?: "nudge" | "stop" | undefined;
  readonly count: number;
}

/** A text of a rule; empty for a rule that only a later version knows. */
const ofRule = textsOf(loopRuleTexts as Readonly<Record<string, Text>>);
const textOf = (rule: string, part: string, count = 0): string =>
  Object.hasOwn(loopRuleTexts, `${rule}.${part}`) ? ofRule(`${rule}.${part}`, { count }) : "";

export const isLoopRule = (rule: string): boolean => textOf(rule, "name") !== "";
export const ruleName = (rule: string): string => textOf(rule, "name") || rule;
export const ruleCure = (rule: string): string => textOf(rule, "cure");

/** What the rule saw. */
export const ruleWhy = ({ rule, count }: Found): string => textOf(rule, "why", count);

/** What followed from it. */
export function ruleThen({ rule, level = "nudge" }: Found): string {
  const isOfRounds = rule === "same_plan" || rule === "score_not_rising";
  return loopText(level === "stop" && isOfRounds ? "level.stop.round" : `level.${level}`);
}

/** "same call ×3" */
export const loopTag = ({ rule, count }: Found): string => loopText("tag", { name: ruleName(rule), count });

/** "Loop rule “same call”, 3 times", as a screen reader says it of each node that was compared. */
export const loopSaid = ({ rule, count }: Found): string => loopText("tag.said", { name: ruleName(rule), count });
