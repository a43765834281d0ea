// What the engine costs: microseconds a turn, heap kept, bytes of log, and CPU of the client through a local SSE server.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { RunEvent } from "../../src/engine/index.ts";
import { bareInMemory } from "./bare-loop.ts";
// The same adapter that runs beside the peers.
import adapters from "./peers/engine.mjs";
import { answers, carryOut } from "./pattern-runs.ts";
import type { Bench, Figure } from "./run.ts";

interface Adapter {
  memory(): Promise<(steps: number) => Promise<{ kept: readonly RunEvent[] }>>;
}

const sizes = [10, 100, 1_000, 10_000];
const rounds = 7;

const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;
const atMost = (name: string, value: number, most: number): Figure => ({
  name,
  value: Math.round(value * 100) / 100,
  aim: `<= ${most}`,
  holds: value <= most,
});

export async function bench(): Promise<Bench> {
  const [ours] = adapters as Adapter[];
  if (!ours) throw new Error("There is no adapter.");
  const run = await ours.memory();
  const table: Record<string, unknown>[] = [];
  const turns = await inMemory(run);
  for (const size of sizes) {
    const { engine, bare } = turns.get(size) ?? { engine: NaN, bare: NaN };
    table.push({
      what: `${size} turns`,
      "engine µs/turn": engine.toFixed(2),
      "bare µs/turn": bare.toFixed(2),
      "× bare": (engine / bare).toFixed(1),
    });
  }
  const bytes = await logBytesPerTurn(run);
  const heap = await heapKept(run, 1_000);
  const http = await overHttp();
  table.push({
    what: "HTTP + SSE, CPU µs/reply",
    "engine µs/turn": http.engine.toFixed(0),
    "bare µs/turn": http.bare.toFixed(0),
    "× bare": http.ratio.toFixed(2),
  });
  table.push({ what: "heap kept, 1,000 turns", MB: (heap / 1e6).toFixed(2) });
  for (const [size, value] of bytes) table.push({ what: `log bytes/turn, ${size} turns`, bytes: value.toFixed(0) });

  const patterns = await everyPattern();
  for (const { pattern, at1000, at4000 } of patterns) {
    table.push({ what: `${pattern}, 1,000 steps`, "engine µs/turn": at1000.toFixed(2) });
    table.push({ what: `${pattern}, 4,000 steps`, "engine µs/turn": at4000.toFixed(2) });
  }

  const at = (size: number) => turns.get(size)?.engine ?? NaN;
  const bytesAt = (size: number) => bytes.get(size) ?? NaN;
  return {
    table,
    figures: [
      atMost("react µs/turn at 1000", at(1_000), 12),
      atMost("react µs/turn at 10000 over that at 1000", at(10_000) / at(1_000), 1.3),
      atMost("log bytes/turn at 10000 over those at 100", bytesAt(10_000) / bytesAt(100), 1.1),
      atMost("heap kept MB at 1000", heap / 1e6, 2.2),
      atMost("HTTP client CPU over bare fetch", http.ratio, 1.7),
      ...patterns.flatMap(({ pattern, at1000, at4000 }) => [
        atMost(`${pattern} µs/step at 1000`, at1000, 18),
        atMost(`${pattern} µs/step at 4000 over that at 1000`, at4000 / at1000, 1.5),
      ]),
    ],
  };
}

/** Both in turn, so that the noise of the machine falls on both. */
async function inMemory(
  run: (steps: number) => Promise<unknown>,
): Promise<Map<number, { engine: number; bare: number }>> {
  for (let i = 0; i < 150; i++) await Promise.all([run(100), bareInMemory(100)]);
  const result = new Map<number, { engine: number; bare: number }>();
  for (const size of sizes) {
    const engine: number[] = [];
    const bare: number[] = [];
    const times = Math.max(1, Math.round(4_000 / size));
    for (let round = 0; round < rounds; round++) {
      engine.push(await time(run, size, times));
      bare.push(await time(bareInMemory, size, times));
    }
    result.set(size, { engine: median(engine), bare: median(bare) });
  }
  return result;
}

/** Each pattern by itself; a single prompt has one call and no steps. */
async function everyPattern(): Promise<{ pattern: string; at1000: number; at4000: number }[]> {
  const rows: { pattern: string; at1000: number; at4000: number }[] = [];
  for (const pattern of Object.keys(answers)) {
    const run = (steps: number) => carryOut(pattern, steps);
    // As many steps as the loop above had before it was timed.
    for (let i = 0; i < 75; i++) await run(200);
    const small: number[] = [];
    const large: number[] = [];
    for (let round = 0; round < rounds; round++) {
      small.push(await time(run, 1_000, 4));
      large.push(await time(run, 4_000, 1));
    }
    rows.push({ pattern, at1000: median(small), at4000: median(large) });
  }
  return rows;
}

async function time(run: (steps: number) => Promise<unknown>, steps: number, times: number): Promise<number> {
  // Not collected by hand first: that shrinks the young generation, and what follows pays for its growing again.
  const before = performance.now();
  for (let i = 0; i < times; i++) await run(steps);
  return ((performance.now() - before) * 1_000) / (times * steps);
}

async function logBytesPerTurn(
  run: (steps: number) => Promise<{ kept: readonly RunEvent[] }>,
): Promise<Map<number, number>> {
  const result = new Map<number, number>();
  for (const size of sizes) {
    const { kept } = await run(size);
    result.set(size, JSON.stringify(kept).length / size);
  }
  return result;
}

async function heapKept(
  run: (steps: number) => Promise<{ kept: readonly RunEvent[] }>,
  steps: number,
): Promise<number> {
  const heap = async () => {
    for (let i = 0; i < 3; i++) {
      globalThis.gc?.();
      await new Promise(setImmediate);
    }
    return process.memoryUsage().heapUsed;
  };
  const before = await heap();
  const kept = [await run(steps)];
  const after = await heap();
  if (kept.length !== 1) throw new Error("unreachable: keeps the run alive until it was measured");
  return after - before;
}

interface HttpFigures {
  engine: number;
  bare: number;
  ratio: number;
}

/** In a process of its own: what the runs above have left to collect is none of a client's cost. */
async function overHttp(): Promise<HttpFigures> {
  const child = fork(fileURLToPath(new URL("http-client.ts", import.meta.url)));
  const [figures] = (await once(child, "message")) as [HttpFigures];
  child.disconnect();
  return figures;
}
