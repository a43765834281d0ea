// When a figure of an answer says the same as one that was observed.
import type { Figure } from "./figures.ts";

/**
 * Whether an answer's figure is what was observed: `exact`, or `rounded` to as many places as the answer writes; null: it is another.
 * See {@link grounding} for the rule in words.
 */
export function sameFigure(answer: Figure, observed: Figure): "exact" | "rounded" | null {
  if (answer.kind === "date" || (answer.kind === "year" && observed.date)) return sameDate(answer, observed);
  if (observed.kind === "date") return null;
  if (answer.kind === "time" || observed.kind === "time")
    return answer.kind === observed.kind && answer.size === observed.size ? "exact" : null;
  // A list's length says how many, and nothing of dollars or per cent.
  if (observed.kind === "count" && observed.step === 0 && answer.kind !== "count") return null;
  if (answer.sign === "+" && observed.sign === "-") return null;
  // A year is that year, and not 2007.4 rounded.
  const step = answer.kind === "year" ? 0 : answer.step;
  const close = (size: number, by: number) => {
    const distance = Math.abs(observed.size - size);
    if (distance <= size * 1e-14) return "exact";
    // The last place of what is observed must not be coarser than the answer's.
    return distance <= by / 2 + size * 1e-14 && observed.step <= by ? "rounded" : null;
  };
  const asWritten = close(answer.size, step);
  if (asWritten !== null || observed.kind === "count") return asWritten;
  if (answer.kind === "percent" && observed.kind !== "percent") return close(answer.size / 100, step / 100);
  if (answer.unscaled === undefined) return null;
  return close(answer.unscaled, step * (answer.unscaled / (answer.size || 1)));
}

/** Every part that the answer tells must be told of the observed date too. */
function sameDate({ date, size, kind }: Figure, observed: Figure): "exact" | null {
  if (!observed.date) return kind === "year" && observed.size === size ? "exact" : null;
  const parts = kind === "year" ? { year: size } : (date ?? {});
  const told = Object.entries(parts) as ["year" | "month" | "day", number][];
  return told.every(([part, value]) => observed.date?.[part] === value) ? "exact" : null;
}

/** Sizes among which whatever {@link sameFigure} accepts must be: lowest and highest. */
export function reaches({ size, step, kind, unscaled }: Figure): [number, number][] {
  const around = (value: number, by: number): [number, number] => [
    value - by / 2 - value * 1e-14,
    value + by / 2 + value * 1e-14,
  ];
  if (kind === "date") return [[-Infinity, Infinity]];
  return [
    around(size, step),
    ...(kind === "percent" ? [around(size / 100, step / 100)] : []),
    ...(unscaled !== undefined ? [around(unscaled, step * (unscaled / (size || 1)))] : []),
    // A year stands in dates, whose size is 0.
    ...(kind === "year" ? [[0, 0] as [number, number]] : []),
  ];
}
