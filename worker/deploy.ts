// `npm run deploy`: checks the configuration, builds page and Worker, and puts both on Cloudflare. Options go on to `wrangler deploy`.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs, parseEnv } from "node:util";
import { createBuilder } from "vite";
import { readConfig } from "./config.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values, tokens } = parseArgs({ strict: false, tokens: true, options: { "secrets-file": { type: "string" } } });
const options = process.argv.slice(2);
const isGiven = tokens.some((token) => token.kind === "option" && token.name === "secrets-file");
const secretsFile = isGiven ? String(values["secrets-file"]) : `${root}worker/.secrets`;

process.chdir(root);
process.env["NODE_ENV"] = "production";
// Set where page and Worker have been built just now.
if (!process.env["LOOPGLASS_BUILT"]) await (await createBuilder({ root, logLevel: "warn" })).buildApp();

if (isGiven || existsSync(secretsFile)) {
  if (!isGiven) options.push("--secrets-file", secretsFile);
  const { vars } = JSON.parse(readFileSync("dist/loopglass/wrangler.json", "utf8")) as { vars: object };
  const wrong = problemsOf({ ...vars, ...parseEnv(readFileSync(secretsFile, "utf8")) });
  if (wrong) stop(`${wrong}\nMend it in worker/wrangler.jsonc, or in the file of secrets, then try again.`);
} else {
  console.log(`
There is no worker/.secrets: the secrets that the Worker has stay as they are. If it has none yet, no model can be called.
`);
}
const { status } = spawnSync("wrangler", ["deploy", ...options], {
  stdio: "inherit",
  shell: process.platform === "win32",
});
if (status !== 0) process.exit(status ?? 1);
if (!options.includes("--dry-run")) {
  console.log("\nDone. /api/health at the address above says whether anything is missing.\n");
}

/** What the Worker would complain about, were it deployed so. */
function problemsOf(variables: object): string | undefined {
  try {
    const { missing } = readConfig({ ...variables, LEDGER: {}, RATE_LIMIT: {} });
    return missing.length > 0 ? missing.join("\n") : undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function stop(message: string): never {
  console.error(`\nNothing was deployed.\n${message}\n`);
  process.exit(1);
}
