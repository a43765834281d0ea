// The kinds of test: `unit` in plain Node, `worker` inside workerd, `e2e` in a real browser on the built page, `e2e-timed` there without a neighbour.
import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const price = { inputUsdPerMillion: 0.4, outputUsdPerMillion: 1.6 };
const testModels = (localUrls: Record<string, string>) => [
  { id: "keyed", baseUrl: "https://models.example/v1", keyName: "TEST_KEY", ...price, maxOutputTokens: 1000 },
  ...Object.entries(localUrls).map(([id, baseUrl]) => ({
    id,
    baseUrl,
    keyName: "TEST_KEY",
    ...price,
    maxOutputTokens: 1000,
  })),
];

/** Files that hold limits of time, which a neighbour on the same processor would break. */
const timed = ["budget", "history", "history-storage", "in-page", "streaming"].map(
  (name) => `test/e2e/${name}.test.ts`,
);

interface Files {
  include: string[];
  exclude: string[];
  maxWorkers: number;
  /** groups run one after the other */
  groupOrder: number;
}

/** Svelte's client build: in the server build, which Node would get, runes do not react. */
const runes = () => svelte({ configFile: false, dynamicCompileOptions: () => ({ generate: "client" }) });

const browserTests = (name: string, { groupOrder, ...files }: Files) => ({
  // They find things by the page's texts, whose language is a rune.
  plugins: [runes()],
  test: {
    name,
    environment: "node" as const,
    globalSetup: "test/e2e/build.ts",
    testTimeout: 30_000,
    hookTimeout: 60_000,
    sequence: { groupOrder },
    ...files,
  },
});

export default defineConfig({
  test: {
    // The Worker logs a line for each call.
    silent: "passed-only",
    projects: [
      {
        plugins: [runes()],
        ssr: { noExternal: ["svelte"], resolve: { conditions: ["browser", "module", "node"] } },
        test: {
          name: "unit",
          environment: "node",
          include: ["test/*.test.ts", "test/{engine,ui,fixtures,vectors,bench}/**/*.test.ts"],
        },
      },
      {
        plugins: [
          cloudflareTest(({ inject }) => ({
            wrangler: { configPath: "worker/wrangler.jsonc" },
            // In place of what the owner has set, so that no test meets a real key.
            miniflare: {
              bindings: {
                MODELS: testModels(inject("modelServerUrls")),
                TEST_KEY: "sk-test-0123456789abcdef",
                ACCESS_CODE: "open",
                DAILY_USD: "1000",
                VISITOR_USD: "1000",
              },
            },
          })),
        ],
        test: {
          name: "worker",
          include: ["test/worker/**/*.test.ts"],
          globalSetup: "test/worker/model-server.ts",
          testTimeout: 10_000,
        },
      },
      browserTests("e2e", { include: ["test/e2e/**/*.test.ts"], exclude: timed, maxWorkers: 2, groupOrder: 1 }),
      browserTests("e2e-timed", { include: timed, exclude: [], maxWorkers: 1, groupOrder: 2 }),
    ],
  },
});
