// The clock, in every zone.
import { expect, test } from "vitest";
import { currentTime } from "../../../src/engine/tools/current-time.ts";
import { failure, use } from "./support.ts";

test("current_time tells the moment in the zone it is asked for", async () => {
  expect(await use(currentTime, { timeZone: "Asia/Shanghai" })).toEqual({
    dateTime: "2026-11-30T20:00:00+08:00",
    timeZone: "Asia/Shanghai",
    weekday: "Monday",
    isoWeek: "2026-W49",
    utc: "2026-11-30T12:00:00Z",
  });
});

test("current_time is in the zone of the host where none is named", async () => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  expect(await use(currentTime, {})).toMatchObject({ timeZone, utc: "2026-11-30T12:00:00Z" });
});

test.each([
  ["UTC+8", "2026-11-30T20:00:00+08:00"],
  ["-03:30", "2026-11-30T08:30:00-03:30"],
  ["america/new york", "2026-11-30T07:00:00-05:00"],
])("current_time knows the zone %s", async (timeZone, dateTime) => {
  expect(await use(currentTime, { timeZone })).toMatchObject({ dateTime });
});

test("a zone that does not exist gets those that were perhaps meant", async () => {
  expect(await failure(currentTime, { timeZone: "New York" })).toMatch(
    /^bad-arguments: "New York" is no time zone known here. Did you mean "America\/New_York"\?/,
  );
  expect(await failure(currentTime, { timeZone: "Bejing" })).toContain('for Beijing, "Asia/Shanghai"');
  expect(await failure(currentTime, { timeZone: 8 })).toContain("bad-arguments: timeZone:");
});
