// What a run has used so far, and the figures that count in its outcome.
import type { Usage } from "../model/model.ts";
import { fold } from "./fold.ts";

export interface Tokens {
  inputTokens: number;
  outputTokens: number;
  cachedTokens: number;
  reasoningTokens: number;
  /** input + output */
  totalTokens: number;
}

export interface Figures {
  /** think–act turns, of all agents */
  iterations: number;
  modelCalls: number;
  /** calls that were run; those of a reply that was cut off are not */
  toolCalls: number;
  stepsRun: number;
  planRevisions: number;
  rounds: number;
  qualityScore?: number;
}

export type Certainty = "reported" | "estimated" | "at-most";

export interface UsageView {
  tokens: Tokens;
  /** dollars, of models and priced tools */
  usd: number;
  /** how well `usd` and `tokens` are known: as reported, partly estimated, or an upper bound */
  certainty: Certainty;
  figures: Figures;
  warnings: string[];
  /** set aside for calls that are under way, by the span of the call */
  reserved: Map<string, { tokens: number; usd: number }>;
  /** spans of steps that have not ended */
  steps: Set<string>;
}

/**
 * Adds up what the calls of a run used: tokens as the provider counted them (or as they had to be estimated), and US dollars.
 * A call that was refused before it could cost anything adds nothing but itself; what was recalled from an earlier log, nothing.
 */
export const usage = fold<UsageView>(
  () => ({
    tokens: noTokens(),
    usd: 0,
    certainty: "reported",
    figures: { iterations: 0, modelCalls: 0, toolCalls: 0, stepsRun: 0, planRevisions: 0, rounds: 0 },
    warnings: [],
    reserved: new Map(),
    steps: new Set(),
  }),
  (view, event) => {
    const { figures } = view;
    switch (event.type) {
      case "span.start":
        if (event.kind === "step") view.steps.add(event.span);
        if (event.kind === "iteration") figures.iterations += 1;
        else if (event.kind === "review" && event.name === "review") figures.rounds += 1;
        else return view;
        return { ...view };
      case "span.end":
        if (event.status !== "skipped" && view.steps.delete(event.span)) figures.stepsRun += 1;
        else return view;
        return { ...view };
      case "plan":
        if (event.revision === 0 || event.by === "person") return view;
        figures.planRevisions += 1;
        return { ...view };
      case "review":
        if (event.score === null) return view;
        figures.qualityScore = Math.max(figures.qualityScore ?? 0, event.score);
        return { ...view };
      case "model.request":
        if (event.recalled) return view;
        figures.modelCalls += 1;
        view.reserved.set(event.span, event.reserved);
        return { ...view };
      case "model.reply":
        view.reserved.delete(event.span);
        if (event.recalled) return view;
        addTokens(view.tokens, event.usage);
        return { ...view, usd: addUsd(view.usd, event.usd), certainty: lessKnown(view.certainty, event.certainty) };
      case "tool.call":
        if (event.recalled) return view;
        figures.toolCalls += 1;
        return { ...view, usd: addUsd(view.usd, event.usd ?? 0) };
      case "observation":
        if (event.failure?.code !== "cut-off" || event.recalled) return view;
        figures.toolCalls -= 1;
        return { ...view };
      case "warning":
        if (view.warnings.includes(event.message)) return view;
        view.warnings.push(event.message);
        return { ...view };
      default:
        return view;
    }
  },
);

export const noTokens = (): Tokens => ({
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  reasoningTokens: 0,
  totalTokens: 0,
});

/** Adds what a reply used, in place; undefined: nothing is known of it. */
export function addTokens(tokens: Tokens, usage: Usage | undefined): void {
  if (!usage) return;
  tokens.inputTokens += usage.inputTokens;
  tokens.outputTokens += usage.outputTokens;
  tokens.cachedTokens += usage.cachedTokens ?? 0;
  tokens.reasoningTokens += usage.reasoningTokens ?? 0;
  tokens.totalTokens += usage.inputTokens + usage.outputTokens;
}

/** Dollars as whole numbers of 10^-12, so that a long run adds up exactly. */
export const toPico = (usd: number): number => Math.round(usd * 1e12);

const addUsd = (sum: number, usd: number) => (toPico(sum) + toPico(usd)) / 1e12;

const order: readonly Certainty[] = ["reported", "estimated", "at-most"];

/** How well a sum is known to which something is added. */
export const lessKnown = (known: Certainty, next: Certainty | undefined): Certainty =>
  next && order.indexOf(next) > order.indexOf(known) ? next : known;
