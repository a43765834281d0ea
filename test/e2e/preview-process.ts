// One `vite preview` in a process of its own (Cloudflare's plugin runs one Worker a process), ended with its parent.
import { fileURLToPath } from "node:url";
import { preview } from "vite";

const [, , root] = process.argv;
const server = await preview({
  ...(root === undefined ? {} : { root }),
  configFile: fileURLToPath(new URL("../../vite.config.ts", import.meta.url)),
  logLevel: "warn",
  preview: { host: "127.0.0.1", port: 0, open: false },
});
process.on("disconnect", () => void server.close().finally(() => process.exit()));
process.send?.(server.resolvedUrls?.local[0]);
