// Which type a column has, told from its values, and a value as that type.
import type { Cell, ColumnType } from "../../engine/index.ts";
import type { RawCell } from "./raw-table.ts";

const nothing = /^(|na|n\/a|#n\/a|null|none|nan|-|–|—|\.)$/i;
const integer = /^[+-]?(0|[1-9]\d{0,14}|[1-9]\d{0,2}(,\d{3}){1,4})$/;
const number = /^[+-]?((\d{1,15}|\d{1,3}(,\d{3}){1,4})(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;
const leadingZero = /^[+-]?0\d/;
const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
const chinese = /^(\d{4})年(\d{1,2})月(\d{1,2})日?$/;
const slashed = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;
const monthFirst = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i;
const dayFirst = /^(\d{1,2})[ -]([a-z]{3,9})\.?[ -,]+(\d{4})$/i;
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** How "3/4/2020" is read. Where no value of the column decides it, it stays text. */
export type DateOrder = "month-first" | "day-first" | "unknown";

export interface TypeGuess {
  readonly type: ColumnType;
  readonly dateOrder: DateOrder;
}

/** Looks at the values of one column, one after the other. */
export interface TypeWatcher {
  see(value: RawCell): void;
  guess(): TypeGuess;
}

export function createTypeWatcher(): TypeWatcher {
  let seen = 0;
  let integers = true;
  let numbers = true;
  let dates = true;
  let [firstAbove12, secondAbove12, anySlashed] = [false, false, false];
  return {
    see(value) {
      const text = typeof value === "string" ? value.trim() : value;
      if (text === null || (typeof text === "string" && nothing.test(text))) return;
      seen += 1;
      if (typeof text === "number") {
        integers &&= Number.isSafeInteger(text);
        dates = false;
        return;
      }
      if (typeof text === "boolean") {
        integers = numbers = dates = false;
        return;
      }
      if (integers && !integer.test(text)) integers = false;
      if (numbers && (!number.test(text) || leadingZero.test(text))) numbers = false;
      if (!dates) return;
      const [, first, second] = slashed.exec(text) ?? [];
      if (first !== undefined && second !== undefined) {
        anySlashed = true;
        firstAbove12 ||= Number(first) > 12;
        secondAbove12 ||= Number(second) > 12;
      } else if (isoDate(text, "unknown") === null) dates = false;
    },
    guess() {
      const dateOrder = firstAbove12 === secondAbove12 ? "unknown" : firstAbove12 ? "day-first" : "month-first";
      if (seen === 0) return { type: "text", dateOrder };
      if (numbers) return { type: integers ? "integer" : "number", dateOrder };
      return { type: dates && !(anySlashed && dateOrder === "unknown") ? "date" : "text", dateOrder };
    },
  };
}

/** A value as its column's type. `undefined`: it does not fit. */
export function convert(value: RawCell, { type, dateOrder }: TypeGuess): Cell | undefined {
  if (value === null) return null;
  if (type === "text") return value === "" ? null : String(value);
  if (typeof value === "number")
    return type === "date" || (type === "integer" && !Number.isInteger(value)) ? undefined : value;
  const text = String(value).trim();
  if (nothing.test(text)) return null;
  if (type === "date") return isoDate(text, dateOrder) ?? undefined;
  if (!number.test(text)) return undefined;
  const parsed = Number(text.replaceAll(",", ""));
  return type === "integer" && !Number.isInteger(parsed) ? undefined : parsed;
}

/** The date in the form YYYY-MM-DD, with the time behind it if there is one; null: no date, or one with two readings. */
export function isoDate(text: string, order: DateOrder): string | null {
  const [, year, month, day, time] = iso.exec(text) ?? chinese.exec(text) ?? [];
  if (year && month && day) return dateText(year, month, day, time);
  const [, first, second, slashedYear] = slashed.exec(text) ?? [];
  if (first && second && slashedYear) {
    if (order === "unknown") return null;
    return order === "day-first" ? dateText(slashedYear, second, first) : dateText(slashedYear, first, second);
  }
  const [, name, nameDay, nameYear] = monthFirst.exec(text) ?? [];
  if (name && nameDay && nameYear) return named(nameYear, name, nameDay);
  const [, dayBefore, nameAfter, yearAfter] = dayFirst.exec(text) ?? [];
  return dayBefore && nameAfter && yearAfter ? named(yearAfter, nameAfter, dayBefore) : null;
}

function named(year: string, name: string, day: string): string | null {
  const at = months.indexOf(name.slice(0, 3).toLowerCase());
  return at === -1 ? null : dateText(year, String(at + 1), day);
}

function dateText(year: string, month: string, day: string, time?: string): string | null {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  // 31 April would become 1 May.
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return null;
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}${time === undefined ? "" : ` ${time}`}`;
}
