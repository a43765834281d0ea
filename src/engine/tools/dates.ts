// Dates and times as the tools read and say them. Loaded when a date tool first runs: it brings Temporal with it.
import { Temporal } from "temporal-polyfill";
import { FailureError, messageOf } from "../errors.ts";

/** A day, a time of day in no particular zone, or a moment in a zone; with what there is to note about it. */
export type Moment = (
  | { kind: "date"; value: Temporal.PlainDate }
  | { kind: "local"; value: Temporal.PlainDateTime }
  | { kind: "zoned"; value: Temporal.ZonedDateTime }
) & { notes: string[] };

export interface Reading {
  /** the name of the input, for messages */
  field: string;
  /** the zone that a time without one is in */
  timeZone?: string | undefined;
  /** ms since 1970 */
  nowMs: number;
}

const written =
  /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T\s]\s*(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d{1,9})?))?\s*(Z|[+-]\d{2}:?\d{2})?(?:\[([^\]]+)\])?)?$/i;

/**
 * Reads a date or time written year first, or "now", "today", "tomorrow", "yesterday".
 *
 * @throws FailureError `bad-arguments`, naming the field, the value and a form that can be read
 */
export function readMoment(given: string, { field, timeZone, nowMs }: Reading): Moment {
  const text = given.normalize("NFKC").trim();
  const zone = timeZone === undefined ? undefined : readZone(timeZone);
  const relative = { now: 0, today: 0, tomorrow: 1, yesterday: -1 }[text.toLowerCase()];
  if (relative !== undefined) {
    const now = momentNow(nowMs, zone);
    if (text.toLowerCase() === "now") return { kind: "zoned", value: now, notes: [] };
    return { kind: "date", value: now.toPlainDate().add({ days: relative }), notes: [] };
  }
  const match = written.exec(text);
  if (!match) {
    throw unreadable(
      field,
      given,
      'Write the year first: "2024-03-10", "2024-03-10T09:30" or "2024-03-10T09:30+01:00".',
    );
  }
  const [, year = "", month = "", day = "", hour, minute, second = "00", offset, ownZone] = match;
  try {
    const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
    if (hour === undefined) return { kind: "date", value: Temporal.PlainDate.from(date), notes: [] };
    const local = `${date}T${hour.padStart(2, "0")}:${minute}:${second}`;
    if (offset === undefined) {
      const time = Temporal.PlainDateTime.from(local);
      const home = ownZone === undefined ? zone : readZone(ownZone);
      return home === undefined ? { kind: "local", value: time, notes: [] } : inZone(time, home);
    }
    const instant = Temporal.Instant.from(local + offset);
    const home = ownZone === undefined ? (zone ?? (/z/i.test(offset) ? "UTC" : offset)) : readZone(ownZone);
    return { kind: "zoned", value: instant.toZonedDateTimeISO(home), notes: [] };
  } catch (thrown) {
    if (thrown instanceof FailureError) throw thrown;
    throw unreadable(field, given, `${messageOf(thrown)}.`);
  }
}

/** The moment now, to the second; in the zone of the host where none is named. */
export function momentNow(nowMs: number, zone: string = Temporal.Now.timeZoneId()): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(nowMs / 1000) * 1000).toZonedDateTimeISO(zone);
}

/** The clock may skip a time, or show it twice: take one, as calendars do, and say so. */
function inZone(time: Temporal.PlainDateTime, zone: string): Moment {
  const value = time.toZonedDateTime(zone);
  const notes: string[] = [];
  const clock = time.toPlainTime().toString({ smallestUnit: "minute" });
  if (!value.toPlainDateTime().equals(time)) {
    const taken = value.toPlainTime().toString({ smallestUnit: "minute" });
    notes.push(`The clocks in ${zone} skip ${clock} on that day; ${taken} was taken.`);
  } else if (!value.equals(time.toZonedDateTime(zone, { disambiguation: "later" }))) {
    notes.push(`The clocks in ${zone} show ${clock} twice on that day; the first was taken.`);
  }
  return { kind: "zoned", value, notes };
}

/**
 * The zone of an IANA name, or of an offset such as "+08:00" or "UTC+8".
 *
 * @throws FailureError `bad-arguments` with zones that were perhaps meant
 */
export function readZone(given: string): string {
  const name = given.trim().replaceAll(" ", "_");
  const [, sign, hours = "", minutes = "00"] = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?$/i.exec(name) ?? [];
  const zone = sign === undefined ? name : `${sign}${hours.padStart(2, "0")}:${minutes}`;
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone).timeZoneId;
  } catch {
    const meant = Intl.supportedValuesOf("timeZone").filter((known) =>
      known
        .toLowerCase()
        .split("/")
        .some((part) => part !== "" && part === name.toLowerCase()),
    );
    const hint =
      meant.length > 0
        ? `Did you mean ${meant
            .slice(0, 5)
            .map((known) => `"${known}"`)
            .join(" or ")}? `
        : "";
    throw new FailureError(
      "bad-arguments",
      `${JSON.stringify(given)} is no time zone known here. ${hint}Give an IANA name such as "Europe/Berlin", "UTC" or, for Beijing, "Asia/Shanghai".`,
    );
  }
}

/** A moment as the model reads it: ISO forms, weekday and ISO week. */
export function describe({ kind, value, notes }: Moment): Record<string, string> {
  const week = `${value.yearOfWeek}-W${String(value.weekOfYear).padStart(2, "0")}`;
  const calendar = { weekday: value.toLocaleString("en", { weekday: "long" }), isoWeek: week };
  const note: Record<string, string> = notes.length > 0 ? { note: notes.join(" ") } : {};
  switch (kind) {
    case "date":
      return { date: value.toString(), ...calendar, ...note };
    case "local":
      return { dateTime: value.toString(), ...calendar, ...note };
    case "zoned": {
      const dateTime = value.toString({ timeZoneName: "never" });
      return { dateTime, timeZone: value.timeZoneId, ...calendar, utc: value.toInstant().toString(), ...note };
    }
    default:
      return kind satisfies never;
  }
}

function unreadable(field: string, given: string, repair: string): FailureError {
  return new FailureError(
    "bad-arguments",
    `${field}: ${JSON.stringify(given.slice(0, 100))} cannot be read as a date. ${repair}`,
  );
}
