// How each limit is set: the scale of its slider, and how a typed value is read and written.
import type { Limit } from "../../engine/index.ts";
import { countText, durationText, usdText } from "./format.ts";

export type Unit = "count" | "usd" | "seconds";

export interface Scale {
  readonly unit: Unit;
  /** ends of the slider, in its unit; more may be typed, up to `most` */
  readonly min: number;
  readonly max: number;
  /** the most that may be typed */
  readonly most: number;
  /** whole numbers only */
  readonly whole: boolean;
  /** whether 0 means something: no calls, or free models only */
  readonly zero: boolean;
  /** whether there may be no limit */
  readonly none: boolean;
  /** the owner of the server set the upper end */
  readonly byOwner?: boolean;
}

const count = (max: number, more: Partial<Scale> = {}): Scale => ({
  unit: "count",
  min: 1,
  max,
  most: Number.MAX_SAFE_INTEGER,
  whole: true,
  zero: false,
  none: false,
  ...more,
});
const seconds = (min: number, max: number): Scale => ({
  unit: "seconds",
  min,
  max,
  // More milliseconds than this are no exact integer any more.
  most: Number.MAX_SAFE_INTEGER / 1_000,
  whole: false,
  zero: false,
  none: false,
});

/** Every limit there is; the compiler asks for a scale when the engine gets one more. */
export const scales = {
  iterations: count(100),
  steps: count(50),
  modelCalls: count(500),
  toolCalls: count(500, { min: 0, zero: true }),
  tokens: count(5_000_000, { min: 1_000, none: true }),
  usd: { unit: "usd", min: 0, max: 50, most: 9_000, whole: false, zero: true, none: true },
  wallMs: seconds(5, 3_600),
  toolTimeoutMs: seconds(1, 600),
  agentTimeoutMs: seconds(1, 600),
  revisions: count(10, { min: 0, zero: true }),
  rounds: count(10),
  subtasks: count(50, { none: true }),
} as const satisfies Record<Limit, Scale>;

// What matters most stands first; whatever else a pattern uses follows in the order it names them.
const first: readonly Limit[] = [
  "iterations",
  "rounds",
  "steps",
  "revisions",
  "subtasks",
  "usd",
  "tokens",
  "wallMs",
  "agentTimeoutMs",
  "toolTimeoutMs",
];

/** Limits in the order in which a person is shown their sliders. */
export function inOrder(limits: readonly Limit[]): Limit[] {
  const used = new Set(limits);
  return [...first.filter((limit) => used.has(limit)), ...[...used].filter((limit) => !first.includes(limit))];
}

/** Where the slider stands, in the engine's unit, when a limit is switched on that has none by default. */
export const fallbacks: Partial<Record<Limit, number>> = { tokens: 200_000, subtasks: 10, usd: 0.5 };

/** The scale up to where the owner of the server lets it go, as the engine keeps it (ms); undefined: the owner says nothing. */
export function upTo(scale: Scale, end: number | undefined): Scale {
  if (end === undefined) return scale;
  const most = toShown(scale, end);
  return { ...scale, min: Math.min(scale.min, most), max: most, most, none: false, byOwner: true };
}

/** The value as the engine keeps it (ms) in the unit of the slider (seconds), and back. */
export const toShown = (scale: Scale, value: number): number => (scale.unit === "seconds" ? value / 1_000 : value);
export const toKept = (scale: Scale, shown: number): number =>
  scale.unit === "seconds" ? Math.max(1, Math.round(shown * 1_000)) : shown;

// A logarithm has no 0: the lowest step of a scale that starts there stands for it.
const lowest = (scale: Scale) => (scale.min > 0 ? scale.min : scale.unit === "usd" ? 0.001 : 1);
const zeroShare = 0.04;

/** A value of a limit, in the engine's unit, as a person reads it. */
export function limitText(limit: Limit, value: number): string {
  const { unit } = scales[limit];
  return unit === "usd" ? usdText(value) : unit === "seconds" ? durationText(value) : countText(value);
}

/** Where on the slider a value stands, 0 to 1: equal steps are equal ratios. */
export function toPosition(scale: Scale, shown: number): number {
  const low = lowest(scale);
  const start = scale.min > 0 ? 0 : zeroShare;
  if (shown < low) return 0;
  // An owner may leave one value, or none but 0.
  if (scale.max <= low) return 1;
  const share = Math.log(shown / low) / Math.log(scale.max / low);
  return Math.min(1, start + (1 - start) * share);
}

/** The value at a place on the slider, rounded to what a person would type. */
export function fromPosition(scale: Scale, position: number): number {
  const low = lowest(scale);
  const start = scale.min > 0 ? 0 : zeroShare;
  if (position < start / 2) return scale.min;
  if (scale.max <= low) return scale.max;
  const share = Math.min(1, Math.max(0, (position - start) / (1 - start)));
  return Math.min(scale.max, tidy(scale, low * (scale.max / low) ** share));
}

/** One step up or down, as an arrow key takes it. */
export function stepped(scale: Scale, shown: number, steps: number): number {
  const low = lowest(scale);
  if (scale.max <= low) return scale.max;
  if (steps < 0 && shown <= low) return scale.min;
  if (steps > 0 && shown < low) return low;
  let next = shown;
  for (let left = Math.abs(steps); left > 0; left--) {
    const size = 10 ** Math.floor(Math.log10(next) + (steps < 0 ? -1e-9 : 1e-9));
    const grain = scale.whole ? Math.max(1, size / 10) : size / 10;
    // To the next multiple, so that odd typed values come back to round ones.
    const multiple = next / grain;
    next =
      steps > 0
        ? (Math.floor(multiple + 1e-6) + stride(next)) * grain
        : (Math.ceil(multiple - 1e-6) - stride(next)) * grain;
    next = tidy(scale, next);
  }
  return Math.min(scale.max, Math.max(low, next));
}

// Small counts go by one; anything else by about a twentieth.
const stride = (value: number): number =>
  value < 20 && Number.isInteger(value) ? 1 : value / 10 ** Math.floor(Math.log10(value)) >= 5 ? 5 : 1;

function tidy(scale: Scale, value: number): number {
  if (scale.whole && value < 20) return Math.max(scale.min, Math.round(value));
  const rounded = Number(value.toPrecision(2));
  return scale.whole ? Math.round(rounded) : rounded;
}

export type Reading =
  { readonly value: number | null } | { readonly problem: "not-a-number" | "whole" | "zero" | "negative" | "too-much" };

const noLimit = /^(?:none|no limit|unlimited|off|∞|无|不限|无限制)$/i;
const unitSeconds: Record<string, number> = {
  ms: 0.001,
  s: 1,
  sec: 1,
  m: 60,
  min: 60,
  h: 3_600,
  秒: 1,
  分: 60,
  分钟: 60,
  小时: 3_600,
};
const magnitudes: Record<string, number> = { "": 1, k: 1e3, m: 1e6, 千: 1e3, 万: 1e4 };

/**
 * What a person typed as a limit: `200k`, `1,000,000`, `$0.50`, `0,5`, `5 min`, `1:30`, `none`.
 *
 * @returns the value in the unit of the slider, null for no limit, or what is wrong with it
 */
export function readLimit(scale: Scale, typed: string): Reading {
  const text = typed.normalize("NFKC").trim().toLowerCase();
  if (scale.none && noLimit.test(text)) return { value: null };
  if (scale.byOwner && noLimit.test(text)) return { problem: "too-much" };
  const value = scale.unit === "seconds" ? readSeconds(text) : readNumber(text);
  if (value === undefined || Number.isNaN(value)) return { problem: "not-a-number" };
  if (value < 0) return { problem: "negative" };
  if (value === 0 && !scale.zero) return { problem: "zero" };
  if (value > scale.most) return { problem: "too-much" };
  if (scale.whole && !Number.isInteger(value)) return { problem: "whole" };
  return { value };
}

function readSeconds(text: string): number | undefined {
  const clock = /^(\d+):([0-5]?\d)$/.exec(text);
  if (clock) return Number(clock[1]) * 60 + Number(clock[2]);
  const parts = /^(-?[\d.,]+)\s*(\p{L}*)$/u.exec(text);
  if (!parts) return undefined;
  const unit = parts[2] || "s";
  const factor = Object.hasOwn(unitSeconds, unit) ? unitSeconds[unit] : undefined;
  const number = decimal(parts[1] ?? "");
  return factor === undefined || number === undefined ? undefined : Number((number * factor).toPrecision(12));
}

function readNumber(text: string): number | undefined {
  const parts = /^(?:usd|us\$|\$)?\s*(-?[\d.,_\s]+?)\s*([km千万]?)(?:\s*(?:usd|tokens?))?$/u.exec(text);
  if (!parts) return undefined;
  const number = decimal(parts[1] ?? "");
  return number === undefined ? undefined : Number((number * (magnitudes[parts[2] ?? ""] ?? 1)).toPrecision(15));
}

// 1,000 and 1 000 are thousands; 0,5 is a half.
function decimal(text: string): number | undefined {
  const grouped = /^-?\d{1,3}(?:[,_\s]\d{3})+(?:\.\d+)?$/.test(text);
  const plain = grouped ? text.replace(/[,_\s]/g, "") : text.replace(/^(-?\d*),(\d+)$/, "$1.$2");
  return /^-?(?:\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : undefined;
}
