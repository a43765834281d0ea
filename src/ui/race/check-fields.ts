// A check as it is typed, into a check.
import type { Check } from "../../engine/index.ts";

export interface CheckFields {
  kind: Check["kind"];
  text: string;
  /** of a number: "0.5", or "1 %" */
  tolerance: string;
}

export type CheckRead =
  { readonly check: Check } | { readonly problem: "check.bad.empty" | "check.bad.number" | "check.bad.tolerance" };

/** Numbers as people write them: thousands set apart by commas, a minus that is one, a per cent sign for a relative tolerance. */
export function readCheck({ kind, text, tolerance }: CheckFields): CheckRead {
  const typed = text.trim();
  if (typed === "") return { problem: "check.bad.empty" };
  if (kind !== "number") return { check: kind === "contains" ? { kind, text: typed } : { kind, pattern: typed } };
  const value = numberOf(typed);
  if (value === null) return { problem: "check.bad.number" };
  const given = tolerance.trim() === "" ? "0" : tolerance.trim();
  const isPercent = /[%％]$/.test(given);
  const room = numberOf(given.replace(/\s*[%％]$/, ""));
  if (room === null || room < 0) return { problem: "check.bad.tolerance" };
  return { check: { kind, value, tolerance: room, isPercent } };
}

function numberOf(text: string): number | null {
  const plain = text.replace(/^[−–]/, "-").replace(/(?<=\d),(?=\d{3}(?!\d))/g, "");
  return /^[-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d{1,3})?$/i.test(plain) ? Number(plain) : null;
}
