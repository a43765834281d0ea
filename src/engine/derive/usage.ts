// What a run has used so far, and the figures that count in its outcome.
import type { EventOf } from "../events.ts";
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

export interface UsageView {
  tokens: Tokens;
  /** dollars, of models and priced tools */
  usd: number;
  /** how well `usd` and `tokens` are known: as reported, partly estimated, or an upper bound */
  certainty: "reported" | "estimated" | "at-most";
  figures: Figures;
  warnings: string[];
  /** set aside for calls that are under way, by the span of the call */
  reserved: Map<string, { tokens: number; usd: number }>;
  /** spans of steps that have not ended */
  steps: Set<string>;
}

/**
 * Adds up what the calls of a run used: tokens as the provider counted them (or as they had to be estimated), and US dollars.
 * A call that was refused before it could cost anything adds nothing but itself.
 */
export const usage = fold<UsageView>(
  () => ({
    tokens: { inputTokens: 0, outputTokens: 0, cachedTokens: 0, reasoningTokens: 0, totalTokens: 0 },
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
        figures.modelCalls += 1;
        view.reserved.set(event.span, event.reserved);
        return { ...view };
      case "model.reply":
        view.reserved.delete(event.span);
        addUsage(view.tokens, event);
        return { ...view, usd: addUsd(view.usd, event.usd), certainty: lesser(view.certainty, event.certainty) };
      case "tool.call":
        figures.toolCalls += 1;
        return { ...view, usd: addUsd(view.usd, event.usd ?? 0) };
      case "observation":
        if (event.failure?.code !== "cut-off") return view;
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

function addUsage(tokens: Tokens, { usage }: EventOf<"model.reply">): void {
  if (!usage) return;
  tokens.inputTokens += usage.inputTokens;
  tokens.outputTokens += usage.outputTokens;
  tokens.cachedTokens += usage.cachedTokens ?? 0;
  tokens.reasoningTokens += usage.reasoningTokens ?? 0;
  tokens.totalTokens += usage.inputTokens + usage.outputTokens;
}

/** Added as whole numbers of 10^-12 dollar, so that a long run adds up exactly. */
const addUsd = (sum: number, usd: number) => (Math.round(sum * 1e12) + Math.round(usd * 1e12)) / 1e12;

const order = ["reported", "estimated", "at-most"] as const;
const lesser = (known: UsageView["certainty"], next: UsageView["certainty"] | undefined) =>
  next && order.indexOf(next) > order.indexOf(known) ? next : known;
