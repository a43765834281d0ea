// Words for engine tests: scripted replies, small tools, and the promises that every log keeps.
import { expect, vi } from "vitest";
import {
  defineTool,
  outline,
  scripted,
  startRun,
  type ModelReply,
  type RunEvent,
  type StartOptions,
  type Tool,
} from "../../src/engine/index.ts";
import { z } from "../../src/engine/schema.ts";

let calls = 0;

export const usageOf = (inputTokens: number, outputTokens: number) => ({ inputTokens, outputTokens });

/** A reply that is an answer. */
export function say(text: string, more: Partial<ModelReply> = {}): ModelReply {
  return { text, toolCalls: [], finishReason: "stop", usage: usageOf(20, 5), ...more };
}

/** A reply that calls one tool; `args` as a string is sent as it is. */
export function call(name: string, args: unknown = {}, more: Partial<ModelReply> = {}): ModelReply {
  return callAll([[name, args]], more);
}

export function callAll(list: readonly (readonly [string, unknown])[], more: Partial<ModelReply> = {}): ModelReply {
  return {
    text: "",
    toolCalls: list.map(([name, args]) => ({
      id: `c${++calls}`,
      name,
      arguments: typeof args === "string" ? args : JSON.stringify(args),
    })),
    finishReason: "tool_calls",
    usage: usageOf(20, 5),
    ...more,
  };
}

export const add: Tool = defineTool({
  name: "add",
  description: "Adds two numbers.",
  readOnly: true,
  input: z.object({ a: z.number(), b: z.number() }),
  run: ({ a, b }) => a + b,
});

/** A tool without parameters that does what it is told here. */
export function tool(name: string, run: Tool["run"], more: { readOnly?: boolean; usdPerCall?: number } = {}): Tool {
  return defineTool({ name, description: `The tool ${name}.`, input: z.object({}), run, ...more });
}

/** The outline of a finished run. */
export async function outlineOf(task: string, options: StartOptions): Promise<string[]> {
  const run = startRun(task, options);
  await run.finished;
  keepsItsPromises(run.log);
  return outline.of(run.log).lines;
}

/** What the recorder promises of every log, whenever and however the run ended. */
export function keepsItsPromises(log: readonly RunEvent[]): void {
  expect(log[0]?.type).toBe("run.start");
  expect(log.at(-1)?.type).toBe("run.end");
  expect(log.filter((event) => event.type === "run.end")).toHaveLength(1);
  const open = new Map<string, string | null>();
  const asked = new Set<string>();
  const began = new Set<string>();
  log.forEach((event, index) => {
    expect(event.seq).toBe(index);
    expect(Object.isFrozen(event)).toBe(true);
    expect(event.at).toBeGreaterThanOrEqual(log[index - 1]?.at ?? 0);
    expect(JSON.parse(JSON.stringify(event))).toEqual(event);
    if (event.type === "span.start") {
      if (event.parent !== null) {
        expect(open.has(event.parent), `${event.span} opens inside its parent`).toBe(true);
        expect(event.span.startsWith(`${event.parent}.`)).toBe(true);
        const number = Number(event.span.slice(event.parent.length + 1));
        expect(Number.isInteger(number) && number > 0 && !began.has(event.span), `${event.span} is a new path`).toBe(
          true,
        );
      }
      for (const cause of event.causes ?? [])
        expect(log.some((other) => "span" in other && other.span === cause)).toBe(true);
      open.set(event.span, event.parent);
      began.add(event.span);
    } else if (event.type === "span.end") {
      expect(open.has(event.span), `${event.span} ends once`).toBe(true);
      expect([...open.values()]).not.toContain(event.span);
      open.delete(event.span);
    } else if (event.type === "thought" || event.type === "warning") {
      expect(began.has(event.span), `${event.type} belongs to a span that began`).toBe(true);
    } else if ("span" in event) {
      expect(open.has(event.span), `${event.type} of ${event.span} lies inside its span`).toBe(true);
    }
    if (event.type === "model.request") asked.add(event.span);
    if (event.type === "model.reply") expect(asked.delete(event.span), "a reply answers one request").toBe(true);
  });
  expect([...open.keys()], "no span stays open").toEqual([]);
  expect([...asked], "every reservation is settled").toEqual([]);
}

/** Loads what a run loads when it starts, so that a test with a clock of its own need not wait for it. */
export async function warmUp(): Promise<void> {
  await startRun("Go.", { pattern: "react", models: { main: scripted([say("ok")]) } }).finished;
}

/** Runs `work` with timers that stand still unless they are moved. */
export async function withFakeTimers(work: () => Promise<void>): Promise<void> {
  await warmUp();
  vi.useFakeTimers();
  try {
    await work();
  } finally {
    vi.useRealTimers();
  }
}
