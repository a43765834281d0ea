// A child process that measures the CPU of a client per reply: our engine, and a bare fetch loop, in turn.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { bareOverHttp } from "./bare-loop.ts";
import adapters from "./peers/engine.mjs";

interface Adapter {
  http(baseUrl: string): Promise<(steps: number) => Promise<void>>;
}

const concurrency = 8;
const steps = 20;
const rounds = 15;
/** A measurement is so many runs at once, so many times: a single batch is too short to be told from chance. */
const batches = 4;

const server = fork(fileURLToPath(new URL("sse-server.ts", import.meta.url)), {
  stdio: ["ignore", "ignore", "inherit", "ipc"],
});
const [{ port }] = (await once(server, "message")) as [{ port: number }];
const baseUrl = `http://127.0.0.1:${port}/v1`;

const [ours] = adapters as Adapter[];
if (!ours) throw new Error("There is no adapter.");
const engineRun = await ours.http(baseUrl);
const bareRun = (steps: number) => bareOverHttp(baseUrl, steps);

async function cpuPerReply(run: (steps: number) => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  for (let i = 0; i < batches; i++) await Promise.all(Array.from({ length: concurrency }, () => run(steps)));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / (batches * concurrency * (steps + 1));
}

for (let i = 0; i < 150; i++) await Promise.all([engineRun(steps), bareRun(steps)]);
const engine: number[] = [];
const bare: number[] = [];
for (let round = 0; round < rounds; round++) {
  engine.push(await cpuPerReply(engineRun));
  bare.push(await cpuPerReply(bareRun));
}
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
process.send?.({ engine: median(engine), bare: median(bare), ratio: median(engine) / median(bare) });
server.disconnect();
