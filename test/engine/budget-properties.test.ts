// Whole runs under random models, tools, prices, limits and persons: a ceiling is a ceiling, in every pattern.
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import {
  patterns,
  scripted,
  startRun,
  type Budget,
  type Decision,
  type Hold,
  type Model,
  type ModelReply,
  type ModelRequest,
  type Price,
  type RunEvent,
} from "../../src/engine/index.ts";
import type { ModelFailure } from "../../src/engine/model/model.ts";
import type { ScriptedReply } from "../../src/engine/model/scripted.ts";
import { worstPico } from "../../src/engine/money.ts";
import { audit } from "./ledger.ts";
import { add, keepsItsPromises, tool, warmUp } from "./support.ts";
import { virtualTime, type VirtualTime } from "./virtual-time.ts";

const fourSteps =
  '{"steps":[{"id":1,"description":"a","tool":null,"dependsOn":[]},{"id":2,"description":"b","tool":"paid","input":{},"dependsOn":[]},{"id":3,"description":"c","tool":"slow","input":{}},{"id":4,"description":"d","tool":null,"dependsOn":[1,2]}]}';
const division =
  '[{"agent":"finance","task":"f","dependsOn":[]},{"agent":"news","task":"n"},{"agent":"writer","task":"w","dependsOn":["finance"]}]';
const words = [
  "It is 3.",
  "",
  'Thought: x\nAction: add\nAction Input: {"a":1,"b":2}',
  "Thought: y\nAction: paid\nAction Input: {}",
  "Final Answer: 3",
  fourSteps,
  '{"steps":[]}',
  '{"done":false,"feedback":"more"}',
  '{"done":true}',
  '{"passed":true,"score":0.9,"feedback":""}',
  '{"passed":false,"score":0.2,"feedback":"again"}',
  division,
];
const calls = [
  ["add", '{"a":1,"b":2}'],
  ["add", '{"a":3,"b":2}'],
  ["add", '{"a":1'],
  ["slow", "{}"],
  ["hang", "{}"],
  ["paid", "{}"],
  ["paid_late", "{}"],
  ["broken", "{}"],
  ["nothing", "{}"],
  [
    "create_plan",
    '{"name":"p","description":"","expected_outcome":"","subtasks":[{"name":"s","description":"","expected_outcome":""}]}',
  ],
  ["finish_subtask", '{"subtask_idx":0,"subtask_outcome":"o"}'],
] as const;

type ValueOf<A> = A extends fc.Arbitrary<infer Value> ? Value : never;

// Of even steps: the floating-point numbers that fast-check likes best are so small that nothing costs anything.
type Call = (typeof calls)[number];
const paidCalls: readonly Call[] = calls.filter(([name]) => name.startsWith("paid"));

const share = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100);
const delayMs = fc.constantFrom(0, 0, 1, 7, 40);
const anyCall: fc.Arbitrary<Call> = fc.oneof(fc.constantFrom(...calls), fc.constantFrom(...paidCalls));
const someCalls: fc.Arbitrary<readonly Call[]> = fc.oneof(fc.constant([]), {
  weight: 3,
  arbitrary: fc.array(anyCall, { maxLength: 3 }),
});
/** A reply that keeps to its output limit, and reports what it used: all, part of it cached or thought, or nothing at all. */
const honest = fc.record({
  kind: fc.constant("reply" as const),
  delayMs,
  text: fc.constantFrom(...words),
  calls: someCalls,
  finishReason: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom("stop", "tool_calls") },
    fc.constantFrom("length", "content_filter"),
  ),
  isCounted: fc.boolean(),
  wordiness: share,
  cached: share,
  thought: share,
});
/** The same, but its report is made up: this many times what it was. */
const lying = fc.record({ reply: honest, factor: fc.constantFrom(0, 0.1, 3, 40) }).map(({ reply, factor }) => ({
  ...reply,
  isCounted: true,
  factor,
}));
const failing = fc.record({
  kind: fc.constant("failure" as const),
  delayMs,
  code: fc.constantFrom(
    "rate-limited",
    "upstream-error",
    "stream-truncated",
    "offline",
    "unauthorized",
    "context-length",
  ),
  retryable: fc.boolean(),
  free: fc.boolean(),
});
const hanging = fc.constant({ kind: "hang" as const, delayMs: 0 });
type Act = { delayMs: number } & (
  | ({ kind: "reply"; factor?: number } & Omit<ValueOf<typeof honest>, "kind">)
  | ValueOf<typeof failing>
  | { kind: "hang" }
);
const acts = (...arbitraries: fc.WeightedArbitrary<Act>[]) =>
  fc.array(fc.oneof(...arbitraries), { minLength: 1, maxLength: 12 });
const truthful = acts(
  { weight: 12, arbitrary: honest },
  { weight: 2, arbitrary: failing },
  { weight: 1, arbitrary: hanging },
);
const untruthful = acts(
  { weight: 3, arbitrary: honest },
  { weight: 3, arbitrary: lying },
  { weight: 1, arbitrary: failing },
);

const tokensOf = (value: unknown) => Math.ceil(new TextEncoder().encode(JSON.stringify(value)).length / 4);

function play(act: Exclude<Act, { kind: "hang" }>, request: ModelRequest): ModelReply | ModelFailure {
  if (act.kind === "failure") {
    const { code, retryable, free } = act;
    return { code: code as ModelFailure["code"], message: "x", retryable, free, retryAfterMs: 1 };
  }
  const most = request.maxOutputTokens;
  const written = {
    text: act.text,
    toolCalls: act.calls.map(([name, text], i) => ({ id: `c${i}`, name, arguments: text })),
  };
  const isCut = tokensOf(written) > most;
  const least = isCut ? most : tokensOf(written);
  const factor = act.factor ?? 1;
  const outputTokens = Math.floor((least + (most - least) * act.wordiness) * factor);
  const inputTokens = Math.floor(tokensOf([request.messages, request.tools, request.responseSchema]) * factor);
  return {
    ...(isCut ? { text: act.text.slice(0, most), toolCalls: [] } : written),
    finishReason: isCut ? "length" : (act.finishReason as ModelReply["finishReason"]),
    ...(act.isCounted && {
      usage: {
        inputTokens,
        outputTokens,
        cachedTokens: Math.floor(inputTokens * act.cached),
        reasoningTokens: Math.floor(outputTokens * act.thought),
      },
    }),
  };
}

const rate = (max: number) => share.map((part) => part * max);
const prices: fc.Arbitrary<Price | null> = fc.option(
  fc
    .record(
      {
        inputUsdPerMillion: rate(10),
        outputUsdPerMillion: rate(40),
        cachedUsdPerMillion: rate(12),
        reasoningUsdPerMillion: rate(60),
        usdPerCall: rate(0.002),
      },
      { requiredKeys: ["inputUsdPerMillion", "outputUsdPerMillion"] },
    )
    .map((price): Price => price),
  { freq: 6 },
);

/** What one call of these tests may need at most: about so many tokens read, and written. */
const callTokens = 1_300;
const worstUsd = (price: Price) => worstPico(price, callTokens - 300, 300) / 1e12;

const budgets = fc.record({
  iterations: fc.integer({ min: 1, max: 12 }),
  steps: fc.integer({ min: 1, max: 6 }),
  modelCalls: fc.integer({ min: 1, max: 25 }),
  toolCalls: fc.integer({ min: 0, max: 12 }),
  /** as a share of what one call may need at most: a few calls fit, and those side by side get in each other's way */
  tokens: fc.option(
    share.map((part) => 1 + Math.floor(part * 8 * callTokens)),
    { freq: 3 },
  ),
  usd: fc.option(
    fc.oneof({ weight: 9, arbitrary: share }, fc.constant(0)).map((part) => part * 8),
    { freq: 5 },
  ),
  wallMs: fc.constantFrom(60, 1_000, 100_000),
  toolTimeoutMs: fc.constantFrom(5, 50, 30_000),
  agentTimeoutMs: fc.constantFrom(20, 500, 30_000),
  revisions: fc.integer({ min: 0, max: 2 }),
  rounds: fc.integer({ min: 1, max: 3 }),
  subtasks: fc.option(fc.integer({ min: 1, max: 3 })),
});

/** What a person does: at limits, and at a certain event. */
const persons = fc.record({
  decides: fc.option(fc.array(fc.constantFrom("raise", "raise", "finish", "stop"), { minLength: 1, maxLength: 4 }), {
    freq: 2,
  }),
  thinksMs: fc.constantFrom(0, 5, 10_000),
  intervenes: fc.option(fc.record({ event: fc.integer({ min: 0, max: 150 }), how: fc.constantFrom("stop", "pause") }), {
    freq: 2,
  }),
});

interface Case {
  pattern: string;
  budget: ValueOf<typeof budgets>;
  price: Price | null;
  script: readonly Act[];
  person: ValueOf<typeof persons>;
  /** price of a tool, in worst model calls */
  toolCost: number;
  loopRules: boolean;
}
/** A first reply that sets several calls going side by side, where a pattern has such. */
const opening = (text: string): Act => ({
  kind: "reply",
  delayMs: 0,
  text,
  calls: [],
  finishReason: "stop",
  isCounted: true,
  wordiness: 0,
  cached: 0,
  thought: 0,
});
const openings = [opening(division), opening(fourSteps)];

const cases = (pattern: string, script: fc.Arbitrary<Act[]>): fc.Arbitrary<Case> =>
  fc.record({
    pattern: fc.constant(pattern),
    budget: budgets,
    price: prices,
    script: fc
      .tuple(fc.option(fc.constantFrom(...openings), { freq: 4 }), script)
      .map(([first, rest]) => (first ? [first, ...rest] : rest)),
    person: persons,
    toolCost: fc.constantFrom(0.3, 1, 4),
    loopRules: fc.boolean(),
  });

/** Carries a case out. No model and no tool is called once the run has ended. */
async function carryOut({ pattern, budget, price, script, person, toolCost, loopRules }: Case) {
  const time = virtualTime();
  let ended = false;
  let late = 0;
  const note = () => void (late += ended ? 1 : 0);
  const { usd, ...others } = budget;
  let asked = 0;
  const onHold = async (hold: Hold): Promise<Decision> => {
    await time.wait(person.thinksMs);
    if (hold.kind === "approval") return { choice: "approve" };
    if (hold.kind === "question") return { choice: "answer", text: "Yes." };
    const choice = person.decides?.[asked++] ?? "finish";
    return choice === "raise"
      ? { choice, value: Math.max(hold.value, hold.used) * 2 + 1 }
      : { choice: choice as "finish" };
  };
  const run = startRun("Do it.", {
    pattern,
    models: { main: modelOf(script, price, time, note) },
    tools: toolsOf(price ? toolCost * worstUsd(price) : 0.001, time, note),
    budget: { ...others, ...(price && { usd: usd === null ? null : usd * worstUsd(price) }) },
    seed: 1,
    clock: time.clock,
    loopRules,
    outputTokens: 300,
    ...(person.decides && { onHold }),
  });
  run.subscribe((event) => {
    if (event.type === "run.end") ended = true;
    if (event.seq !== person.intervenes?.event) return;
    if (person.intervenes.how === "stop") return run.stop();
    run.pause();
    void time.wait(1_000).then(() => run.resume());
  });
  const outcome = await time.until(run.finished);
  expect(late, "calls after run.end").toBe(0);
  return { log: run.log, outcome };
}

function modelOf(script: readonly Act[], price: Price | null, time: VirtualTime, note: () => void): Model {
  let n = 0;
  const reply: ScriptedReply = async (request) => {
    note();
    const act = script[n++ % script.length] as Act;
    if (act.kind === "hang") return new Promise(() => {});
    if (act.delayMs > 0) await time.wait(act.delayMs);
    return play(act, request);
  };
  return scripted(Array<ScriptedReply>(400).fill(reply), { price });
}

function toolsOf(usdPerCall: number, time: VirtualTime, note: () => void) {
  const list = [
    tool("slow", () => time.wait(20).then(() => "late"), { readOnly: true }),
    tool("hang", () => new Promise(() => {}), { readOnly: true }),
    tool("paid", () => "ok", { usdPerCall }),
    tool("paid_late", () => time.wait(3).then(() => "ok"), { usdPerCall, readOnly: true }),
    tool("broken", () => {
      throw new Error("broken");
    }),
  ];
  return [
    add,
    ...list.map((one) => ({ ...one, run: (...given: Parameters<typeof one.run>) => (note(), one.run(...given)) })),
  ];
}

/** The limits that count other things than money and calls. */
function keepsItsCounts(log: readonly RunEvent[], budget: Budget, pattern: string): void {
  const turns = new Map<string, number>();
  let steps = 0;
  let revisions = 0;
  let rounds = 0;
  for (const event of log) {
    if (event.type === "plan" && event.by === "model" && event.revision > 0) revisions += 1;
    if (event.type !== "span.start") continue;
    if (event.kind === "step") steps += 1;
    if (event.name.startsWith("round ")) rounds += 1;
    if (event.name.startsWith("turn ")) turns.set(event.parent ?? "", (turns.get(event.parent ?? "") ?? 0) + 1);
  }
  const skipped = log.filter((event) => event.type === "span.end" && event.status === "skipped").length;
  expect(Math.max(0, ...turns.values()), "turns of one agent").toBeLessThanOrEqual(budget.iterations);
  expect(rounds, "rounds").toBeLessThanOrEqual(budget.rounds);
  expect(steps - skipped, "steps").toBeLessThanOrEqual(budget.steps);
  if (pattern === "plan-execute") expect(revisions, "revisions").toBeLessThanOrEqual(budget.revisions);
}

beforeAll(warmUp);

describe.each(patterns.map(({ id }) => id))("%s", (pattern) => {
  test("never passes a limit, whatever comes, ends by itself, and calls nothing after its end", async () => {
    await fc.assert(
      fc.asyncProperty(cases(pattern, truthful), async (one) => {
        const { log, outcome } = await carryOut(one);
        keepsItsPromises(log);
        const { lies, spent, budget } = audit(log);
        expect(lies, "no bound is too low for a provider that counts honestly").toBe(0);
        expect(outcome.usd).toBe(Math.round(spent.pico) / 1e12);
        keepsItsCounts(log, budget, pattern);
        expect(outcome.status === "completed" || outcome.stop !== undefined).toBe(true);
      }),
      { numRuns: 250 },
    );
  });

  test("records what a provider reports above its reservation, warns, and makes no further call past the limit", async () => {
    await fc.assert(
      fc.asyncProperty(cases(pattern, untruthful), async (one) => {
        const { log } = await carryOut(one);
        keepsItsPromises(log);
        audit(log);
      }),
      { numRuns: 100 },
    );
  });

  test("takes the same course with the same seed", async () => {
    await fc.assert(
      fc.asyncProperty(cases(pattern, truthful), async (one) => {
        expect((await carryOut(one)).log).toEqual((await carryOut(one)).log);
      }),
      { numRuns: 20 },
    );
  });
});
