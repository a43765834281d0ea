// The budget simulator against the engine itself: a run made again under other limits is cut off where it was foretold.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  scripted,
  startRun,
  whatIf,
  type Budget,
  type Limit,
  type RunEvent,
  type StartOptions,
} from "../../../src/engine/index.ts";
import { demandsOf } from "../../../src/engine/derive/demands.ts";
import { call, close, open, reactFacts, runStart, stamp } from "../../fixtures/log.ts";
import { player, scripts, type Script } from "../random-scripts.ts";
import { add, tool } from "../support.ts";

const price = { inputUsdPerMillion: 2, outputUsdPerMillion: 8, usdPerCall: 0.000_1 };
const wide: Partial<Budget> = {
  iterations: 400,
  steps: 60,
  modelCalls: 400,
  toolCalls: 400,
  usd: 90,
  tokens: null,
  revisions: 10,
  rounds: 10,
  subtasks: null,
};
const paid = tool("paid", () => "ok", { usdPerCall: 0.000_7 });
const tools = [add, paid, tool("slow", () => Promise.resolve("late"))];

async function play(pattern: string, script: Script, budget: Partial<Budget>, more: Partial<StartOptions> = {}) {
  const reply = player(script);
  const run = startRun("Count.", {
    pattern,
    models: {
      main: scripted(
        Array.from({ length: 400 }, () => reply),
        { price },
      ),
    },
    tools,
    loopRules: false,
    budget: { ...wide, ...budget },
    ...(pattern === "plan-execute" || pattern === "supervisor" ? { settings: { parallelSteps: script.width } } : {}),
    ...more,
  });
  await run.finished;
  return run.log;
}

const shape = (events: readonly RunEvent[]) =>
  events
    .filter(({ type }) => type !== "run.start" && type !== "thought" && type !== "hold")
    .map((event) => ("span" in event ? `${event.type} ${event.span}` : event.type));

const limitOf = (log: readonly RunEvent[]) => log.find((event) => event.type === "limit");
const requestOf = (log: readonly RunEvent[], span: string) =>
  log.find((event) => event.type === "model.request" && event.span === span);

/** The run, made again for real under one other limit, goes as it went until the foretold event, and no further. */
async function holds(pattern: string, script: Script, limit: Limit, value: number): Promise<void> {
  const log = await play(pattern, script, {});
  const foretold = whatIf(log, { [limit]: value });
  const real = await play(pattern, script, { [limit]: value });
  const { cut } = foretold;
  const hit = limitOf(real);
  const first = cut ?? foretold.inner[0];
  if (!first) {
    expect(hit).toBeUndefined();
    return expect(shape(real)).toEqual(shape(log));
  }
  expect(shape(real.slice(0, first.seq))).toEqual(shape(log.slice(0, first.seq)));
  if (first.effect === "shortened") {
    const [was, is] = [requestOf(log, first.span), requestOf(real, first.span)];
    expect(is?.type === "model.request" && was?.type === "model.request" && is.maxOutputTokens).toBeLessThan(
      was?.type === "model.request" ? was.maxOutputTokens : 0,
    );
    expect(
      real.some(
        (event) => event.type === "model.reply" && event.span === first.span && event.finishReason === "length",
      ),
    ).toBe(true);
  } else if (first.effect === "refused") {
    expect(hit).toMatchObject({ type: "limit", limit, seq: first.seq });
    if (cut) expect(foretold.spent.modelCalls).toBe(callsBefore(real, first.seq));
  } else if (first.effect === "rewritten") {
    expect(real[first.seq]).toMatchObject({ type: "warning", code: "reply-too-many-steps" });
  } else {
    expect(real[first.seq]).toMatchObject({ type: "warning", code: `${limit}-used` });
  }
}

/** Agents side by side wait for each other in the purse, and may come in another order: one call more or less is spent. */
async function nearly(pattern: string, script: Script, limit: Limit, value: number): Promise<void> {
  const log = await play(pattern, script, {});
  const { cut, spent } = whatIf(log, { [limit]: value });
  const real = await play(pattern, script, { [limit]: value });
  const hit = limitOf(real);
  if (!cut) return expect(hit).toBeUndefined();
  if (cut.effect === "shortened") return;
  const before = real.slice(0, hit?.seq ?? real.length);
  const calls = before.filter((event) => event.type === "model.request").length;
  expect(Math.abs(calls - spent.modelCalls)).toBeLessThanOrEqual(1);
}

const callsBefore = (log: readonly RunEvent[], seq: number) =>
  log.slice(0, seq).filter((event) => event.type === "model.request").length;

const runs = { numRuns: 25 };
/** Which value a limit gets: a share of what the run needs, or what one moment of it needs, or a little less. */
const choice = fc.oneof(
  fc.record({ share: fc.double({ min: 0, max: 1.1, noNaN: true }) }),
  fc.record({ moment: fc.double({ min: 0, max: 1, noNaN: true }), below: fc.constantFrom(0, 1, 40) }),
);
type Choice = typeof choice extends fc.Arbitrary<infer C> ? C : never;

function valueFrom(chosen: Choice, limit: Limit, log: readonly RunEvent[]): number {
  const demands = demandsOf(log);
  const unit = limit === "usd" ? 1e-6 : limit === "tokens" ? 1 : 0.01;
  const asked = demands.list.filter((demand) => demand.limit === limit);
  const wanted =
    "share" in chosen
      ? demands.needs[limit] * chosen.share
      : (asked[Math.floor(chosen.moment * (asked.length - 1))]?.need ?? 1) - chosen.below * unit;
  const least = limit === "toolCalls" || limit === "revisions" || limit === "usd" ? 0 : 1;
  return Math.max(least, limit === "usd" ? wanted : Math.round(wanted));
}

describe("a run made again under a limit leaves its way where the simulator says", () => {
  const counted: [string, Limit][] = [
    ["react", "iterations"],
    ["react", "modelCalls"],
    ["react", "toolCalls"],
    ["react", "usd"],
    ["react", "tokens"],
    ["plan-notebook", "iterations"],
    ["plan-notebook", "usd"],
    ["plan-execute", "steps"],
    ["plan-execute", "revisions"],
    ["plan-execute", "modelCalls"],
    ["plan-execute", "toolCalls"],
    ["supervisor", "rounds"],
    ["supervisor", "steps"],
    ["supervisor", "modelCalls"],
    ["multi-agent", "modelCalls"],
    ["multi-agent", "toolCalls"],
    ["multi-agent", "iterations"],
  ];
  test.each(counted)("%s, %s", async (pattern, limit) => {
    await fc.assert(
      fc.asyncProperty(scripts, choice, async (script, chosen) => {
        await holds(pattern, script, limit, valueFrom(chosen, limit, await play(pattern, script, {})));
      }),
      runs,
    );
  });

  test.each<[string, Limit]>([
    ["plan-execute", "usd"],
    ["plan-execute", "tokens"],
    ["supervisor", "usd"],
  ])("%s one step at a time, %s", async (pattern, limit) => {
    await fc.assert(
      fc.asyncProperty(scripts, choice, async (script, chosen) => {
        const alone = { ...script, width: 1 };
        await holds(pattern, alone, limit, valueFrom(chosen, limit, await play(pattern, alone, {})));
      }),
      runs,
    );
  });
});

test.each<[string, Limit]>([
  ["plan-execute", "usd"],
  ["multi-agent", "usd"],
  ["multi-agent", "tokens"],
])("side by side in %s, a limit of %s is foretold to one call", async (pattern, limit) => {
  await fc.assert(
    fc.asyncProperty(scripts, choice, async (script, chosen) => {
      const side = { ...script, width: 3, turns: script.turns.map((turn) => ({ ...turn, priced: false })) };
      await nearly(pattern, side, limit, valueFrom(chosen, limit, await play(pattern, side, {})));
    }),
    runs,
  );
});

const everyPattern = ["single", "react", "plan-execute", "multi-agent", "supervisor", "plan-notebook"];
const limits = Object.keys(wide) as Limit[];

test("a limit that is at least what the run needs cuts nothing off, and a lower one never cuts later", async () => {
  const values = fc.array(fc.double({ min: 0, max: 1.2, noNaN: true }), { minLength: 2, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(
      scripts,
      fc.constantFrom(...everyPattern),
      fc.constantFrom(...limits),
      values,
      async (script, pattern, limit, shares) => {
        const log = await play(pattern, script, {});
        const demands = demandsOf(log);
        const need = demands.needs[limit];
        const enough = whatIf(log, { [limit]: need }, demands);
        expect(enough).toMatchObject({ cut: null, inner: [], answer: "same", atMost: false });
        expect(enough.missing.size).toBe(0);
        expect(Object.values(enough.saved).every((saved) => saved === 0)).toBe(true);
        let before: { seq: number; missing: number; calls: number } | null = null;
        for (const share of shares.toSorted((a, b) => b - a)) {
          const { cut, missing, spent } = whatIf(log, { [limit]: need * share }, demands);
          const now = { seq: cut?.seq ?? Infinity, missing: missing.size, calls: spent.modelCalls };
          if (before) {
            expect(now.seq).toBeLessThanOrEqual(before.seq);
            expect(now.missing).toBeGreaterThanOrEqual(before.missing);
          }
          before = now;
        }
      },
    ),
    { numRuns: 60 },
  );
});

describe("what a cut leaves", () => {
  const script: Script = {
    turns: [
      { calls: 1, outputTokens: 40, priced: false },
      { calls: 2, outputTokens: 80, priced: false },
    ],
    steps: 3,
    failures: 1,
    width: 1,
  };

  test("is the best answer of the rounds before, where the rounds are fewer", async () => {
    const log = await play("supervisor", script, {});
    const { cut, parts } = whatIf(log, { rounds: 1 });
    expect(cut).toMatchObject({ limit: "rounds", value: 1, used: 1, effect: "concluded" });
    expect(parts).toMatchObject([{ from: "draft", score: 0.1 }]);
    const real = await play("supervisor", script, { rounds: 1 });
    expect(real.at(-1)).toMatchObject({ answer: parts[0]?.text });
  });

  test("is paid to the cut, the rest is saved, and room for a closing call is told", async () => {
    const log = await play("react", script, {});
    const { cut, spent, saved, closing, missing, answer } = whatIf(log, { iterations: 1 });
    expect(cut).toMatchObject({ limit: "iterations", value: 1, used: 1, span: "1.2", ends: null });
    expect(spent).toMatchObject({ modelCalls: 1, toolCalls: 1, tokens: 240 });
    expect(saved).toMatchObject({ modelCalls: 2, toolCalls: 2 });
    expect(closing?.usd).toBeGreaterThan(0);
    expect(missing.has("1.1")).toBe(false);
    expect(missing.has("1.2") && missing.has("1.2.1")).toBe(true);
    expect(answer).toBe("missing");
  });

  test("is the run, where only an agent of it ends", async () => {
    const log = await play("multi-agent", script, {});
    const { cut, inner, missing, answer } = whatIf(log, { iterations: 1 });
    expect(cut).toBeNull();
    expect(inner.map(({ limit, ends }) => [limit, ends])).toEqual([
      ["iterations", "1.2"],
      ["iterations", "1.3"],
    ]);
    expect(answer).toBe("changed");
    expect([...missing].every((span) => /^1\.[23]\./.test(span))).toBe(true);
  });

  test("names a limit at which the run really ended: with more it would have gone on", async () => {
    const log = await play("react", script, { iterations: 2 });
    expect(whatIf(log, { iterations: 2 })).toMatchObject({ cut: null, beyond: [] });
    expect(whatIf(log, { iterations: 3 })).toMatchObject({ cut: null, beyond: ["iterations"] });
    expect(whatIf(log, { iterations: 1 }).cut).toMatchObject({ limit: "iterations", value: 1 });
  });
});

describe("time", () => {
  const timed = stamp([
    runStart("Wait."),
    open("1", "agent", "react"),
    open("1.1", "iteration", "turn 1"),
    open("1.1.1", "tool", "slow"),
    call("1.1.1", "slow", {}),
    { type: "hold", span: "1", id: "hold-1", kind: "pause" },
    { type: "decision", span: "1", hold: "hold-1", by: "person", choice: "resume" },
    { type: "observation", span: "1.1.1", output: "late" },
    close("1.1.1"),
    close("1.1"),
    open("1.2", "iteration", "turn 2"),
    close("1.2"),
    close("1"),
    { type: "run.end", status: "completed", answer: "Late." },
  ]).map((event) => ({ ...event, at: event.seq < 6 ? event.seq * 1_000 : event.seq * 1_000 + 60_000 }));

  test("counts without pauses, and its last tenth is kept for the closing call", () => {
    expect(whatIf(timed, { wallMs: 20_000 }).cut).toBeNull();
    const { cut, missing } = whatIf(timed, { wallMs: 10_000 });
    expect(cut).toMatchObject({ limit: "wallMs", value: 10_000, used: 9_000, seq: 11, effect: "out-of-time" });
    expect(missing.size).toBe(0);
    expect([...whatIf(timed, { wallMs: 9_900 }).missing]).toEqual(["1.2"]);
  });

  test("stops what is under way", () => {
    expect([...whatIf(timed, { wallMs: 5_000 }).missing]).toEqual(["1.1.1", "1.2"]);
  });

  test("of one tool call ends that call only", () => {
    expect(whatIf(timed, { toolTimeoutMs: 4_000 })).toMatchObject({ cut: null, inner: [] });
    const { cut, inner, missing } = whatIf(timed, { toolTimeoutMs: 2_000 });
    expect(cut).toBeNull();
    expect(inner).toMatchObject([
      { limit: "toolTimeoutMs", value: 2_000, used: 3_000, ends: "1.1.1", effect: "failed" },
    ]);
    expect([...missing]).toEqual(["1.1.1"]);
  });
});

test("a log of 10,000 events is looked through within a frame", () => {
  const log = stamp(reactFacts(1_000).slice(0, 10_000));
  const demands = demandsOf(log);
  const times = Array.from({ length: 5 }, () => {
    const began = performance.now();
    whatIf(log, { iterations: 900 }, demands);
    return performance.now() - began;
  });
  expect(Math.min(...times)).toBeLessThan(16);
});
