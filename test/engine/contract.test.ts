// What every pattern must keep, with any model, also when it is stopped after any event.
import { describe, expect, test } from "vitest";
import {
  patterns,
  scripted,
  startRun,
  type Clock,
  type ModelReply,
  type StartOptions,
  type Tool,
} from "../../src/engine/index.ts";
import type { ScriptedReply } from "../../src/engine/model/scripted.ts";
import { add, call, callAll, keepsItsPromises, say, tool } from "./support.ts";

interface Script {
  name: string;
  replies: () => ScriptedReply[];
  options?: Partial<StartOptions>;
}

const nothing: ModelReply = { text: "", toolCalls: [], finishReason: "stop" };
const busy = { code: "rate-limited", message: "Too many.", retryable: true, retryAfterMs: 1, free: true } as const;
const refused = { code: "unauthorized", message: "No key.", retryable: false, free: true } as const;
const tools: Tool[] = [
  add,
  tool("slow", () => new Promise((resolve) => setTimeout(resolve, 2, "late"))),
  tool("broken", () => Promise.reject(new Error("broken"))),
];

const anyPattern: Script[] = [
  { name: "answers at once", replies: () => [say("42")] },
  { name: "says nothing, for ever", replies: () => Array(20).fill(nothing) },
  { name: "is refused", replies: () => [refused] },
  { name: "is busy twice", replies: () => [busy, busy, say("42")] },
  { name: "is filtered", replies: () => [say("half", { finishReason: "content_filter" })] },
  { name: "is cut off", replies: () => [say("half an ans", { finishReason: "length" })] },
  { name: "has no budget", replies: () => [say("42")], options: { budget: { tokens: 1 } } },
];

const byPattern: Record<string, Script[]> = {
  single: [],
  react: [
    {
      name: "uses tools",
      replies: () => [
        call("add", { a: 1, b: 2 }),
        callAll([
          ["add", { a: 3, b: 4 }],
          ["add", { a: 5, b: 6 }],
          ["slow", {}],
          ["broken", {}],
          ["unknown", {}],
          ["add", { a: "x" }],
        ]),
        say("Done."),
      ],
    },
    { name: "loops", replies: () => Array.from({ length: 20 }, () => call("add", { a: 1, b: 2 })) },
    {
      name: "is cut off in calls",
      replies: () => Array.from({ length: 9 }, () => call("add", '{"a":1', { finishReason: "length" })),
    },
    {
      name: "writes text",
      replies: () => [
        say('Thought: add\nAction: add\nAction Input: {"a":1,"b":2}\nObservation: 4\nFinal Answer: 4'),
        say("Thought: hm"),
        say("Final Answer: 3"),
      ],
      options: { settings: { protocol: "text" } },
    },
  ],
};

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
    const plain = (log: typeof one.log) =>
      JSON.stringify(log.map((event) => ({ ...event, at: 0, startedAt: 0, msToFirstToken: 0 }))).replaceAll(
        /"c\d+"/g,
        '"c"',
      );
    expect(plain(two.log)).toBe(plain(one.log));
  });

  test("waits while it is paused, with all its clocks", async () => {
    const run = start(pattern, anyPattern[0] as Script);
    run.pause();
    await new Promise((resolve) => setImmediate(resolve));
    expect(run.log.map((event) => event.type)).not.toContain("model.request");
    run.resume();
    expect((await run.finished).status).toBe("completed");
    keepsItsPromises(run.log);
  });
});
