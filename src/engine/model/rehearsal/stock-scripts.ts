// What the report on a share does, part by part.
import { attempt } from "./attempt.ts";
import { hitsOf, rowsOf, signed, type Hit, type Row } from "./observed.ts";
import type { Period } from "./period.ts";
import {
  workOut,
  type Call,
  type Intent,
  type Outcome,
  type Result,
  type Script,
  type Subject,
  type Work,
} from "./skill.ts";
import { changesSql, fallsSql, volatilitySql, yearsSql } from "./stock-sql.ts";
import { stockWords, type StockSentences } from "./stock-words.ts";
import { failed, withoutTool } from "./words.ts";

export type Share = Subject;

type Title = keyof StockSentences["titles"];

export const whichShare: Intent = {
  *script(work): Script {
    return { done: false, sentence: stockWords[work.language].whichShare };
  },
};

export const trend = ({ symbol, period }: Share): Intent => ({
  *script(work): Script {
    const say = stockWords[work.language];
    const call = query(changesSql(period), say.trendThought, say.trendToDo(symbol, say.span(period)));
    return yield* ofRows(work, "trend", call, symbol, (row, others) =>
      [
        say.trend(
          symbol,
          text(row["first_price"]),
          text(row["first_date"]),
          text(row["last_price"]),
          text(row["last_date"]),
          signed(row["change_percent"]),
        ),
        others.length > 0 ? say.others(figures(others, "change_percent")) : "",
      ].join(glue(work)),
    );
  },
});

export const years = ({ symbol, period }: Share): Intent => ({
  *script(work): Script {
    const say = stockWords[work.language];
    const call = query(yearsSql(symbol, period), say.yearsThought(symbol), say.yearsToDo(symbol, say.span(period)));
    const asked = yield* ask(work, "years", call);
    if ("sentence" in asked) return asked;
    const rows = rowsOf(asked) ?? [];
    if (!asked.planned && rows.length === 0)
      return { done: false, sentence: say.section(say.titles.years, say.noShare(symbol, [])) };
    for (const best of [true, false]) remember(work, best, asked, rows);
    const [worst, best] = [extreme(rows, false), extreme(rows, true)];
    if (!worst || !best) return { done: true, sentence: "", value: asked.text, composed: true };
    const short = rows.filter((row) => typeof row["months"] === "number" && row["months"] < 12);
    const told =
      rows.length === 1
        ? say.oneYear(text(best["year"]), signed(best["change_percent"]))
        : say.years(
            text(best["year"]),
            signed(best["change_percent"]),
            text(worst["year"]),
            signed(worst["change_percent"]),
          );
    const parts = short.map((row) => say.partYear(text(row["year"]), Number(row["months"])));
    return section(say, "years", [told, ...parts].join(glue(work)));
  },
});

/** Keeps the best or the worst year, with how it is to be worked out where the work goes by a plan. */
function remember(work: Work, best: boolean, from: Outcome, rows: readonly Row[]): void {
  const name = best ? "best year" : "worst year";
  const year = extreme(rows, best)?.["year"];
  if (year !== undefined) work.notes.set(name, text(year));
  work.notes.set(`${name} from`, from.text);
}

export const volatility = ({ symbol, period }: Share): Intent => ({
  *script(work): Script {
    const say = stockWords[work.language];
    const call = query(volatilitySql(period), say.volatilityThought, say.volatilityToDo(say.span(period)));
    return yield* ofRows(work, "volatility", call, symbol, (row, others, rank) =>
      say.volatility(
        symbol,
        text(row["volatility_percent"]),
        rank,
        others.length + 1,
        figures(others, "volatility_percent", String),
      ),
    );
  },
});

export const risks = ({ symbol, period }: Share): Intent => ({
  *script(work): Script {
    const say = stockWords[work.language];
    const worst = work.notes.get("worst year");
    const call = query(fallsSql(period), say.fallsThought, say.fallsToDo(say.span(period)));
    return yield* ofRows(work, "risks", call, symbol, (row, others) =>
      [
        say.risks(symbol, signed(row["fall_percent"]), text(row["peak"]), text(row["low"]), text(row["low_date"])),
        worst === undefined ? "" : say.worstYear(worst),
        others.length > 0 ? say.otherFalls(figures(others, "fall_percent")) : "",
      ]
        .filter(Boolean)
        .join(glue(work)),
    );
  },
});

const economyQuery = "economy recession unemployment jobs";

/** When it was said: `named` is how a plan calls it before the year is known. */
interface When extends Period {
  named: string;
}

/** In the years of the report; where it names none, in the share's best and worst year. */
export const economy = ({ symbol, period }: Share): Intent => ({
  *script(work): Script {
    const say = stockWords[work.language];
    const hits: Hit[] = [];
    for (const { from, to, named } of whenOf(work, symbol, period)) {
      const call: Call = {
        tool: "search_documents",
        input: { query: economyQuery, ...(from !== null && { from }), ...(to !== null && { to }), limit: 3 },
        thought: say.economyThought(say.span({ from, to })),
        toDo: say.economyToDo(named),
      };
      const found = yield* ask(work, "economy", call);
      if ("sentence" in found) return found;
      hits.push(...(hitsOf(found) ?? []));
    }
    return section(say, "economy", hits.length > 0 ? say.said(hits) : say.nothingSaid(say.span(period)));
  },
});

function whenOf(work: Work, symbol: string, period: Period | null): When[] {
  const say = stockWords[work.language];
  if (period) return [{ ...period, named: say.span(period) }];
  const found = [true, false].flatMap((best): When[] => {
    const name = best ? "best year" : "worst year";
    const from = work.notes.get(`${name} from`);
    const known = work.notes.get(name) ?? null;
    const year =
      from === undefined
        ? known
        : workOut(work, {
            toDo: say.yearToDo(best, symbol),
            expected: say.yearExpected,
            from: [{ ok: true, text: from, value: from, nudged: false }],
            compute: () => known,
          });
    return year === null ? [] : [{ from: year, to: year, named: say.inYear(best) }];
  });
  return found.length > 0 ? found : [{ from: null, to: null, named: "" }];
}

type Steps<T> = Generator<Call, T, Outcome>;

const query = (sql: string, thought: string, toDo: string): Call => ({
  tool: "query_table",
  input: { sql },
  thought,
  toDo,
});

/** One call of a part; its outcome, or the part that could not be written. */
function* ask(work: Work, title: Title, call: Call): Steps<Outcome | Result> {
  const say = stockWords[work.language];
  const without = (result: Result) => ({ ...result, sentence: say.noPart(say.titles[title], result.sentence) });
  if (!work.tools.has(call.tool)) {
    const toDo = call.tool === "query_table" ? say.queryTool : say.searchTool;
    return without(withoutTool(work, call.tool, toDo));
  }
  const { call: made, outcome } = yield* attempt(
    work,
    call,
    (outcome) => rowsOf(outcome) !== null || hitsOf(outcome) !== null,
  );
  return outcome.ok ? outcome : without(failed(work, made, outcome));
}

/** A part that is told from the row of one share and the rows of the others. */
function* ofRows(
  work: Work,
  title: Title,
  call: Call,
  symbol: string,
  tell: (row: Row, others: readonly Row[], rank: number) => string,
): Script {
  const say = stockWords[work.language];
  const asked = yield* ask(work, title, call);
  if ("sentence" in asked) return asked;
  if (asked.planned) return { done: true, sentence: "", value: asked.text, composed: true };
  const rows = rowsOf(asked) ?? [];
  const index = rows.findIndex((row) => row["symbol"] === symbol);
  const row = rows[index];
  if (!row) {
    const known = rows.map((each) => text(each["symbol"]));
    return { done: false, sentence: say.section(say.titles[title], say.noShare(symbol, known)) };
  }
  const others = rows.filter((each) => each !== row);
  return section(say, title, tell(row, others, index + 1));
}

function section(say: StockSentences, title: Title, told: string): Result {
  const sentence = say.section(say.titles[title], told).replace(/ +\n/g, "\n");
  return { done: true, sentence, value: sentence.trim(), composed: true };
}

function extreme(rows: readonly Row[], best: boolean): Row | undefined {
  const changed = rows.filter((row) => typeof row["change_percent"] === "number");
  return changed.toSorted((a, b) => (Number(a["change_percent"]) - Number(b["change_percent"])) * (best ? -1 : 1))[0];
}

const figures = (rows: readonly Row[], column: string, show: (value: Row[string] | undefined) => string = signed) =>
  rows.map((row) => ({ symbol: text(row["symbol"]), figure: show(row[column]) }));

const text = (value: Row[string] | undefined) => String(value ?? "?");
const glue = ({ language }: Work) => (language === "zh" ? "" : " ");
