// Texts of the totals and of the bars on the graph, in English: loaded with them.
import type { Grouping, Phase, Role } from "../../engine/index.ts";
import { part } from "./text.ts";

const groupings = {
  "totals.by.agent": "Agent",
  "totals.by.step": "Step",
  "totals.by.model": "Model",
  "totals.by.tool": "Tool",
  "totals.by.phase": "Phase",
} as const satisfies Record<`totals.by.${Grouping}`, string>;

const phases = {
  "totals.phase.planning": "Planning",
  "totals.phase.steps": "Steps",
  "totals.phase.turns": "Turns",
  "totals.phase.review": "Review",
  "totals.phase.synthesis": "Synthesis",
  "totals.phase.closing": "Closing call",
} as const satisfies Record<`totals.phase.${Phase}`, string>;

const roles = {
  "totals.role.main": "main",
  "totals.role.planner": "planner",
  "totals.role.executor": "executor",
  "totals.role.reviewer": "reviewer",
} as const satisfies Record<`totals.role.${Role}`, string>;

export const totalsTexts = {
  [part]: "totals",
  "totals.label": "Totals",
  "totals.by": "Add up by",
  "totals.csv": "this table as CSV",
  "totals.empty": "Nothing has been spent yet. Each call appears here when it is made.",
  "totals.table": "Totals by {grouping}",
  "totals.whole": "Whole run",
  "totals.agent.main": "Main agent",
  "totals.model.role": "{model} · {role}",
  "totals.model.unknown": "Model not recorded",
  "totals.calls.model": "Model calls",
  "totals.calls.tool": "Tool calls",
  "totals.step.none": "Outside the steps",
  "totals.name.again": "{name} ({number})",
  "totals.select": "Show {name} on the graph",
  "totals.select.dearest": "Show the dearest call of {name} on the graph",
  "totals.recalled": { one: "{count} call recalled, free", other: "{count} calls recalled, free" },
  "totals.estimated": "Partly estimated: the provider did not report every usage",
  "totals.at-most": "An upper bound: what a broken call used is not known",
  "totals.note":
    "“Worked” leaves out pauses, as the meters do; “Waited” counts them, and time in the queue. What works side by side overlaps in time; calls, tokens and cost add up.",

  "totals.column.usd": "Cost",
  "totals.column.share": "Share",
  "totals.column.inputTokens": "Input",
  "totals.column.outputTokens": "Output",
  "totals.column.cachedTokens": "Cached",
  "totals.column.reasoningTokens": "Reasoning",
  "totals.column.modelCalls": "Model calls",
  "totals.column.toolCalls": "Tool calls",
  "totals.column.workingMs": "Worked",
  "totals.column.waitingMs": "Waited",
  "totals.hint.usd": "US dollars",
  "totals.hint.inputTokens": "Input tokens, cached ones included",
  "totals.hint.outputTokens": "Output tokens, reasoning included",
  "totals.hint.cachedTokens": "Input tokens that the provider had cached",
  "totals.hint.reasoningTokens": "Output tokens of hidden reasoning",
  "totals.hint.modelCalls": "Calls to a model",
  "totals.hint.toolCalls": "Calls to a tool",
  "totals.hint.workingMs": "Time in which a call ran",
  "totals.hint.waitingMs": "Time open without a call: paused, held for you, or queued for room in the budget",
  "totals.share.usd": "Share of the cost",
  "totals.share.tokens": "Share of the tokens",
  "totals.share.time": "Share of the working time",

  "totals.dearest.usd": "Where the money went",
  "totals.dearest.tokens": "Where the tokens went",
  "totals.dearest.time": "Where the time went",
  "totals.dearest.all": "Show all {count} calls",
  "totals.dearest.top": "Show the top {count}",

  "totals.strip": "Spending over time",
  "totals.strip.hint": "Arrow keys go from call to call, Enter shows it on the graph.",
  "totals.strip.usd": "{spent} in {time}",
  "totals.strip.limit": "limit {limit}",
  "totals.strip.far": "{share} of the limit of {limit}",
  "totals.strip.time": "{from} to {to}",
  "totals.strip.since": "since {from}",
  "totals.strip.by-then": "{spent} by then",
  "totals.strip.failed": "failed",
  "totals.strip.more": { one: "{count} more", other: "{count} more" },
  "totals.of.cached": "{count} of them cached",
  "totals.of.reasoning": "{count} of them reasoning",
  "totals.tokens": { one: "{count} token", other: "{count} tokens" },

  "bars.label": "Bars on the nodes",
  "bars.auto": "Bars: automatic",
  "bars.usd": "Bars: cost",
  "bars.tokens": "Bars: tokens",
  "bars.time": "Bars: time",
  "bars.none": "No bars",
  ...groupings,
  ...phases,
  ...roles,
} as const;
