// Texts of the tables and documents that the page needs before their panel is loaded.

export const dataStartTexts = {
  "data.label": "Data",
  "data.hint": "Tables and texts that the tools can read",
  "data.loading": "Loading…",
  "example.investment":
    "Write an investment report on Amazon (AMZN) from the stocks table: trend, best and worst year, volatility against the others, risks, and what was said of the economy in those years.",
  "example.investment.zh":
    "根据 stocks 表写一份亚马逊（AMZN）的投资报告：走势、最好和最差的年份、相对其他股票的波动性、风险，以及那些年国情咨文对经济的说法。",
  "example.stocks": "Which stock rose most between 2005 and 2009?",
  "example.stocks.zh": "2005年到2009年哪只股票涨得最多？",
  "example.addresses": "What did the State of the Union addresses say about unemployment in 2009?",
} as const;
