// Counting the time between two dates.
import fc from "fast-check";
import { expect, test } from "vitest";
import { dateMath } from "../../../src/engine/tools/date-math.ts";
import { daysBetween } from "../../../src/engine/tools/days-between.ts";
import { failure, use } from "./support.ts";

test("days_between counts days, weeks, and months as a person does", async () => {
  expect(await use(daysBetween, { from: "2024-03-10", to: "2024-12-25" })).toEqual({
    days: 290,
    weeks: "41 weeks, 3 days",
    calendar: "9 months, 15 days",
  });
  expect(await use(daysBetween, { from: "2024-12-25", to: "2024-03-10" })).toMatchObject({
    days: -290,
    weeks: "41 weeks, 3 days earlier",
  });
  expect(await use(daysBetween, { from: "today", to: "today" })).toMatchObject({ days: 0, calendar: "0 days" });
});

test("days_between counts the hours that the clocks really show", async () => {
  const noons = { from: "2024-03-30T12:00", to: "2024-03-31T12:00" };
  expect(await use(daysBetween, { ...noons, timeZone: "Europe/Berlin" })).toMatchObject({
    hours: 23,
    calendar: "1 day",
  });
  expect(await use(daysBetween, noons)).toMatchObject({ hours: 24, days: 1 });
  expect(await use(daysBetween, { from: "2024-01-01T00:00Z", to: "2024-01-01T09:30+08:00" })).toMatchObject({
    hours: 1.5,
    minutes: 90,
  });
});

test("days_between counts whole days where one side is a day", async () => {
  expect(await use(daysBetween, { from: "now", to: "2026-12-24", timeZone: "UTC" })).toMatchObject({ days: 24 });
});

test.each([
  [{ from: "2024-03-10" }, "to:"],
  [{ from: "2024-03-10", to: "10.3.2024" }, 'to: "10.3.2024" cannot be read as a date'],
  [{ from: "now", to: "2026-12-24T10:00" }, "names no time zone"],
  [{ from: "2024-03-10", to: "2024-03-11", timeZone: "Nowhere" }, "no time zone known here"],
])("days_between refuses %j", async (input, part) => {
  const message = await failure(daysBetween, input);
  expect(message).toMatch(/^bad-arguments: /);
  expect(message).toContain(part);
});

test("days_between undoes date_math", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: -50_000, max: 50_000 }), async (days) => {
      const { date } = (await use(dateMath, { date: "2000-02-29", days })) as { date: string };
      expect(await use(daysBetween, { from: "2000-02-29", to: date })).toMatchObject({ days });
    }),
  );
});
