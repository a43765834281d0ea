// The list of tools, and the founding example with them.
import { expect, test } from "vitest";
import { toolSpec } from "../../../src/engine/tools/spec.ts";
import { tools } from "../../../src/engine/tools/index.ts";
import { calculator } from "../../../src/engine/tools/calculator.ts";
import { readFile } from "../../../src/engine/tools/read-file.ts";
import { writeFile } from "../../../src/engine/tools/write-file.ts";
import { toolContext, use } from "./support.ts";

test("every tool has a name of its own, and a model can be told what it takes", () => {
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
  for (const spec of tools.map(toolSpec)) {
    expect(spec.parameters).toMatchObject({ type: "object" });
    expect(spec.description.length).toBeLessThan(500);
  }
});

test("only the tools that write, delete and ask the person are kept in order", () => {
  expect(tools.filter(({ readOnly }) => !readOnly).map(({ name }) => name)).toEqual([
    "write_file",
    "delete_file",
    "ask_user",
  ]);
});

test("the tools calculate 10*5, save it, and read it back", async () => {
  const context = toolContext();
  const content = await use(calculator, { expression: "10*5" }, context);
  await use(writeFile, { path: "result.txt", content }, context);
  expect(await use(readFile, { path: "result.txt" }, context)).toBe("50");
});
