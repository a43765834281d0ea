// The rehearsal model under every pattern: each shows its own shape, and all come to the same figures.
import { describe, expect, test } from "vitest";
import { calledIn, eventsOf, firstPlan, run } from "./runs.ts";
import { change, extremeYears, largestFall, percent, pricesOf, symbols, volatility } from "./shares.ts";

const withTools = ["react", "plan-execute", "multi-agent", "supervisor", "plan-notebook"];

const files =
  "Calculate 10*5, save the result to result.txt, then read it back to verify. This is a multi-step task, please plan first.";
const filesZh = "计算10*5，把结果保存到result.txt，再读出来核对。这是一个多步骤任务，请先制定计划。";
const report =
  "Write an investment report on Amazon (AMZN) from the stocks table, 2000 to 2010: the trend, its best and worst year, its volatility against the other stocks, the risks, and what the State of the Union addresses said of the economy in those years.";
const reportZh =
  "根据 stocks 表写一份亚马逊（AMZN）2000年到2010年的投资报告：走势、最好和最差的年份、相对其他股票的波动性、风险，以及那些年国情咨文对经济的说法。";

describe.each(withTools)("under %s", (pattern) => {
  test.each([files, filesZh])("%s", async (task) => {
    const { outcome, answer, log, files } = await run(task, pattern);
    expect(outcome).toMatchObject({ status: "completed" });
    expect(answer).toContain("50");
    expect(answer).toMatch(/They match|一致/);
    expect(await files.read("result.txt")).toBe("50");
    expect(calledIn(log)).toEqual(expect.arrayContaining(["calculator", "write_file", "read_file"]));
  });

  test.each([report, reportZh])("%s", async (task) => {
    const { outcome, answer, log } = await run(task, pattern);
    expect(outcome).toMatchObject({ status: "completed" });
    const { best, worst } = extremeYears("AMZN");
    const told = [
      percent(change(pricesOf("AMZN"))),
      percent(change(pricesOf("MSFT"))),
      best?.year,
      percent(best?.change ?? NaN),
      worst?.year,
      percent(worst?.change ?? NaN),
      ...symbols.map((symbol) => `${volatility(symbol)}`),
      ...symbols.map((symbol) => percent(largestFall(symbol))),
    ];
    for (const figure of told) expect(answer).toContain(figure);
    expect(answer).toMatch(/State of the Union address 200\d/);
    expect(eventsOf(log, "warning")).toEqual([]);
    expect(eventsOf(log, "nudge")).toEqual([]);
    expect(calledIn(log).filter((tool) => tool === "query_table")).toHaveLength(4);
  });
});

describe("single prompt, without tools", () => {
  test("works out what its own rule can, and says what it cannot do", async () => {
    const { outcome, answer } = await run(files, "single");
    expect(outcome.status).toBe("completed");
    expect(answer).toContain("10*5 = 50. (Worked out by my own exact rule");
    expect(answer).toContain("I have no tools in this run");
  });

  test("makes up no figure of a report", async () => {
    const { answer } = await run(report, "single");
    expect(answer).toContain("**Volatility.** I could not query the prices");
    expect(answer.replace(/AMZN|2000|2010/g, "")).not.toMatch(/\d/);
  });
});

describe("shapes", () => {
  test("plan-execute: queries side by side, and a check that builds on all of them", async () => {
    const { log } = await run(report, "plan-execute");
    expect(firstPlan(log)).toEqual([
      "1 query_table",
      "2 query_table",
      "3 query_table",
      "4 query_table",
      "5 search_documents",
      "6 - < 1 2 3 4 5",
    ]);
    expect(eventsOf(log, "review")).toMatchObject([{ passed: true, score: null }]);
  });

  test("plan-execute: where the task names no years, they are worked out and put into the searches", async () => {
    const { log, answer } = await run(report.replace(", 2000 to 2010", ""), "plan-execute");
    expect(firstPlan(log).slice(4, 8)).toEqual([
      "5 - < 2",
      "6 - < 2",
      "7 search_documents < 5",
      "8 search_documents < 6",
    ]);
    const { best, worst } = extremeYears("AMZN");
    const searches = eventsOf(log, "tool.call").filter(({ tool }) => tool === "search_documents");
    expect(searches.map((event) => event.arguments)).toMatchObject([
      { from: best?.year, to: best?.year },
      { from: worst?.year, to: worst?.year },
    ]);
    expect(answer).toContain(`State of the Union address ${best?.year}`);
  });

  test("plan-execute: each figure of the answer names its step", async () => {
    const { answer } = await run(files, "plan-execute");
    expect(answer).toBe(
      "10*5 = 50. [1] I saved “50” in result.txt. [2] I read result.txt back: it holds “50”, just what it should hold. They match. [3]",
    );
  });

  test("multi-agent: finance and news side by side, the writer after them", async () => {
    const { log, answer } = await run(report, "multi-agent");
    expect(eventsOf(log, "handoff")).toMatchObject([
      {
        to: "finance",
        task: "Report on AMZN from 2000 to 2010: the trend, the best and the worst year, the volatility against the others.",
      },
      { to: "news", task: "Report on AMZN from 2000 to 2010: what was said of the economy." },
      { to: "writer", task: "Report on AMZN from 2000 to 2010: the risks.", dependsOn: ["finance", "news"] },
    ]);
    expect(eventsOf(log, "board.read")).toMatchObject([
      { agent: "writer", entries: [{ key: "finance" }, { key: "news" }] },
    ]);
    // What the writer says of the worst year it has from finance.
    const { worst } = extremeYears("AMZN");
    expect(answer).toMatch(new RegExp(`Risks.*Its worst year was ${worst?.year}\\..*\\[writer\\]`));
  });

  test("multi-agent: what one calculates another saves", async () => {
    const { log, files: written } = await run(files, "multi-agent");
    expect(eventsOf(log, "handoff")).toMatchObject([{ to: "finance" }, { to: "writer", dependsOn: ["finance"] }]);
    expect(await written.read("result.txt")).toBe("50");
  });

  test("supervisor: the reviewer is content after one round, and says why", async () => {
    const { log, lines } = await run(report, "supervisor");
    expect(lines.filter((line) => /^ {2}round/.test(line))).toEqual(["  round 1"]);
    expect(eventsOf(log, "review")).toMatchObject(
      [{ passed: true, score: 1, feedback: /every figure stands in the results/ }].map((each) => ({
        ...each,
        feedback: expect.stringMatching(each.feedback) as string,
      })),
    );
  });

  test("plan-notebook: the article's demo takes ten turns, and each outcome is the data", async () => {
    const { log } = await run(files, "plan-notebook");
    expect(calledIn(log)).toEqual([
      "create_plan",
      "update_subtask_state",
      "calculator",
      "finish_subtask",
      "write_file",
      "finish_subtask",
      "read_file",
      "finish_subtask",
      "finish_plan",
    ]);
    expect(eventsOf(log, "model.reply")).toHaveLength(10);
    const finished = eventsOf(log, "tool.call").filter(({ tool }) => tool === "finish_subtask");
    expect(finished[0]?.arguments).toEqual({ subtask_idx: 0, subtask_outcome: "10*5 = 50." });
    const last = eventsOf(log, "plan").at(-1);
    expect(last?.items.map(({ state }) => state)).toEqual(["done", "done", "done"]);
  });
});

describe.each(withTools)("under %s a task beyond its rules", (pattern) => {
  test.each(["Write a poem about the sea", "写一首关于大海的诗"])("is refused, and the run ends: %s", async (task) => {
    const { outcome, answer, log } = await run(task, pattern);
    expect(outcome.status).toBe("completed");
    expect(answer).toMatch(/I cannot do this task|这个任务我做不了/);
    expect(calledIn(log)).toEqual([]);
  });

  test("is done as far as it is understood, and the rest is named", async () => {
    const { outcome, answer, log } = await run("Calculate 6*7 and translate the result into French", pattern);
    expect(outcome.status).toBe("completed");
    expect(answer).toContain("6*7 = 42");
    expect(answer).toMatch(/translate the result into French/);
    expect(calledIn(log)).toContain("calculator");
  });

  test("without data ends with what failed", async () => {
    const { outcome, answer } = await run("Average MPG by origin", pattern, { ports: {} });
    expect(outcome.status).toBe("completed");
    expect(answer).toMatch(/query_table|list_tables|query the tables/);
    expect(answer).not.toMatch(/\d\d\.\d/);
  });
});

describe.each(withTools.filter((pattern) => pattern !== "react"))("%s comes to the answer of ReAct", (pattern) => {
  const withoutCitations = (answer: string) =>
    answer.replace(/ ?\[(?:\d+(?:, \d+)*|finance|news|writer)\]/g, "").replace(/\s+/g, "");

  test.each([
    "1. Calculate 10*5\n2. Save the result to result.txt\n3. Read it back and check it",
    "Calculate 6*7 and verify it",
    "Add 5 and 7, double it, and save it to out.txt",
    "Calculate 10*5 and 3+4 and save the results to both.txt",
    "How many days are there from 1 March 2024 to 24 December 2026, and what is that number divided by 7?",
    "What do 12,500 USD grow to in 9 years at 4.2 % a year? Save the figure to savings.txt.",
    "How many kilometres are 26.2 miles? Answer to two decimals.",
    "Write “hello” to hello.txt, copy hello.txt to copy.txt and list all files",
    "把5英里换算成公里，再保存到km.txt",
    "12500元按年利率4.2%存9年，会增长到多少？",
    "Which stock rose most between 2005 and 2009?",
    "Average MPG by origin, then save the result to mpg.txt",
    "What did the State of the Union addresses say about inflation between 1975 and 1981?",
    "国情咨文在2009年对失业怎么说？",
  ])("%s", async (task) => {
    const [{ answer }, react] = [await run(task, pattern), await run(task, "react")];
    expect(withoutCitations(answer)).toBe(withoutCitations(react.answer));
  });
});
