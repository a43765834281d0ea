// How far a run is, in the largest unit that its pattern counts in.
import { patterns, type Limit, type Outcome } from "../../engine/index.ts";

export interface Progress {
  readonly limit: "rounds" | "steps" | "iterations";
  readonly spent: number;
}

/** Null for a pattern that has one call only. A pattern that is not known here may count in iterations. */
export function progressOf(pattern: string | undefined, figures: Outcome["figures"]): Progress | null {
  const limits = limitsOf(pattern) ?? ["iterations"];
  const units: readonly Progress[] = [
    { limit: "rounds", spent: figures.rounds },
    { limit: "steps", spent: figures.stepsRun },
    { limit: "iterations", spent: figures.iterations },
  ];
  return units.find(({ limit }) => limits.includes(limit)) ?? null;
}

/** Whether one limit stands against all that was spent: agents side by side have each their own iterations. */
export const isShared = (pattern: string | undefined, limit: Limit): boolean =>
  limit !== "iterations" || !limitsOf(pattern)?.includes("agentTimeoutMs");

const limitsOf = (pattern: string | undefined): readonly Limit[] | undefined =>
  patterns.find(({ id }) => id === pattern)?.limits;
