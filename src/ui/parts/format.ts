// Figures as a person reads them: money, tokens, durations, moments, sizes.
import { byLocale, locale, t } from "../messages/index.ts";

const whole = byLocale((locale) => new Intl.NumberFormat(locale));
const compact = byLocale(
  (locale) => new Intl.NumberFormat(locale, { notation: "compact", maximumSignificantDigits: 3 }),
);

/** Dollars, with as many digits as a small amount needs: `$0.00`, `$0.000021`, `$0.0042`, `$1.25`. */
export function usdText(usd: number): string {
  if (usd === 0) return "$0";
  if (usd >= 1) return `$${usd.toLocaleString(locale(), { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
  const decimals = Math.min(12, 2 - Math.floor(Math.log10(usd)));
  const fixed = usd.toFixed(decimals).replace(/(\.\d\d\d*?)0+$/, "$1");
  return `$${fixed}`;
}

/** A whole number with its thousands set apart. */
export const countText = (count: number): string => whole().format(count);

/** A large number in few letters: `950`, `12.4K`. It is rounded only where a unit shows it: in Chinese from 1万 on. */
export function compactText(count: number): string {
  const parts = compact().formatToParts(count);
  return parts.some(({ type }) => type === "compact") ? parts.map(({ value }) => value).join("") : countText(count);
}

/** How long something took: `0 ms`, `340 ms`, `2.4 s`, `1 min 05 s`, `2 h 05 min`. */
export function durationText(ms: number): string {
  if (ms < 999.5) return t("duration.ms", { ms: Math.round(ms) });
  if (ms < 59_950) return t("duration.s", { s: (ms / 1_000).toFixed(ms < 9_950 ? 1 : 0) });
  const seconds = Math.round(ms / 1_000);
  const pad = (part: number) => String(part).padStart(2, "0");
  if (seconds < 3_600) {
    const rest = seconds % 60;
    return rest === 0
      ? t("duration.min", { min: seconds / 60 })
      : t("duration.min.s", { min: Math.floor(seconds / 60), s: pad(rest) });
  }
  const minutes = Math.round(seconds / 60);
  return minutes % 60 === 0
    ? t("duration.h", { h: minutes / 60 })
    : t("duration.h.min", { h: Math.floor(minutes / 60), min: pad(minutes % 60) });
}

const clock = byLocale(
  (locale) => new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
);
const day = byLocale((locale) => new Intl.DateTimeFormat(locale, { day: "numeric", month: "short" }));
const dayOfYear = byLocale(
  (locale) => new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year: "numeric" }),
);
const moment = byLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium", hourCycle: "h23" }),
);

/** When something was, in as few words as its distance allows. An unreadable time is shown as it is. */
export function whenText(iso: string, now: number = Date.now()): string {
  const then = new Date(iso);
  if (Number.isNaN(then.getTime())) return iso;
  const today = new Date(now);
  const secondsAgo = (now - then.getTime()) / 1_000;
  if (secondsAgo >= 0 && secondsAgo < 60) return t("when.now");
  if (secondsAgo >= 0 && secondsAgo < 3_600) return t("when.minutes", { min: Math.floor(secondsAgo / 60) });
  if (then.toDateString() === today.toDateString()) return clock().format(then);
  return (then.getFullYear() === today.getFullYear() ? day : dayOfYear)().format(then);
}

/** A moment in full. An unreadable time is shown as it is. */
export function momentText(iso: string): string {
  const then = new Date(iso);
  return Number.isNaN(then.getTime()) ? iso : moment().format(then);
}

/** The size of a text in UTF-8. */
export function sizeText(text: string): string {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes < 1_000) return t("size.bytes", { count: bytes });
  return bytes < 1_000_000
    ? t("size.kilobytes", { kB: (bytes / 1_000).toFixed(1) })
    : t("size.megabytes", { MB: (bytes / 1e6).toFixed(1) });
}

/** The first line of a text, cut at a word where that leaves enough of it. Never cuts inside a letter or an emoji. */
export function headline(text: string, letters = 80): string {
  const line = text.trim().split(/\s*[\r\n]+\s*/, 1)[0] ?? "";
  if (line.length <= letters) return line;
  let cut = "";
  for (const { segment } of new Intl.Segmenter(locale(), { granularity: "grapheme" }).segment(
    line.slice(0, letters + 40),
  )) {
    if (cut.length + segment.length > letters) break;
    cut += segment;
  }
  const space = cut.lastIndexOf(" ");
  return `${space > letters * 0.6 ? cut.slice(0, space) : cut}…`;
}

/** Several things in one line, with what the language puts between them. */
export const listText = (parts: readonly string[]): string => parts.join(t("list.between"));

/** "Name: value", and "text (aside)". */
export const labelled = (name: string, value: string): string => t("list.labelled", { name, value });
export const withAside = (text: string, aside: string): string => t("list.aside", { text, aside });

/** Clauses of one sentence, and sentences one after the other. Empty ones are left out. */
export const clausesText = (parts: readonly string[]): string => parts.filter(Boolean).join(t("list.clauses"));
export const sentencesText = (parts: readonly string[]): string => parts.filter(Boolean).join(t("list.sentences"));

/** A value as text: a string as it is, the rest as indented JSON. */
export function valueText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? String(value));
}
