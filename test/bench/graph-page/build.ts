// Builds the page of the graph's bench as the product is built, and serves it on a free port of this machine.
import { readFileSync } from "node:fs";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { build } from "vite";

const types: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".woff2": "font/woff2",
};

export async function servePage(): Promise<{ url: string; close(): void }> {
  process.env["NODE_ENV"] = "production";
  const outDir = mkdtempSync(join(tmpdir(), "loopglass-graph-"));
  await build({
    root: fileURLToPath(new URL(".", import.meta.url)),
    base: "./",
    configFile: false,
    logLevel: "error",
    plugins: [svelte({ configFile: false })],
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 5000 },
  });
  const server = createServer(({ url = "/" }, reply) => {
    const path = new URL(url, "http://localhost").pathname;
    try {
      const body = readFileSync(join(outDir, path === "/" ? "index.html" : path));
      reply.setHeader("Content-Type", types[extname(path) || ".html"] ?? "application/octet-stream").end(body);
    } catch {
      reply.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.close();
      server.closeAllConnections();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}
