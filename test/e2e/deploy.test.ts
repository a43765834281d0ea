// What `npm run deploy` would put on Cloudflare, as `wrangler deploy --dry-run` writes it: its size, and nothing that is secret.
import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
let folder: string;
let told: string;

function deploy(...options: string[]): string {
  const bin = join(root, "node_modules", ".bin");
  const env = {
    ...process.env,
    PATH: `${bin}:${process.env["PATH"]}`,
    LOOPGLASS_BUILT: "1",
    WRANGLER_SEND_METRICS: "false",
    WRANGLER_SEND_ERROR_REPORTS: "false",
    WRANGLER_LOG_PATH: folder,
  };
  const command = [join(root, "worker", "deploy.ts"), "--dry-run", "--outdir", join(folder, "out"), ...options];
  const { status, stdout, stderr } = spawnSync(join(bin, "node"), command, {
    cwd: root,
    env,
    encoding: "utf8",
    timeout: 60_000,
  });
  return `${stdout}${stderr}\nstatus ${status}`;
}

function secrets(text: string): string {
  const file = join(folder, "secrets");
  writeFileSync(file, text);
  return file;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "loopglass-deploy-"));
  told = deploy("--secrets-file", secrets('ACCESS_CODE="correct-horse-battery"\nOPENAI_API_KEY="sk-secret-key"'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a Worker that can be deployed without a login up to the last step", () => {
  expect(told).toContain("--dry-run: exiting now.");
  expect(told).toContain("status 0");
  expect(told).not.toMatch(/sk-secret|correct-horse/);
  expect(told).toContain("env.LEDGER (Ledger)");
  expect(told).toMatch(/env\.RATE_LIMIT \(\d+ requests\/60s\)/);
});

test("a Worker of at most 14 kB gzip in all", () => {
  const files = globSync("**/*.js", { cwd: join(folder, "out") });
  const bytes = files.map((file) => gzipSync(readFileSync(join(folder, "out", file))).byteLength);
  expect(files).not.toEqual([]);
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(14_000);
});

test("page files without a secret among them", () => {
  const assets = globSync("**/*", { cwd: join(root, "dist", "client"), exclude: ["**/*.woff2"] });
  expect(assets).toContain("index.html");
  expect(assets.filter((path) => /\.(dev\.vars|secrets|env)/.test(path))).toEqual([]);
});

test.for([
  ['OPENAI_API_KEY="sk-secret-key"', "ACCESS_CODE: is not set"],
  ['ACCESS_CODE="short"\nOPENAI_API_KEY="sk-secret-key"', "ACCESS_CODE: expected at least 16"],
  ['ACCESS_CODE="correct-horse-battery"', "OPENAI_API_KEY: is not set"],
] as const)("nothing with the secrets %j: it says what is wrong", ([text, wrong]) => {
  const refused = deploy("--secrets-file", secrets(text));
  expect(refused).toContain("Nothing was deployed.");
  expect(refused).toContain(wrong);
  expect(refused).toContain("status 1");
  expect(refused).not.toContain("sk-secret");
});
