// The figures of a text: where each stands, what it says, and how exactly.
import { chineseValue, englishNumber, englishValue } from "../numerals.ts";
import { datePartsOf, figureForm, isVagueScale, scaleOf, type DateParts } from "./figure-forms.ts";

export interface Figure {
  /** places in the text, in UTF-16 units */
  readonly from: number;
  readonly to: number;
  /** as it is written */
  readonly text: string;
  /** `count`: a bare whole number; `year`: four digits that may be one */
  readonly kind: "number" | "percent" | "money" | "count" | "year" | "date" | "time";
  /** without its sign: a percentage as it is written (12.3 for 12.3 %), a time in seconds; 0 for a date */
  readonly size: number;
  /** the sign that is written */
  readonly sign: "+" | "-" | "";
  /** what one in the last place is worth: 0.1 for 12.3, 10^5 for 7.2 million, 0 where any difference counts */
  readonly step: number;
  readonly date?: DateParts;
  /** the size if the letter after the digits is a unit and no scale: 5 for 5M */
  readonly unscaled?: number;
}

export interface ReadOptions {
  /**
   * `answer`: list numbers, headings, references, code and numbers in English words count as no figure.
   * `source`: everything that can be read as a number counts, words too.
   */
  readonly as: "answer" | "source";
}

/**
 * Reads the figures of a text, from its beginning to its end: numbers with thousands set apart, percentages, money, scales
 * (7.2 million, 3.5万, 5k), Chinese numerals with a unit (三万二, 百分之五), dates, years and times. Digits that belong to a name
 * (GPT-4, s1, Q3, file2.txt), versions and web addresses are none.
 *
 * @throws never
 */
export function figuresIn(text: string, { as }: ReadOptions): Figure[] {
  const plain = halfWidth(text);
  const hidden = as === "answer" ? hiddenIn(plain) : [];
  const found: Figure[] = [];
  let hiddenAt = 0;
  for (const match of plain.matchAll(figureForm)) {
    const from = match.index;
    while (hiddenAt < hidden.length && (hidden[hiddenAt]?.[1] ?? 0) <= from) hiddenAt++;
    const [hiddenFrom = Infinity] = hidden[hiddenAt] ?? [];
    if (from + match[0].length > hiddenFrom) continue;
    const figure = match.groups?.["none"] === undefined ? figureOf(plain, text, match) : null;
    if (figure) found.push(figure);
  }
  if (as === "source") found.push(...inWords(plain));
  return found;
}

/** Digits and signs of East Asian width, each in the place of its own. */
function halfWidth(text: string): string {
  return text.replace(/[０-９％．，：－＋]/gu, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
}

/** What is written in an answer but is no figure of it. @returns places, in order, that do not overlap */
function hiddenIn(text: string): [from: number, to: number][] {
  const forms = [
    /^ *(```|~~~)[\s\S]*?(?:^ *\1|$(?![\s\S]))/gmu,
    // Code, but for a value alone; a list number; a heading's number; a reference.
    /`(?![-−+$]?[\d.,]+ ?%?`)[^`\n]+`/gu,
    /^[ \t>]*(?:[-*+] )?(?:#{1,6} +|\*\*)?(?:\d{1,3}(?:\.\d{1,2})*[.)、．:：](?!\d)|[(（]\d{1,3}[)）])/gmu,
    /^[ \t]*#{1,6} +\d{1,3}(?:\.\d{1,2})* /gmu,
    /\[\^?\d{1,4}(?:[,，、–-] ?\d{1,4})*\]/gu,
    /\b(?:step|steps|section|chapter|figure|table|part|item|note|source|option|phase|round|step) \d{1,3}\b(?!\s?%|\.\d)/giu,
    /(?:步骤|章节|图|表|阶段|来源)\s?\d{1,3}(?![\d.%])/gu,
  ];
  const places = forms.flatMap((form) =>
    [...text.matchAll(form)].map(({ index, 0: all }): [number, number] => [index, index + all.length]),
  );
  places.sort((one, other) => one[0] - other[0] || other[1] - one[1]);
  const apart: [number, number][] = [];
  for (const place of places) if (place[0] >= (apart.at(-1)?.[1] ?? 0)) apart.push(place);
  return apart;
}

// "about 1,000" does not say that it is not 1,034.
const hedge =
  /(?:\b(?:about|around|roughly|approximately|approx\.?|circa|nearly|almost|over|under|more than|less than|up to|some)\s+|[~≈～]\s?|(?:大?约|将近|接近|超过|近|逾|不到|大概)\s*)[$€£¥￥]?$/iu;
const hedgeAfter = /^\s*(?:左右|上下|以上|多|余)/u;

function figureOf(plain: string, text: string, match: RegExpExecArray | RegExpMatchArray): Figure | null {
  const groups = match.groups ?? {};
  const start = match.index ?? 0;
  const to = start + match[0].length;
  const before = plain.slice(Math.max(0, start - 24), start);
  const date = datePartsOf(groups);
  if (date) {
    if (/[\p{L}\d_]$/u.test(before) && /^\w/.test(match[0]) && !/\p{Script=Han}$/u.test(before)) return null;
    const kind = date.month === undefined && date.day === undefined ? "year" : "date";
    const size = kind === "year" ? (date.year ?? 0) : 0;
    return { from: start, to, text: text.slice(start, to), kind, size, sign: "", step: 0, date };
  }
  const { hour, minute, second = "0" } = groups;
  if (hour !== undefined && minute !== undefined) {
    const size = (Number(hour) * 60 + Number(minute)) * 60 + Number(second);
    return { from: start, to, text: text.slice(start, to), kind: "time", size, sign: "", step: 0 };
  }
  return numberOf({ plain, text, groups, start, to, before });
}

/** What follows a number that is no year. */
const measured =
  /^\s?(?:(?:[kcm]?m|[km]?g|m?l|[kMGT]?B|lbs?|oz|ft|mi|mph|k?W|jobs|people|items|points|units|times|shares)\b|[个只次人天吨米克点份])/u;

interface Found {
  plain: string;
  text: string;
  groups: Readonly<Record<string, string | undefined>>;
  start: number;
  to: number;
  before: string;
}

function numberOf({ plain, text, groups, start, to, before }: Found): Figure | null {
  const { num, exp, scale, pct, cur, zh, zp, zpct } = groups;
  const written = groups["sign"] ?? groups["sign2"];
  const after = plain.slice(to, to + 8);
  // A sign after a letter or a digit is a hyphen or a range: 2000–2010, GPT-4.
  const joined = /[\p{L}\p{N}_)\]%]$/u.test(before);
  const isName =
    /[\p{Script=Latin}_]$/u.test(before) || (joined && written === "-" && /[\p{Script=Latin}]$/u.test(before));
  if (isName && cur === undefined) return null;
  // 2nd, 41st and 5km are figures; 3D, 4x4 and 2b of a name are not told apart from units: only what goes on in digits is left out.
  if (num !== undefined && /^(?:[\p{Script=Latin}_]+[\d_]|_)/u.test(after)) return null;
  const digits = num ?? zp ?? zh;
  if (digits === undefined) return null;
  const value = num ?? (zp !== undefined && /^[\d.]+$/.test(zp) ? zp : chineseValue(digits));
  if (value === null) return null;
  const bare = value.replace(/[,'\u00a0\u202f\u2009]/g, "");
  const factor = scaleOf(scale) * 10 ** Number(exp ?? 0);
  const size = clean(Number(bare) * factor);
  if (!Number.isFinite(size)) return null;
  const isPercent = pct !== undefined || zp !== undefined || zpct !== undefined;
  const moneyAfter = /^\s?(?:USD|EUR|GBP|CNY|RMB|JPY|dollars?|euros?|yuan|[元美港欧]元?|€)(?![\p{Script=Latin}])/u.test(
    after,
  );
  const isBare = num !== undefined && /^\d+$/.test(num) && scale === undefined && exp === undefined;
  const hasMinus = written === "-" || written === "−";
  const isSigned = written !== undefined && !(joined && !cur);
  const kind = isPercent
    ? "percent"
    : cur !== undefined || moneyAfter
      ? "money"
      : isBare && /^[12]\d{3}$/.test(num) && !isSigned && !measured.test(after)
        ? "year"
        : isBare
          ? "count"
          : "number";
  const from = isSigned || written === undefined ? start : start + written.length;
  const decimals = /\.(\d+)$/.exec(bare)?.[1]?.length ?? 0;
  const isHedged = hedge.test(before) || hedgeAfter.test(after);
  const zeros = isHedged && decimals === 0 ? (/[1-9](0+)$/.exec(bare)?.[1]?.length ?? 0) : 0;
  return {
    from,
    to,
    text: text.slice(from, to),
    kind,
    size,
    sign: !isSigned || written === "±" ? "" : hasMinus ? "-" : "+",
    step: clean(10 ** (zeros - decimals) * factor),
    ...(isVagueScale(scale) && { unscaled: Number(bare) }),
  };
}

/** Without what binary fractions add: 7.2 × 10^6 is 7200000. */
const clean = (value: number): number => Number(value.toPrecision(15));

function inWords(text: string): Figure[] {
  return [...text.matchAll(englishNumber)].flatMap(({ index, 0: words }) => {
    const value = englishValue(words);
    const size = typeof value === "number" ? value : value !== null && /^\d+$/.test(value) ? Number(value) : null;
    if (size === null) return [];
    return [
      { from: index, to: index + words.length, text: words, kind: "count" as const, size, sign: "" as const, step: 1 },
    ];
  });
}
