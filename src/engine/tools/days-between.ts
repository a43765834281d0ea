// The tool `days_between`: how far two dates or times lie apart.
import { FailureError } from "../errors.ts";
import { z } from "../schema.ts";
import type { Moment } from "./dates.ts";
import { defineTool } from "./tool.ts";

const when = z.string().check(z.describe('"2024-03-10", "2024-03-10T09:30", with "Z" or an offset, or "now", "today"'));

export const daysBetween = defineTool({
  name: "days_between",
  readOnly: true,
  description:
    "Tells how far two dates or times lie apart: in days, in weeks, in years, months and days, and in hours where times " +
    'are given. The first day does not count, the last does. Example: {"from": "2024-03-10", "to": "2024-12-25"}',
  input: z.object({
    from: when,
    to: when,
    timeZone: z.optional(z.string().check(z.describe("zone of times that name none, IANA name"))),
  }),
  async run({ from, to, timeZone }, { now }) {
    const { readMoment } = await import("./dates.ts");
    const nowMs = now();
    const start = readMoment(from, { field: "from", timeZone, nowMs });
    const end = readMoment(to, { field: "to", timeZone, nowMs });
    const notes = [...start.notes, ...end.notes];
    return { ...distance(start, end), ...(notes.length > 0 ? { note: notes.join(" ") } : {}) };
  },
});

function distance(start: Moment, end: Moment): Record<string, number | string> {
  // A day has no time of day to measure from: count days.
  if (start.kind === "date" || end.kind === "date") {
    const [first, last] = [dayOf(start), dayOf(end)];
    const days = first.until(last, { largestUnit: "day" }).days;
    return { days, weeks: inWords({ weeks: Math.trunc(days / 7), days: days % 7 }), ...calendar(first, last) };
  }
  if (start.kind === "local" && end.kind === "local") {
    return { ...exact(start.value.until(end.value, { largestUnit: "hour" })), ...calendar(start.value, end.value) };
  }
  if (start.kind === "local" || end.kind === "local") {
    const bare = (start.kind === "local" ? start : end).value.toString();
    throw new FailureError(
      "bad-arguments",
      `${bare} names no time zone, the other time does. Give the zone in timeZone, or write the offset, for example "${bare}Z".`,
    );
  }
  const last = end.value.withTimeZone(start.value.timeZoneId);
  return { ...exact(start.value.until(last, { largestUnit: "hour" })), ...calendar(start.value, last) };
}

const dayOf = (moment: Moment) => (moment.kind === "date" ? moment.value : moment.value.toPlainDate());

type ZonedMoment = Extract<Moment, { kind: "zoned" }>["value"];
type Length = ReturnType<ZonedMoment["until"]>;

function exact(length: Length): Record<string, number> {
  return {
    days: round(length.total("hour") / 24),
    hours: round(length.total("hour")),
    minutes: round(length.total("minute")),
  };
}

const round = (value: number) => Math.round(value * 1e4) / 1e4;

/** The way a person counts: whole years first, then months, then days. */
function calendar<Value extends { until(other: Value, options: { largestUnit: "year" }): Length }>(
  start: Value,
  end: Value,
) {
  const { years, months, days, hours, minutes, seconds } = start.until(end, { largestUnit: "year" });
  return { calendar: inWords({ years, months, days, hours, minutes, seconds }) };
}

function inWords(parts: Record<string, number>): string {
  const named = Object.entries(parts).filter(([, amount]) => amount !== 0);
  if (named.length === 0) return "0 days";
  const words = named.map(
    ([unit, amount]) => `${Math.abs(amount)} ${Math.abs(amount) === 1 ? unit.slice(0, -1) : unit}`,
  );
  return words.join(", ") + (named.some(([, amount]) => amount < 0) ? " earlier" : "");
}
