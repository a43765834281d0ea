// Dates and places as people write them, into what the date tools read.

export interface FoundDate {
  /** ISO 8601, or "today", "tomorrow", "yesterday" */
  date: string;
  start: number;
  end: number;
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const month =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";

/** Each form of a date, with what its groups mean. */
const forms: { pattern: RegExp; read: (...groups: string[]) => string | null }[] = [
  { pattern: /(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/giu, read: (y, m, d) => iso(y, m, d) },
  { pattern: /(?<![\d/])(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?![\d/])/giu, read: (y, m, d) => iso(y, m, d) },
  { pattern: /(?<!\d)(\d{4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*[日号]?/giu, read: (y, m, d) => iso(y, m, d) },
  // Day and month may stand either way round: read only where one of them can be no month.
  {
    pattern: /(?<![\d/])(\d{1,2})\/(\d{1,2})\/(\d{4})(?![\d/])/giu,
    read: (a = "", b = "", y) => (Number(a) > 12 ? iso(y, b, a) : Number(b) > 12 || a === b ? iso(y, a, b) : null),
  },
  {
    pattern: new RegExp(`\\b${month}\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})\\b`, "giu"),
    read: (m, d, y) => iso(y, monthOf(m), d),
  },
  {
    pattern: new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?${month},?\\s+(\\d{4})\\b`, "giu"),
    read: (d, m, y) => iso(y, monthOf(m), d),
  },
  { pattern: /\btoday\b|今天|今日/giu, read: () => "today" },
  { pattern: /\btomorrow\b|明天|明日/giu, read: () => "tomorrow" },
  { pattern: /\byesterday\b|昨天|昨日/giu, read: () => "yesterday" },
];

/** The dates of a text, in order. A day that no calendar has, such as February 30, is found too: the tool says so. */
export function datesIn(text: string): FoundDate[] {
  const found: FoundDate[] = [];
  for (const { pattern, read } of forms) {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      const date = read(...match.slice(1));
      if (date !== null && !found.some((other) => start < other.end && other.start < end))
        found.push({ date, start, end });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** The text with its dates blanked out, so that 2024-02-28 is not read as a subtraction. */
export function withoutDates(text: string): string {
  return datesIn(text).reduce(
    (bare, { start, end }) => bare.slice(0, start) + " ".repeat(end - start) + bare.slice(end),
    text,
  );
}

function iso(year = "", month = "", day = ""): string {
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

function monthOf(name = ""): string {
  return String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1);
}

/** Places whose time people ask for, by the names they use. */
const zones: [zone: string, names: string][] = [
  ["UTC", "utc|gmt|协调世界时|世界时"],
  ["Asia/Shanghai", "shanghai|beijing|china|shenzhen|guangzhou|hangzhou|上海|北京|中国|深圳|广州|杭州|成都"],
  ["Asia/Hong_Kong", "hong kong|香港"],
  ["Asia/Taipei", "taipei|taiwan|台北|台湾"],
  ["Asia/Tokyo", "tokyo|japan|osaka|东京|日本|大阪"],
  ["Asia/Seoul", "seoul|korea|首尔|韩国"],
  ["Asia/Singapore", "singapore|新加坡"],
  ["Asia/Bangkok", "bangkok|thailand|曼谷|泰国"],
  ["Asia/Kolkata", "india|delhi|new delhi|mumbai|kolkata|bangalore|印度|德里|新德里|孟买"],
  ["Asia/Dubai", "dubai|迪拜"],
  ["Europe/Moscow", "moscow|莫斯科"],
  ["Europe/Istanbul", "istanbul|伊斯坦布尔"],
  ["Africa/Cairo", "cairo|egypt|开罗|埃及"],
  ["Africa/Johannesburg", "johannesburg|cape town|south africa|约翰内斯堡|南非"],
  ["Africa/Lagos", "lagos|拉各斯"],
  ["Africa/Nairobi", "nairobi|内罗毕"],
  ["Europe/London", "london|england|britain|伦敦|英国"],
  ["Europe/Paris", "paris|france|巴黎|法国"],
  ["Europe/Berlin", "berlin|germany|munich|frankfurt|柏林|德国|慕尼黑|法兰克福"],
  ["Europe/Madrid", "madrid|spain|barcelona|马德里|西班牙|巴塞罗那"],
  ["Europe/Rome", "rome|italy|milan|罗马|意大利|米兰"],
  ["Europe/Amsterdam", "amsterdam|阿姆斯特丹"],
  ["Europe/Zurich", "zurich|geneva|switzerland|苏黎世|日内瓦|瑞士"],
  ["Europe/Vienna", "vienna|维也纳"],
  ["Europe/Stockholm", "stockholm|斯德哥尔摩"],
  ["America/New_York", "new york|nyc|boston|washington|miami|纽约|波士顿|华盛顿"],
  ["America/Chicago", "chicago|芝加哥"],
  ["America/Denver", "denver|丹佛"],
  ["America/Los_Angeles", "los angeles|san francisco|seattle|california|洛杉矶|旧金山|西雅图|加州"],
  ["America/Toronto", "toronto|多伦多"],
  ["America/Vancouver", "vancouver|温哥华"],
  ["America/Mexico_City", "mexico city|墨西哥城"],
  ["America/Sao_Paulo", "sao paulo|são paulo|rio|圣保罗|里约"],
  ["America/Argentina/Buenos_Aires", "buenos aires|布宜诺斯艾利斯"],
  ["Australia/Sydney", "sydney|melbourne|悉尼|墨尔本"],
  ["Pacific/Auckland", "auckland|new zealand|奥克兰|新西兰"],
];

const namedZone = /\b(?:Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific|Etc)\/[A-Za-z_/+-]+/;

/** The time zone that a text names, by place or by its IANA name; null: none that is known here. */
export function zoneIn(text: string): { zone: string; place: string } | null {
  const named = namedZone.exec(text)?.[0];
  if (named !== undefined) return { zone: named, place: named };
  for (const [zone, names] of zones) {
    const match = new RegExp(`(?<![A-Za-zÀ-ž])(?:${names})(?![A-Za-zÀ-ž])`, "iu").exec(text);
    if (match) return { zone, place: match[0] };
  }
  return null;
}

const chineseWeekdays: Record<string, string> = {
  Monday: "星期一", Tuesday: "星期二", Wednesday: "星期三", Thursday: "星期四", Friday: "星期五", Saturday: "星期六", Sunday: "星期日",
}; // prettier-ignore

/** A weekday's English name, in the language of the answer. */
export function weekdayName(english: string, language: "en" | "zh"): string {
  return language === "zh" ? (chineseWeekdays[english] ?? english) : english;
}
