// One server for page and Worker: Vite serves and builds the page, Cloudflare's plugin runs the Worker in workerd beside it.
import { gzipSync } from "node:zlib";
import { cloudflare } from "@cloudflare/vite-plugin";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin, type Rolldown } from "vite";
import { bundledData } from "./src/ui/data/build/plugin.ts";

// Nothing but the models that the owner chose is to be contacted from here.
Object.assign(process.env, {
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_SEND_ERROR_REPORTS: "false",
  WRANGLER_HIDE_BANNER: "true",
});

// The engine's front door and zod's index name them all, so they would come with the first load; only a run needs these.
const apart = [
  {
    name: "json-schema",
    test: /zod\/v4\/core\/(?:to-json-schema|json-schema)|src\/engine\/(?:json-schema|tools\/spec)\.ts/,
  },
  { name: "run", test: /src\/engine\/(?:run|prepare|purse|holds|recorder|scope|outcome|random)\.ts/ },
];

// As in src/ui/public/_headers, which a dev server does not read: what needs an isolated page is seen to work, or not, while it is written.
const isolation = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };

export default defineConfig({
  publicDir: "src/ui/public",
  plugins: [
    svelte({ configFile: false }),
    cloudflare({ configPath: "worker/wrangler.jsonc", inspectorPort: false }),
    bundledData(),
    firstLoadSize(),
  ],
  server: { headers: isolation },
  // Files in a bundle's own text would need `data:` and `'unsafe-inline'` in the page's policy.
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  // Found only when a worker first runs, they would make the dev server load the page anew.
  optimizeDeps: { include: ["sql.js", "minisearch", "papaparse"] },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: { includeDependenciesRecursively: false, groups: apart } },
        },
      },
    },
    // Reading a property changes nothing, here and in zod: what is then not used is left out.
    loopglass: { build: { minify: true, rolldownOptions: { treeshake: { propertyReadSideEffects: false } } } },
  },
});

/** Prints how much script the page loads before Run is pressed: its entry and everything that imports at once. */
function firstLoadSize(): Plugin {
  return {
    name: "loopglass:first-load-size",
    applyToEnvironment: (environment) => environment.name === "client",
    writeBundle(_options, bundle) {
      const bytes = firstLoadFiles(bundle).reduce((sum, { code }) => sum + gzipSync(code).byteLength, 0);
      this.info(`script loaded before Run is pressed: ${(bytes / 1000).toFixed(1)} kB gzip`);
    },
  };
}

function firstLoadFiles(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const found = new Set<Rolldown.OutputChunk>();
  const visit = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || found.has(chunk)) return;
    found.add(chunk);
    for (const name of chunk.imports) visit(byName.get(name));
  };
  chunks.filter((chunk) => chunk.isEntry).forEach(visit);
  return [...found];
}
