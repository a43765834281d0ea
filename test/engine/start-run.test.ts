// The front door: what starts a run, what refuses to, and what a run promises to whoever started it.
import { describe, expect, test } from "vitest";
import {
  defineTool,
  languageOf,
  patterns,
  scripted,
  startRun,
  toolSpec,
  tools,
  type Pattern,
  type StartOptions,
} from "../../src/engine/index.ts";
import { z } from "../../src/engine/schema.ts";
import { add, call, keepsItsPromises, say } from "./support.ts";

const options = (more: Partial<StartOptions> = {}): StartOptions => ({
  pattern: "react",
  models: { main: scripted([say("5")]) },
  ...more,
});

describe("a run that cannot start", () => {
  test.each<[string, string, Partial<StartOptions> & Record<string, unknown>, string]>([
    ["an empty task", "  ", {}, "task is empty"],
    ["a pattern that is not there", "Go.", { pattern: "chain" }, 'no pattern "chain"'],
    ["a setting that is not there", "Go.", { settings: { protocol: "xml" } }, "protocol"],
    ["no model", "Go.", { models: {} as StartOptions["models"] }, "no main model"],
    ["two tools of one name", "Go.", { tools: [add, add] }, 'Two tools are called "add"'],
  ])("for %s ends as config and says what to do", async (_name, task, more, words) => {
    const run = startRun(task, options(more));
    const outcome = await run.finished;
    expect(outcome).toMatchObject({ status: "stopped", answer: null, stop: { code: "config" } });
    expect(outcome.stop?.message).toContain(words);
    keepsItsPromises(run.log);
  });
});

test("a tool whose name no model could call is refused when it is defined", () => {
  const make = (name: string) => defineTool({ name, description: "", input: z.object({}), run: () => "" });
  expect(() => make("a b")).toThrow("cannot name a tool");
  expect(make("查询库存").name).toBe("查询库存");
});

test("the first event is there when startRun returns, and listeners get each later one once", async () => {
  const run = startRun("What is 2 + 3?", options());
  const seen = [...run.log];
  run.subscribe((event) => seen.push(event));
  await run.finished;
  expect(seen).toEqual(run.log);
});

test("a bug of a pattern closes the log as failed and rejects", async () => {
  const broken: Pattern = {
    ...(patterns[0] as Pattern),
    id: "broken",
    run: () => Promise.reject(new TypeError("oops")),
  };
  (patterns as Pattern[]).push(broken);
  try {
    const run = startRun("Go.", options({ pattern: "broken" }));
    await expect(run.finished).rejects.toThrow("oops");
    expect(run.log.at(-1)).toMatchObject({ type: "run.end", status: "failed" });
    keepsItsPromises(run.log);
  } finally {
    (patterns as Pattern[]).pop();
  }
});

test("an abort signal stops a run, also one that is aborted already", async () => {
  const outcome = await startRun("Go.", options({ signal: AbortSignal.abort() })).finished;
  expect(outcome.stop).toMatchObject({ code: "aborted" });
});

test("text is handed on while it is written, with the span that writes it", async () => {
  const heard: [string, string][] = [];
  const run = startRun("Go.", options({ onText: (span, text) => heard.push([span, text]) }));
  await run.finished;
  expect(heard).toEqual([["1.1.1", "5"]]);
  expect(run.log.find((event) => event.type === "model.reply")?.span).toBe("1.1.1");
});

test("a call that is worth another try gets one, as a call of its own", async () => {
  const busy = { code: "rate-limited", message: "Busy.", retryable: true, retryAfterMs: 1, free: true } as const;
  const run = startRun("Go.", options({ models: { main: scripted([busy, say("5")]) } }));
  const outcome = await run.finished;
  expect(outcome).toMatchObject({ status: "completed", answer: "5", figures: { modelCalls: 2 } });
  keepsItsPromises(run.log);
});

test("a call that finally fails stops the run and names the cause", async () => {
  const gone = { code: "unauthorized", message: "The key was refused.", retryable: false, free: true } as const;
  const outcome = await startRun("Go.", options({ models: { main: scripted([gone]) } })).finished;
  expect(outcome.stop).toEqual({ code: "model", reason: "unauthorized", message: "The key was refused." });
});

test("the settings that count are in the log", async () => {
  const run = startRun("计算2+3", options({ seed: 7, settings: { protocol: "text" }, tools: [add] }));
  await run.finished;
  expect(run.log[0]).toMatchObject({
    language: "zh",
    seed: 7,
    settings: { protocol: "text" },
    tools: [{ name: "add", readOnly: true }],
  });
});

test("the bundled tools are there by default, each with a schema a model can read", async () => {
  const run = startRun(
    "Go.",
    options({ models: { main: scripted([call("calculator", { expression: "10*5" }), say("50")]) } }),
  );
  await run.finished;
  expect(run.log.find((event) => event.type === "observation")).toMatchObject({
    output: expect.stringContaining("50"),
  });
  for (const tool of tools) expect(toolSpec(tool).parameters).toMatchObject({ type: "object" });
});

test.each([
  ["What is 2 + 3?", "en"],
  ["计算10*5，把结果保存到result.txt，再读出来核对", "zh"],
  ["Explain 计算", "en"],
  ["東京の天気は？", "en"],
])("the language of %j is %s", (task, language) => expect(languageOf(task)).toBe(language));

test("names and system texts of a person's own reach the agents of their role, and stand in the log", async () => {
  const systems: string[] = [];
  const model = scripted(
    ["no plan", "no plan", "42", '{"done":true}', "42"].map((text) => ({ messages }) => {
      systems.push(messages[0]?.content ?? "");
      return say(text);
    }),
  );
  const agents = { planner: { name: "Ada", text: "Plan like Ada." }, reviewer: { text: "Be strict." } };
  const run = startRun("Go.", options({ pattern: "plan-execute", models: { main: model }, agents }));
  await run.finished;
  expect(systems.map((text) => [text.includes("Plan like Ada."), text.includes("Be strict.")])).toEqual([
    [true, false],
    [true, false],
    [false, false],
    [false, true],
    [true, false],
  ]);
  expect(run.log.find((event) => event.type === "span.start" && event.kind === "model")).toMatchObject({ name: "Ada" });
  expect(run.log[0]).toMatchObject({ agents });
});
