// Adding to dates, and moving moments between zones.
import fc from "fast-check";
import { expect, test } from "vitest";
import { dateMath } from "../../../src/engine/tools/date-math.ts";
import { failure, use } from "./support.ts";

test.each([
  [
    { date: "2024-02-28", days: 2 },
    { date: "2024-03-01", weekday: "Friday", isoWeek: "2024-W09" },
  ],
  [
    { date: "2024-01-31", months: 1 },
    { date: "2024-02-29", note: expect.stringContaining("no day 31") },
  ],
  [{ date: "2024-12-30" }, { date: "2024-12-30", weekday: "Monday", isoWeek: "2025-W01" }],
  [{ date: "today", days: -10 }, { date: expect.stringMatching(/^2026-11-(19|20|21)$/) }],
  [{ date: "2024年3月10日", weeks: 1 }, { date: "2024-03-17" }],
  [{ date: "2024/3/1", hours: -1 }, { dateTime: "2024-02-29T23:00:00" }],
  [{ date: "now", minutes: 90, toTimeZone: "UTC" }, { dateTime: "2026-11-30T13:30:00+00:00" }],
])("date_math %j", async (input, result) => expect(await use(dateMath, input)).toMatchObject(result));

test("a day and 24 hours differ where the clocks change", async () => {
  const eve = { date: "2024-03-30T12:00", timeZone: "Europe/Berlin" };
  expect(await use(dateMath, { ...eve, days: 1 })).toMatchObject({ dateTime: "2024-03-31T12:00:00+02:00" });
  expect(await use(dateMath, { ...eve, hours: 24 })).toMatchObject({ dateTime: "2024-03-31T13:00:00+02:00" });
});

test("a time that the clocks skip, or show twice, is noted", async () => {
  const timeZone = "Europe/Berlin";
  expect(await use(dateMath, { date: "2024-03-31 02:30", timeZone })).toMatchObject({
    dateTime: "2024-03-31T03:30:00+02:00",
    note: "The clocks in Europe/Berlin skip 02:30 on that day; 03:30 was taken.",
  });
  expect(await use(dateMath, { date: "2024-10-27 02:30", timeZone })).toMatchObject({
    utc: "2024-10-27T00:30:00Z",
    note: expect.stringContaining("twice"),
  });
  expect(await use(dateMath, { date: "2024-03-30T02:30", timeZone, days: 1 })).toMatchObject({
    dateTime: "2024-03-31T03:30:00+02:00",
    note: expect.stringContaining("skip that time"),
  });
});

test("a moment is shown in another zone", async () => {
  const moment = { dateTime: "2024-03-09T20:30:00-05:00", timeZone: "America/New_York", weekday: "Saturday" };
  const toTimeZone = "America/New_York";
  expect(await use(dateMath, { date: "2024-03-10T09:30", timeZone: "Asia/Shanghai", toTimeZone })).toMatchObject(
    moment,
  );
  expect(await use(dateMath, { date: "2024-03-10T09:30+08:00", toTimeZone })).toMatchObject(moment);
  expect(await use(dateMath, { date: "2024-03-10T01:30Z", toTimeZone })).toMatchObject(moment);
  expect(await use(dateMath, { date: "2024-03-10T09:30[Asia/Shanghai]", toTimeZone })).toMatchObject(moment);
});

test.each([
  [{ date: "03/10/2024" }, "Write the year first"],
  [{ date: "2023-02-29" }, '"2023-02-29" cannot be read as a date'],
  [{ date: "2024-01-01T25:00" }, "cannot be read as a date"],
  [{ date: "next Friday" }, "Write the year first"],
  [{ date: "2024-01-01", days: 1.5 }, "days:"],
  [{ date: "2024-01-01", years: 999_999_999 }, "outside the calendar"],
  [{ date: "2024-01-01T09:00", toTimeZone: "UTC" }, "its zone in timeZone"],
  [{ date: "2024-01-01", toTimeZone: "UTC" }, "Give it a time of day"],
  [{ date: "2024-01-01T09:00", timeZone: "Mars/Olympus" }, "no time zone known here"],
  [{ date: "2024-01-01T09:00[Mars/Olympus]" }, "no time zone known here"],
  [{}, "date:"],
])("date_math refuses %j", async (input, part) => {
  const message = await failure(dateMath, input);
  expect(message).toMatch(/^bad-arguments: /);
  expect(message).toContain(part);
});

test("adding days and taking them away again leads back, and agrees with UTC milliseconds", async () => {
  const day = 86_400_000;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 30_000 }),
      fc.integer({ min: -20_000, max: 20_000 }),
      async (start, days) => {
        const iso = (offset: number) => new Date(Date.UTC(1970, 0, 1) + offset * day).toISOString().slice(0, 10);
        const there = (await use(dateMath, { date: iso(start), days })) as { date: string };
        expect(there.date).toBe(iso(start + days));
        expect(await use(dateMath, { date: there.date, days: -days })).toMatchObject({ date: iso(start) });
      },
    ),
  );
});
