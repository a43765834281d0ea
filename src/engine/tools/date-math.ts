// The tool `date_math`: adds to a date, moves it to another zone, names its weekday.
import { FailureError, messageOf } from "../errors.ts";
import { z } from "../schema.ts";
import type { Moment } from "./dates.ts";
import { defineTool } from "./tool.ts";

const amount = z.optional(z.int().check(z.minimum(-1_000_000_000), z.maximum(1_000_000_000)));

export const dateMath = defineTool({
  name: "date_math",
  readOnly: true,
  description:
    "Adds years, months, weeks, days, hours or minutes to a date or time (negative: subtracts), or shows it in another " +
    "time zone; tells weekday and ISO week. Daylight saving is exact. " +
    'Examples: {"date": "2024-01-31", "months": 1}; {"date": "today", "days": -10}; ' +
    '{"date": "2024-03-10T09:30", "timeZone": "Asia/Shanghai", "toTimeZone": "America/New_York"}',
  input: z.object({
    date: z.string().check(z.describe('"2024-03-10", "2024-03-10T09:30", with "Z" or an offset, or "now", "today"')),
    years: amount,
    months: amount,
    weeks: amount,
    days: amount,
    hours: amount,
    minutes: amount,
    timeZone: z.optional(z.string().check(z.describe("zone that `date` is in, IANA name"))),
    toTimeZone: z.optional(z.string().check(z.describe("zone to show the result in, IANA name"))),
  }),
  async run({ date, timeZone, toTimeZone, ...amounts }, { now }) {
    const { describe, readMoment, readZone } = await import("./dates.ts");
    const start = readMoment(date, { field: "date", timeZone, nowMs: now() });
    const zone = toTimeZone === undefined ? undefined : readZone(toTimeZone);
    try {
      const moment = added(start, amounts);
      if (zone === undefined) return describe(moment);
      if (moment.kind === "zoned") return describe({ ...moment, value: moment.value.withTimeZone(zone) });
    } catch (thrown) {
      throw new FailureError("bad-arguments", `${messageOf(thrown)}: the result lies outside the calendar. Add less.`);
    }
    throw new FailureError(
      "bad-arguments",
      `toTimeZone: ${JSON.stringify(date)} is not one moment yet. Give it a time of day, and its zone in timeZone, for example {"date": "2024-03-10T09:30", "timeZone": "UTC", "toTimeZone": ${JSON.stringify(zone)}}.`,
    );
  },
});

type Amounts = Partial<Record<"years" | "months" | "weeks" | "days" | "hours" | "minutes", number | undefined>>;

function added(start: Moment, { hours = 0, minutes = 0, ...calendar }: Amounts): Moment {
  const { years = 0, months = 0, weeks = 0, days = 0 } = calendar;
  const notes = [...start.notes];
  if (start.value.add({ years, months }).day !== start.value.day) {
    notes.push(`That month has no day ${start.value.day}; its last day was taken.`);
  }
  const whole = { years, months, weeks, days };
  switch (start.kind) {
    case "date": {
      if (hours === 0 && minutes === 0) return { kind: "date", value: start.value.add(whole), notes };
      return { kind: "local", value: start.value.toPlainDateTime().add(whole).add({ hours, minutes }), notes };
    }
    case "local":
      return { kind: "local", value: start.value.add(whole).add({ hours, minutes }), notes };
    case "zoned": {
      const day = start.value.add(whole);
      if (!day.toPlainTime().equals(start.value.toPlainTime())) {
        notes.push(`The clocks in ${day.timeZoneId} skip that time of day; the time after the gap was taken.`);
      }
      return { kind: "zoned", value: day.add({ hours, minutes }), notes };
    }
    default:
      return start satisfies never;
  }
}
