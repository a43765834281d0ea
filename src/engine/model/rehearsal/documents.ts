// The skill of searching documents: what was said of something, in which years.
import type { Language } from "../../events.ts";
import { attempt } from "./attempt.ts";
import type { Clause } from "./clauses.ts";
import { dated, hitsOf, type Hit } from "./observed.ts";
import { periodIn, withoutPeriod, type Period } from "./period.ts";
import type { Call, Intent, Script, Skill } from "./skill.ts";
import { failed, withoutTool } from "./words.ts";

const say = {
  en: {
    toDo: (query: string, span: string) => `search the documents for “${query}”${span}`,
    thought: (query: string, span: string) => `I search the documents for “${query}”${span}.`,
    span: ({ from, to }: Period) =>
      from === to ? ` in ${from}` : `${from === null ? "" : ` from ${from}`}${to === null ? "" : ` to ${to}`}`,
    found: (query: string, span: string, list: string) => `On “${query}”${span} I found:${list}`,
    hit: (hit: Hit) => `\n- ${dated(hit, ", ")}: “${hit.snippet}”`,
    nothing: (query: string, span: string) => `None of the documents${span} holds a word of “${query}”.`,
  },
  zh: {
    toDo: (query: string, span: string) => `在文档中搜索“${query}”${span}`,
    thought: (query: string, span: string) => `在文档中搜索“${query}”${span}。`,
    span: ({ from, to }: Period) => (from === to ? `（${from} 年）` : `（${from ?? ""}至${to ?? "今"}）`),
    found: (query: string, span: string, list: string) => `关于“${query}”${span}，找到：${list}`,
    hit: (hit: Hit) => `\n- ${dated(hit, "，")}：“${hit.snippet}”`,
    nothing: (query: string, span: string) => `文档${span}中没有“${query}”里的任何一个词。`,
  },
};

export const documents: Skill = {
  name: "documents",
  examples: {
    en: ["What did the State of the Union addresses say about unemployment in 2009?"],
    zh: ["2009年的国情咨文对失业说了什么？"],
  },
  read(clause) {
    const query = queryIn(clause);
    return query === null ? [] : [search(query, periodIn(clause.bare))];
  },
};

const source =
  /\b(?:documents?|address(?:es)?|speech(?:es)?|state\s+of\s+the\s+union|presidents?)\b|国情咨文|文档|演讲|总统/iu;
const asks = /\b(?:search|find|look|what|which|how|say|said|speak|spoke|mention\w*)\b|搜索|查找|找|说|提到|怎么/iu;
const topicEn = /\b(?:about|on|of|for|concerning|mention(?:s|ed)?)\s+(?!the\s+union|the\s+documents|addresses)(.+)$/iu;
const topicZh = [
  /(?:对于?|关于|有关)\s*(.+?)\s*(?:说了?|有|是|怎么|的|$)/u,
  /(?:搜索|查找|找|提到)(?:一下|了|出)?\s*(?:关于|有关)?\s*(.+?)(?:的?(?:内容|说法|部分)|$)/u,
];

/** The words to search for; null: the clause asks for no search, or names nothing to search for. */
function queryIn({ bare, quotes, files, text }: Clause): string | null {
  if (files.length > 0 || !source.test(bare) || !asks.test(bare)) return null;
  const [quoted] = quotes;
  if (quoted !== undefined) return quoted;
  const plain = withoutPeriod(text).replace(/\b(?:the\s+)?state\s+of\s+the\s+union(?:\s+addresses)?\b/giu, "addresses");
  const chinese = topicZh.map((pattern) => pattern.exec(plain)?.[1]).find((topic) => topic);
  const topic = /\p{Script=Han}/u.test(bare) ? chinese : topicEn.exec(plain)?.[1];
  const query = translated(topic ?? "")
    .replace(
      /\b(?:the|a|an|in|those|these|that|time|years?|addresses|documents|say|said|and)\b|[?？。.,，]|国情咨文|总统|文档/giu,
      " ",
    )
    .replace(/\s+/g, " ")
    .trim();
  return query === "" ? null : query;
}

/** The addresses are in English. */
const english: [RegExp, string][] = [
  [/经济/gu, " economy "],
  [/失业/gu, " unemployment "],
  [/就业|工作岗位/gu, " jobs "],
  [/衰退/gu, " recession "],
  [/通货?膨?胀/gu, " inflation "],
  [/税收?/gu, " taxes "],
  [/能源/gu, " energy "],
  [/气候(?:变化)?/gu, " climate "],
  [/教育/gu, " education "],
  [/医疗|健康/gu, " health care "],
  [/战争/gu, " war "],
  [/和平/gu, " peace "],
  [/银行/gu, " banks "],
  [/住房|房地产/gu, " housing "],
  [/中国/gu, " China "],
  [/[和与、]/gu, " "],
];

const translated = (topic: string) => english.reduce((text, [chinese, word]) => text.replace(chinese, word), topic);

const search = (query: string, period: Period | null): Intent => ({
  *script(work): Script {
    const language = say[work.language as Language];
    const span = period ? language.span(period) : "";
    if (!work.tools.has("search_documents")) return withoutTool(work, "search_documents", language.toDo(query, span));
    const call: Call = {
      tool: "search_documents",
      input: {
        query,
        ...(period?.from != null && { from: period.from }),
        ...(period?.to != null && { to: period.to }),
        limit: 3,
      },
      thought: language.thought(query, span),
      toDo: language.toDo(query, span),
    };
    const { call: made, outcome } = yield* attempt(work, call, (outcome) => hitsOf(outcome) !== null);
    if (!outcome.ok) return failed(work, made, outcome);
    const hits = hitsOf(outcome) ?? [];
    if (hits.length === 0 && !outcome.planned) return { done: true, sentence: language.nothing(query, span) };
    const list = hits.map(language.hit).join("");
    const sentence = language.found(query, span, list);
    return { done: true, sentence, value: outcome.planned ? outcome.text : sentence, composed: true };
  },
});
