// Multi-Agent: a task divided, agents side by side, a blackboard, and an answer that says what is missing.
import { describe, expect, test } from "vitest";
import {
  scripted,
  startRun,
  type Message,
  type ModelReply,
  type ModelRequest,
  type RunEvent,
  type StartOptions,
} from "../../src/engine/index.ts";
import type { ScriptedReply } from "../../src/engine/model/scripted.ts";
import { add, call, keepsItsPromises, say, tool } from "./support.ts";
import { virtualTime } from "./virtual-time.ts";

const json = (value: unknown): ModelReply => say(JSON.stringify(value));
const divide = (...parts: [string, string[]][]) =>
  json(parts.map(([agent, dependsOn]) => ({ agent, task: `the part of ${agent}`, dependsOn })));

/** Answers by who asks: the coordinator, each agent by name, the synthesis. */
function team(replies: Record<string, ScriptedReply[]>) {
  const requests: { who: string; messages: readonly Message[] }[] = [];
  const left = new Map(Object.entries(replies).map(([who, list]) => [who, [...list]]));
  const answer = async (
    request: ModelRequest,
    options: Parameters<ScriptedReply & ((...args: never[]) => unknown)>[1],
  ) => {
    const system = request.messages[0]?.content ?? "";
    const who = /^You are the coordinator/.test(system)
      ? "coordinator"
      : (/^You are (\w+)\./.exec(system)?.[1] ?? "synthesis");
    requests.push({ who, messages: request.messages });
    const item = left.get(who)?.shift() ?? say(`${who} has no reply`);
    return typeof item === "function" ? item(request, options) : item;
  };
  return { requests, model: scripted(Array(60).fill(answer)) };
}

async function work(replies: Record<string, ScriptedReply[]>, more: Partial<StartOptions> = {}) {
  const { requests, model } = team(replies);
  const run = startRun("Report.", { pattern: "multi-agent", models: { main: model }, tools: [add], ...more });
  const outcome = await run.finished;
  keepsItsPromises(run.log);
  return { outcome, requests, log: run.log };
}

const agents = (log: readonly RunEvent[]) =>
  log.flatMap((event) =>
    event.type === "span.start" && event.kind === "agent" && event.parent !== null ? [event] : [],
  );
const endOf = (log: readonly RunEvent[], name: string) => {
  const span = agents(log).find((one) => one.name === name)?.span;
  return log.find((event) => event.type === "span.end" && event.span === span);
};

const threeParts = divide(["finance", []], ["news", []], ["writer", ["finance", "news"]]);

test("agents work side by side, then those that build on them; each is shown only what it depends on", async () => {
  const { outcome, requests, log } = await work({
    coordinator: [threeParts],
    finance: [call("add", { a: 1, b: 2 }), say("The margin is 3.")],
    news: [say("A strike in May.")],
    writer: [say("Risk: the strike.")],
    synthesis: [say("Margin 3 [finance]; strike [news]; risk [writer].")],
  });
  expect(outcome).toMatchObject({ status: "completed", answer: expect.stringContaining("Margin 3") });
  const [finance, news, writer] = agents(log);
  expect([finance?.item, news?.item, writer?.item]).toEqual(["finance", "news", "writer"]);
  expect(writer?.causes).toEqual([finance?.span, news?.span]);
  const task = (who: string) => requests.find((request) => request.who === who)?.messages[1]?.content ?? "";
  expect(task("finance")).not.toContain("blackboard");
  expect(task("writer")).toMatch(/The margin is 3\.[\s\S]*A strike in May\./);
  expect(task("writer")).toContain("The whole task: Report.");
  expect(log.filter((event) => event.type === "board.write").map(({ key, author }) => `${key} by ${author}`)).toEqual([
    "news by news",
    "finance by finance",
    "writer by writer",
  ]);
  expect(log.find((event) => event.type === "board.read")).toMatchObject({
    agent: "writer",
    entries: [{ key: "finance" }, { key: "news" }],
  });
  expect(log.filter((event) => event.type === "handoff").map(({ to }) => to)).toEqual(["finance", "news", "writer"]);
});

test("an agent may post more than its conclusion; a second entry of a key is a new version, one writer a key", async () => {
  const { log, requests } = await work({
    coordinator: [divide(["finance", []], ["writer", ["finance"]])],
    finance: [
      call("board_write", { key: "margin", text: "3" }),
      call("board_write", { key: "margin", text: "3.1" }),
      say("Done."),
    ],
    writer: [call("board_write", { key: "margin", text: "mine" }), say("Written.")],
  });
  expect(log.filter((event) => event.type === "board.write").map(({ key, version }) => `${key} ${version}`)).toEqual([
    "margin 1",
    "margin 2",
    "finance 1",
    "writer 1",
  ]);
  expect(JSON.stringify(requests.find(({ who }) => who === "writer")?.messages)).toContain("3.1");
  expect(JSON.stringify(requests.filter(({ who }) => who === "writer").at(-1)?.messages)).toContain(
    "is written by finance",
  );
});

test("an agent's tools are its own", async () => {
  const secret = tool("secret", () => "!");
  const { requests } = await work(
    { coordinator: [divide(["one", []])], one: [call("secret"), say("no")] },
    { tools: [add, secret], settings: { team: [{ name: "one", role: "You add.", tools: ["add"] }] } },
  );
  expect(
    JSON.stringify(requests.find(({ who, messages }) => who === "one" && messages.length > 2)?.messages),
  ).toContain('There is no tool \\"secret\\". The tools are: add, board_write.');
});

describe("an agent that gives nothing", () => {
  const gone: ScriptedReply = { code: "upstream-error", message: "gone", retryable: false };

  test("ends alone; what depends on it is skipped, and the synthesis is told what is missing and why", async () => {
    const { outcome, log, requests } = await work({
      coordinator: [threeParts],
      finance: [gone],
      news: [say("A strike.")],
      synthesis: [say("Only the strike.")],
    });
    expect(outcome).toMatchObject({ status: "completed", answer: "Only the strike." });
    expect(endOf(log, "finance")).toMatchObject({ status: "failed" });
    expect(endOf(log, "writer")).toMatchObject({ status: "skipped" });
    const told = requests.at(-1)?.messages.at(-1)?.content ?? "";
    expect(told).toMatch(/\(failed: gone\)/);
    expect(told).toMatch(/\(skipped/);
  });

  test("in time is stopped alone; a late answer changes nothing and is still priced", async () => {
    let late: (() => void) | undefined;
    const hang: ScriptedReply = () => new Promise((resolve) => (late = () => resolve(say("late"))));
    const price = { inputUsdPerMillion: 1, outputUsdPerMillion: 1 };
    const { requests, model } = team({
      coordinator: [divide(["finance", []], ["news", []])],
      finance: [hang],
      news: [say("ok")],
      synthesis: [say("news only")],
    });
    const run = startRun("Report.", {
      pattern: "multi-agent",
      models: { main: { ...model, price } },
      tools: [add],
      budget: { agentTimeoutMs: 30 },
    });
    const outcome = await run.finished;
    keepsItsPromises(run.log);
    expect(endOf(run.log, "finance")).toMatchObject({ status: "failed", failure: { code: "timeout" } });
    expect(outcome).toMatchObject({ status: "completed", answer: "news only" });
    expect(run.log.find((event) => event.type === "model.reply" && event.certainty === "at-most")).toBeDefined();
    const events = run.log.length;
    late?.();
    await Promise.resolve();
    expect(run.log.length).toBe(events);
    expect(requests).toHaveLength(4);
  });

  describe("on the model's side", () => {
    const waits = async (phase: "waiting" | "reading" | "writing") => {
      const time = virtualTime();
      const { model } = team({
        coordinator: [divide(["finance", []])],
        finance: [
          async (_request, { onProgress }) => {
            onProgress?.({ phase });
            await time.wait(500);
            onProgress?.({ phase: "writing" });
            await time.wait(10);
            return say("slow but sure", { speed: { inputTokensPerSecond: 20.5 } });
          },
        ],
        synthesis: [say("all")],
      });
      const run = startRun("Report.", {
        pattern: "multi-agent",
        models: { main: model },
        tools: [add],
        budget: { agentTimeoutMs: 30 },
        clock: time.clock,
      });
      await time.until(run.finished);
      keepsItsPromises(run.log);
      return run.log;
    };

    test.each(["waiting", "reading"] as const)("is not late while the model tells of %s", async (phase) => {
      const log = await waits(phase);
      expect(endOf(log, "finance")).toMatchObject({ status: "ok" });
      expect(log.find((event) => event.type === "model.reply" && event.speed)).toMatchObject({
        text: "slow but sure",
        speed: { inputTokensPerSecond: 20.5 },
      });
    });

    test("is late when the model writes for too long", async () => {
      expect(endOf(await waits("writing"), "finance")).toMatchObject({ failure: { code: "timeout" } });
    });
  });

  test("but loops ends by the loop rule, with what it can still say", async () => {
    const { outcome, log } = await work({
      coordinator: [divide(["finance", []])],
      finance: [...Array<ModelReply>(4).fill(call("add", { a: 1, b: 2 })), say("3, again and again")],
      synthesis: [say("3")],
    });
    expect(endOf(log, "finance")).toMatchObject({ status: "failed", failure: { code: "same_call_same_result" } });
    expect(outcome).toMatchObject({ status: "completed", answer: "3" });
  });
});

describe("a division that cannot be read", () => {
  test("is asked for once more; then every agent gets the whole task, marked as such", async () => {
    const { log, outcome } = await work({
      coordinator: [say("I cannot."), say("I cannot.")],
      finance: [say("f")],
      news: [say("n")],
      writer: [say("w")],
      synthesis: [say("all")],
    });
    expect(log.find((event) => event.type === "plan")).toMatchObject({
      fallback: true,
      items: [{ description: "Report." }, {}, {}],
    });
    expect(outcome.warnings.join()).toContain("each agent gets the whole task");
    expect(agents(log)).toHaveLength(3);
  });

  test("goes to the first agent alone where the budget holds no more", async () => {
    const { log } = await work(
      { coordinator: [say("no"), say("no")], finance: [say("f")], synthesis: [say("f")] },
      { budget: { modelCalls: 6 } },
    );
    expect(agents(log).map(({ name }) => name)).toEqual(["finance"]);
  });

  test("for an agent that is not there has its task offered again, not dropped", async () => {
    const { requests } = await work({
      coordinator: [divide(["weather_bot", []], ["news", []]), divide(["news", []])],
      news: [say("n")],
      synthesis: [say("n")],
    });
    const again = requests.filter(({ who }) => who === "coordinator")[1]?.messages.at(-1)?.content;
    expect(again).toContain("weather_bot");
    expect(again).toContain("finance");
  });
});

test("two agents of one name are refused", async () => {
  const twins = [1, 2].map(() => ({ name: "one", role: "", tools: null }));
  const { outcome } = await work({}, { settings: { team: twins } });
  expect(outcome).toMatchObject({ status: "stopped", stop: { code: "config" } });
  expect(outcome.figures.modelCalls).toBe(0);
});

test("parallel agents share one purse: the run's limit stops the run", async () => {
  const { outcome } = await work(
    {
      coordinator: [divide(["finance", []], ["news", []])],
      finance: Array(9).fill(call("add", { a: 1, b: 2 })),
      news: Array(9).fill(call("add", { a: 2, b: 2 })),
    },
    { budget: { modelCalls: 5 }, loopRules: false },
  );
  expect(outcome).toMatchObject({ status: "stopped", stop: { limit: "modelCalls" } });
  expect(outcome.figures.modelCalls).toBeLessThanOrEqual(5);
});
