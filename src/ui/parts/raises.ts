// By how much a limit can be raised: the amounts that are offered, and what raising it may cost at most.
import type { Hold } from "../../engine/index.ts";
import { scales, toKept, toShown, type Scale } from "./limits.ts";

export type LimitHold = Hold & { kind: "limit" };

/** A value as it would be typed into the field of its limit. */
export function typedText(limit: keyof typeof scales, kept: number): string {
  const scale: Scale = scales[limit];
  const shown = toShown(scale, kept);
  return scale.unit === "seconds" ? `${shown} s` : String(shown);
}

/**
 * The limit, or what was used if that is more, times a factor: always above both, and rounded up to what a person would type.
 *
 * @returns in the unit that the engine keeps
 */
export function raisedBy({ limit, value, used }: LimitHold, factor: number): number {
  const scale: Scale = scales[limit];
  const base = toShown(scale, Math.max(value, used)) || (scale.unit === "usd" ? 0.01 : 1);
  const wanted = Math.min(base * factor, scale.most);
  if (scale.whole) return toKept(scale, Math.max(base + 1, Math.ceil(roundUp(wanted))));
  return toKept(scale, roundUp(wanted));
}

/** To two figures, never down. */
function roundUp(value: number): number {
  const grain = 10 ** (Math.floor(Math.log10(value)) - 1);
  return Number((Math.ceil(Number((value / grain).toPrecision(12))) * grain).toPrecision(12));
}
