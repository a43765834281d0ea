// Serves the built page and the real Worker, in workerd, on a free port of this machine.
import { fork } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Served {
  /** origin, without a slash at its end */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts `vite preview` on a copy of `dist/`, so that several can run at once, each with its own variables.
 *
 * @param vars - the Worker's variables and secrets, over those of wrangler.jsonc; what the owner has set in `.dev.vars`
 *   never counts. Without `MODELS` no model is offered. Unless they say otherwise anybody may call, as often as they like, for 1,000 USD a day.
 */
export async function serve(vars: Record<string, unknown> = {}): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), "loopglass-"));
  cpSync(join(root, "dist"), join(folder, "dist"), { recursive: true });
  const worker = join(folder, "dist", "loopglass");
  rmSync(join(worker, ".dev.vars"), { force: true });
  const configPath = join(worker, "wrangler.json");
  const config = JSON.parse(readFileSync(configPath, "utf8")) as { vars: object; ratelimits: object[] };
  const open = { MODELS: [], ACCESS_CODE: "open", DAILY_USD: "1000", VISITOR_USD: "1000" };
  // All tests of a file are one visitor, and do in seconds what people do in minutes.
  const ratelimits = config.ratelimits.map((one) => ({ ...one, simple: { limit: 100_000, period: 60 } }));
  writeFileSync(configPath, JSON.stringify({ ...config, ratelimits, vars: { ...config.vars, ...open, ...vars } }));
  mkdirSync(join(folder, ".wrangler", "deploy"), { recursive: true });
  writeFileSync(
    join(folder, ".wrangler", "deploy", "config.json"),
    JSON.stringify({ configPath: "../../dist/loopglass/wrangler.json", auxiliaryWorkers: [] }),
  );
  const child = fork(fileURLToPath(new URL("preview-process.ts", import.meta.url)), [folder], { cwd: folder });
  const address = await new Promise<string>((resolve, reject) => {
    child.once("message", (message) => resolve(String(message)));
    child.once("exit", (code) => reject(new Error(`vite preview ended with code ${code} before it served anything`)));
  });
  return {
    url: address.replace(/\/$/, ""),
    stop: async () => {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** `MODELS` with one model that is served at `baseUrl`, as of {@link startOpenaiServer}. */
export function localModel(baseUrl: string, changes: Record<string, unknown> = {}): { MODELS: object[] } {
  const price = { inputUsdPerMillion: 1, outputUsdPerMillion: 2 };
  return { MODELS: [{ id: "local-model", baseUrl, ...price, maxOutputTokens: 2000, ...changes }] };
}
