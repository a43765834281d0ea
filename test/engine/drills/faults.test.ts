// Faults that are put into tools on purpose.
import { expect, test } from "vitest";
import { defineTool, scripted, startRun, type Fault, type RunEvent, type Tool } from "../../../src/engine/index.ts";
import { z } from "../../../src/engine/schema.ts";
import { withFaults } from "../../../src/engine/tools/faults.ts";
import { call, callAll, keepsItsPromises, say } from "../support.ts";
import { leapingClock } from "./runs.ts";

const echo = (name = "echo") =>
  defineTool({
    name,
    description: "Says it again.",
    readOnly: true,
    input: z.object({ text: z.string() }),
    run: ({ text }) => text,
  });

/** What the calls of one run came to, by what a model was shown. */
async function shown(
  tools: readonly Tool[],
  inputs: readonly string[],
): Promise<{ texts: string[]; log: readonly RunEvent[] }> {
  const model = scripted([...inputs.map((text) => call("echo", { text })), say("done")]);
  const clock = leapingClock();
  const run = startRun("Go.", {
    pattern: "react",
    models: { main: model },
    tools,
    loopRules: false,
    clock,
    budget: { iterations: 50 },
  });
  await run.finished;
  keepsItsPromises(run.log);
  const texts = run.log.flatMap((event) =>
    event.type === "observation" ? [event.failure?.code ?? String(event.shown ?? event.output)] : [],
  );
  return { texts, log: run.log };
}

const faulty = (...faults: Fault[]) => withFaults([echo()], faults, 1);

test("a timeout lasts until the tool's own time limit ends it", async () => {
  const { texts, log } = await shown(faulty({ kind: "timeout" }), ["a"]);
  expect(texts).toEqual(["timeout"]);
  expect(log.find(({ type }) => type === "observation")?.at).toBe(30_000);
});

test("an error is an observation that the model reads", async () => {
  expect((await shown(faulty({ kind: "error" }), ["a"])).texts).toEqual(["tool-failed"]);
});

test("an empty result is empty", async () => {
  expect((await shown(faulty({ kind: "empty" }), ["a"])).texts).toEqual([""]);
});

test("a huge result is shortened for the model, and whole in the log", async () => {
  const { texts, log } = await shown(faulty({ kind: "huge" }), ["a"]);
  expect(texts[0]?.length).toBeLessThan(9_000);
  const whole = log.flatMap((event) => (event.type === "observation" ? [String(event.output).length] : []));
  expect(whole).toEqual([1_000_000]);
});

test("a poisoned result holds an order beside the result itself", async () => {
  const { texts } = await shown(faulty({ kind: "poisoned" }), ["the result"]);
  expect(texts[0]).toMatch(/^Ignore all earlier instructions[\s\S]*the result$/);
});

test("a fault strikes only the call and the tool that were chosen", async () => {
  expect((await shown(faulty({ kind: "error", atCall: 2 }), ["a", "b", "c"])).texts).toEqual(["a", "tool-failed", "c"]);
  expect((await shown(faulty({ kind: "error", tool: "other" }), ["a"])).texts).toEqual(["a"]);
  const [one, other] = withFaults([echo("one"), echo("other")], [{ kind: "error", tool: "other" }], 1);
  expect(one?.drills).toBeUndefined();
  expect(other?.drills).toEqual({ faults: [{ kind: "error", tool: "other" }], seed: 1 });
});

test("a fault with a rate strikes about so many calls, the same ones for the same seed", async () => {
  const inputs = Array.from({ length: 40 }, (_, index) => `text ${index}`);
  const strikes = async (seed: number) =>
    (await shown(withFaults([echo()], [{ kind: "error", rate: 0.5 }], seed), inputs)).texts.map(
      (text) => text === "tool-failed",
    );
  const first = await strikes(3);
  expect(first.filter(Boolean).length).toBeGreaterThan(10);
  expect(first.filter(Boolean).length).toBeLessThan(30);
  expect(await strikes(3)).toEqual(first);
  expect(await strikes(4)).not.toEqual(first);
});

test("which call a rate strikes does not depend on which of several comes first", async () => {
  const struck = async (texts: string[]) => {
    const tools = withFaults([echo()], [{ kind: "error", rate: 0.5 }], 2);
    const model = scripted([callAll(texts.map((text) => ["echo", { text }])), say("done")]);
    const run = startRun("Go.", { pattern: "react", models: { main: model }, tools });
    await run.finished;
    return run.log
      .flatMap((event) => (event.type === "observation" && !event.failure ? [String(event.output)] : []))
      .sort();
  };
  const texts = ["a", "b", "c", "d", "e", "f", "g", "h"];
  expect(await struck(texts)).toEqual(await struck(texts.toReversed()));
});

test("a fault that struck is told in the log, where it struck", async () => {
  const { log } = await shown(faulty({ kind: "empty", atCall: 1 }), ["a", "b"]);
  const told = log.flatMap((event) => (event.type === "warning" ? [[event.span, event.code, event.message]] : []));
  expect(told).toEqual([["1.1.2", "drill", "Drill: a fault was put in here (empty)."]]);
});
