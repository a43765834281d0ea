// Limits that were tried on a run, taken over for the next one.
import { expect, test } from "vitest";
import { limitsTaken } from "../../src/ui/parts/taken-limits.ts";

test("only what differs from the pattern's own limits is kept as set, and limits of other patterns stay", () => {
  const taken = limitsTaken({ iterations: 50, usd: 0.1, tokens: null }, "plan-notebook", {
    usd: 3,
    rounds: 2,
    iterations: 9,
  });
  expect(taken.budget).toEqual({ usd: 0.1, rounds: 2 });
  expect(taken.known).toBe(true);
  expect(taken.text).toContain("PlanNotebook");
});

test("no limit is a limit that was chosen, where the house has one", () => {
  expect(limitsTaken({ usd: null }, "react", {}).budget).toEqual({ usd: null });
});

test("a pattern that is not known here leaves the choice of the pattern as it is", () => {
  expect(limitsTaken({ iterations: 3 }, "of-another-day", {})).toMatchObject({
    known: false,
    budget: { iterations: 3 },
  });
});
