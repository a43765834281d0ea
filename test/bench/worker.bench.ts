// npm run bench -- worker: what the Worker costs on top of a direct call, beside a Worker that only hands the stream on.
import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";
import type { Bench, Figure } from "./run.ts";
import { startWorker, type WorkerProcess } from "./worker-host.ts";

const rounds = 9;
const calls = 200;
/** Models by what they write: chunks, and ms between two of them. */
const burst = "20-0";
const paced = "20-20";
const long = "1000-1";
const kinds = ["direct", "native", "metered", "unmetered"] as const;
type Kind = (typeof kinds)[number];

interface Target {
  kind: Kind;
  port: number;
  path: string;
  worker?: WorkerProcess;
}

interface Reply {
  firstByteMs: number;
  /** of each chunk, from its being sent to its arrival */
  lagsMs: number[];
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
const now = () => performance.timeOrigin + performance.now();

function ask({ kind, port, path }: Target, model: string, agent: Agent): Promise<Reply> {
  const content = "x".repeat(2000);
  const body = JSON.stringify({ model, stream: true, messages: [{ role: "user", content }] });
  const headers = {
    "content-type": "application/json",
    "content-length": body.length,
    ...(kind !== "direct" && { origin: `http://127.0.0.1:${port}`, "cf-connecting-ip": "192.0.2.1" }),
  };
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const sent = request({ host: "127.0.0.1", port, path, method: "POST", agent, headers }, (response) => {
      const reply: Reply = { firstByteMs: NaN, lagsMs: [] };
      let text = "";
      response.setEncoding("utf8").on("data", (data: string) => {
        if (Number.isNaN(reply.firstByteMs)) reply.firstByteMs = performance.now() - begun;
        text += data;
        for (const [, time] of data.matchAll(/"sent":([\d.]+)/g)) reply.lagsMs.push(now() - Number(time));
      });
      response.on("error", reject).on("end", () => {
        if (response.statusCode === 200 && text.endsWith("data: [DONE]\n\n")) resolve(reply);
        else reject(new Error(`${kind}: status ${response.statusCode}: ${text.slice(0, 300)}`));
      });
    });
    sent.on("error", reject).end(body);
  });
}

interface Load {
  firstByteMs: number;
  perSecond: number;
  lags: number[];
}

async function load(target: Target, model: string, streams: number, count: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: streams });
  const replies: Reply[] = [];
  let left = count;
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: streams }, async () => {
      while (left-- > 0) replies.push(await ask(target, model, agent));
    }),
  );
  const perSecond = count / ((performance.now() - begun) / 1000);
  agent.destroy();
  return {
    firstByteMs: median(replies.map((one) => one.firstByteMs)),
    perSecond,
    lags: replies.flatMap((one) => one.lagsMs),
  };
}

/** Starts the model's server and three Workers, each in a process of its own, and measures them in turn. */
export async function bench(): Promise<Bench> {
  const upstream = fork(fileURLToPath(new URL("worker-upstream.ts", import.meta.url)), {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [{ port }] = (await once(upstream, "message")) as [{ port: number }];
  const targets: Target[] = [{ kind: "direct", path: "/v1/chat/completions", port }];
  for (const kind of ["native", "metered", "unmetered"] as const) {
    const worker = await startWorker(kind, `http://127.0.0.1:${port}/v1`, [burst, paced, long]);
    targets.push({ kind, path: "/api/v1/chat/completions", port: worker.port, worker });
  }
  for (const target of targets) await load(target, burst, 8, 200);

  const runs = new Map(kinds.map((kind) => [kind, { one: [], many: [] } as Record<"one" | "many", Load[]>]));
  for (let round = 0; round < rounds; round++) {
    // Each comes first, second, third and last in turn, so that the noise of the machine falls on all.
    for (let i = 0; i < targets.length; i++) {
      const target = targets[(round + i) % targets.length];
      if (!target) continue;
      runs.get(target.kind)?.one.push(await load(target, burst, 1, calls));
      runs.get(target.kind)?.many.push(await load(target, burst, 32, calls));
    }
  }
  const table: Record<string, unknown>[] = [];
  const late = new Map<Kind, number>();
  for (const target of targets) {
    const { one = [], many = [] } = runs.get(target.kind) ?? {};
    const { lags } = await load(target, paced, 4, 16);
    late.set(target.kind, lags.filter((lag) => lag >= 20).length);
    const before = target.worker?.cpuMs() ?? NaN;
    const slow = await load(target, long, 4, 8);
    const after = target.worker?.cpuMs() ?? NaN;
    table.push({
      target: target.kind,
      "first byte, 1 stream (ms)": median(one.map(({ firstByteMs }) => firstByteMs)).toFixed(2),
      "first byte, 32 (ms)": median(many.map(({ firstByteMs }) => firstByteMs)).toFixed(2),
      "replies/s, 1": median(one.map(({ perSecond }) => perSecond)).toFixed(0),
      "replies/s, 32": median(many.map(({ perSecond }) => perSecond)).toFixed(0),
      "lag of a chunk (ms)": median(lags).toFixed(2),
      "longest lag (ms)": Math.max(...lags).toFixed(1),
      "CPU per 1,000 chunks (ms)": ((after - before) / (slow.lags.length / 1000)).toFixed(0),
    });
  }
  for (const { worker } of targets) worker?.stop();
  upstream.disconnect();

  /** Of the same round, so that what slowed the machine down slowed both. */
  const ratio = (kind: Kind, load: "one" | "many", of: (run: Load) => number) =>
    median(
      Array.from({ length: rounds }, (_, round) => {
        const ours = runs.get(kind)?.[load][round];
        const theirs = runs.get("native")?.[load][round];
        return ours && theirs ? of(ours) / of(theirs) : NaN;
      }),
    );
  const figure = (name: string, value: number, most: number | undefined, least?: number): Figure => ({
    name,
    value: Math.round(value * 100) / 100,
    aim: most === undefined ? `>= ${least}` : `<= ${most}`,
    holds: most === undefined ? value >= (least ?? NaN) : value <= most,
  });
  return {
    table,
    figures: [
      figure(
        "first byte, metered, of a native pass-through's",
        ratio("metered", "one", (run) => run.firstByteMs),
        2.5,
      ),
      figure(
        "first byte, METER=off, of a native pass-through's",
        ratio("unmetered", "one", (run) => run.firstByteMs),
        1.1,
      ),
      figure(
        "replies a second at 32 streams, metered, of a native pass-through's",
        ratio("metered", "many", (run) => run.perSecond),
        undefined,
        0.4,
      ),
      figure("chunks of 320 that came after the next was sent, metered", late.get("metered") ?? NaN, 0),
    ],
  };
}
