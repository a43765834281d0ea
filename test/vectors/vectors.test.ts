// The project's own vectors, one test a case, through the same runner as `npm run vectors`.
import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readCases } from "./cases.ts";

const folder = new URL(".", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".json"));

for (const file of files) {
  const cases = await readCases(new URL(file, folder).pathname);
  describe(file, () => {
    for (const vector of cases) {
      if ("skip" in vector) test.skip(`${vector.name}: ${vector.skip}`, () => {});
      else test(vector.name, async () => expect(await vector.run()).toBeNull());
    }
  });
}
