// The skill of dates: days between, weekdays, a date so many days on, the time now and elsewhere.
import { attempt } from "./attempt.ts";
import type { Clause } from "./clauses.ts";
import { dateSentences as say } from "./date-sentences.ts";
import { datesIn, weekdayName, zoneIn } from "./date-words.ts";
import { wordsToDigits } from "../../numerals.ts";
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
import { failed, withoutTool, words } from "./words.ts";

export const dates: Skill = {
  name: "dates",
  examples: {
    en: ["How many days are there between 2024-02-28 and 2024-03-01?", "What time is it in Tokyo?"],
    zh: ["2024-02-28到2024-03-01有多少天？", "东京现在几点？"],
  },
  read(clause) {
    const intent = between(clause) ?? moved(clause) ?? weekday(clause) ?? now(clause);
    return intent ? [intent] : [];
  },
};

const asksDays =
  /how\s+(?:many\s+(?:days|weeks)|long)|number\s+of\s+days|(?<!\d\s*)\bdays\s+(?:are\s+)?(?:there\s+)?(?:between|from|until|till|since|to)\b|多少天|几天|天数|多久|相差/iu;
const asksWeekday = /\bweekday\b|\bday\s+of\s+the\s+week\b|\b(?:what|which)\s+day\b|星期几|周几|礼拜几/iu;
const asksNow =
  /\bwhat(?:'s|s|\s+is)?\s+(?:the\s+)?(?:current\s+|local\s+|exact\s+)?(?:time|date)(?=[\s?.!,]*$|\s+(?:in|now|right|today|at|is\s+it|please|there)\b)|\b(?:time|date)\s+(?:is\s+it\s+)?(?:right\s+)?(?:now|today)\b|\b(?:current|local)\s+(?:date|time)\b|\btoday'?s\s+date\b|现在是?几点|几点了|现在是?(?:什么)?时间|(?:当前|现在)的?(?:时间|日期)|(?:今天|今日)是?(?:几号|几月几[日号]|什么日期|的?日期)/iu;
/** Asks for the time only together with a place: "the first time in history" does not. */
const asksNowIn = /\b(?:time|now)\s+(?:is\s+it\s+)?(?:right\s+now\s+)?in\s+\S|几点/iu;

function between({ bare }: Clause): Intent | null {
  if (!asksDays.test(bare)) return null;
  const [first, second] = datesIn(bare);
  if (!first) return null;
  const since = /\bsince\b|自从?|以来/iu.test(bare);
  const [from, to] = second ? [first.date, second.date] : since ? [first.date, "today"] : ["today", first.date];
  return {
    *script(work): Script {
      const language = say[work.language];
      if (!work.tools.has("days_between")) {
        const days = work.tools.has("date_math") ? null : daysApart(from, to);
        if (days === null) return withoutTool(work, "days_between", language.betweenToDo(from, to));
        return {
          done: true,
          sentence: language.byRule(language.between(spoken(from, work), spoken(to, work), days)),
          value: days,
        };
      }
      const call = {
        tool: "days_between",
        input: { from, to },
        thought: language.betweenThought(from, to),
        toDo: language.betweenToDo(from, to),
      };
      return yield* ask(work, call, (answer) => {
        const days = answer["days"];
        if (days === undefined) return null;
        const weeks = /week|周|星期/iu.test(bare) && answer["weeks"] !== undefined ? ` (${answer["weeks"]})` : "";
        return { value: days, sentence: language.between(spoken(from, work), spoken(to, work), days) + weeks };
      });
    },
  };
}

const steps =
  /(\d+)\s*(years?|months?|weeks?|days?|个?月|年|周|个?星期|天|日)\s*(?:(after|from|before|ago)|(?:之|以)?(后|前))?/iu;

function moved({ bare }: Clause): Intent | null {
  const text = wordsToDigits(bare);
  const found = datesIn(text);
  const rest = found.reduceRight((left, { start, end }) => `${left.slice(0, start)} ⟦⟧ ${left.slice(end)}`, text);
  const match = steps.exec(rest);
  if (!match || asksDays.test(rest)) return null;
  const [, amount = "", unit = "", english, chinese] = match;
  const back = /before|ago/i.test(english ?? "") || chinese === "前" || /\b(?:minus|subtract)\b|⟧\s*减/iu.test(rest);
  const forward =
    english !== undefined ||
    chinese !== undefined ||
    /\b(?:plus|add)\b|⟧\s*(?:再?加|之?后)|\bin\s+\d|过\s*\d/iu.test(rest);
  const [base] = found;
  if (!back && !forward) return null;
  // "3 days from now" has a date too; "read it 3 days after" has none.
  if (!base && !/\b(?:now|ago|in\s+\d)\b|[后前]/iu.test(rest)) return null;
  if (!asksDate.test(rest) && !base) return null;
  const name = unitOf(unit);
  const signed = back ? -Number(amount) : Number(amount);
  const date = base?.date ?? "today";
  return {
    *script(work): Script {
      const language = say[work.language];
      const shown = `${back ? "-" : "+"}${amount} ${language.units[name] ?? name}`;
      if (!work.tools.has("date_math")) return withoutTool(work, "date_math", language.addToDo(date, shown));
      const call = {
        tool: "date_math",
        input: { date, [name]: signed },
        thought: language.addThought(date, shown),
        toDo: language.addToDo(date, shown),
      };
      return yield* ask(work, call, ({ date: result, weekday }) => {
        if (result === undefined) return null;
        return {
          value: result,
          sentence: language.add(
            spoken(date, work),
            `${amount} ${language.units[name] ?? name}`,
            back,
            result,
            weekdayName(weekday ?? "", work.language),
          ),
        };
      });
    },
  };
}

const asksDate = /\b(?:what|which)\b.*\b(?:date|day)\b|\bdate\b|\bwhen\b|几号|哪一?天|什么日子|日期|星期几|几月几/iu;

function unitOf(written: string): "years" | "months" | "weeks" | "days" {
  if (/^y|年/iu.test(written)) return "years";
  if (/^m|月/iu.test(written)) return "months";
  return /^w|周|星期/iu.test(written) ? "weeks" : "days";
}

function weekday({ bare }: Clause): Intent | null {
  if (!asksWeekday.test(bare)) return null;
  const date = datesIn(bare)[0]?.date;
  if (date === undefined) return null;
  return {
    *script(work): Script {
      const language = say[work.language];
      if (!work.tools.has("date_math")) {
        const own = weekdayOf(date);
        if (own === null || !work.tools.empty) return withoutTool(work, "date_math", language.weekdayToDo(date));
        const name = weekdayName(own, work.language);
        return { done: true, sentence: language.byRule(language.weekday(date, name)), value: name };
      }
      const call = {
        tool: "date_math",
        input: { date },
        thought: language.weekdayThought(date),
        toDo: language.weekdayToDo(date),
      };
      return yield* ask(work, call, ({ weekday, date: shown }) => {
        if (weekday === undefined) return null;
        const value = weekdayName(weekday, work.language);
        return { value, sentence: language.weekday(shown ?? date, value) };
      });
    },
  };
}

const unknownPlace =
  /\b(?:time|now|it)\s+(?:is\s+it\s+)?(?:right\s+now\s+)?in\s+([A-Z][\p{L}' -]*[\p{L}])|^([\p{Script=Han}]{2,6}?)(?:的|当地)?现在/u;
const notPlaces = /^(?:请问|你知道|那么|告诉我|请告诉我|the)$/iu;

function now({ bare }: Clause): Intent | null {
  const found = zoneIn(bare);
  if (!asksNow.test(bare) && !(found && asksNowIn.test(bare))) return null;
  const unknown = found ? undefined : unknownPlace.exec(bare)?.slice(1).find(Boolean);
  return {
    *script(work): Script {
      const language = say[work.language];
      if (unknown !== undefined && !notPlaces.test(unknown))
        return { done: false, sentence: language.unknownPlace(unknown) };
      if (!work.tools.has("current_time")) return withoutTool(work, "current_time", language.nowToDo);
      const place = found?.place ?? null;
      const input = found ? { timeZone: found.zone } : {};
      const call = { tool: "current_time", input, thought: language.nowThought(place), toDo: language.nowToDo };
      return yield* ask(work, call, (answer) => {
        const [, date, time] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/.exec(answer["dateTime"] ?? "") ?? [];
        if (date === undefined || time === undefined) return null;
        const day = weekdayName(answer["weekday"] ?? "", work.language);
        return { value: `${date} ${time}`, sentence: language.now(place, date, time, day, answer["timeZone"] ?? "") };
      });
    },
  };
}

/** A date as it is said: "today" in the language of the answer. */
function spoken(date: string, { language }: Work): string {
  if (language === "en") return date;
  return { today: "今天", tomorrow: "明天", yesterday: "昨天" }[date] ?? date;
}

/** Makes a call and tells its answer. */
function* ask(
  work: Work,
  call: Call,
  tell: (answer: Readonly<Record<string, string>>) => { value: string; sentence: string } | null,
): Generator<Call, Result, Outcome> {
  const { call: made, outcome, refused } = yield* attempt(work, call);
  if (!outcome.ok) return failed(work, made, outcome);
  const { value } = outcome;
  const object = typeof value === "object" && value !== null ? value : {};
  const answer = Object.fromEntries(Object.entries(object).map(([key, each]) => [key, String(each)]));
  const told = tell(answer);
  if (outcome.planned || work.plan) {
    const bare = workOut(work, {
      toDo: say[work.language].bareToDo(call.toDo),
      expected: say[work.language].bareExpected,
      from: [outcome],
      compute: () => told?.value ?? null,
    });
    if (outcome.planned || !told) return { done: true, sentence: "", ...(bare !== null && { value: bare }) };
  }
  // Another form than the tool's own: no result that could be told.
  if (!told) return failed(work, made, outcome);
  const notes = [answer["note"], refused === null ? undefined : words[work.language].corrected(refused)].filter(
    (note) => note !== undefined,
  );
  return { done: true, value: told.value, sentence: words[work.language].join([told.sentence, ...notes]) };
}

const dayMs = 86_400_000;

/** Days from one ISO date to another, where both are in the calendar. */
function daysApart(from: string, to: string): string | null {
  const [start, end] = [utcDay(from), utcDay(to)];
  return start === null || end === null ? null : String((end - start) / dayMs);
}

function weekdayOf(date: string): string | null {
  const day = utcDay(date);
  return day === null ? null : new Date(day).toLocaleDateString("en", { weekday: "long", timeZone: "UTC" });
}

function utcDay(date: string): number | null {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  // Date.parse takes February 30 for March 1.
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== date ? null : ms;
}
