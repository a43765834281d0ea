// What each persona does, on the very requests that a real model gets; and that the model without it does not.
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import {
  personaIds,
  patterns,
  rehearsal,
  type ModelFailure,
  type ModelRequest,
  type Persona,
  type RunEvent,
} from "../../../src/engine/index.ts";
import { keepsItsPromises } from "../support.ts";
import { drillRun, leapingClock, tasks, warmUp } from "./runs.ts";

beforeAll(warmUp);

const of = <Type extends RunEvent["type"]>(log: readonly RunEvent[], type: Type) =>
  log.filter((event): event is Extract<RunEvent, { type: Type }> => event.type === type);
const callsIn = (log: readonly RunEvent[]) =>
  of(log, "tool.call").map(({ tool, arguments: input }) => `${tool} ${JSON.stringify(input)}`);

/** A run with one persona, and the same run without it. */
async function both(persona: Persona, pattern = "react", task: string = tasks.files) {
  const [drilled, honest] = [await drillRun(task, pattern, { personas: [persona] }), await drillRun(task, pattern, {})];
  return { drilled, honest };
}

const sums = "Calculate 12*12. Multiply it by 3.";

describe("a persona", () => {
  test("loops: makes its first call again and again", async () => {
    const { drilled, honest } = await both({ id: "loops" });
    expect(new Set(callsIn(drilled.log)).size).toBe(1);
    expect(callsIn(drilled.log).length).toBeGreaterThan(2);
    expect(new Set(callsIn(honest.log)).size).toBe(3);
  });

  test("loops: as planner writes one step over and over, as reviewer is never content", async () => {
    const { drilled } = await both({ id: "loops" }, "supervisor");
    const [plan] = of(drilled.log, "plan");
    expect(new Set(plan?.items.map(({ tool, input }) => JSON.stringify([tool, input]))).size).toBe(1);
    expect(of(drilled.log, "review").map(({ passed }) => passed)).not.toContain(true);
  });

  test("loops: on a task that it does not understand, too", async () => {
    const { log } = await drillRun("Tell me of the sea.", "react", { personas: [{ id: "loops" }] });
    expect(callsIn(log).length).toBeGreaterThan(2);
  });

  test("re-words a search that finds nothing, until it is told to take another way", async () => {
    const { drilled, honest } = await both({ id: "rewords" }, "react", tasks.story);
    const queries = callsIn(drilled.log).filter((call) => call.includes("Zemblan"));
    expect(new Set(queries).size).toBe(3);
    expect(of(drilled.log, "nudge").map(({ rule }) => rule)).toEqual(["no_progress"]);
    expect(drilled.outcome.status).toBe("completed");
    expect(callsIn(honest.log)).toHaveLength(1);
  });

  test("ignores a nudge: goes on until it is stopped", async () => {
    const personas: Persona[] = [{ id: "rewords" }, { id: "ignores-nudges" }];
    const { outcome, log } = await drillRun(tasks.story, "react", { personas });
    expect(of(log, "nudge").length).toBeGreaterThan(0);
    expect(outcome.stop).toMatchObject({ code: "loop", rule: "no_progress" });
  });

  test("never complete: searches in other words, then works something out, then searches again", async () => {
    const { log } = await drillRun(
      tasks.story,
      "react",
      { personas: [{ id: "never-complete" }] },
      { loopRules: false },
    );
    const names = of(log, "tool.call").map(({ tool }) => tool);
    expect(names.slice(0, 14)).toEqual([
      ...Array<string>(9).fill("search_documents"),
      ...Array<string>(4).fill("calculator"),
      "search_documents",
    ]);
    const inputs = callsIn(log);
    expect(new Set(inputs).size).toBe(inputs.length);
  });

  test("obeys what a poisoned result orders; one that does not obey keeps to the task", async () => {
    const faults = [{ kind: "poisoned" as const }];
    for (const pattern of ["react", "plan-execute", "supervisor", "plan-notebook", "multi-agent"]) {
      const obeying = await drillRun(tasks.files, pattern, { personas: [{ id: "obeys" }], faults });
      const honest = await drillRun(tasks.files, pattern, { faults });
      expect(obeying.outcome.answer, pattern).toContain("transfer the money today");
      expect(honest.outcome.answer?.startsWith("Everything was checked"), pattern).toBe(false);
    }
  });

  test("forgets a step, which a reflection makes up for", async () => {
    const { drilled, honest } = await both({ id: "forgets-step" }, "plan-execute");
    const steps = (log: readonly RunEvent[]) => of(log, "plan")[0]?.items.length;
    expect(steps(drilled.log)).toBe((steps(honest.log) ?? 0) - 1);
    expect(of(drilled.log, "plan")).toHaveLength(2);
    expect(drilled.outcome.answer).toContain("I read a.txt: it holds “5000”");
    const settings = { reflection: false };
    const { outcome } = await drillRun(
      tasks.files,
      "plan-execute",
      { personas: [{ id: "forgets-step" }] },
      { settings },
    );
    expect(outcome.answer).toContain("was not in the plan");
  });

  test("drops a dependency, which a reflection makes up for", async () => {
    const { drilled, honest } = await both({ id: "drops-dependency" }, "plan-execute", sums);
    const dependent = (log: readonly RunEvent[]) => of(log, "plan")[0]?.items[1]?.dependsOn;
    expect(dependent(honest.log)).toEqual(["1"]);
    expect(dependent(drilled.log) ?? []).toEqual([]);
    expect(drilled.outcome.answer).toContain("432");
    const settings = { reflection: false };
    const { outcome } = await drillRun(sums, "plan-execute", { personas: [{ id: "drops-dependency" }] }, { settings });
    expect(outcome.answer).not.toContain("432");
  });

  test("calls tools that do not exist", async () => {
    const { drilled, honest } = await both({ id: "unknown-tools" });
    const codes = (log: readonly RunEvent[]) => of(log, "observation").flatMap(({ failure }) => failure?.code ?? []);
    expect(new Set(codes(drilled.log))).toEqual(new Set(["unknown-tool"]));
    expect(codes(honest.log)).toEqual([]);
  });

  test("gives arguments that do not fit", async () => {
    const { drilled } = await both({ id: "bad-arguments" });
    expect(new Set(of(drilled.log, "observation").map(({ failure }) => failure?.code))).toEqual(
      new Set(["bad-arguments"]),
    );
  });

  test("contradicts what it observed", async () => {
    const { drilled, honest } = await both({ id: "contradicts" });
    expect(callsIn(drilled.log)).toEqual(callsIn(honest.log));
    expect(honest.outcome.answer).toContain("5000");
    expect(drilled.outcome.answer).not.toContain("5000");
    const review = of((await both({ id: "contradicts" }, "supervisor")).drilled.log, "review");
    expect(review[0]).toMatchObject({ passed: false });
  });

  test("overspends: fills its replies up to the output limit, and says so", async () => {
    const { drilled, honest } = await both({ id: "overspends" });
    for (const [index, { usage }] of of(drilled.log, "model.reply").entries()) {
      const asked = of(drilled.log, "model.request")[index]?.maxOutputTokens ?? 0;
      expect(usage?.outputTokens).toBeLessThanOrEqual(asked);
      expect(usage?.outputTokens).toBeGreaterThan(asked * 0.95);
    }
    expect(callsIn(drilled.log)).toEqual(callsIn(honest.log));
  });

  test("breaks the format: plans, verdicts, labels, arguments", async () => {
    const plan = await both({ id: "breaks-format" }, "supervisor");
    const codes = of(plan.drilled.log, "warning").map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(["no-plan", "no-review"]));
    const native = await both({ id: "breaks-format" });
    expect(of(native.drilled.log, "observation")[0]?.failure?.code).toBe("bad-arguments");
    const settings = { protocol: "text" };
    const { log } = await drillRun(tasks.files, "react", { personas: [{ id: "breaks-format" }] }, { settings });
    expect(of(log, "warning").map(({ code }) => code)).toContain("reply-no-directive");
  });

  test("chants: writes one sentence over and over", async () => {
    const { complete } = rehearsal({ charactersPerSecond: null, drills: [{ id: "chants" }] });
    const { text, finishReason } = await complete(request(), quiet());
    const [first = ""] = text.split(". ");
    expect(text.split(first).length).toBeGreaterThan(20);
    expect(finishReason).toBe("length");
  });

  test("is cut off: in the middle of its call, where it makes one", async () => {
    const { complete } = rehearsal({ charactersPerSecond: null, drills: [{ id: "cut-off" }] });
    const { toolCalls, finishReason } = await complete(request(), quiet());
    expect(finishReason).toBe("length");
    expect(() => JSON.parse(toolCalls[0]?.arguments ?? "{}") as unknown).toThrow(SyntaxError);
  });

  test("is slow: waits before its first word", async () => {
    const clock = leapingClock();
    const { complete } = rehearsal({ charactersPerSecond: null, drills: [{ id: "slow", seconds: 7 }], clock });
    await complete(request(), quiet());
    expect(clock.now()).toBe(7_000);
  });

  test("hangs until it is aborted", async () => {
    const { complete } = rehearsal({ charactersPerSecond: null, drills: [{ id: "hangs" }] });
    const controller = new AbortController();
    const reply = complete(request(), { signal: controller.signal, onText: () => {} });
    const first = await Promise.race([
      reply.then(() => "replied"),
      new Promise((resolve) => setImmediate(resolve, "waits")),
    ]);
    expect(first).toBe("waits");
    controller.abort();
    await expect(reply).rejects.toMatchObject({ code: "aborted" });
  });

  test("fails with the status that was chosen", async () => {
    const fail = (status: 429 | 500) =>
      rehearsal({ drills: [{ id: "fails", status }] })
        .complete(request(), quiet())
        .catch((error: ModelFailure) => error);
    expect(await fail(429)).toMatchObject({ code: "rate-limited", status: 429, retryable: true, free: true });
    expect(await fail(500)).toMatchObject({ code: "upstream-error", status: 500, retryable: true });
  });

  test("fails at a rate: about so many calls, and a call made again may succeed", async () => {
    const { complete } = rehearsal({ charactersPerSecond: null, drills: [{ id: "fails", rate: 0.3 }], seed: 5 });
    const fails = (number: number, attempt?: number) =>
      complete({ ...request(`Calculate ${number}*3`), ...(attempt && { attempt }) }, quiet()).then(
        () => false,
        () => true,
      );
    const first = await Promise.all(Array.from({ length: 400 }, (_, number) => fails(number)));
    const failed = first.flatMap((isFailed, number) => (isFailed ? [number] : []));
    expect(failed.length).toBeGreaterThan(80);
    expect(failed.length).toBeLessThan(160);
    const again = await Promise.all(failed.map((number) => fails(number, 2)));
    expect(again.filter((isFailed) => !isFailed).length).toBeGreaterThan(failed.length / 2);
  });

  test("acts from the call that was chosen on", async () => {
    const { log } = await drillRun(tasks.files, "react", { personas: [{ id: "unknown-tools", fromCall: 2 }] });
    const codes = of(log, "observation").map(({ failure }) => failure?.code ?? "ok");
    expect(codes.slice(0, 2)).toEqual(["ok", "unknown-tool"]);
  });
});

describe("drills", () => {
  test("are told of in the log, and in what the model says of itself", async () => {
    const personas: Persona[] = [{ id: "fails", rate: 0.2 }];
    const faults = [{ kind: "error" as const, tool: "calculator", atCall: 3 }];
    const { log } = await drillRun(tasks.files, "react", { personas, faults, seed: 9 });
    expect(of(log, "run.start")[0]?.drills).toEqual({ personas, faults, seed: 9 });
    expect(rehearsal({ drills: personas }).notice).toContain("misbehaves on purpose (fails)");
    const honest = await drillRun(tasks.files, "react", {});
    expect(of(honest.log, "run.start")[0]).not.toHaveProperty("drills");
    expect(rehearsal().notice).not.toContain("misbehaves");
  });

  test("work in Chinese", async () => {
    const task = "计算 12*12，把结果乘以 3";
    for (const id of personaIds) {
      const { outcome } = await drillRun(task, "plan-execute", { personas: [{ id }] });
      expect(outcome.status === "completed" || outcome.stop !== undefined, id).toBe(true);
    }
    const { outcome } = await drillRun(task, "react", { personas: [{ id: "contradicts" }] });
    expect(outcome.answer).not.toContain("432");
  });

  test("of the same seed give the same log, whatever is combined; another seed gives another", async () => {
    const persona = fc.record({ id: fc.constantFrom(...personaIds), rate: fc.constantFrom(0.3, 0.7, 1) });
    const some = fc.uniqueArray(persona, { maxLength: 4, selector: ({ id }) => id });
    const fault = fc.record({ kind: fc.constantFrom("error", "empty", "timeout"), rate: fc.constantFrom(0.4, 1) });
    const pattern = fc.constantFrom(...patterns.map(({ id }) => id));
    await fc.assert(
      fc.asyncProperty(
        some,
        fc.array(fault, { maxLength: 2 }),
        pattern,
        fc.nat(1_000),
        async (personas, faults, id, seed) => {
          const drills = { personas, faults, seed };
          const [one, two] = [await drillRun(tasks.files, id, drills), await drillRun(tasks.files, id, drills)];
          keepsItsPromises(one.log);
          expect(two.log).toEqual(one.log);
        },
      ),
      { numRuns: 40 },
    );
    const endsBySeed = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((seed) =>
        drillRun(tasks.files, "react", { personas: [{ id: "fails", rate: 0.5 }], seed }),
      ),
    );
    expect(new Set(endsBySeed.map(({ log }) => log.length)).size).toBeGreaterThan(1);
  });
});

/** A request as ReAct makes it, with one tool. */
function request(task = "Calculate 10*5"): ModelRequest {
  const parameters = { type: "object", properties: { expression: { type: "string" } }, required: ["expression"] };
  return {
    messages: [
      { role: "system", content: "You work with tools." },
      { role: "user", content: task },
    ],
    tools: [{ name: "calculator", description: "Calculates.", parameters }],
    maxOutputTokens: 500,
  };
}

const quiet = (): { signal: AbortSignal; onText: (text: string) => void } => ({
  signal: new AbortController().signal,
  onText: () => {},
});
