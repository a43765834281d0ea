// A plan, a verdict or a review as the rehearsal model wrote it, read and written again by a persona that spoils it.
import { jsonOr } from "../read-request.ts";
import type { WholeReply } from "../reply.ts";
import type { Prompt } from "../prompts.ts";

export interface WrittenStep {
  id: number;
  description: string;
  tool: string | null;
  input?: Record<string, unknown>;
  dependsOn: number[];
  expected?: string;
}

/** The steps of a plan; empty: the reply holds none. */
export function stepsIn({ text }: WholeReply): WrittenStep[] {
  const value = jsonOr(text);
  if (typeof value !== "object" || value === null || !("steps" in value) || !Array.isArray(value.steps)) return [];
  return value.steps as WrittenStep[];
}

export const planReply = (steps: readonly WrittenStep[]): WholeReply => ({
  text: JSON.stringify({ steps }, null, 1),
  toolCalls: [],
});

/** The most steps that a planner may write now. */
export const mostSteps = ({ system }: Prompt): number =>
  Number(/At most (\d+)|最多 (\d+)/.exec(system)?.slice(1).find(Boolean) ?? 10);

/** The first id that no earlier step has. */
export const nextId = ({ steps }: Prompt): number =>
  1 + Math.max(0, ...steps.map(({ id }) => Number(id)).filter(Number.isFinite));

/** What a checker says that is not content. null: the request asks for no verdict. */
export function discontent({ kind }: Prompt, feedback: string): WholeReply | null {
  if (kind === "reflection") return { text: JSON.stringify({ done: false, feedback }), toolCalls: [] };
  if (kind !== "reviewer") return null;
  const verdict = { passed: false, score: 0.4, completeness: 0.2, accuracy: 0.5, relevance: 0.5, feedback };
  return { text: JSON.stringify(verdict), toolCalls: [] };
}

/** What a checker says that finds nothing wrong. null: the request asks for no verdict. */
export function content({ kind }: Prompt, feedback: string): WholeReply | null {
  if (kind === "reflection") return { text: JSON.stringify({ done: true, feedback }), toolCalls: [] };
  if (kind !== "reviewer") return null;
  const verdict = { passed: true, score: 1, completeness: 1, accuracy: 1, relevance: 1, feedback };
  return { text: JSON.stringify(verdict), toolCalls: [] };
}
