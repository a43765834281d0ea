// Tool calls that go wrong: each is an observation, bounded in time and size, and the run goes on.
import { describe, expect, test, vi } from "vitest";
import { scripted, startRun, type ModelReply, type ModelRequest, type Tool } from "../../src/engine/index.ts";
import { call, callAll, keepsItsPromises, say, tool, usageOf, withFakeTimers } from "./support.ts";

function begin(replies: ModelReply[], tools: Tool[], budget = {}) {
  const requests: ModelRequest[] = [];
  const model = scripted(replies.map((reply) => (request: ModelRequest) => (requests.push(request), reply)));
  return { requests, run: startRun("Go.", { pattern: "react", models: { main: model }, tools, budget }) };
}

const results = (request: ModelRequest | undefined) =>
  Object.fromEntries(
    (request?.messages ?? []).flatMap((message) => {
      if (message.role !== "tool") return [];
      const asked = request?.messages.flatMap((one) => (one.role === "assistant" ? (one.toolCalls ?? []) : []));
      return [[asked?.find(({ id }) => id === message.toolCallId)?.name, message.content]];
    }),
  );

describe("tools that never settle, settle late, or take no notice of their signal (field case B-03)", () => {
  const four = callAll(["fast", "hang", "late", "bad"].map((name) => [name, {}] as const));
  const after = <T>(ms: number, end: () => T) =>
    new Promise<T>((resolve, reject) =>
      setTimeout(() => {
        try {
          resolve(end());
        } catch (error) {
          reject(error);
        }
      }, ms),
    );

  function setUp() {
    const signals: AbortSignal[] = [];
    const tools = [
      tool("fast", () => after(20, () => "ok"), { readOnly: true }),
      tool("hang", (_input, { signal }) => (signals.push(signal), new Promise(() => {})), { readOnly: true }),
      tool("late", () => after(500, () => "late"), { readOnly: true }),
      tool(
        "bad",
        () =>
          after(600, () => {
            throw new Error("bad");
          }),
        { readOnly: true },
      ),
    ];
    return { signals, ...begin([four, say("done")], tools, { toolTimeoutMs: 200 }) };
  }

  test("the batch is bounded by the tool timeout, and what comes later changes nothing", () =>
    withFakeTimers(async () => {
      const { requests, run, signals } = setUp();
      await vi.advanceTimersByTimeAsync(199);
      expect(requests).toHaveLength(1);
      expect(signals[0]?.aborted).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect(requests).toHaveLength(2);
      expect(signals[0]?.aborted).toBe(true);
      const timeout = expect.stringContaining("0.2 s");
      expect(results(requests[1])).toEqual({ fast: "ok", hang: timeout, late: timeout, bad: timeout });
      const events = run.log.length;
      await vi.advanceTimersByTimeAsync(1_000);
      expect(run.log.length).toBe(events);
      expect((await run.finished).answer).toBe("done");
      const codes = run.log.flatMap((event) => (event.type === "observation" ? [event.failure?.code ?? "ok"] : []));
      expect(codes.sort()).toEqual(["ok", "timeout", "timeout", "timeout"]);
      keepsItsPromises(run.log);
    }));

  test("Stop ends the run at once", () =>
    withFakeTimers(async () => {
      const { requests, run } = setUp();
      await vi.advanceTimersByTimeAsync(100);
      run.stop();
      await vi.advanceTimersByTimeAsync(0);
      expect(await run.finished).toMatchObject({ status: "stopped", stop: { code: "aborted" } });
      expect(requests).toHaveLength(1);
      const observed = run.log.flatMap((event) =>
        event.type === "observation" ? [event.failure?.code ?? event.output] : [],
      );
      expect(observed).toEqual(["ok", "aborted", "aborted", "aborted"]);
      keepsItsPromises(run.log);
      await vi.advanceTimersByTimeAsync(1_000);
    }));

  test("the timeout stands still while the run is paused", () =>
    withFakeTimers(async () => {
      const { requests, run } = begin([call("hang"), say("done")], [tool("hang", () => new Promise(() => {}))], {
        toolTimeoutMs: 200,
      });
      await vi.advanceTimersByTimeAsync(100);
      run.pause();
      await vi.advanceTimersByTimeAsync(5_000);
      expect(requests).toHaveLength(1);
      run.resume();
      await vi.advanceTimersByTimeAsync(99);
      expect(requests).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(requests).toHaveLength(2);
      await run.finished;
    }));
});

describe("a tool result (field case B-04)", () => {
  const shown = async (value: () => unknown, resultCharacters?: number) => {
    const one = tool("look", value);
    const { requests, run } = begin(
      [call("look"), say("done")],
      [{ ...one, ...(resultCharacters && { resultCharacters }) }],
    );
    expect((await run.finished).answer).toBe("done");
    const observation = run.log.find((event) => event.type === "observation");
    return { content: results(requests[1])["look"] ?? "", observation };
  };

  test("of a megabyte is shortened for the model, with its length, and kept whole in the log", async () => {
    const { content, observation } = await shown(() => "x".repeat(1_000_000), 2_000);
    expect(content.length).toBeLessThanOrEqual(2_200);
    expect(content).toContain("1000000");
    expect(observation?.output).toHaveLength(1_000_000);
  });

  test("is never cut inside an emoji", async () => {
    const { content } = await shown(() => `${"a".repeat(999)}${"🌊".repeat(600)}${"a".repeat(999)}`, 2_000);
    expect(content.isWellFormed()).toBe(true);
  });

  test.each<[string, () => unknown, string | RegExp]>([
    [
      "a circle",
      () => {
        const o: Record<string, unknown> = { n: 1 };
        o["self"] = o;
        return o;
      },
      "[Circular]",
    ],
    ["a BigInt", () => ({ n: 10n }), "10"],
    ["nothing", () => undefined, /\S/],
    [
      "an error that is a string",
      () => {
        throw "boom";
      },
      "boom",
    ],
    [
      "a bad getter",
      () => ({
        get x() {
          throw new Error("getter");
        },
        toJSON() {
          throw new Error("toJSON");
        },
      }),
      /\S/,
    ],
  ])("that is %s is text for the model, and the run goes on", async (_name, value, expected) => {
    const { content } = await shown(value);
    expect(content).toMatch(expected instanceof RegExp ? expected : new RegExp(expected.replaceAll(/[[\]]/g, "\\$&")));
    expect(content).not.toContain("undefined");
  });
});

describe("a tool call that was cut off by the output limit (field case B-05)", () => {
  let executions = 0;
  const save = tool("save", () => (executions++, "saved"));
  const whole = '{"path":"log.txt","text":"part one"}';
  const half = '{"path":"log.txt","text":"part o';
  const cut = (texts: string[], finishReason: ModelReply["finishReason"]): ModelReply => ({
    text: "",
    toolCalls: texts.map((text, i) => ({ id: `w${i}`, name: "save", arguments: text })),
    finishReason,
    usage: usageOf(10, 10),
  });

  test.each<[string, ModelReply, number]>([
    ["that parses", cut([whole], "length"), 1],
    ["that a router relabelled", cut([half], "tool_calls"), 1],
    ["one of two", cut([whole, half], "length"), 2],
  ])("%s is not run; the model is told of the cut", async (_name, reply, count) => {
    executions = 0;
    const { requests, run } = begin([reply, say("Sorry.")], [save]);
    expect((await run.finished).answer).toBe("Sorry.");
    expect(executions).toBe(0);
    const told = requests[1]?.messages.filter((message) => message.role === "tool") ?? [];
    expect(told).toHaveLength(count);
    for (const { content } of told) expect(content).toMatch(/cut off|incomplete|ends in the middle/i);
    for (const message of requests[1]?.messages ?? []) {
      if (message.role === "assistant") for (const one of message.toolCalls ?? []) JSON.parse(one.arguments);
    }
  });

  test("twice in a row ends the run as output-truncated", async () => {
    executions = 0;
    const { requests, run } = begin(
      [cut([half], "tool_calls"), cut([half], "tool_calls"), say("Nothing was saved.")],
      [save],
    );
    expect(await run.finished).toMatchObject({
      status: "stopped",
      answer: "Nothing was saved.",
      stop: { code: "model", reason: "output-truncated" },
    });
    expect(executions).toBe(0);
    expect(requests.length).toBeLessThanOrEqual(3);
  });
});

test("arguments with __proto__ reach no prototype (field case G-04)", async () => {
  const { run } = begin(
    [
      call("look", '{"__proto__":{"polluted":1},"a":1}'),
      call("__proto__", "{}"),
      call("constructor", "{}"),
      say("done"),
    ],
    [tool("look", (input) => JSON.stringify(input))],
  );
  await run.finished;
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  const codes = run.log.flatMap((event) => (event.type === "observation" ? [event.failure?.code ?? "ok"] : []));
  expect(codes.slice(1)).toEqual(["unknown-tool", "unknown-tool"]);
});
