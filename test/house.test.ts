// The doors and walls of the house: who may import whom, how long a file may be, and which rooms explain themselves.
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findCycle, importsOf, loadedWith, readSources, root, type Import, type Source } from "./house/sources.ts";

const sources = readSources();
const engine = sources.filter(({ path }) => path.startsWith("src/engine/"));
const ui = sources.filter(({ path }) => path.startsWith("src/ui/"));
const worker = sources.filter(({ path }) => path.startsWith("worker/"));

/** `file → what it imports`, for each import that is not allowed. */
function strangers(files: readonly Source[], isAllowed: (found: Import, source: Source) => boolean): string[] {
  return files.flatMap((source) =>
    source.imports.filter((found) => !isAllowed(found, source)).map(({ to }) => `${source.path} → ${to}`),
  );
}

const isPackage = (to: string, ...names: string[]) => names.some((name) => to === name || to.startsWith(`${name}/`));
const isUiPackage = (to: string) => isPackage(to, "svelte", "d3", "idb") || /^d3-/.test(to);

describe("doors between the three houses", () => {
  test("the ui enters the engine by its front door only", () => {
    const isEngine = (to: string) => to.startsWith("src/engine/");
    const found = strangers(ui, ({ to }) => !isEngine(to) || to === "src/engine/index.ts");
    expect(found).toEqual([]);
  });

  test("the engine never imports the page, the Worker or a test", () => {
    expect(strangers(engine, ({ to, isOurs }) => !isOurs || to.startsWith("src/engine/"))).toEqual([]);
  });

  test("the Worker imports of the engine only what both sides must agree on: words, errors, and what a call costs", () => {
    const agreed = [
      "src/engine/zod.ts",
      "src/engine/money.ts",
      ...["model", "wire", "usage", "refusal", "json"].map((name) => `src/engine/model/${name}.ts`),
    ];
    const isAllowed = ({ to, isOurs }: Import) => !isOurs || to.startsWith("worker/") || agreed.includes(to);
    expect(strangers(worker, isAllowed)).toEqual([]);
  });

  test("what runs on Cloudflare needs no package", () => {
    const deployed = worker.filter(({ path }) => !["worker/start.ts", "worker/deploy.ts"].includes(path));
    expect(strangers(deployed, ({ to, isOurs }) => isOurs || to === "cloudflare:workers")).toEqual([]);
  });

  test("nothing that is shipped imports a test", () => {
    expect(strangers([...engine, ...ui, ...worker], ({ to }) => !to.startsWith("test/"))).toEqual([]);
  });
});

describe("packages and their places", () => {
  test("svelte, d3 and idb live in the ui", () => {
    expect(strangers([...engine, ...worker], ({ to }) => !isUiPackage(to))).toEqual([]);
  });

  test("SQLite, the index and the parser of tables live in the data room of the ui", () => {
    const elsewhere = [...engine, ...ui, ...worker].filter(({ path }) => !path.startsWith("src/ui/data/"));
    expect(strangers(elsewhere, ({ to }) => !isPackage(to, "sql.js", "minisearch", "papaparse"))).toEqual([]);
  });

  test("patterns of text that a person types are run in linear time, in the engine's race room", () => {
    const elsewhere = [...engine, ...ui, ...worker].filter(({ path }) => !path.startsWith("src/engine/race/"));
    expect(strangers(elsewhere, ({ to }) => !isPackage(to, "re2js"))).toEqual([]);
  });

  test("the price list lives in the prices room of the ui", () => {
    const elsewhere = [...engine, ...ui, ...worker].filter(({ path }) => !path.startsWith("src/ui/prices/"));
    expect(strangers(elsewhere, ({ to }) => !isPackage(to, "@pydantic/genai-prices"))).toEqual([]);
  });

  test("llama.cpp lives in the library room of the ui", () => {
    const elsewhere = [...engine, ...ui, ...worker].filter(({ path }) => !path.startsWith("src/ui/library/"));
    expect(strangers(elsewhere, ({ to }) => !isPackage(to, "@wllama/wllama"))).toEqual([]);
  });

  test("openai lives in the engine's model room", () => {
    const elsewhere = [...engine, ...ui, ...worker].filter(({ path }) => !path.startsWith("src/engine/model/"));
    expect(strangers(elsewhere, ({ to }) => !isPackage(to, "openai"))).toEqual([]);
  });

  test("the engine knows zod through its zod.ts and schema.ts, and nothing of Node", () => {
    const elsewhere = engine.filter(({ path }) => !["src/engine/zod.ts", "src/engine/schema.ts"].includes(path));
    expect(strangers(elsewhere, ({ to }) => !isPackage(to, "zod") && !to.startsWith("node:"))).toEqual([]);
  });

  test("heavy packages are loaded when they are first used", () => {
    const heavy = [
      "mathjs",
      "temporal-polyfill",
      "openai",
      "marked",
      "dompurify",
      "jsonrepair",
      "sql.js",
      "minisearch",
      "papaparse",
      "re2js",
      "@pydantic/genai-prices",
      "@wllama/wllama",
    ];
    const loaded = loadedWith(sources, "src/engine/index.ts", "src/ui/main.ts");
    expect(loaded.size).toBeGreaterThan(20);
    expect([...loaded].filter((name) => isPackage(name, ...heavy))).toEqual([]);
  });
});

/** The engine's floors, from the ground up. A file imports files of its own room and of floors below. */
const floors: readonly (readonly string[])[] = [
  ["zod.ts"],
  ["schema.ts", "random.ts", "clock.ts", "json-position.ts", "word-sets.ts", "numerals.ts"],
  [
    "errors.ts",
    "drills.ts",
    "injection.ts",
    "json-schema.ts",
    "fields.ts",
    "chants.ts",
    "loop-compare.ts",
    "rewording.ts",
  ],
  ["model/model.ts", "tools/data.ts"],
  ["tools/tool.ts", "budget.ts", "money.ts"],
  ["events.ts"],
  [
    "text.ts",
    "language.ts",
    "temperatures.ts",
    "purse.ts",
    "prompt-sizes.ts",
    "scope.ts",
    "loops.ts",
    "log-rules.ts",
    "migrations.ts",
    "recorder.ts",
  ],
  ["model/", "tools/", "notebook/", "protocol/", "derive/", "export/", "record.ts", "loop-words.ts"],
  ["model/rehearsal/", "outcome.ts"],
  ["moves/"],
  ["holds.ts", "patterns/", "race/"],
  ["estimate-calls.ts"],
  ["estimate.ts"],
  ["prepare.ts"],
  ["carry-through.ts"],
  ["run.ts"],
  ["index.ts"],
];

/** Rooms that know the words of the log and nothing else of the engine. */
const wordsOnly = ["derive/", "export/", "record.ts"];
const firstRoomFloor = floors.findIndex((rooms) => rooms.includes("derive/"));

/** The most exact entry of {@link floors} that holds the file. */
function roomOf(path: string): string | undefined {
  const inside = path.replace("src/engine/", "");
  const rooms = floors.flat().filter((room) => (room.endsWith("/") ? inside.startsWith(room) : inside === room));
  return rooms.sort((a, b) => b.length - a.length)[0];
}
const floorOf = (room: string) => floors.findIndex((rooms) => rooms.includes(room));

describe("floors of the engine", () => {
  test("every file stands on one of them", () => {
    expect(engine.map(({ path }) => path).filter((path) => roomOf(path) === undefined)).toEqual([]);
  });

  test("imports point downwards", () => {
    const isAllowed = ({ to, isOurs }: Import, { path }: Source) => {
      const from = roomOf(path);
      const room = roomOf(to);
      return !isOurs || !from || !room || from === room || floorOf(room) < floorOf(from);
    };
    expect(strangers(engine, isAllowed)).toEqual([]);
  });

  test("views, exports and the record know the words of the log only", () => {
    const files = engine.filter(({ path }) => wordsOnly.includes(roomOf(path) ?? ""));
    const isAllowed = ({ to, isOurs }: Import, { path }: Source) => {
      const room = roomOf(to);
      return !isOurs || !room || room === roomOf(path) || floorOf(room) < firstRoomFloor;
    };
    expect(strangers(files, isAllowed)).toEqual([]);
  });

  test("a pattern imports no other pattern: what two share is a move", () => {
    const isShared = (path: string) => /\/patterns\/(index|pattern)\.ts$/.test(path) || /-prompts?\.ts$/.test(path);
    const patterns = engine.filter(({ path }) => roomOf(path) === "patterns/" && !isShared(path));
    const isAllowed = ({ to }: Import) => !to.startsWith("src/engine/patterns/") || isShared(to);
    expect(strangers(patterns, isAllowed)).toEqual([]);
  });
});

test("no files import each other in a ring", () => {
  expect(findCycle(sources)).toBeUndefined();
});

test("the reader of imports sees every form, and tells types from code", () => {
  const text = `
    <!-- <b>import x from "not-code"</b> -->
    <script lang="ts">
      import type { A } from "./a.ts";
      import { type B, c } from "../c.ts";
      export { d } from "d";
      const e: import("e").E = await import("./deep/e.ts?worker&url");
      const f = 'import g from "g"'; // import h from "h"
    </script>`;
  expect(importsOf("src/ui/parts/X.svelte", text)).toEqual([
    { to: "src/ui/parts/a.ts", isOurs: true, kind: "type" },
    { to: "src/ui/c.ts", isOurs: true, kind: "static" },
    { to: "d", isOurs: false, kind: "static" },
    { to: "e", isOurs: false, kind: "type" },
    { to: "src/ui/parts/deep/e.ts", isOurs: true, kind: "dynamic" },
  ]);
});

test("what is loaded at once is found through static imports only", () => {
  const file = (path: string, to: string, kind: Import["kind"]): Source => ({
    path,
    text: "",
    imports: [{ to, isOurs: true, kind }],
  });
  const files = [file("a", "b", "static"), file("b", "c", "dynamic"), file("c", "d", "static")];
  expect([...loadedWith(files, "a")]).toEqual(["a", "b"]);
  expect([...loadedWith(files, "c")]).toEqual(["c", "d"]);
});

test("the search for rings finds one", () => {
  const file = (path: string, to: string): Source => ({
    path,
    text: "",
    imports: [{ to, isOurs: true, kind: "type" }],
  });
  expect(findCycle([file("a", "b"), file("b", "c"), file("c", "b")])).toEqual(["b", "c", "b"]);
  expect(findCycle([file("a", "b"), file("b", "c")])).toBeUndefined();
});

/** A table of texts is as long as the page has texts. */
const mayBeLong = /^src\/ui\/messages\//;

test("no file is longer than 400 lines: then it holds two ideas", () => {
  const long = sources
    .filter(({ path }) => !mayBeLong.test(path))
    .map(({ path, text }) => ({ path, lines: text.split("\n").length - 1 }))
    .filter(({ lines }) => lines > 400);
  expect(long).toEqual([]);
});

test("every file says in its first line what lives there", () => {
  const starts = (text: string) => /^(\/\/ |<!-- |<script[^>]*>\s*(\/\/ |<!-- ))/.test(text);
  expect(sources.filter(({ text }) => !starts(text)).map(({ path }) => path)).toEqual([]);
});

const rooms = [
  ".",
  "src/engine",
  "src/engine/model",
  "src/engine/tools",
  "src/engine/notebook",
  "src/engine/protocol",
  "src/engine/moves",
  "src/engine/patterns",
  "src/engine/derive",
  "src/engine/export",
  "src/engine/race",
  "src/ui",
  "src/ui/data",
  "src/ui/graph",
  "src/ui/race",
  "src/ui/totals",
  "src/ui/data/build",
  "worker",
  "test",
];

test.for(rooms)("the room %s has a README", (room) => {
  expect(existsSync(join(root, room, "README.md"))).toBe(true);
});

test("nothing names the machine it was written on, nor where its packages came from", () => {
  const files = globSync(
    ["*", ".ci/*", ".github/*.*", "{src,worker,test}/**/*.{ts,svelte,mjs,md,json,jsonc,css,html}"],
    {
      cwd: root,
      exclude: (path) => /^(node_modules|dist)$|\.dev\.vars$/.test(path),
    },
  );
  const registry = process.env["npm_config_registry"];
  const host = registry && URL.canParse(registry) ? new URL(registry).host : undefined;
  const names = [root, host].filter((name) => name !== undefined);
  const telltale = files.filter((path) => {
    const text = /\.[a-z]+$/.test(path) ? readFileSync(join(root, path), "utf8") : "";
    return names.some((name) => text.includes(name));
  });
  expect(telltale).toEqual([]);
  expect(readFileSync(join(root, "package-lock.json"), "utf8")).not.toContain('"resolved": "http');
});
