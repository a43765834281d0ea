// `npm test`: every check of the project, one after the other. The last line says how many tests passed and failed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = join(root, "node_modules", ".bin");

interface Counts {
  passed: number;
  failed: number;
}

/** In this order. A name on the command line runs that one only; several names run those. */
const steps: Record<string, () => Promise<Counts>> = {
  types: () =>
    checks(["tsc", "-p", "src/engine"], ["tsc", "-p", "worker"], ["tsc", "-p", "test"], ["tsc", "-p", "test/worker"]),
  ui: () => checks(["svelte-check", "--tsconfig", "src/ui/tsconfig.json", "--fail-on-warnings", "--output", "human"]),
  format: () => checks(["prettier", "--check", "--log-level", "warn", "."]),
  unit: () => tests("unit"),
  worker: () => tests("worker"),
  e2e: () => tests("e2e*"),
};

/** A check that fails counts as one failed test; one that passes is not counted. */
async function checks(...commands: string[][]): Promise<Counts> {
  let failed = 0;
  for (const command of commands) {
    if ((await run(command)) === 0) continue;
    console.log(`failed: ${command.join(" ")}`);
    failed++;
  }
  return { passed: 0, failed };
}

/** The tests of the vitest projects of this name (`*` stands for anything). A file that cannot be run, and an error outside of any test, count as one failed each. */
async function tests(project: string): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), "loopglass-tests-"));
  const report = join(folder, "report.json");
  try {
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const code = await run(["vitest", "run", "--project", project, ...reporters]);
    const counts = read(report);
    return { ...counts, failed: counts.failed || (code === 0 ? 0 : 1) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function read(report: string): Counts {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, "utf8")) as {
      numPassedTests: number;
      numFailedTests: number;
      testResults: { status: string; assertionResults: unknown[] }[];
    };
    const unread = testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
    return { passed: numPassedTests, failed: numFailedTests + unread.length };
  } catch {
    // No report at all: the exit code tells.
    return { passed: 0, failed: 0 };
  }
}

async function run([name = "", ...options]: string[], stdio: "inherit" | "ignore" = "inherit"): Promise<number> {
  const env = {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}`,
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
    WRANGLER_SEND_METRICS: "false",
    WRANGLER_SEND_ERROR_REPORTS: "false",
    WRANGLER_HIDE_BANNER: "true",
  };
  const child = spawn(name, options, { cwd: root, env, stdio, shell: process.platform === "win32" });
  const [code] = (await once(child, "exit")) as [number | null];
  return code ?? 1;
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(steps, name));
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(", ")}. The steps are ${Object.keys(steps).join(", ")}.`);
  process.exit(2);
}

const sum: Counts = { passed: 0, failed: 0 };
// The types of the Worker's variables, from wrangler.jsonc. Not kept in the repository: they would go stale.
await run(
  [
    "wrangler",
    "types",
    "worker/worker-configuration.d.ts",
    "-c",
    "worker/wrangler.jsonc",
    "--include-runtime=false",
    "--strict-vars=false",
  ],
  "ignore",
);
for (const [name, step] of Object.entries(steps)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const start = performance.now();
  console.log(`\n── ${name}`);
  const { passed, failed } = await step();
  sum.passed += passed;
  sum.failed += failed;
  console.log(
    `── ${name}: ${failed === 0 ? "passed" : "failed"} in ${((performance.now() - start) / 1000).toFixed(1)} s`,
  );
}
console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed === 0 ? 0 : 1;
