// What the bundled tools do, in Chinese for a person: in English the page shows what models are told.
import type { Texts } from "./text.ts";

export const zhTools = {
  "tool.calculator":
    "精确计算表达式，给出数值，有单位则带单位。支持 + - * / ^ % ! 括号、pi、e、单位（用 to 换算）、round(x, places)、sqrt、ln、log10、log(x, base)、sin（弧度，或 30 deg）、gcd、combinations、min、max、mean、median 等。100 + 10% 得 110；8 mod 3 得 2。无限小数保留 20 位。例如：“10*5”、“15% of 80”、“5 km to mile”",
  "tool.write_file": "把文本保存到本次运行的文件中：新建文件，或替换其全部内容。",
  "tool.read_file": "返回本次运行中某个文件的文本。",
  "tool.list_files": "列出本次运行的所有文件路径。",
  "tool.delete_file": "永久删除本次运行的一个文件。",
  "tool.current_time": "给出当前日期和时间、星期和 ISO 周数；可指定时区，默认为用户所在时区。",
  "tool.date_math":
    "在日期或时间上加减年、月、周、天、小时或分钟，或换算到其他时区；给出星期和 ISO 周数。夏令时精确计算。",
  "tool.days_between": "给出两个日期或时间相隔多久：以天、周、年月日计，有时间时还以小时计。首日不计，末日计入。",
  "tool.search_documents":
    "按词语查找文档，最相关的在前，并给出标题、日期、一段原文及其页码。不访问互联网：只查本页面的文档（1960 年以来的美国国情咨文，英文，以及用户添加的文本）。",
  "tool.read_document": "返回 search_documents 找到的文档中的一页，并说明共有多少页。",
  "tool.list_tables": "列出 query_table 可以读取的表：名称、行数、各列及其类型、来源。",
  "tool.query_table":
    "用一条 SQL 查询读取表格（SQLite，另有 stddev、variance、median、corr）。日期是 2009-10-01 这样的文本，strftime('%Y', date) 给出年份。",
  "tool.ask_user":
    "向给出任务的人提一个问题，并等待回答。只问其他工具查不到、也无法合理假定的内容：回答之前工作会停住。",
} as const satisfies Texts;
