// Builds page and Worker once before the browser tests run.
import { fileURLToPath } from "node:url";
import { createBuilder } from "vite";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Writes `dist/`, once for all projects. Set LOOPGLASS_BUILT to test what was built before. */
export default async function build(): Promise<void> {
  if (process.env["LOOPGLASS_BUILT"]) return;
  // Vitest sets it to "test", and Svelte would come with its development checks.
  process.env["NODE_ENV"] = "production";
  const builder = await createBuilder({ root, configFile: `${root}vite.config.ts`, logLevel: "warn" });
  await builder.buildApp();
  process.env["LOOPGLASS_BUILT"] = "just now";
}
