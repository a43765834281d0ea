// Limits that were tried on a run, as the settings of the next one.
import { defaultBudget, patterns, type Budget, type Limit } from "../../engine/index.ts";
import { whatIfTexts } from "../messages/en-what-if.ts";
import { textsOf } from "../messages/index.ts";
import type { Settings } from "../settings.svelte.ts";
import { patternName } from "./pattern-name.ts";

/**
 * The settings hold only what differs from a pattern's own defaults; limits that the pattern does not use stay as they are.
 *
 * @returns `known`: the run's pattern is one of those that can be chosen
 */
export function limitsTaken(
  limits: Partial<Budget>,
  pattern: string,
  before: Settings["budget"],
): { budget: Settings["budget"]; known: boolean; text: string } {
  const t = textsOf(whatIfTexts);
  const own = patterns.find(({ id }) => id === pattern);
  const budget = { ...before };
  for (const [name, value] of Object.entries(limits)) {
    const limit = name as Limit;
    const usual = own?.budget[limit] === undefined ? defaultBudget[limit] : own.budget[limit];
    if (value === usual) delete budget[limit];
    else budget[limit] = value;
  }
  return { budget, known: own !== undefined, text: t("what-if.taken", { pattern: patternName(pattern) }) };
}
