// The sentences of a report on a share, in both languages.
import type { Language } from "../../events.ts";
import { dated, type Hit } from "./observed.ts";
import type { Period } from "./period.ts";

interface Share {
  symbol: string;
  /** signed, in percent */
  figure: string;
}

const english = {
  section: (title: string, text: string) => `\n\n**${title}.** ${text}`,
  titles: {
    trend: "Trend",
    years: "Best and worst year",
    months: "Best and worst month",
    volatility: "Volatility",
    risks: "Risks",
    economy: "What was said of the economy",
  },
  span: (period: Period | null) =>
    !period || (period.from === null && period.to === null)
      ? ""
      : period.from === period.to
        ? ` in ${period.from}`
        : ` ${period.from ? `from ${period.from}` : ""}${period.to ? ` to ${period.to}` : ""}`.replace(/\s+/g, " "),
  trendThought: "I ask how far every share went over the period, so that there is something to compare with.",
  trendToDo: (symbol: string, span: string) => `query how far ${symbol} and the other shares rose or fell${span}`,
  trend: (symbol: string, first: string, from: string, last: string, to: string, change: string) =>
    `${symbol} went from ${first} USD (${from}) to ${last} USD (${to}): ${change} %.`,
  others: (list: readonly Share[]) => `The others: ${sharesOf(list)}.`,
  yearsThought: (symbol: string) => `I need the change of ${symbol} within each year, to see the best and the worst.`,
  yearsToDo: (symbol: string, span: string) => `query the change of ${symbol} within each year${span}`,
  years: (best: string, bestChange: string, worst: string, worstChange: string) =>
    `Best: ${best} (${bestChange} %). Worst: ${worst} (${worstChange} %). Each from the first month's price to the last one's.`,
  /** finds the years again in {@link years} */
  yearsTold: /Best: (\d{4}) .*?Worst: (\d{4}) /u,
  oneYear: (year: string, change: string) => `There is one year only: ${year} (${change} %).`,
  partYear: (year: string, months: number) => `(Of ${year} there are ${months} months.)`,
  yearToDo: (best: boolean, symbol: string) =>
    `name the ${best ? "best" : "worst"} year of ${symbol} by its change, as four digits and nothing else`,
  yearExpected: "a year, four digits",
  inYear: (best: boolean) => ` in the ${best ? "best" : "worst"} year`,
  volatilityThought: "I ask how far the monthly changes of each share spread.",
  volatilityToDo: (span: string) =>
    `query the volatility of each share (standard deviation of its monthly changes)${span}`,
  volatility: (symbol: string, value: string, rank: number, count: number, list: readonly Share[]) =>
    `The monthly changes of ${symbol} have a standard deviation of ${value} %, ${rank === 1 ? "the highest" : rank === count ? "the lowest" : `number ${rank}`} of ${count}. The others: ${sharesOf(list)}.`,
  fallsThought: "For the risks I ask how deep each share fell from its peak.",
  fallsToDo: (span: string) => `query the largest fall of each share from a peak${span}`,
  risks: (symbol: string, fall: string, peak: string, low: string, date: string) =>
    `Whoever bought ${symbol} at ${peak} USD saw it at ${low} USD (${date}): ${fall} %.`,
  worstYear: (year: string) => `Its worst year was ${year}.`,
  otherFalls: (list: readonly Share[]) => `The largest falls of the others: ${sharesOf(list)}.`,
  economyThought: (span: string) => `I look for what the addresses said of the economy${span}.`,
  economyToDo: (span: string) => `search the documents for what was said of the economy${span}`,
  said: (hits: readonly Hit[]) => hits.map((hit) => `\n- ${dated(hit, ", ")}: “${hit.snippet}”`).join(""),
  nothingSaid: (span: string) => `The search found nothing that was said of it${span}.`,
  noShare: (symbol: string, known: readonly string[]) =>
    `The rows hold no share ${symbol}${known.length > 0 ? `, only ${known.join(", ")}` : ""}.`,
  whichShare: "I do not know which share the report is on. Name one, for example Amazon (AMZN).",
  queryTool: "query the prices",
  searchTool: "search the addresses",
  noPart: (title: string, why: string) => `\n\n**${title}.** ${why}`,
  separator: ", ",
};

/** What the report on a share says. */
export type StockSentences = typeof english;

const sharesOf = (list: readonly Share[]) => list.map(({ symbol, figure }) => `${symbol} ${figure} %`).join(", ");
const sharesOfZh = (list: readonly Share[]) => list.map(({ symbol, figure }) => `${symbol} ${figure}%`).join("、");

const chinese: StockSentences = {
  section: (title, text) => `\n\n**${title}：**${text}`,
  titles: {
    trend: "走势",
    years: "最好与最差的年份",
    months: "最好与最差的月份",
    volatility: "波动性",
    risks: "风险",
    economy: "当时关于经济的说法",
  },
  span: (period) =>
    !period || (period.from === null && period.to === null)
      ? ""
      : period.from === period.to
        ? `（${period.from} 年）`
        : `（${period.from ?? ""}${period.from ? " 年" : ""}至${period.to ? ` ${period.to} 年` : "今"}）`,
  trendThought: "先查各只股票在这段时间里的涨跌，这样才有可比的对象。",
  trendToDo: (symbol, span) => `查询 ${symbol} 和其他股票的涨跌幅${span}`,
  trend: (symbol, first, from, last, to, change) =>
    `${symbol} 从 ${first} 美元（${from}）到 ${last} 美元（${to}），涨跌幅 ${change}%。`,
  others: (list) => `其他股票：${sharesOfZh(list)}。`,
  yearsThought: (symbol) => `需要 ${symbol} 每一年内的涨跌幅，才能看出最好和最差的年份。`,
  yearsToDo: (symbol, span) => `查询 ${symbol} 每一年内的涨跌幅${span}`,
  years: (best, bestChange, worst, worstChange) =>
    `最好：${best}（${bestChange}%）。最差：${worst}（${worstChange}%）。均为当年第一个月到最后一个月的价格变化。`,
  yearsTold: /最好：(\d{4})（.*?最差：(\d{4})（/u,
  oneYear: (year, change) => `只有一年：${year}（${change}%）。`,
  partYear: (year, months) => `（${year} 年只有 ${months} 个月的数据。）`,
  yearToDo: (best, symbol) => `按涨跌幅指出 ${symbol} ${best ? "最好" : "最差"}的年份，只写四位数字`,
  yearExpected: "一个四位数的年份",
  inYear: (best) => `（${best ? "最好" : "最差"}的一年）`,
  volatilityThought: "查各只股票月度涨跌的离散程度。",
  volatilityToDo: (span) => `查询各只股票的波动性（月度涨跌的标准差）${span}`,
  volatility: (symbol, value, rank, count, list) =>
    `${symbol} 月度涨跌的标准差为 ${value}%，在 ${count} 只中${rank === 1 ? "最高" : rank === count ? "最低" : `排第 ${rank}`}。其他股票：${sharesOfZh(list)}。`,
  fallsThought: "关于风险，查各只股票从高点下跌的最大幅度。",
  fallsToDo: (span) => `查询各只股票从高点下跌的最大幅度${span}`,
  risks: (symbol, fall, peak, low, date) =>
    `以 ${peak} 美元买入 ${symbol} 的人，曾见它跌到 ${low} 美元（${date}）：${fall}%。`,
  worstYear: (year) => `最差的一年是 ${year} 年。`,
  otherFalls: (list) => `其他股票的最大跌幅：${sharesOfZh(list)}。`,
  economyThought: (span) => `查找国情咨文中关于经济的说法${span}。`,
  economyToDo: (span) => `在文档中搜索当时关于经济的说法${span}`,
  said: (hits) => hits.map((hit) => `\n- ${dated(hit, "，")}：“${hit.snippet}”`).join(""),
  nothingSaid: (span) => `没有搜索到相关的说法${span}。`,
  noShare: (symbol, known) => `结果中没有股票 ${symbol}${known.length > 0 ? `，只有 ${known.join("、")}` : ""}。`,
  whichShare: "不知道要分析哪只股票。请写明，例如亚马逊（AMZN）。",
  queryTool: "查询股价",
  searchTool: "搜索国情咨文",
  noPart: (title, why) => `\n\n**${title}：**${why}`,
  separator: "、",
};

export const stockWords: Record<Language, StockSentences> = { en: english, zh: chinese };
