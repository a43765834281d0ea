// The skill of reports on a share: trend, best and worst year, volatility, risks, and what was said of the economy then.
import type { Clause } from "./clauses.ts";
import { periodIn, withoutPeriod, type Period } from "./period.ts";
import { economy, risks, trend, volatility, whichShare, years, type Share } from "./stock-scripts.ts";
import type { Intent, Opened, Skill } from "./skill.ts";

const shares: [symbol: string, names: RegExp][] = [
  ["AMZN", /\bamazon\b|\bAMZN\b|亚马逊/iu],
  ["AAPL", /\bapple\b|\bAAPL\b|苹果/iu],
  ["GOOG", /\bgoogle\b|\balphabet\b|\bGOOGL?\b|谷歌/iu],
  ["IBM", /\bIBM\b/u],
  ["MSFT", /\bmicrosoft\b|\bMSFT\b|微软/iu],
];

const asksReport = /\breport\b|报告|年报/iu;
const asksAnalysis = /\b(?:analysis|analy[sz]e|assess(?:ment)?|evaluate)\b|分析|评估|研究/iu;
const ofStocks = /\b(?:stocks?|shares?|share\s+price)\b|股票|股价/iu;
const ofInvesting = /\binvest\w*|投资/iu;
const saves = /\b(?:save|write\s+it|store|file|read)\b|保存|写入|存|读/iu;

/** The parts of a report, in the order in which it tells them. */
const sections: [name: string, asked: RegExp, intent: (share: Share) => Intent][] = [
  ["trend", /\b(?:trend|course|development|figures|performance)\b|走势|趋势|表现|数字|数据|财务/iu, trend],
  ["years", /\b(?:best|worst)\b|最[好佳差坏]/iu, years],
  ["volatility", /\bvolatil\w*|\bfigures\b|波动|数字|数据/iu, volatility],
  ["risks", /\brisks?\b|风险/iu, risks],
  ["economy", /\beconom\w*|\baddresses\b|\bstate of the union\b|经济|国情咨文/iu, economy],
];

export const stockReport: Skill = {
  name: "stock report",
  examples: {
    en: [
      "Write an investment report on Amazon (AMZN) from the stocks table: trend, best and worst year, volatility against the others, risks, and what was said of the economy in those years",
    ],
    zh: [
      "根据 stocks 表写一份亚马逊（AMZN）的投资报告：走势、最好和最差的年份、相对其他股票的波动性、风险，以及那些年国情咨文对经济的说法",
    ],
  },
  read: () => [],
  open,
};

/** The report that a clause asks for; null: none. The clauses that follow may name its parts. */
function open(clause: Clause): Opened | null {
  const { text, bare } = clause;
  const symbol = symbolIn(text);
  const isOfStocks = ofStocks.test(bare);
  const isReport = asksReport.test(bare) && (symbol !== null || isOfStocks || ofInvesting.test(bare));
  // "Analyse Apple's P/E ratio" asks for what no table here holds.
  const isAnalysis = asksAnalysis.test(bare) && (isOfStocks || (symbol !== null && namesSection(text)));
  if (!isReport && !isAnalysis) return null;
  const texts = [text];
  return {
    goesOn(next) {
      const goesOn =
        next.files.length === 0 && !saves.test(next.bare) && (namesSection(next.text) || isPeriod(next.bare));
      if (goesOn) texts.push(next.text);
      return goesOn;
    },
    intents() {
      const all = texts.join("\n");
      const named = symbol ?? symbolIn(all);
      if (named === null) return [whichShare];
      const share: Share = { symbol: named, period: periodOf(texts) };
      const asked = sections.filter(([, pattern]) => pattern.test(all));
      return (asked.length > 0 ? asked : sections).map(([section, , intent]) => ({
        ...intent(share),
        section,
        subject: share,
      }));
    },
  };
}

/** Years that stand anywhere in the report's clauses. */
const periodOf = (texts: readonly string[]): Period | null => periodIn(texts.join(" "));

const symbolIn = (text: string) => shares.find(([, names]) => names.test(text))?.[0] ?? null;
/** Years, and nothing else. */
const isPeriod = (bare: string) => periodIn(bare) !== null && !/\p{L}/u.test(withoutPeriod(bare));
const namesSection = (text: string) => sections.some(([, pattern]) => pattern.test(text));
