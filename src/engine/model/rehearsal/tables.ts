// The skill of questions on tables: which rose most, an average by something, the highest and lowest, and which tables there are.
import { attempt } from "./attempt.ts";
import type { Clause } from "./clauses.ts";
import { knownTables } from "./known-tables.ts";
import { rowsOf, signed, tablesOf, type Row } from "./observed.ts";
import {
  workOut,
  type Call,
  type Intent,
  type Outcome,
  type Result,
  type Script,
  type Skill,
  type Work,
} from "./skill.ts";
import { questionIn, type TableQuestion } from "./table-question.ts";
import { writeSql, type Written } from "./table-sql.ts";
import { excerpt, failed, withoutTool, words } from "./words.ts";

const say = {
  en: {
    listThought: "I look which tables and columns there are, before I ask anything of them.",
    listToDo: "list the tables with their columns",
    sqlToDo: (question: string) => `write the SQL query that answers “${question}” from these tables, and nothing else`,
    sqlExpected: "one SELECT statement",
    queryThought: "Now I know the columns, so I let a query work it out.",
    queryToDo: (question: string) => `query the tables for “${question}”`,
    noTable: (question: string, names: string) =>
      `None of the tables holds what “${question}” asks for. The tables are: ${names}.`,
    none: "The query found no rows.",
    tables: (list: string) => `The tables are: ${list}.`,
    cut: "(The list came to me shortened, so there may be more.)",
    one: (figure: string, value: string) => `${figure}: ${value}.`,
    rise: (key: string, change: string, from: string, to: string, first: string, last: string) =>
      `${key} rose most: ${change} % (from ${from} on ${first} to ${to} on ${last}).`,
    fall: (key: string, change: string, from: string, to: string, first: string, last: string) =>
      `${key} fell most: ${change} % (from ${from} on ${first} to ${to} on ${last}).`,
    then: (list: string) => `Then: ${list}.`,
    list: (figure: string, list: string) => `${figure}: ${list}.`,
    separator: ", ",
    percent: " %",
  },
  zh: {
    listThought: "先看看有哪些表和列，再提问。",
    listToDo: "列出所有表及其列",
    sqlToDo: (question: string) => `写出能从这些表中回答“${question}”的 SQL 查询，不写其他内容`,
    sqlExpected: "一条 SELECT 语句",
    queryThought: "列已经清楚了，用查询来算。",
    queryToDo: (question: string) => `查询表格：“${question}”`,
    noTable: (question: string, names: string) => `没有哪个表包含“${question}”所问的内容。现有的表：${names}。`,
    none: "查询没有找到任何行。",
    tables: (list: string) => `现有的表：${list}。`,
    cut: "（这份列表到我这里时已被缩短，可能还有其他的表。）",
    one: (figure: string, value: string) => `${figure}：${value}。`,
    rise: (key: string, change: string, from: string, to: string, first: string, last: string) =>
      `涨幅最大的是 ${key}：${change}%（从 ${first} 的 ${from} 到 ${last} 的 ${to}）。`,
    fall: (key: string, change: string, from: string, to: string, first: string, last: string) =>
      `跌幅最大的是 ${key}：${change}%（从 ${first} 的 ${from} 到 ${last} 的 ${to}）。`,
    then: (list: string) => `其次：${list}。`,
    list: (figure: string, list: string) => `${figure}：${list}。`,
    separator: "、",
    percent: "%",
  },
};

export const tables: Skill = {
  name: "tables",
  examples: {
    en: ["Which stock rose most between 2005 and 2009?", "Average MPG by origin"],
    zh: ["2005年到2009年哪只股票涨得最多？", "各产地的平均油耗（MPG）是多少？"],
  },
  read(clause) {
    if (asksTables.test(clause.bare)) return [listAll];
    const question = questionIn(clause);
    return question && couldBeData(clause) ? [answer(question)] : [];
  },
};

const asksTables = /\b(?:which|what|list|show)\b.*\btables\b(?!\s+of)|(?:哪些|什么|列出|所有).{0,4}表(?:格|$|吗|？)/iu;

/** What other skills answer, or no table could. */
const couldBeData = ({ bare }: Clause) =>
  !/\b(?:days?|weekday|date|time|result|numbers?\s+above|characters|words)\b|几天|星期|结果|时间|字数/iu.test(bare);

type Steps<T> = Generator<Call, T, Outcome>;

const listAll: Intent = {
  *script(work): Script {
    const language = say[work.language];
    const listed = yield* list(work);
    if ("sentence" in listed) return listed;
    const all = tablesOf(listed) ?? [];
    const names = language.tables(all.map(({ name }) => name).join(language.separator));
    const sentence = words[work.language].join([names, ...cutNote(listed, language.cut)]);
    return { done: true, sentence, value: listed.planned ? listed.text : sentence };
  },
};

const answer = (question: TableQuestion): Intent => ({
  *script(work): Script {
    const language = say[work.language];
    if (!work.tools.has("query_table")) return withoutTool(work, "query_table", language.queryToDo(question.text));
    // A plan is written before anything is seen: what is known by heart needs no look first.
    const byHeart = work.plan ? writeSql(question, knownTables) : null;
    if (byHeart) return yield* ask(work, question, byHeart, byHeart.sql);
    const listed = yield* list(work);
    if ("sentence" in listed) return listed;
    const found = tablesOf(listed) ?? [];
    const written = writeSql(question, found);
    const sql = workOut(work, {
      toDo: language.sqlToDo(excerpt(question.text, 120)),
      expected: language.sqlExpected,
      from: [listed],
      compute: () => written?.sql ?? null,
    });
    if (sql === null || (!written && !listed.planned)) {
      const names = found.map(({ name }) => name).join(language.separator);
      const sentence = language.noTable(question.text, names);
      return { done: false, sentence: words[work.language].join([sentence, ...cutNote(listed, language.cut)]) };
    }
    return yield* ask(work, question, written, sql);
  },
});

function* ask(work: Work, question: TableQuestion, written: Written | null, sql: string): Script {
  const { queryThought: thought, queryToDo } = say[work.language];
  const call: Call = { tool: "query_table", input: { sql }, thought, toDo: queryToDo(excerpt(question.text, 120)) };
  const { call: made, outcome } = yield* attempt(work, call, (each) => rowsOf(each) !== null);
  if (!outcome.ok) return failed(work, made, outcome);
  if (outcome.planned || !written) return { done: true, sentence: "", value: outcome.text, composed: true };
  return told(work, question, written, rowsOf(outcome) ?? []);
}

const cutNote = ({ value, planned }: Outcome, note: string) => (Array.isArray(value) || planned ? [] : [note]);

function* list(work: Work): Steps<Outcome | Result> {
  const language = say[work.language];
  if (!work.tools.has("list_tables")) return withoutTool(work, "list_tables", language.listToDo);
  const call: Call = { tool: "list_tables", input: {}, thought: language.listThought, toDo: language.listToDo };
  const { call: made, outcome } = yield* attempt(work, call, (each) => tablesOf(each) !== null);
  return outcome.ok ? outcome : failed(work, made, outcome);
}

/** Rows that are told besides the first. */
const mostTold = 9;

function told(work: Work, question: TableQuestion, { key, figure }: Written, rows: readonly Row[]): Result {
  const language = say[work.language];
  const [first, ...others] = rows;
  if (!first) return { done: true, sentence: language.none };
  const figureName = figure.replaceAll("_", " ");
  if (key === null) {
    const value = text(first[figure]);
    return { done: true, sentence: language.one(figureName, value), value, composed: true };
  }
  const unit = question.change === null ? "" : language.percent;
  const show = (row: Row) =>
    `${text(row[key])} ${question.change === null ? text(row[figure]) : signed(row[figure])}${unit}`;
  if (question.change === null) {
    const sentence = language.list(
      figureName,
      [first, ...others]
        .slice(0, mostTold + 1)
        .map(show)
        .join(language.separator),
    );
    return { done: true, sentence, value: sentence, composed: true };
  }
  const values = ["first_value", "last_value", "first_time", "last_time"].map((name) => text(first[name]));
  const [from = "", to = "", start = "", end = ""] = values;
  const lead = language[question.change](text(first[key]), signed(first[figure]), from, to, start, end);
  const rest = others.slice(0, mostTold).map(show).join(language.separator);
  const sentence = words[work.language].join([lead, ...(rest ? [language.then(rest)] : [])]);
  return { done: true, sentence, value: sentence, composed: true };
}

const text = (value: Row[string] | undefined) => String(value ?? "?");
