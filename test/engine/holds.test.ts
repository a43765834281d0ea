// Waiting for a person: who is asked what, when, and what becomes of it if the one who asks is stopped meanwhile.
import { describe, expect, test, vi } from "vitest";
import {
  scripted,
  startRun,
  tools as allTools,
  type Decision,
  type Hold,
  type ModelRequest,
  type OnHold,
  type RunEvent,
  type StartOptions,
} from "../../src/engine/index.ts";
import { askUser } from "../../src/engine/tools/ask-user.ts";
import type { ScriptedReply } from "../../src/engine/model/scripted.ts";
import { add, call, callAll, keepsItsPromises, say, tool, withFakeTimers } from "./support.ts";

const textOf = ({ messages }: ModelRequest) => messages.map(({ content }) => content).join("\n");
const of = <Type extends RunEvent["type"]>(log: readonly RunEvent[], type: Type) =>
  log.filter((event) => event.type === type);
const decisions = (log: readonly RunEvent[]) =>
  of(log, "decision").map((event) => event.type === "decision" && `${event.by} ${event.choice}`);

/** A team of two that works side by side and never comes to an end by itself. */
function restlessTeam(more: Partial<StartOptions>) {
  const division = JSON.stringify([
    { agent: "finance", task: "f" },
    { agent: "news", task: "n" },
  ]);
  let n = 0;
  const reply: ScriptedReply = (request) => {
    const text = textOf(request);
    if (text.includes("coordinator of a team")) return say(division);
    if (text.includes("can call no more tools") || text.includes("final answer from results"))
      return say("Best so far.");
    return call("add", { a: ++n, b: n * n });
  };
  return startRun("Go.", {
    pattern: "multi-agent",
    models: { main: scripted(Array(200).fill(reply)) },
    tools: [add],
    ...more,
  });
}

describe("agents side by side at one limit", () => {
  test("are asked about once, if the person lets the run finish", async () => {
    const asked: Hold[] = [];
    const onHold: OnHold = async (hold) => (asked.push(hold), { choice: "finish" });
    const run = restlessTeam({ budget: { iterations: 50, modelCalls: 9 }, loopRules: false, onHold });
    const outcome = await run.finished;
    keepsItsPromises(run.log);
    expect(asked).toMatchObject([{ kind: "limit", limit: "modelCalls", value: 9 }]);
    expect(outcome).toMatchObject({ answer: "Best so far.", stop: { limit: "modelCalls" } });
    expect(outcome.figures.modelCalls).toBeLessThanOrEqual(9);
  });

  test("are asked about once, if it is raised far enough", async () => {
    let asked = 0;
    const onHold: OnHold = async () => (asked++ === 0 ? { choice: "raise", value: 30 } : { choice: "finish" });
    const run = restlessTeam({ budget: { iterations: 50, toolCalls: 3 }, loopRules: false, onHold });
    const outcome = await run.finished;
    expect(asked).toBe(2);
    expect(outcome.figures.toolCalls).toBe(30);
  });

  test("each have their own iterations: to let one finish asks about the other", async () => {
    const asked: Hold[] = [];
    const onHold: OnHold = async (hold) => (asked.push(hold), { choice: "finish" });
    const run = restlessTeam({ budget: { iterations: 2 }, loopRules: false, onHold });
    const outcome = await run.finished;
    expect(asked.map((hold) => hold.span).sort()).toEqual(["1.2", "1.3"]);
    expect(outcome.status).toBe("completed");
  });
});

describe("a raise", () => {
  const run = (decision: Decision) => {
    const model = scripted([1, 2, 3, 4].map((n) => call("add", { a: n, b: n * 7 })).concat(say("Best so far.")));
    let asked = 0;
    const onHold: OnHold = async () => (asked++ === 0 ? decision : { choice: "finish" });
    return startRun("Go.", {
      pattern: "react",
      models: { main: model },
      tools: [add],
      budget: { toolCalls: 2 },
      onHold,
    });
  };

  test("below the limit as it stands raises nothing: it finishes", async () => {
    const started = run({ choice: "raise", value: 2 });
    expect((await started.finished).figures.toolCalls).toBe(2);
    expect(decisions(started.log)).toEqual(["person finish"]);
  });

  test("to no limit is taken only where there may be none", async () => {
    const started = run({ choice: "raise", value: null });
    await started.finished;
    expect(decisions(started.log)).toEqual(["person finish"]);
  });
});

describe("the time limit", () => {
  test("that is reached during the closing call asks nobody", () =>
    withFakeTimers(async () => {
      const asked: Hold[] = [];
      const onHold: OnHold = async (hold) => (asked.push(hold), { choice: "finish" });
      const model = scripted([call("add", { a: 1, b: 2 }), () => new Promise(() => {})]);
      const budget = { iterations: 1, wallMs: 20_000 };
      const run = startRun("Go.", { pattern: "react", models: { main: model }, tools: [add], budget, onHold });
      await vi.advanceTimersByTimeAsync(20_000);
      const outcome = await run.finished;
      keepsItsPromises(run.log);
      expect(asked.map((hold) => hold.kind === "limit" && hold.limit)).toEqual(["iterations"]);
      expect(outcome).toMatchObject({ status: "stopped", answer: null, stop: { limit: "iterations" } });
    }));

  test("lets go of the person when the run ends before they have decided", () =>
    withFakeTimers(async () => {
      let release = (): void => {};
      const signals: AbortSignal[] = [];
      const onHold: OnHold = (_, signal) => (signals.push(signal), new Promise(() => {}));
      const slow: ScriptedReply = () => new Promise((resolve) => (release = () => resolve(say("Done."))));
      const run = startRun("Go.", {
        pattern: "react",
        models: { main: scripted([slow]) },
        budget: { wallMs: 20_000 },
        onHold,
      });
      await vi.advanceTimersByTimeAsync(19_000);
      expect(signals).toHaveLength(1);
      release();
      expect(await run.finished).toMatchObject({ status: "completed", answer: "Done." });
      expect(signals[0]?.aborted).toBe(true);
    }));
});

describe("ask_user", () => {
  const start = (
    onHold: OnHold | undefined,
    more: Partial<StartOptions> = {},
    question: unknown = { question: "Which year?" },
  ) => {
    const seen: string[] = [];
    const model = scripted([
      call("ask_user", question),
      (request) => (seen.push(request.messages.at(-1)?.content ?? ""), say("So be it.")),
    ]);
    const run = startRun("Go.", {
      pattern: "react",
      models: { main: model },
      tools: [askUser],
      ...(onHold && { onHold }),
      ...more,
    });
    return { run, seen };
  };

  test("hands the person's answer to the model; the log holds question, options, answer and observation", async () => {
    const { run, seen } = start(
      async () => ({ choice: "answer", text: "2008" }),
      {},
      { question: "Which year?", options: ["2008", "2009"] },
    );
    expect((await run.finished).answer).toBe("So be it.");
    keepsItsPromises(run.log);
    expect(seen).toEqual(["2008"]);
    const span = of(run.log, "tool.call").map((event) => "span" in event && event.span)[0];
    expect(of(run.log, "hold")).toMatchObject([
      { kind: "question", span, text: "Which year?", options: ["2008", "2009"] },
    ]);
    expect(of(run.log, "decision")).toMatchObject([{ span, by: "person", choice: "answer", text: "2008" }]);
    expect(of(run.log, "observation")).toMatchObject([{ span, output: "2008" }]);
  });

  test("fails as a tool call where nobody is there, and says how to go on", async () => {
    const { run, seen } = start(undefined);
    expect((await run.finished).status).toBe("completed");
    expect(seen[0]).toMatch(/tool-failed.*Nobody is there/);
    expect(of(run.log, "hold")).toEqual([]);
  });

  test("waits as long as the person thinks: the tool's timeout and the run's time stand still", () =>
    withFakeTimers(async () => {
      const onHold = () =>
        new Promise<Decision>((resolve) => setTimeout(resolve, 600_000, { choice: "answer", text: "2008" }));
      const { run, seen } = start(onHold, { budget: { toolTimeoutMs: 1_000, wallMs: 20_000 } });
      await vi.advanceTimersByTimeAsync(600_000);
      expect((await run.finished).status).toBe("completed");
      expect(seen).toEqual(["2008"]);
    }));

  test("is stopped with the run while it waits", async () => {
    const { run } = start(() => new Promise(() => {}));
    run.subscribe((event) => event.type === "hold" && run.stop());
    expect(await run.finished).toMatchObject({ status: "stopped", stop: { code: "aborted" } });
    keepsItsPromises(run.log);
  });

  test("of two questions in one reply is asked one after the other", async () => {
    let open = 0;
    let most = 0;
    const onHold: OnHold = async (hold) => {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setImmediate(resolve));
      open -= 1;
      return { choice: "answer", text: hold.kind === "question" ? hold.text : "" };
    };
    const both = callAll([
      ["ask_user", { question: "One?" }],
      ["ask_user", { question: "Two?" }],
    ]);
    const model = scripted([both, say("Done.")]);
    const run = startRun("Go.", { pattern: "react", models: { main: model }, tools: [askUser], onHold });
    await run.finished;
    expect(most).toBe(1);
    expect(of(run.log, "observation")).toMatchObject([{ output: "One?" }, { output: "Two?" }]);
  });

  test("is offered only where somebody answers", async () => {
    const offered = async (more: Partial<StartOptions>) => {
      const run = startRun("Go.", { pattern: "react", models: { main: scripted([say("Done.")]) }, ...more });
      await run.finished;
      const [start] = run.log;
      return start?.type === "run.start" && start.tools.some(({ name }) => name === "ask_user");
    };
    expect(await offered({})).toBe(false);
    expect(await offered({ onHold: async () => ({ choice: "finish" }) })).toBe(true);
    expect(allTools.filter(({ offAtFirst }) => offAtFirst).map(({ name }) => name)).toEqual(["ask_user"]);
  });
});

test("a call that waited in the purse does not begin while the run is paused", async () => {
  const paid = tool("paid", () => "ok", { usdPerCall: 0.01 });
  let finishFirst = (): void => {};
  const began: string[] = [];
  const division = JSON.stringify([
    { agent: "finance", task: "f" },
    { agent: "news", task: "n" },
  ]);
  let n = 0;
  const reply: ScriptedReply = async (request) => {
    const text = textOf(request);
    if (text.includes("coordinator")) return say(division);
    if (text.includes("final answer from results")) return say("Done.");
    began.push(`agent ${++n}`);
    if (n === 1) await new Promise<void>((resolve) => (finishFirst = resolve));
    return say("Found.");
  };
  const price = { inputUsdPerMillion: 0, outputUsdPerMillion: 10 };
  const run = startRun("Go.", {
    pattern: "multi-agent",
    models: { main: scripted(Array(20).fill(reply), { price }) },
    tools: [paid],
    outputTokens: 1_000,
    budget: { usd: 0.018 },
  });
  await vi.waitFor(() => expect(began).toEqual(["agent 1"]));
  run.pause();
  finishFirst();
  await new Promise((resolve) => setImmediate(resolve));
  expect(began).toEqual(["agent 1"]);
  run.resume();
  expect((await run.finished).status).toBe("completed");
  expect(began).toEqual(["agent 1", "agent 2"]);
});
