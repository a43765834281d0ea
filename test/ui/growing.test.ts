// A fold that is asked again and again: read on, begun anew, and never a view of another log.
import fc from "fast-check";
import { expect, test } from "vitest";
import { totals, usage, type RunEvent } from "../../src/engine/index.ts";
import { growing } from "../../src/ui/parts/growing.ts";
import { reactFacts, stamp } from "../fixtures/log.ts";
import { multiAgentLog, planExecuteLog } from "../fixtures/pattern-logs.ts";

test("a log that grows is read on, another log from its beginning", () => {
  const all = multiAgentLog();
  const log = all.slice(0, 20);
  const totalsOf = growing(totals);
  expect(totalsOf(log)).toEqual(totals.of(all.slice(0, 20)));
  log.push(...all.slice(20));
  expect(totalsOf(log)).toEqual(totals.of(all));
  expect(totalsOf(planExecuteLog())).toEqual(totals.of(planExecuteLog()));
});

test("any parts of any logs, in any order, give the view of what was asked for", () => {
  const logs = [multiAgentLog(), planExecuteLog(), stamp(reactFacts(6))] as const;
  const asked = fc.array(fc.record({ log: fc.nat(2), count: fc.nat(70) }), { maxLength: 12 });
  fc.assert(
    fc.property(asked, (asks) => {
      const usageOf = growing(usage);
      for (const { log, count } of asks) {
        const part: readonly RunEvent[] = (logs[log] ?? []).slice(0, count);
        expect(usageOf(part)).toEqual(usage.of(part));
      }
    }),
  );
});
