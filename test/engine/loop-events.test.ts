// Loop rules in a run: nudges and stops as events, per agent, in every pattern that can go round in circles.
import { describe, expect, test } from "vitest";
import { scripted, startRun, type ModelReply, type RunEvent, type StartOptions } from "../../src/engine/index.ts";
import type { ScriptedReply } from "../../src/engine/model/scripted.ts";
import { add, call, keepsItsPromises, say, tool } from "./support.ts";

async function run(replies: readonly ScriptedReply[], more: Partial<StartOptions> = {}) {
  const model = scripted(replies);
  const started = startRun("Go.", { pattern: "react", models: { main: model }, tools: [add], ...more });
  const outcome = await started.finished;
  keepsItsPromises(started.log);
  return { outcome, log: started.log, model };
}

const nudges = (log: readonly RunEvent[]) => log.flatMap((event) => (event.type === "nudge" ? [event] : []));
const told = (log: readonly RunEvent[]) =>
  nudges(log).map(({ rule, level, count, spans }) => [rule, level, count, spans.length]);
const kindsOf = (log: readonly RunEvent[], spans: readonly string[]) =>
  spans.map(
    (span) => log.flatMap((event) => (event.type === "span.start" && event.span === span ? [event.kind] : []))[0],
  );

const same = () => call("add", { a: 1, b: 2 });
const json = (value: unknown): ModelReply => say(JSON.stringify(value));

test("the same call is told once and then ends the run; both events name the calls that were compared", async () => {
  const { outcome, log } = await run([same(), same(), same(), same(), say("3")]);
  expect(outcome).toMatchObject({ status: "stopped", answer: "3", stop: { rule: "same_call_same_result" } });
  expect(told(log)).toEqual([
    ["same_call_same_result", "nudge", 3, 3],
    ["same_call_same_result", "stop", 4, 4],
  ]);
  for (const { spans } of nudges(log)) expect(new Set(kindsOf(log, spans))).toEqual(new Set(["tool"]));
});

describe("a monologue", () => {
  const empty = () => say("", { finishReason: "stop" });

  test("is an event at the replies that held nothing, and ends the run", async () => {
    const { outcome, log } = await run([empty(), empty(), empty(), say("Nothing found.")]);
    expect(outcome).toMatchObject({ status: "stopped", answer: "Nothing found.", stop: { rule: "monologue" } });
    expect(told(log)).toEqual([["monologue", "stop", 3, 3]]);
    expect(kindsOf(log, nudges(log)[0]?.spans ?? [])).toEqual(["model", "model", "model"]);
  });

  test("ends where the agent acts, also by a call that is not run", async () => {
    const cut = call("add", '{"a": 1', { finishReason: "length" });
    const { outcome, log } = await run([empty(), empty(), cut, empty(), empty(), say("ok")]);
    expect([outcome.status, told(log)]).toEqual(["completed", []]);
  });

  test("goes on to the limit of iterations without loop rules", async () => {
    const replies = [...Array.from({ length: 5 }, empty), say("late")];
    const { outcome } = await run(replies, { loopRules: false, budget: { iterations: 5 } });
    expect(outcome).toMatchObject({ stop: { code: "limit", limit: "iterations" }, answer: "late" });
  });
});

describe("agents of a team", () => {
  const team = ["ann", "bob"].map((name) => ({ name, role: name, tools: null }));
  const parts = json(team.map(({ name }) => ({ agent: name, task: `part of ${name}`, dependsOn: [] })));
  const byWho = (turns: Record<string, ModelReply[]>): ScriptedReply[] =>
    Array(20).fill(((request) => {
      const system = request.messages[0]?.content ?? "";
      if (/coordinator/.test(system)) return parts;
      return turns[/You are (\w+)\./.exec(system)?.[1] ?? ""]?.shift() ?? say("done");
    }) satisfies ScriptedReply);

  test("are watched apart: what one called is no repeat of the other's", async () => {
    const twice = () => [same(), same(), say("3")];
    const { outcome, log } = await run(byWho({ ann: twice(), bob: twice() }), {
      pattern: "multi-agent",
      settings: { team },
    });
    expect([outcome.status, told(log)]).toEqual(["completed", []]);
  });

  test("end alone: the one in a loop is stopped, the other goes on", async () => {
    const { outcome, log } = await run(byWho({ ann: Array.from({ length: 9 }, same), bob: [same(), say("3")] }), {
      pattern: "multi-agent",
      settings: { team },
    });
    expect(outcome.status).toBe("completed");
    expect(told(log).map(([rule, level]) => [rule, level])).toEqual([
      ["same_call_same_result", "nudge"],
      ["same_call_same_result", "stop"],
    ]);
    const failed = log.filter((event) => event.type === "span.end" && event.status === "failed");
    expect(failed).toMatchObject([{ failure: { code: "same_call_same_result" } }]);
  });
});

describe("a plan", () => {
  const step = (id: number, input: object = { a: 1, b: 2 }) => ({
    id,
    description: `sum ${id}`,
    tool: "add",
    input,
    dependsOn: id > 1 ? [id - 1] : [],
  });
  const planned = { pattern: "plan-execute", settings: { reflection: false } } as const;

  test("whose steps make the same call is seen, over all its steps: the fourth fails", async () => {
    const { outcome, log } = await run([json({ steps: [1, 2, 3, 4].map((id) => step(id)) }), say("3 [1]")], planned);
    expect(told(log)).toEqual([
      ["same_call_same_result", "nudge", 3, 3],
      ["same_call_same_result", "stop", 4, 4],
    ]);
    expect(outcome).toMatchObject({ status: "completed", answer: "3 [1]" });
    expect(
      log.findLast((event) => event.type === "span.end" && event.failure?.code === "same_call_same_result"),
    ).toBeTruthy();
  });

  test("whose steps fail alike is seen, and the reflection reads so", async () => {
    const broken = tool("broken", () => {
      throw new Error("no route to host");
    });
    const failing = (id: number) => ({ id, description: `fetch ${id}`, tool: "broken", input: {}, dependsOn: [] });
    const check = { id: 3, description: "check", tool: null, dependsOn: [] };
    let reflected = "";
    const replies: ScriptedReply[] = [
      json({ steps: [failing(1), failing(2), check] }),
      say("Nothing to check."),
      (request) => ((reflected = request.messages.at(-1)?.content ?? ""), json({ done: true, feedback: "" })),
      say("No figure."),
    ];
    const { log } = await run(replies, { pattern: "plan-execute", tools: [broken] });
    expect(told(log)).toEqual([["same_call_error", "nudge", 2, 2]]);
    expect(reflected).toContain("failed 2 times in a row in the same way");
  });

  test("with other arguments in each step is batch work", async () => {
    const steps = Array.from({ length: 8 }, (_, at) => step(at + 1, { a: at, b: at * 31 }));
    const { outcome, log } = await run([json({ steps }), say("sums")], planned);
    expect([outcome.status, told(log)]).toEqual(["completed", []]);
  });
});

describe("a supervisor", () => {
  const round = (a: number, score: number) => [
    json({ steps: [{ id: 1, description: "sum", tool: "add", input: { a, b: 1 }, dependsOn: [] }] }),
    say(`answer ${a}`),
    json({ passed: false, score, feedback: "More." }),
  ];
  const supervised = { pattern: "supervisor", budget: { rounds: 4 } } as const;

  test("ends with the same plan twice, and says so at the rounds", async () => {
    const { outcome, log } = await run([...round(1, 0.2), ...round(1, 0.4), ...round(2, 0.9)], supervised);
    expect(outcome).toMatchObject({ status: "completed", answer: "answer 1" });
    expect(told(log)).toEqual([["same_plan", "stop", 2, 2]]);
    expect(kindsOf(log, nudges(log)[0]?.spans ?? [])).toEqual(["iteration", "iteration"]);
  });

  test("ends when the score has not risen for two rounds", async () => {
    const { log } = await run([...round(1, 0.5), ...round(2, 0.4), ...round(3, 0.5)], supervised);
    expect(told(log)).toEqual([["score_not_rising", "stop", 3, 3]]);
  });

  test("goes on to its rounds without loop rules", async () => {
    const replies = [1, 2].flatMap(() => round(1, 0.5));
    const { outcome, log } = await run(replies, { pattern: "supervisor", budget: { rounds: 2 }, loopRules: false });
    expect([outcome.figures.rounds, told(log)]).toEqual([2, []]);
  });
});

test("a notebook whose states are toggled is a cycle", async () => {
  const state = (state: string) => call("update_subtask_state", { subtask_idx: 0, state });
  const subtasks = ["a", "b"].map((name) => ({ name, description: name, expected_outcome: name }));
  const create = call("create_plan", { name: "P", description: "d", expected_outcome: "e", subtasks });
  const toggles = Array.from({ length: 10 }, () => [state("in_progress"), state("todo")]).flat();
  const { outcome, log } = await run([create, ...toggles, say("unused")], {
    pattern: "plan-notebook",
    settings: { needUserConfirm: false },
  });
  expect(outcome.stop).toMatchObject({ code: "loop", rule: "cycle" });
  expect(told(log)).toEqual([["cycle", "stop", 3, 6]]);
});
