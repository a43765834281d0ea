// A race: every pattern at once, rows that are their logs', stopped and kept as a whole.
import { beforeEach, expect, test, vi } from "vitest";
import {
  rehearsal,
  scripted,
  startRun,
  type Model,
  type ModelReply,
  type RunEvent,
} from "../../../src/engine/index.ts";
import { scoreRow } from "../../../src/engine/race/index.ts";
import type { RaceRecord } from "../../../src/ui/history/race-record.ts";
import { LiveRun } from "../../../src/ui/run.svelte.ts";
import { Race, type Launch } from "../../../src/ui/race/race.svelte.ts";

beforeEach(() => {
  vi.stubGlobal("requestAnimationFrame", (frame: () => void) => setTimeout(frame, 0));
  vi.stubGlobal("cancelAnimationFrame", clearTimeout);
});

const task = "Calculate 10*5.";
const ids = ["react", "plan-execute", "single"];

interface Given {
  model?: Model;
  rounds?: number;
  onHold?: boolean;
}

function ready({ model = rehearsal({ charactersPerSecond: null }), rounds = 1, onHold = false }: Given = {}) {
  const saved: RaceRecord[] = [];
  const logs = new Map<string, readonly RunEvent[]>();
  const race = new Race({ id: "race-1", title: "10*5", task, startedAt: 5, patterns: ids, rounds }, async (record) => {
    saved.push(JSON.parse(JSON.stringify(record)) as RaceRecord);
  });
  let number = 0;
  const launch: Launch = async (pattern, seed) => {
    let live: LiveRun | null = null;
    const run = startRun(task, {
      pattern,
      models: { main: model },
      ...(seed !== null && { seed }),
      ...(onHold && { budget: { modelCalls: 1 } }),
      onHold: (hold, signal) => live?.ask(hold, signal) ?? Promise.reject(new Error("not on screen")),
    });
    const startedAt = performance.now();
    live = new LiveRun(`run-${++number}`, task);
    live.follow(run, startedAt);
    logs.set(live.id, run.log);
    const shown = live;
    return { live, startedAt, over: run.finished.then(() => shown.flush()) };
  };
  return { race, launch, saved, logs };
}

test("runs every pattern, and each row is that of the run's own log", async () => {
  const { race, launch, saved, logs } = ready();
  const going = race.go(launch);
  expect([race.active, race.state]).toEqual([true, "running"]);
  await going;
  expect(race.runs.map(({ pattern, seed }) => [pattern, seed])).toEqual(ids.map((id) => [id, null]));
  for (const { id, row } of race.runs) expect(row).toEqual(scoreRow(logs.get(id) ?? []));
  expect([race.active, race.state]).toEqual([false, "completed"]);
  expect(saved.at(-1)).toMatchObject({ isOver: true, patterns: ids, entries: [{ run: "run-1" }, {}, {}] });
});

test("five rounds run one after the other, each with its seed, and the log holds it", async () => {
  const { race, launch, logs } = ready({ rounds: 5 });
  await race.go(launch);
  expect(race.runs).toHaveLength(15);
  expect(race.runs.filter(({ pattern }) => pattern === "react").map(({ seed }) => seed)).toEqual([1, 2, 3, 4, 5]);
  for (const { id, seed } of race.runs) expect(logs.get(id)?.[0]).toMatchObject({ type: "run.start", seed });
  expect(race.lanes.map(({ seed }) => seed)).toEqual([5, 5, 5]);
});

test("what waits for a person queues, and goes on when it is decided", async () => {
  const { race, launch } = ready({ onHold: true });
  const going = race.go(launch);
  await vi.waitFor(() => expect(race.asking.length).toBeGreaterThan(1));
  expect(race.state).toBe("held");
  const [first, ...others] = race.asking;
  first?.live?.asked?.decide({ choice: "finish" });
  await vi.waitFor(() => expect(race.asking[0]).toBe(others[0]));
  while (race.active) {
    race.asking[0]?.live?.asked?.decide({ choice: "stop" });
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  await going;
  expect(race.runs.every(({ row }) => row !== null && row.status !== "running")).toBe(true);
});

test("stop ends every run and begins no other round", async () => {
  const aborted = { code: "aborted", message: "aborted", retryable: false, free: true } as const;
  const model = scripted(
    Array.from(
      { length: 30 },
      () =>
        (_request, { signal }) =>
          new Promise<ModelReply>((_, reject) => signal.addEventListener("abort", () => reject(aborted))),
    ),
  );
  const { race, launch, saved } = ready({ model, rounds: 5 });
  const going = race.go(launch);
  await vi.waitFor(() => expect(race.lanes.every(({ live }) => live?.spans.start)).toBe(true));
  race.stop();
  expect(race.state).toBe("stopping");
  await going;
  expect(race.runs).toHaveLength(3);
  expect(race.runs.map(({ row }) => row?.stop?.code)).toEqual(["aborted", "aborted", "aborted"]);
  expect(saved.at(-1)?.isOver).toBe(true);
});

test("a race of the history has the rows, checks and scores that it had, and is interrupted if it was not over", async () => {
  const { race, launch, saved } = ready();
  await race.go(launch);
  await race.require([{ kind: "contains", text: "50" }]);
  const record = saved.at(-1);
  if (!record) throw new Error("Nothing was saved.");
  const opened = Race.opened(record, async () => {});
  expect(opened.record()).toEqual(race.record());
  await vi.waitFor(() =>
    expect(opened.runs.map(({ verdicts }) => verdicts)).toEqual(race.runs.map(({ verdicts }) => verdicts)),
  );
  expect(opened.runs[0]?.verdicts).toEqual([{ passed: true, found: "50" }]);
  expect(Race.opened({ ...record, isOver: false }, async () => {})).toMatchObject({
    state: "interrupted",
    active: false,
  });
});

test("each answer is judged once, and the judge is paid apart", async () => {
  const { race, launch, logs } = ready();
  await race.go(launch);
  const reply = (): ModelReply => ({
    text: '{"completeness": 1, "accuracy": 0.5, "relevance": 1, "passed": true, "feedback": ""}',
    toolCalls: [],
    finishReason: "stop",
    usage: { inputTokens: 1_000, outputTokens: 0 },
  });
  const price = { inputUsdPerMillion: 1, outputUsdPerMillion: 1 };
  const judge = scripted([reply, reply, reply], { id: "judge", price });
  const before = race.runs.map(({ row }) => row?.usd);
  await race.judge(judge, async (id) => logs.get(id) ?? []);
  expect(race.runs.map(({ judgement }) => judgement?.scores?.accuracy)).toEqual([0.5, 0.5, 0.5]);
  expect(race.judgeUsd).toBeCloseTo(0.003);
  expect(race.runs.map(({ row }) => row?.usd)).toEqual(before);
  await race.judge(judge, () => Promise.reject(new Error("asked again")));
  expect(race.runs.map(({ judgement }) => judgement?.scores?.accuracy)).toEqual([0.5, 0.5, 0.5]);
});

test("an answer whose run is gone gets no verdict, and says so", async () => {
  const { race, launch } = ready();
  await race.go(launch);
  await race.judge(scripted([]), () => Promise.reject(new Error("There is no run run-1 in the history.")));
  expect(race.runs[0]?.judgement).toMatchObject({ scores: null, why: "There is no run run-1 in the history." });
});
