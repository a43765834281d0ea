// Playing: when each event comes, at which speed, and what happens at the end.
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Fact } from "../../../src/engine/index.ts";
import { longestWaitMs, Pacing } from "../../../src/ui/playback/pacing.ts";
import { Player } from "../../../src/ui/playback/player.svelte.ts";
import { LiveRun } from "../../../src/ui/run.svelte.ts";
import { runStart } from "../../fixtures/log.ts";

const thought: Fact = { type: "thought", span: "1", text: "Hm." };
const logAt = (...times: number[]) =>
  times.map((at, seq) => ({ ...(seq === 0 ? runStart("Task") : thought), seq, at }));

const frames = new Map<number, (now: number) => void>();
let [now, asked] = [0, 0];
beforeEach(() => {
  frames.clear();
  now = 0;
  vi.stubGlobal("requestAnimationFrame", (frame: (now: number) => void) => (frames.set(++asked, frame), asked));
  vi.stubGlobal("cancelAnimationFrame", (id: number) => frames.delete(id));
});
/** Lets time go by, 50 ms a frame. */
function wait(ms: number) {
  for (const end = now + ms; now < end; now += 50) {
    const due = [...frames.values()];
    frames.clear();
    for (const frame of due) frame(now);
  }
}

function opened(...times: number[]) {
  const run = LiveRun.opened({ id: "r", title: "", files: [], events: logAt(...times) });
  const player = new Player(run);
  player.pace = "as-it-ran";
  player.speed = 1;
  return { run, player };
}

describe("when events come", () => {
  test("as it ran: as far apart as in the run, but for long waits", () => {
    const pacing = new Pacing(logAt(0, 100, 100, 900_000), "as-it-ran");
    expect([1, 2, 3, 4, 9].map((count) => pacing.timeOf(count))).toEqual([
      0,
      100,
      100,
      100 + longestWaitMs,
      100 + longestWaitMs,
    ]);
    expect([0, 99, 100, 1_000, 1e9].map((ms) => pacing.countAt(ms))).toEqual([1, 1, 3, 3, 4]);
  });

  test("in even steps: one after the other, also those that come while it is played", () => {
    const log = logAt(0, 1, 5_000);
    const pacing = new Pacing(log, "even");
    expect(pacing.countAt(pacing.timeOf(2))).toBe(2);
    log.push(...logAt(0, 1, 2, 9_000).slice(3));
    expect(pacing.timeOf(4) - pacing.timeOf(3)).toBe(pacing.timeOf(2) - pacing.timeOf(1));
    expect(pacing.countAt(pacing.timeOf(4))).toBe(4);
  });

  test("a log without events has no moment beyond the first", () => {
    expect([new Pacing([], "even").countAt(5), new Pacing([], "even").timeOf(3)]).toEqual([1, 0]);
  });
});

test("plays from the beginning to the end, and stops there", () => {
  const { run, player } = opened(0, 1_000, 2_000);
  player.play();
  expect([player.playing, run.moment]).toEqual([true, 1]);
  wait(1_100);
  expect(run.moment).toBe(2);
  wait(1_100);
  expect([player.playing, run.moment]).toEqual([false, null]);
});

test("plays on from the moment that is shown, twice as fast at 2×", () => {
  const { run, player } = opened(0, 1_000, 2_000, 3_000);
  run.showAt(2);
  player.faster(1);
  expect(player.speed).toBe(2);
  player.play();
  wait(600);
  expect(run.moment).toBe(3);
});

test("a step and a jump end the playing", () => {
  const { run, player } = opened(0, 1_000, 2_000);
  player.play();
  player.step(1);
  expect([player.playing, run.moment]).toEqual([false, 2]);
  wait(5_000);
  expect(run.moment).toBe(2);
});

test("a moment that is chosen elsewhere ends the playing", () => {
  const { run, player } = opened(0, 1_000, 2_000, 3_000);
  player.play();
  wait(100);
  run.showAt(3);
  wait(5_000);
  expect([player.playing, run.moment]).toEqual([false, 3]);
});

test("speeds end at the slowest and the fastest", () => {
  const { player } = opened(0, 1);
  for (let press = 0; press < 9; press++) player.faster(1);
  expect(player.speed).toBe(8);
  for (let press = 0; press < 9; press++) player.faster(-1);
  expect(player.speed).toBe(0.5);
});

test("changing the pace while it plays goes on from the same moment", () => {
  const { run, player } = opened(0, 10_000, 20_000);
  player.play();
  wait(500);
  player.pace = "even";
  wait(500);
  expect(run.moment).toBe(2);
});

test("of a run that goes on, the end is what comes", () => {
  const run = new LiveRun("r", "");
  const log = logAt(0, 1_000, 2_000);
  log.slice(0, 2).forEach((event) => run.add(event));
  run.flush();
  const player = new Player(run);
  player.pace = "as-it-ran";
  player.speed = 1;
  player.play();
  log.slice(2).forEach((event) => run.add(event));
  run.flush();
  wait(1_500);
  expect(run.moment).toBe(2);
  wait(1_500);
  expect([run.moment, run.events.length]).toEqual([null, 3]);
});
