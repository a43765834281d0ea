// Proof that every drill, under every pattern, ends by itself within its limits, and how.
import { beforeAll, describe, expect, test } from "vitest";
import { defaultBudget, type RunEvent } from "../../../src/engine/index.ts";
import { keepsItsPromises } from "../support.ts";
import { columns, drills, endingOf, runPair } from "./matrix.ts";
import { warmUp } from "./runs.ts";

beforeAll(warmUp);

/** How each pair ends; a pair that is not named is completed without a warning. */
const endings: Record<string, Record<string, string>> = {
  "no drill": {},
  loops: {
    react: "loop same_call_same_result",
    "plan-execute": "limit steps",
    "multi-agent": "completed (same_call_same_result) (same_call_error)",
    supervisor: "limit steps",
    "plan-notebook": "loop same_call_same_result",
    "react, text form": "loop same_call_same_result",
  },
  rewords: {
    "plan-execute": "limit steps",
    supervisor: "limit steps",
  },
  "never-complete": {
    "plan-execute": "limit steps",
    supervisor: "limit steps",
  },
  "ignores-nudges": {
    react: "loop no_progress",
    "plan-execute": "limit steps",
    "multi-agent": "completed (no_progress)",
    supervisor: "limit steps",
    "plan-notebook": "loop no_progress",
    "react, text form": "loop no_progress",
  },
  obeys: {},
  "forgets-step": {
    supervisor: "completed stalled",
  },
  "drops-dependency": {
    supervisor: "completed stalled",
  },
  "unknown-tools": {
    react: "loop same_call_error",
    "plan-execute": "completed reply-unknown-tool revisions-used",
    "multi-agent": "completed (same_call_error)",
    supervisor: "completed reply-unknown-tool stalled",
    "plan-notebook": "loop same_call_error",
    "react, text form": "loop monologue",
  },
  "bad-arguments": {
    react: "loop same_call_error",
    "plan-execute": "completed reply-bad-input revisions-used",
    "multi-agent": "completed (same_call_error)",
    supervisor: "completed reply-bad-input stalled",
    "plan-notebook": "loop cycle",
    "react, text form": "loop monologue",
  },
  contradicts: {
    supervisor: "completed stalled",
  },
  overspends: {
    "plan-notebook": "limit usd",
  },
  "breaks-format": {
    react: "loop same_call_error",
    "plan-execute": "completed reply-no-json no-plan no-reflection",
    "multi-agent": "completed reply-no-json no-decomposition (same_call_error)",
    supervisor: "completed reply-no-json no-plan no-review stalled",
    "plan-notebook": "loop cycle",
    "react, text form": "completed reply-no-directive implicit-answer",
  },
  chants: {
    single: "loop chanting",
    react: "loop chanting",
    "plan-execute": "loop chanting",
    "multi-agent": "loop chanting",
    supervisor: "loop chanting",
    "plan-notebook": "loop chanting",
    "react, text form": "loop chanting",
  },
  "cut-off": {
    single: "completed answer-cut-off",
    react: "model output-truncated",
    "plan-execute": "completed reply-truncated no-plan no-reflection answer-cut-off",
    "multi-agent": "completed reply-truncated no-decomposition answer-cut-off (output-truncated)",
    supervisor: "completed reply-truncated no-plan answer-cut-off no-review stalled",
    "plan-notebook": "model output-truncated",
    "react, text form": "model output-truncated",
  },
  slow: {
    "multi-agent": "completed (timeout) (skipped)",
  },
  hangs: {
    single: "limit wallMs",
    react: "limit wallMs",
    "plan-execute": "limit wallMs",
    "multi-agent": "limit wallMs",
    supervisor: "limit wallMs",
    "plan-notebook": "limit wallMs",
    "react, text form": "limit wallMs",
  },
  fails: {
    react: "model rate-limited",
  },
  "fails, 500 each time": {
    single: "model upstream-error",
    react: "model upstream-error",
    "plan-execute": "model upstream-error",
    "multi-agent": "model upstream-error",
    supervisor: "model upstream-error",
    "plan-notebook": "model upstream-error",
    "react, text form": "model upstream-error",
  },
  "tools: timeout": {
    "plan-execute": "completed (tool-failed) (skipped)",
    "multi-agent": "completed (timeout) (skipped)",
    supervisor: "completed stalled (tool-failed) (skipped)",
  },
  "tools: error": {
    "plan-execute": "completed (tool-failed) (skipped)",
    supervisor: "completed stalled (tool-failed) (skipped)",
  },
  "tools: empty": {
    supervisor: "completed stalled",
  },
  "tools: huge": {
    "plan-execute": "completed answer-cut-off",
    supervisor: "completed answer-cut-off stalled",
  },
  "tools: poisoned": {
    supervisor: "completed stalled",
  },
};

describe.for(Object.keys(drills))("%s", (drill) => {
  test.for(Object.keys(columns))("ends by itself under %s", async (column) => {
    const ran = await runPair(drill, column);
    expect(endingOf(ran)).toBe(endings[drill]?.[column] ?? "completed");
    staysWithin(ran.log);
  });

  test.for(Object.keys(columns))("ends within its limits without loop rules under %s", async (column) => {
    const ran = await runPair(drill, column, { loopRules: false });
    // What cannot be read three times in a row is no loop rule's affair, but ends an agent all the same.
    expect([undefined, "monologue"]).toContain(ran.outcome.stop?.rule);
    expect(ran.log.some(({ type }) => type === "nudge")).toBe(false);
    staysWithin(ran.log);
  });
});

/** What was used, against the limits that the run was given. The closing call is one of its model calls. */
function staysWithin(log: readonly RunEvent[]): void {
  keepsItsPromises(log);
  const [start] = log;
  const budget = start?.type === "run.start" ? start.budget : defaultBudget;
  const spent = log.reduce((sum, event) => {
    if (event.type === "model.reply" || event.type === "tool.call") return sum + (event.usd ?? 0);
    return sum;
  }, 0);
  expect(spent).toBeLessThanOrEqual(budget.usd ?? Infinity);
  expect(log.filter(({ type }) => type === "model.request").length).toBeLessThanOrEqual(budget.modelCalls);
  expect(log.filter(({ type }) => type === "tool.call").length).toBeLessThanOrEqual(budget.toolCalls);
  expect(log.at(-1)?.at ?? Infinity).toBeLessThanOrEqual(budget.wallMs);
}

test("the table names no pair that is not run", () => {
  expect(Object.keys(endings)).toEqual(Object.keys(drills));
  const named = Object.values(endings).flatMap((row) => Object.keys(row));
  expect(named.filter((column) => !(column in columns))).toEqual([]);
});
