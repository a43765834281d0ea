// Serves a page that holds one part of the product, for tests and benches that drive it alone.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { createServer } from "vite";

export interface PageServer {
  /** of the page */
  url: string;
  close(): Promise<void>;
}

/** @param page - its folder beside this one's */
export async function servePage(page = "history-page"): Promise<PageServer> {
  const cacheDir = mkdtempSync(join(tmpdir(), "loopglass-vite-"));
  const server = await createServer({
    root: fileURLToPath(new URL("../../..", import.meta.url)),
    configFile: false,
    cacheDir,
    logLevel: "error",
    plugins: [svelte({ configFile: false })],
    // Everything is known beforehand: a module found later would load the page anew in the middle of a test.
    optimizeDeps: { include: ["idb", "zod/mini", "d3"], noDiscovery: true },
    server: { host: "127.0.0.1", port: 0, hmr: false, watch: null },
  });
  await server.listen();
  const address = server.httpServer?.address();
  if (!address || typeof address === "string") throw new Error("The server of the test page has no port.");
  return {
    url: `http://127.0.0.1:${address.port}/test/e2e/${page}/index.html`,
    async close() {
      await server.close();
      rmSync(cacheDir, { recursive: true, force: true });
    },
  };
}
