// Runs files of vectors: `npm run vectors -- FILE…`. One line a failure, then the count; exit 1 on a failure.
import { readCases } from "./cases.ts";

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error("Usage: npm run vectors -- FILE…  (files in the format of test/vectors/*.json)");
  process.exit(2);
}

let passed = 0;
let failed = 0;
const skipped = new Map<string, string[]>();

for (const file of files) {
  for (const vector of await readCases(file)) {
    if ("skip" in vector) {
      const why = `${vector.area}: ${vector.skip}`;
      skipped.set(why, [...(skipped.get(why) ?? []), vector.name]);
      continue;
    }
    const difference = await vector.run().catch((thrown: unknown) => `threw ${String(thrown)}`);
    if (difference === null) passed++;
    else {
      failed++;
      console.log(`FAILED ${vector.name}: ${difference.replace(/\s*\n\s*/g, " ⏎ ")}`);
    }
  }
}

for (const [why, names] of skipped) console.log(`skipped ${names.length} (${why}): ${names.join(", ")}`);
const skips = [...skipped.values()].reduce((sum, names) => sum + names.length, 0);
console.log(`${passed} passed, ${failed} failed${skips > 0 ? `, ${skips} skipped` : ""}`);
// A read that was left hanging must not keep the process.
process.exit(failed > 0 ? 1 : 0);
