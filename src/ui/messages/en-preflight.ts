// Texts of the estimate before a run, in English: loaded with it.
import type { Estimate, Limit } from "../../engine/index.ts";
import { part } from "./text.ts";

const parts = {
  "preflight.part.input": "what it reads",
  "preflight.part.output": "what it writes",
  "preflight.part.calls": "the price of each call",
  "preflight.part.tools": "tools with a price",
} as const satisfies Record<`preflight.part.${NonNullable<Estimate["mostly"]>["part"]}`, string>;

const binds = {
  "preflight.binds.usd": "your cost limit decides",
  "preflight.binds.tokens": "your token limit decides",
  "preflight.binds.modelCalls": "your limit of model calls decides",
  "preflight.binds.pattern": "the pattern ends there",
} as const satisfies Partial<Record<`preflight.binds.${Limit | "pattern"}`, string>>;

const calls = {
  "preflight.call.answer": "answer",
  "preflight.call.turn": "turns",
  "preflight.call.plan": "plans",
  "preflight.call.step": "steps",
  "preflight.call.reflection": "reflections",
  "preflight.call.review": "reviews",
  "preflight.call.synthesis": "synthesis",
  "preflight.call.closing": "closing calls",
} as const;

export const preflightTexts = {
  [part]: "preflight",
  "preflight.label": "What the next run can cost",
  "preflight.free": "Next run: free",
  "preflight.free.calls": { one: "at most {count} call", other: "at most {count} calls" },
  "preflight.usd": "Next run: {least} to {most}",
  "preflight.usd.unbounded": "Next run: from {least}, no upper bound",
  "preflight.tokens": "Next run: {least} to {most} tokens",
  "preflight.tokens.unbounded": "Next run: from {least} tokens, no upper bound",
  "preflight.tokens.most": "≤ {most} tokens",
  "preflight.unpriced": "price unknown",
  "preflight.refused.usd": "Next run: your cost limit is too small for its first call",
  "preflight.refused.tokens": "Next run: your token limit is too small for its first call",
  "preflight.refused.repair": "Raise it, or choose a pattern without tools.",
  "preflight.without":
    "Without that limit {calls} calls could cost up to {usd}, if every reply and tool result were as long as it may be.",
  "preflight.without.tokens":
    "Without that limit {calls} calls could come to {tokens} tokens, if every reply and tool result were as long as it may be.",
  "preflight.mostly": "Most of it: {part} ({role}).",
  "preflight.mostly.tools": "Most of it: {part}.",
  "preflight.silent": "This pattern does not say how many calls it makes: only your limits bound it.",
  "preflight.grows": "A conversation is read again at each turn, so later turns cost more.",
  "preflight.counts":
    "From the fewest calls that can answer to the worst case that the budget sets aside. A call that fails and is made again comes on top, never past your limits.",
  "preflight.role": "Who",
  "preflight.calls": "Calls",
  "preflight.read": "Reads",
  "preflight.written": "Writes",
  "preflight.cost": "Costs",
  "preflight.range": "{least}–{most}",
  "preflight.up-to": "≤ {most}",
  "preflight.total": "In all, within your limits",
  "preflight.toolCalls": { one: "{count} tool call at most", other: "{count} tool calls at most" },
  "preflight.time": "{time} at most",
  "preflight.unknown": "unknown",
  "preflight.failed": "No estimate: {why}",
  ...parts,
  ...binds,
  ...calls,
} as const;
