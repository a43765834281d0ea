// The kinds of test: `unit` in plain Node, `worker` inside workerd, `e2e` in a real browser on the built page.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        // Svelte's client build: in the server build, which Node would get, runes do not react.
        plugins: [svelte({ configFile: false, dynamicCompileOptions: () => ({ generate: "client" }) })],
        ssr: { noExternal: ["svelte"], resolve: { conditions: ["browser", "module", "node"] } },
        test: {
          name: "unit",
          environment: "node",
          include: ["test/*.test.ts", "test/{engine,ui,fixtures,vectors,bench}/**/*.test.ts"],
        },
      },
    ],
  },
});
