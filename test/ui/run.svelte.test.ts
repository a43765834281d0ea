// The run on screen: every view grows with the log, once a frame.
import { flushSync } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { startRun, scripted, type ModelReply, type PlanItem } from "../../src/engine/index.ts";
import { LiveRun, toldFiles } from "../../src/ui/run.svelte.ts";
import { multiAgentLog } from "../fixtures/pattern-logs.ts";

let frames: (() => void)[] = [];
beforeEach(() => {
  frames = [];
  // They stay: the timer that stands in for a frame may come after the end of its test.
  vi.stubGlobal("requestAnimationFrame", (frame: () => void) => frames.push(frame));
  vi.stubGlobal("cancelAnimationFrame", () => {});
});

const nextFrame = () => frames.splice(0).forEach((frame) => frame());
const say = (text: string): ModelReply => ({ text, toolCalls: [], finishReason: "stop" });
const call = (name: string, input: object): ModelReply => ({
  text: "",
  toolCalls: [{ id: "c1", name, arguments: JSON.stringify(input) }],
  finishReason: "tool_calls",
});

function start(replies: Parameters<typeof scripted>[0]) {
  const live = new LiveRun("r1", "A title");
  const run = startRun("Add 1 and 2", {
    pattern: "react",
    models: { main: scripted(replies) },
    onText: (span, piece) => live.type(span, piece),
  });
  live.follow(run, performance.now());
  return { live, run };
}

test("shows what a log holds, and nothing between two frames", async () => {
  const { live, run } = start([call("calculator", { expression: "1+2" }), say("3")]);
  expect(live.state).toBe("running");
  await run.finished;
  expect(live.events.length).toBeLessThan(run.log.length);
  nextFrame();
  expect(live.events).toEqual(run.log);
  expect(live.state).toBe("completed");
  expect(live.spans.end?.answer).toBe("3");
  expect(live.usage.figures).toMatchObject({ iterations: 2, modelCalls: 2, toolCalls: 1 });
  expect([...live.graph.nodes.values()].map((node) => node.kind)).toContain("tool");
});

test("an opened run has the same views as the live one", async () => {
  const { live, run } = start([call("calculator", { expression: "1+2" }), say("3")]);
  await run.finished;
  nextFrame();
  const opened = LiveRun.opened({ id: "r1", title: "A title", files: [], events: [...run.log] });
  expect(opened.state).toBe("completed");
  expect(opened.spans).toEqual(live.spans);
  expect(opened.usage).toEqual(live.usage);
  expect(opened.graph.nodes).toEqual(live.graph.nodes);
  expect(opened.elapsedMs(1e9)).toBe(live.elapsedMs(1e9));
});

test("typed text is shown until the reply is in the log", () => {
  const live = new LiveRun("r1", "");
  live.type("1.1", "Hel");
  live.type("1.1", "lo");
  nextFrame();
  expect(live.typing.get("1.1")).toBe("Hello");
  live.add({ type: "model.reply", span: "1.1", text: "Hello", finishReason: "stop", usd: 0, seq: 0, at: 1 });
  nextFrame();
  expect(live.typing.size).toBe(0);
});

test("stopping is told at once, before the run has ended", async () => {
  const { live, run } = start([() => new Promise<ModelReply>(() => {}) as never]);
  live.stop();
  expect(live.active ? live.state : "stopped").toMatch(/stopping|stopped/);
  await run.finished;
  nextFrame();
  expect(live.state).toBe("stopped");
});

test("a pause stands still: its time does not count", async () => {
  const { live, run } = start([say("3")]);
  live.pause();
  expect(live.state).toBe("paused");
  const held = live.elapsedMs(performance.now());
  expect(live.elapsedMs(performance.now() + 60_000)).toBe(held);
  live.resume();
  expect(live.state).toBe("running");
  await run.finished;
});

test("an interrupted run is shown as such, with what had been typed", () => {
  const { run } = start([say("3")]);
  const opened = LiveRun.opened({
    id: "r1",
    title: "",
    interrupted: true,
    files: [],
    typed: [{ span: "1.1", text: "Half" }],
    events: [...run.log],
  });
  expect(opened.state).toBe("interrupted");
  expect(opened.active).toBe(false);
  expect(opened.typing.get("1.1")).toBe("Half");
});

test("views that are watched see a run grow", async () => {
  const { live, run } = start([say("3")]);
  const seen: number[] = [];
  const stop = $effect.root(() => {
    $effect(() => void seen.push(live.events.length));
  });
  flushSync();
  await run.finished;
  nextFrame();
  flushSync();
  stop();
  expect(seen.length).toBeGreaterThan(1);
  expect(seen.at(-1)).toBe(run.log.length);
});

test("files are told as they change, also those with the names of built-ins", async () => {
  const told: [string, string | null][] = [];
  let shown: readonly { name: string; text: string }[] = [];
  const files = toldFiles((all, name, text) => {
    shown = all;
    told.push([name, text]);
  });
  await files.write("b.txt", "1");
  await files.write("__proto__", "2");
  await files.write("b.txt", "3");
  expect(await files.delete("nothing")).toBe(false);
  expect(await files.delete("b.txt")).toBe(true);
  expect(shown).toEqual([{ name: "__proto__", text: "2" }]);
  expect(told).toEqual([
    ["b.txt", "1"],
    ["__proto__", "2"],
    ["b.txt", "3"],
    ["b.txt", null],
  ]);
  expect([await files.read("__proto__"), await files.read("constructor"), await files.list()]).toEqual([
    "2",
    undefined,
    ["__proto__"],
  ]);
});

test("a limit is shown to the person, whose decision lets the run go on", async () => {
  const live = new LiveRun("r1", "");
  const run = startRun("Add 1 and 2", {
    pattern: "react",
    models: { main: scripted([call("calculator", { expression: "1+2" }), say("3")]) },
    budget: { iterations: 1 },
    onHold: (hold, signal) => live.ask(hold, signal),
  });
  live.follow(run, performance.now());
  await vi.waitFor(() => expect(live.asked).not.toBeNull());
  nextFrame();
  expect(live.state).toBe("held");
  expect(live.asked?.hold).toMatchObject({ kind: "limit", limit: "iterations", value: 1 });
  live.asked?.decide({ choice: "raise", value: 2 });
  expect(live.asked).toBeNull();
  expect(await run.finished).toMatchObject({ status: "completed", answer: "3" });
});

test("a run that is stopped while it waits for the person asks no more", async () => {
  const live = new LiveRun("r1", "");
  const run = startRun("Add 1 and 2", {
    pattern: "react",
    models: { main: scripted([call("calculator", { expression: "1+2" })]) },
    budget: { iterations: 1 },
    onHold: (hold, signal) => live.ask(hold, signal),
  });
  live.follow(run, performance.now());
  await vi.waitFor(() => expect(live.asked).not.toBeNull());
  live.stop();
  expect(await run.finished).toMatchObject({ status: "stopped" });
  expect(live.asked).toBeNull();
});

test("the plan and the blackboard grow with the log", () => {
  const live = LiveRun.opened({ id: "r1", title: "", files: [], events: multiAgentLog() });
  expect(live.plan.items.map(({ id, state }) => [id, state])).toEqual([
    ["finance", "done"],
    ["news", "done"],
    ["writer", "done"],
  ]);
  expect(live.board.entries.map(({ key, readings }) => [key, readings.length])).toEqual([
    ["finance", 1],
    ["news", 1],
    ["writer", 0],
  ]);
});

test("a plan that was edited and could not be taken is handed back as it was edited", async () => {
  const live = new LiveRun("r1", "");
  const { signal } = new AbortController();
  const items = [{ id: "1", description: "add", state: "todo" as const }];
  const first = live.ask({ id: "hold-1", kind: "approval", span: "1.1", items }, signal);
  expect(live.asked?.draft).toBeNull();
  const edited = [{ id: "1", description: "subtract", state: "todo" as const }];
  live.asked?.decide({ choice: "approve", items: edited });
  expect(await first).toEqual({ choice: "approve", items: edited });
  void live.ask({ id: "hold-2", kind: "approval", span: "1.1", items, text: "There is no such tool." }, signal);
  expect(live.asked?.draft).toEqual(edited);
  live.asked?.decide({ choice: "approve" });
  void live.ask({ id: "hold-3", kind: "approval", span: "1.1", items }, signal);
  expect(live.asked?.draft).toBeNull();
});

describe("a plan that is edited while the run goes on", () => {
  const step = (id: number, expression: string, ...dependsOn: number[]) => ({
    id,
    description: `work out ${expression}`,
    tool: "calculator",
    input: { expression },
    dependsOn,
  });

  /** Pauses after the first step, edits, goes on. */
  async function edit(change: (items: readonly PlanItem[]) => PlanItem[]) {
    const steps = [step(1, "10*5"), step(2, "7*6", 1), step(3, "8*8", 2)];
    const live = new LiveRun("r1", "");
    const run = startRun("Work it out.", {
      pattern: "plan-execute",
      settings: { reflection: false },
      models: { main: scripted([say(JSON.stringify({ steps })), say("Done.")]) },
    });
    live.follow(run, performance.now());
    await new Promise<void>((resolve) => {
      run.subscribe((event) => {
        if (event.type !== "observation" || run.log.some(({ type }) => type === "hold")) return;
        live.pause();
        resolve();
      });
    });
    const items = change(live.plan.revisions.at(-1)?.event.items ?? []);
    live.edit(items);
    expect(live.edited).toEqual({ items, refused: null });
    live.resume();
    await run.finished;
    live.flush();
    return live;
  }
  const done = (live: LiveRun) => live.plan.items.map(({ id, result }) => `${id}: ${result}`);

  test("is carried out, and stands in the log as the person's", async () => {
    const live = await edit((items) =>
      items
        .filter(({ id }) => id !== "2")
        .map((item) => (item.id === "3" ? { ...item, input: { expression: "9*9" }, dependsOn: ["1"] } : item)),
    );
    expect(done(live)).toEqual(["1: 50", "3: 81"]);
    expect(live.edited).toBeNull();
    expect(live.plan.revisions.at(-1)).toMatchObject({
      event: { by: "person" },
      changed: ["3"],
      dropped: [{ id: "2" }],
    });
  });

  test("and cannot be run says why, and is kept for another try", async () => {
    const live = await edit((items) => items.map((item) => (item.id === "2" ? { ...item, dependsOn: ["3"] } : item)));
    expect(done(live)).toEqual(["1: 50", "2: 42", "3: 64"]);
    expect(live.edited?.refused?.message).toContain("cannot be run");
    expect(live.edited?.items[1]?.dependsOn).toEqual(["3"]);
  });

  test("is not taken in by a run that is over", async () => {
    const live = await edit((items) => [...items].reverse());
    live.edit([]);
    expect(live.edited).toBeNull();
  });
});
