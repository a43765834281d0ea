// What the bundled tables hold, in Chinese for a person: in English the page shows what models are told.
import type { Texts } from "./text.ts";

export const zhBundled = {
  "table.stocks": "五家公司（MSFT、AMZN、IBM、GOOG、AAPL）的月度股价，单位美元，2000 年至 2010 年 3 月。",
  "table.sp500": "标准普尔 500 指数的月度收盘值，2000 年至 2010 年 3 月。",
  "table.us_employment": "美国各行业每月就业人数（千人，经季节调整），2006 年至 2015 年。",
  "table.unemployment": "美国各行业每月失业情况（人数以千计，失业率以百分比计），2000 年至 2010 年 2 月。",
  "table.gapminder": "各国人口、预期寿命和每位妇女生育子女数，1955 年至 2005 年，每五年一次。",
  "table.disasters": "1900 年以来全球各类自然灾害每年的死亡人数。",
  "table.cars": "1970 年至 1982 年各车型的油耗、功率和重量。",
  "table.seattle_weather": "西雅图每日天气，公制单位（mm、°C、m/s），2012 年至 2015 年。",
  "table.global_temperature": "全球地表温度的年度偏差（°C），1880 年至 2023 年。",
  "table.co2": "莫纳罗亚上空大气中二氧化碳的月度浓度（ppm），1958 年至 2020 年。",
  "table.penguins": "南极帕尔默群岛三种企鹅共 344 只的测量数据。",
} as const satisfies Texts;
