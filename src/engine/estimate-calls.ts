// What the calls of one sort can cost, before any of them is made: for the estimate of a run.
import type { Budget } from "./budget.ts";
import type { AgentText, Role } from "./events.ts";
import type { Price } from "./model/model.ts";
import type { CallGroup } from "./patterns/pattern.ts";
import { closingCall, resultInPrompt } from "./prompt-sizes.ts";
import { toPico, toUsd, worstPico } from "./money.ts";
import { utf8Bytes } from "./text.ts";
import { toolSpec } from "./tools/spec.ts";
import type { Tool } from "./tools/tool.ts";

/** What is known of a model before it is called. */
export interface EstimatedModel {
  readonly id: string;
  readonly price: Price | null;
  readonly contextTokens?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
}

export type AllModels = Readonly<Record<Role, EstimatedModel>>;

/** The calls of one sort. Dollars are null where the price is unknown. */
export interface EstimateRow {
  readonly role: Role;
  readonly name: string;
  readonly model: string;
  readonly calls: { readonly least: number; readonly most: number };
  readonly inputTokens: { readonly least: number; readonly most: number };
  readonly outputTokens: { readonly least: number; readonly most: number };
  readonly usd: { readonly least: number | null; readonly most: number | null };
}

/** Bytes of a pattern's own words in one call, as a bound: the contract suite holds every pattern to it. */
export const patternWords = 6_000;
/** A byte-level tokenizer makes more tokens than this of any text that people write. */
const mostBytesPerToken = 6;
/** what stands around each turn of a loop: feedback, where the agent stands, message marks */
const turnWords = 1_500;
const aroundObservation = 600;
const messageMarks = 96;

export interface Sizes {
  task: number;
  tools: number;
  /** the longest result of a tool in a prompt, in bytes */
  result: number;
  toolCalls: number;
  outputTokens: number;
  agents: Partial<Record<Role, AgentText>>;
  limit: Budget;
}

export function sizesOf(task: string, tools: readonly Tool[]): Pick<Sizes, "task" | "tools" | "result"> {
  return {
    task: utf8Bytes(task),
    tools: tools.length > 0 ? utf8Bytes(JSON.stringify(tools.map(toolSpec))) : 0,
    // A UTF-16 unit takes three bytes at most.
    result: 3 * Math.max(8_000, ...tools.map(({ resultCharacters }) => resultCharacters)) + aroundObservation,
  };
}

export interface Call {
  tokens: number;
  pico: number;
}
export interface GroupCost {
  row: EstimateRow;
  role: Role;
  /** every call, at its most */
  each: Call[];
  least: Call;
  /** dollars, or tokens, that go to each part at most */
  parts: Record<"input" | "output" | "calls", Call>;
}

export function groupCost(group: CallGroup, model: EstimatedModel, sizes: Sizes): GroupCost {
  const { role, name, most, least, conversations } = group;
  const { price, contextTokens = Infinity } = model;
  const closes = name === "closing";
  const output = Math.min(closes ? closingCall.outputTokens : sizes.outputTokens, model.maxOutputTokens ?? Infinity);
  const reply = sizes.outputTokens;
  const fresh =
    patternWords +
    3 * sizes.task +
    utf8Bytes(sizes.agents[role]?.text ?? "") +
    (group.tools ? 2 * sizes.tools : 0) +
    (group.reads ?? 0) * (3 * resultInPrompt + 600) +
    (conversations ? 0 : (group.replies ?? 0) * (reply + messageMarks));
  const perConversation = conversations ? Math.ceil(most / conversations) : 1;
  const turns = closes ? Math.min(sizes.limit.iterations, sizes.limit.modelCalls) : 0;
  /** @param place how many calls of this conversation came before */
  const inputOf = (place: number) => {
    const before = conversations ? place + turns : 0;
    // Where the plan is shown again at the end of each call, it was written in those replies.
    const shown = conversations && group.replies ? Math.min(before, group.replies) * reply : 0;
    const results = conversations && before > 0 ? sizes.toolCalls * sizes.result : 0;
    const slack = closes ? closingCall.slackTokens : 0;
    return Math.min(contextTokens, fresh + before * (reply + turnWords) + shown + results + slack);
  };
  const each: Call[] = [];
  let input = 0;
  for (let index = 0; index < most; index++) {
    const tokens = inputOf(closes ? 0 : Math.floor(index / Math.max(1, Math.ceil(most / perConversation))));
    input += tokens;
    each.push({ tokens: tokens + output, pico: worstPico(price, tokens, output) });
  }
  const few = Math.floor((sizes.task + (group.tools ? sizes.tools : 0)) / mostBytesPerToken);
  const usdOf = (pico: number) => (price === null ? null : toUsd(pico));
  const leastPico = least * leastPrice(price, few, 1);
  const call = worstPico(price, 0, 0);
  const pico = each.reduce((sum, one) => sum + one.pico, 0);
  return {
    role,
    each,
    least: { tokens: least * (few + 1), pico: leastPico },
    parts: {
      input: { tokens: input, pico: worstPico(price, input, 0) - call },
      output: { tokens: most * output, pico: worstPico(price, 0, most * output) - call },
      calls: { tokens: 0, pico: most * call },
    },
    row: {
      role,
      name,
      model: model.id,
      calls: { least, most },
      inputTokens: { least: least * few, most: input },
      outputTokens: { least, most: most * output },
      usd: { least: usdOf(leastPico), most: usdOf(pico) },
    },
  };
}

/** Every token at the lower of its rates. */
function leastPrice(price: Price | null, inputTokens: number, outputTokens: number): number {
  if (!price) return 0;
  const { inputUsdPerMillion, outputUsdPerMillion, cachedUsdPerMillion, reasoningUsdPerMillion, usdPerCall } = price;
  const input = Math.min(inputUsdPerMillion, cachedUsdPerMillion ?? Infinity);
  const output = Math.min(outputUsdPerMillion, reasoningUsdPerMillion ?? Infinity);
  return Math.floor(toPico(usdPerCall ?? 0) + 1e6 * (inputTokens * input + outputTokens * output));
}
