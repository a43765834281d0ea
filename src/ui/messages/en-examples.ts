// The example tasks with their notes: loaded when a person looks for one.
import { en } from "./en.ts";
import { part } from "./text.ts";

export const exampleTexts = {
  [part]: "examples",
  "example.files": en["example.files"],
  "example.files.zh": en["example.files.zh"],
  "example.dates": en["example.dates"],
  "example.interest": "What do 12,500 USD grow to in 9 years at 4.2 % a year? Save the figure to savings.txt.",
  "example.units": "How many kilometres are 26.2 miles? Answer to two decimals.",
  "example.investment":
    "Write an investment report on Amazon (AMZN) from the stocks table: trend, best and worst year, volatility against the others, risks, and what was said of the economy in those years.",
  "example.investment.zh":
    "根据 stocks 表写一份亚马逊（AMZN）的投资报告：走势、最好和最差的年份、相对其他股票的波动性、风险，以及那些年国情咨文对经济的说法。",
  "example.question": "What did the State of the Union addresses say about inflation between 1974 and 1981?",
  "example.question.note":
    "One such question once took an agent 47 model and 120 tool calls, and over 3 dollars: it kept searching in other words, and what came back was never complete.",
  "example.question.zh": "国情咨文在1974年到1981年对通货膨胀怎么说？",
  "example.question.zh.note":
    "曾有智能体为这样一个问题调用模型47次、工具120次，花掉3美元多：它不断换词再搜，结果却总是不完整。",
  "example.company":
    "Analyse Apple (AAPL) from the stocks table: trend, best and worst year, volatility against the others, risks.",
  "example.company.note":
    "One company once took an agent 40 calls and nearly 200 yuan: analysis after analysis, with no limit to end it.",
  "example.company.zh": "根据 stocks 表分析苹果公司（AAPL）：走势、最好和最差的年份、相对其他股票的波动性、风险。",
  "example.company.zh.note": "曾有智能体分析一家公司就调用了40次，花掉近200元：分析之后又分析，没有任何限制让它停下。",
  "example.experts":
    "Write the 2009 annual report on Microsoft (MSFT) from the stocks table and the State of the Union addresses, from several experts' views: its trend, its volatility against the others, what was said of the economy in that year, and the risks.",
  "example.experts.note": "With Multi-Agent the experts work side by side, and the writer builds on what they found.",
  "example.experts.zh":
    "从多位专家的角度写一份微软（MSFT）2009年的年度报告：股价走势、相对其他股票的波动性、风险，以及那一年国情咨文对经济的说法。",
  "example.experts.zh.note": "用 Multi-Agent 时，几位专家同时工作，撰写者再把结果汇总。",
  "example.stocks": "Which stock rose most between 2005 and 2009?",
  "example.stocks.zh": "2005年到2009年哪只股票涨得最多？",
  "example.addresses": "What did the State of the Union addresses say about unemployment in 2009?",
  story: "Rehearse that agent",
  "story.hint": "Sets the rehearsal model with a drill, and the prices of that time",
} as const;
