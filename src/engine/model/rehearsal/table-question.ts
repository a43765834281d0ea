// A question on tables as it is asked: what is measured, of what, how, and when.
import type { Clause } from "./clauses.ts";
import { periodIn, withoutPeriod, type Period } from "./period.ts";

export type Measure = "average" | "median" | "sum" | "highest" | "lowest" | "count";

export interface TableQuestion {
  text: string;
  /** the words that may name tables and columns, in English, lower case */
  words: readonly string[];
  /** those of them that name what is compared: "by origin", "which stock" */
  keyWords: readonly string[];
  measure: Measure | null;
  /** how far something rose or fell between two times, and which way is asked for */
  change: "rise" | "fall" | null;
  period: Period | null;
  /** "which year …": the one is asked for, not the list in its order */
  asksWhich: boolean;
}

const measures: [Measure, RegExp][] = [
  ["median", /\bmedian\b|中位数/iu],
  ["average", /\b(?:average|mean|avg)\b|平均/iu],
  ["sum", /\b(?:total|sum\s+of|altogether)\b|总共?|合计/iu],
  ["count", /\b(?:how\s+many|number\s+of|count)\b|多少(?:个|种|辆|行|条)?|数量/iu],
  [
    "highest",
    /\b(?:highest|largest|biggest|greatest|most|maximum|max|longest|heaviest|best|hottest|strongest)\b|最[高大多长重热好强]/iu,
  ],
  [
    "lowest",
    /\b(?:lowest|smallest|least|fewest|minimum|min|shortest|lightest|worst|coldest|weakest)\b|最[低小少短轻冷差弱]/iu,
  ],
];

const rises =
  /\b(?:rose|rise[sn]?|gain(?:ed|s)?|grew|grow[ns]?|increase[ds]?|went\s+up|climbed)\b|上?涨|增长|上升|升高|增加/iu;
const falls =
  /\b(?:fell|fall(?:en|s)?|lost|loses?|drop(?:ped|s)?|declined?|decreased?|went\s+down|sank)\b|下?跌|下降|减少|降低/iu;
const keyPatterns = [
  /\b(?:by|per|(?:for|of|in)\s+(?:each|every)|grouped\s+by)\s+(?:the\s+)?(?:number\s+of\s+)?([a-z][a-z_ ]*?)(?=\s+(?:in|from|between|since|of|the|for)\b|[^a-z_ ]|$)/iu,
  /\b(?:which|what)\s+(?!(?:is|are|was|were|has|have|did|does|do|the)\b)([a-z][a-z_]*)/iu,
];
const chineseKeys = [
  /哪(?:一?[只个种家年支]|些)?\s*([\p{Script=Han}]{1,6}?)(?=[在从的涨跌上下最平有\s\d]|$)/u,
  /(?:每[个种只]|各[个种只]?|按)\s*([\p{Script=Han}]{1,6}?)(?=的|分|统计|计算|平均|总|最|$)/u,
];

/** Reads a clause as a question on tables; null: it asks for nothing that is measured and compared. */
export function questionIn({ bare, quotes, files, text }: Clause): TableQuestion | null {
  if (files.length > 0 || quotes.length > 0 || /\bfiles?\b|文件/iu.test(bare)) return null;
  const rest = withoutPeriod(bare);
  // Numbers besides years are operands, or limits that this rule cannot see.
  if (/\d/.test(rest.replace(/sp\s?500/giu, ""))) return null;
  const change = /\bmost\b|\bleast\b|\bhow\s+(?:much|far)\b|最|多少/iu.test(bare)
    ? rises.test(bare)
      ? "rise"
      : falls.test(bare)
        ? "fall"
        : null
    : null;
  const measure = measures.find(([, pattern]) => pattern.test(bare))?.[0] ?? null;
  const key = [...keyPatterns, ...chineseKeys].map((pattern) => pattern.exec(rest)?.[1]).find(Boolean);
  const namesTable = /\b(?:table|rows?|column)\b|表|行/iu.test(bare);
  if (change === null ? measure === null || (key === undefined && !namesTable) : key === undefined) return null;
  return {
    text,
    words: wordsOf(rest),
    keyWords: wordsOf(key ?? ""),
    measure,
    change,
    period: periodIn(bare),
    asksWhich: /\bwhich\b|\bwhat\s+(?:year|month)\b|哪/iu.test(bare),
  };
}

/** What people call the columns and tables. */
const otherNames: [RegExp, string][] = [
  [/\bmpg\b|每加仑英里数?|油耗|耗油量/giu, " miles per gallon "],
  [/产地|原产[国地]|来源地/gu, " origin "],
  [/马力/gu, " horsepower "],
  [/汽缸数?|气缸数?/gu, " cylinders "],
  [/加速/gu, " acceleration "],
  [/股票|个股/gu, " stock "],
  [/股价|价格/gu, " price "],
  [/国家/gu, " country "],
  [/预期寿命|平均寿命|寿命/gu, " life expect "],
  [/生育率/gu, " fertility "],
  [/人口/gu, " pop population "],
  [/\bpopulation\b/giu, " pop population "],
  [/灾害|灾难/gu, " disaster entity "],
  [/死亡(?:人数)?|死者/gu, " deaths "],
  [/天气/gu, " weather "],
  [/降水量?|降雨量?/gu, " precipitation "],
  [/气温|温度/gu, " temp "],
  [/\btemperatures?\b/giu, " temp "],
  [/\brain(?:fall)?\b/giu, " precipitation "],
  [/失业率/gu, " unemployment rate "],
  [/失业/gu, " unemployment "],
  [/行业|产业/gu, " industry "],
  [/\bindustr(?:y|ies)\b/giu, " industry series "],
  [/汽车|车/gu, " car "],
  [/年份|年度/gu, " year "],
  [/风速|风/gu, " wind "],
  [/\bkinds?\b|种类|类型/giu, " entity "],
];

export function wordsOf(text: string): string[] {
  const plain = otherNames.reduce((each, [name, words]) => each.replace(name, words), text.toLowerCase());
  return (plain.match(/[a-z]+\d*/gu) ?? []).map(stem).filter((word) => word.length > 1);
}

/** Near enough to a dictionary form for names of columns. */
export const stem = (word: string) => word.replace(/ies$/, "y").replace(/(?<=[a-z]{3})(?<!s|u)s$/, "");
