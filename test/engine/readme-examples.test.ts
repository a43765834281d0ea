// The examples in the rooms' READMEs: they compile, run, and are what stands there.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { patterns, scripted, startRun, tools, type Pattern, type Tool } from "../../src/engine/index.ts";
import { twice } from "../fixtures/example-pattern.ts";
import { compoundInterest } from "../fixtures/example-tool.ts";
import { call, say } from "./support.ts";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const withoutHead = (code: string) =>
  code
    .split("\n")
    .filter((line) => !/^(\/\/|import )/.test(line))
    .join("\n")
    .trim();
const example = (readme: string) => withoutHead(/```ts\n([\s\S]*?)```/.exec(read(readme))?.[1] ?? "");

/** Adds one to a list for as long as `work` takes. */
async function withOneMore<T>(list: readonly T[], one: T, work: () => Promise<void>): Promise<void> {
  (list as T[]).push(one);
  try {
    await work();
  } finally {
    (list as T[]).pop();
  }
}

test("a new pattern is one file and one line: the example runs like any other", async () => {
  expect(example("src/engine/patterns/README.md")).toBe(withoutHead(read("test/fixtures/example-pattern.ts")));
  await withOneMore<Pattern>(patterns, twice, async () => {
    const model = scripted([say("6"), say("5")]);
    const run = startRun("What is 2 + 3?", { pattern: "twice", models: { main: model } });
    expect(await run.finished).toMatchObject({ status: "completed", answer: "5", figures: { modelCalls: 2 } });
  });
});

test("a new tool is one file and one line: the example is called like any other", async () => {
  expect(example("src/engine/tools/README.md")).toBe(withoutHead(read("test/fixtures/example-tool.ts")));
  await withOneMore<Tool>(tools, compoundInterest, async () => {
    const model = scripted([call("compound_interest", { sum: 1_000, ratePercent: 5, years: 10 }), say("1628.89")]);
    const run = startRun("What do 1,000 grow to?", { pattern: "react", models: { main: model } });
    await run.finished;
    const observation = run.log.find((event) => event.type === "observation");
    expect(observation?.output).toBeCloseTo(1_628.89, 2);
  });
});
