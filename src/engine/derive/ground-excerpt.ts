// What an observation says around a figure, in few letters.
import type { Figure } from "./figures.ts";

const excerptLength = 120;

/** A part of the text around the figure; of a value in a row, the row. */
export function excerptOf(output: unknown, path: readonly (string | number)[], text: string, figure: Figure): string {
  const above = path.length > 0 ? valueAt(output, path.slice(0, -1)) : output;
  const isLong = text.length > 40;
  if (!isLong && path.length > 0 && typeof above === "object" && above !== null) {
    const row = (
      Array.isArray(above) ? above : Object.entries(above).map(([key, value]) => `${key}: ${shortly(value)}`)
    )
      .map((cell) => (typeof cell === "string" ? cell : shortly(cell)))
      .join(" · ");
    if (row.length <= excerptLength) return row;
  }
  const room = Math.max(0, Math.floor((excerptLength - 2 - (figure.to - figure.from)) / 2));
  const from = Math.max(0, figure.from - room);
  const to = Math.min(text.length, figure.to + room);
  const cut = text.slice(from, to).replace(/\s+/g, " ").toWellFormed();
  return `${from > 0 ? "…" : ""}${cut}${to < text.length ? "…" : ""}`;
}

const shortly = (value: unknown): string =>
  typeof value === "object" && value !== null ? (Array.isArray(value) ? "[…]" : "{…}") : String(value);

/** What stands at a path in a value; undefined: nothing. */
export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string | number, unknown>)[key];
  }
  return at;
}
