// The forms in which figures are written, English and Chinese: dates, times, numbers with their signs, units and scales.

/** A calendar date as far as it is told: any part may be missing. */
export interface DateParts {
  readonly year?: number;
  /** 1..12 */
  readonly month?: number;
  readonly day?: number;
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const month =
  "(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\\.?";
const ordinal = "(?:st|nd|rd|th)?";
const clock = "(?:[T ]\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?(?:Z|[+-]\\d{2}:?\\d{2})?)?";

const dateForms: readonly string[] = [
  // 2000-01-01, 2000/1/1, 2000.01.01, 2000-01, with or without a time after it
  `(?<iy>[12]\\d{3})(?<is>[-/.])(?<im>0?[1-9]|1[0-2])\\k<is>(?<id>0?[1-9]|[12]\\d|3[01])(?!\\d)${clock}`,
  "(?<jy>[12]\\d{3})-(?<jm>0[1-9]|1[0-2])(?![-\\d])",
  // 2000年1月1日, 2000年1月, 2000年, 1月1日
  "(?<zy>[12]\\d{3})\\s*年(?:\\s*(?<zm>1[0-2]|0?[1-9])\\s*月(?:\\s*(?<zd>[12]\\d|3[01]|0?[1-9])\\s*[日号])?)?",
  "(?<ym>1[0-2]|0?[1-9])\\s*月\\s*(?<yd>[12]\\d|3[01]|0?[1-9])\\s*[日号]",
  // 1 January 2000, January 1, 2000, January 2000, 1 January
  `(?<ed>[12]\\d|3[01]|0?[1-9])${ordinal}\\s+(?:of\\s+)?(?<em>${month})(?:,?\\s+(?<ey>[12]\\d{3}))?(?!\\d)`,
  `(?<am>\\b${month})\\s+(?<ad>[12]\\d|3[01]|0?[1-9])${ordinal}(?:,?\\s+(?<ay>[12]\\d{3}))?(?![\\d,.]*\\d)`,
  `(?<bm>\\b${month}),?\\s+(?<by>[12]\\d{3})(?!\\d)`,
];

const zhDigit = "[零〇一二两三四五六七八九]";
// A digit before a unit, or 十 before a digit: 万一, 十分 and 千万 are words.
// As long as no number is longer: each length more is tried anew at each place of a long run.
const zhNumeral = `(?:${zhDigit}{1,9}[十百千万亿]|十${zhDigit})[零〇一二两三四五六七八九十百千万亿]{0,30}(?:点${zhDigit}{1,12})?|${zhDigit}{1,9}点${zhDigit}{1,12}`;

const number = "\\d{1,3}(?:[,'\\u00a0\\u202f\\u2009]\\d{3})+(?!\\d)(?:\\.\\d+)?|\\d+(?:\\.\\d+)?|\\.\\d+";
const scales: Readonly<Record<string, number>> = {
  thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12, k: 1e3, m: 1e6, bn: 1e9, b: 1e9, t: 1e12,
  千: 1e3, 万: 1e4, 百万: 1e6, 千万: 1e7, 亿: 1e8, 万亿: 1e12,
}; // prettier-ignore
const scale =
  "\\s?(?:thousand|million|billion|trillion)\\b|(?:k|K|M|bn|B|T)(?![\\p{L}\\d])|\\s?(?:万亿|千万|百万|万|亿|千(?!克|米|瓦|卡))";

/** What follows a number and says that it is no count. */
const percentSign = "\\s?(?:%|％|percent(?:age points?)?\\b|per cent\\b|个?百分点)";
const currencyBefore = "(?:US\\$|HK\\$|[$€£¥￥₹]|USD|EUR|GBP|CNY|RMB|JPY)\\s?";

const numberForm = `(?<sign>[-−+±])?(?<cur>${currencyBefore})?(?<sign2>[-−+])?(?:百分之(?<zp>\\d+(?:\\.\\d+)?|${zhNumeral}|[一二三四五六七八九十])|(?<num>${number})(?:[eE](?<exp>[+-]?\\d{1,3})(?![\\p{L}\\d]))?(?<scale>${scale})?(?<pct>${percentSign})?|(?<zh>${zhNumeral})(?<zpct>个?百分点)?)`;

/** Every form of a figure, tried at each place from the left, the longest meaning first. */
export const figureForm = new RegExp(
  [
    // What looks like figures and is none: versions, addresses, what is part of a name or of another number.
    "(?<none>https?://\\S+|\\d+(?:\\.\\d+){2,}(?!\\d)|第\\s*(?:\\d+|[零一二三四五六七八九十百]+)(?!\\s*[年月]))",
    ...dateForms,
    "(?<hour>[01]?\\d|2[0-3]):(?<minute>[0-5]\\d)(?::(?<second>[0-5]\\d))?(?!\\d)",
    numberForm,
  ].join("|"),
  "gu",
);

export const scaleOf = (written: string | undefined): number =>
  written === undefined ? 1 : (scales[written.trim().toLowerCase()] ?? 1);

/** A scale of one letter may as well be a unit. */
export const isVagueScale = (written: string | undefined): boolean => /^[a-z]{1,2}$/i.test(written?.trim() ?? "");

/** The date that a match of {@link figureForm} holds; null: it is none. */
export function datePartsOf(groups: Readonly<Record<string, string | undefined>>): DateParts | null {
  const first = (...names: string[]) => names.map((name) => groups[name]).find((part) => part !== undefined);
  const year = first("iy", "jy", "zy", "ey", "ay", "by");
  const monthName = first("em", "am", "bm");
  const monthDigits = first("im", "jm", "zm", "ym");
  const day = first("id", "zd", "yd", "ed", "ad");
  const month = monthName === undefined ? monthDigits : months.indexOf(monthName.slice(0, 3).toLowerCase()) + 1;
  if (year === undefined && month === undefined) return null;
  return {
    ...(year !== undefined && { year: Number(year) }),
    ...(month !== undefined && { month: Number(month) }),
    ...(day !== undefined && { day: Number(day) }),
  };
}
