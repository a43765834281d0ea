// What every pattern must keep, with any model, also when it is stopped after any event.
import { describe, expect, test } from "vitest";
import { patterns, scripted, startRun, type Clock, type StartOptions } from "../../src/engine/index.ts";
import { anyPattern, byPattern, tools, type Script } from "./contract-scripts.ts";
import { keepsItsPromises, say } from "./support.ts";

/** Waits between attempts take no time here; the long limits stay long. */
const clock: Clock = {
  now: () => performance.now(),
  wall: () => Date.now(),
  after(ms, fire) {
    const timer = setTimeout(fire, ms < 10_000 ? 0 : ms);
    return () => clearTimeout(timer);
  },
};

const start = (pattern: string, { replies, options }: Script, more: Partial<StartOptions> = {}) =>
  startRun("What is 1 + 2?", {
    pattern,
    models: { main: scripted(replies()) },
    tools,
    seed: 1,
    clock,
    ...options,
    ...more,
  });

describe.each(patterns.map((pattern) => pattern.id))("%s", (pattern) => {
  const scripts = [...anyPattern, ...(byPattern[pattern] ?? [])];

  test("has scripts of its own in this suite", () => expect(byPattern[pattern]).toBeDefined());

  test.each(scripts)("keeps the recorder's promises when the model $name", async (script) => {
    const run = start(pattern, script);
    const outcome = await run.finished;
    keepsItsPromises(run.log);
    expect(run.log.at(-1)).toMatchObject({ status: outcome.status, answer: outcome.answer });
    expect(outcome.status === "completed").toBe(outcome.stop === undefined);
  });

  test.each(scripts)("ends at once when it is stopped after any event, when the model $name", async (script) => {
    const whole = start(pattern, script);
    await whole.finished;
    for (let last = 0; last < whole.log.length - 1; last++) {
      let stopped = false;
      const late: string[] = [];
      const note = (what: string) => stopped && late.push(what);
      const model = scripted(script.replies());
      const run = start(pattern, script, {
        models: { main: { ...model, complete: (...args) => (note("model"), model.complete(...args)) } },
        tools: tools.map((one) => ({ ...one, run: (...args) => (note(one.name), one.run(...args)) })),
      });
      const stopAt = (seq: number) => {
        if (seq !== last) return;
        stopped = true;
        run.stop();
      };
      run.log.forEach((event) => stopAt(event.seq));
      run.subscribe((event) => stopAt(event.seq));
      const outcome = await run.finished;
      keepsItsPromises(run.log);
      expect(late, `no call begins after the stop at event ${last}`).toEqual([]);
      // Stopped after its last decision, a run may still come to its end.
      if (outcome.stop?.code === "aborted") expect(outcome).toMatchObject({ status: "stopped", answer: null });
      else expect(run.log.length).toBe(whole.log.length);
    }
  });

  test.each(scripts)("gives the same log for the same replies, when the model $name", async (script) => {
    const [one, two] = [start(pattern, script), start(pattern, script)];
    await Promise.all([one.finished, two.finished]);
    // A plan's name holds the time at which it was made.
    const plain = (log: typeof one.log) =>
      JSON.stringify(log.map((event) => ({ ...event, at: 0, startedAt: 0, msToFirstToken: 0 })))
        .replaceAll(/"c\d+"/g, '"c"')
        .replaceAll(/plan-[0-9a-z]+-/g, "plan-");
    expect(plain(two.log)).toBe(plain(one.log));
  });

  test("waits while it is paused, with all its clocks", async () => {
    const run = start(pattern, { name: "", replies: () => Array(60).fill(say("42")) });
    run.pause();
    await new Promise((resolve) => setImmediate(resolve));
    expect(run.log.map((event) => event.type)).not.toContain("model.request");
    run.resume();
    expect((await run.finished).status).toBe("completed");
    keepsItsPromises(run.log);
  });
});
