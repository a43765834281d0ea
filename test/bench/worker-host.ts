// Runs a Worker in workerd for the bench, as a process of its own: ours, built as for Cloudflare, or one that only hands a stream on.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Rolldown } from "vite";
// @ts-expect-error -- it has no types; its `default` is the path of the program.
import workerd from "workerd";

export type WorkerKind = "native" | "metered" | "unmetered";

export interface WorkerProcess {
  readonly port: number;
  /** CPU time that it has used, in ms; NaN where the system does not tell */
  cpuMs(): number;
  stop(): void;
}

/** The least a Worker can do: the runtime hands the bytes on by itself. */
const native = `export default {
  async fetch(request, env) {
    const headers = { "content-type": "application/json", authorization: "Bearer " + env.KEY };
    const reply = await fetch(env.UPSTREAM + "/chat/completions", { method: "POST", headers, body: request.body });
    return new Response(reply.body, { headers: { "content-type": "text/event-stream" } });
  },
};`;

/** At Cloudflare the counter lies beside the Worker, too; what is measured here is that it is asked. */
const rateLimit = "export default () => ({ limit: async () => ({ success: true }) });";

const config = (bindings: Record<string, unknown>) => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "worker", worker = .worker),
    (name = "internet", network = (allow = ["public", "private"])),
    (name = "ledger", disk = (path = "ledger", writable = true)),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "worker")],
  extensions = [(modules = [(name = "rate-limit", internal = true, esModule = embed "rate-limit.js")])],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "2026-10-06",
  compatibilityFlags = ["enable_request_signal"],
  bindings = [
    ${Object.entries(bindings)
      .map(([name, value]) => `(name = "${name}", json = ${JSON.stringify(JSON.stringify(value))}),`)
      .join("\n    ")}
    (name = "LEDGER", durableObjectNamespace = "Ledger"),
    (name = "RATE_LIMIT", wrapped = (moduleName = "rate-limit")),
  ],
  durableObjectNamespaces = [(className = "Ledger", uniqueKey = "ledger", enableSql = true)],
  durableObjectStorage = (localDisk = "ledger"),
);`;

/**
 * Starts one.
 *
 * @param upstream - base URL of the model's server
 * @param models - the names that it is to offer
 */
export async function startWorker(kind: WorkerKind, upstream: string, models: string[]): Promise<WorkerProcess> {
  const folder = mkdtempSync(join(tmpdir(), "loopglass-bench-"));
  mkdirSync(join(folder, "ledger"));
  writeFileSync(join(folder, "rate-limit.js"), rateLimit);
  const noLedger = "\nimport { DurableObject } from 'cloudflare:workers'; export class Ledger extends DurableObject {}";
  writeFileSync(join(folder, "worker.js"), kind === "native" ? native + noLedger : await ours());
  const model = { baseUrl: upstream, keyName: "KEY", inputUsdPerMillion: 0.4, outputUsdPerMillion: 1.6 };
  const bindings = {
    UPSTREAM: upstream,
    KEY: "test",
    MODELS: models.map((id) => ({ ...model, id, maxOutputTokens: 1000 })),
    ACCESS_CODE: "open",
    DAILY_USD: "1000000",
    VISITOR_USD: "1000000",
    METER: kind === "metered" ? "on" : "off",
  };
  writeFileSync(join(folder, "config.capnp"), config(bindings));
  const child = spawn(
    (workerd as { default: string }).default,
    ["serve", "config.capnp", "--control-fd=3", "--experimental"],
    {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit", "pipe"],
    },
  );
  const stop = () => {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  const port = await new Promise<number>((resolve, reject) => {
    child.stdio[3]?.on("data", (line: Buffer) => resolve((JSON.parse(line.toString()) as { port: number }).port));
    child.once("exit", (code) => reject(new Error(`workerd ended with code ${code}.`)));
  });
  return { port, cpuMs: () => cpuMs(child.pid ?? 0), stop };
}

async function ours(): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: "silent",
    build: {
      ssr: fileURLToPath(new URL("../../worker/index.ts", import.meta.url)),
      write: false,
      minify: true,
      rolldownOptions: { external: [/^cloudflare:/] },
    },
    ssr: { noExternal: true },
  })) as Rolldown.RolldownOutput;
  return built.output[0].code;
}

function cpuMs(pid: number): number {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return NaN;
  const fields = readFileSync(path, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  // In hundredths of a second: user and system.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
