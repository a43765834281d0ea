// The sentences of the skill of dates, in both languages.

export const dateSentences = {
  en: {
    betweenThought: (from: string, to: string) => `I count the days from ${from} to ${to} with the date tool.`,
    between: (from: string, to: string, days: string) =>
      `From ${from} to ${to} it is ${days} ${days === "1" ? "day" : "days"}.`,
    betweenToDo: (from: string, to: string) => `count the days from ${from} to ${to}`,
    weekdayThought: (date: string) => `I look up the weekday of ${date}.`,
    weekday: (date: string, weekday: string) => `${date} is a ${weekday}.`,
    weekdayToDo: (date: string) => `look up the weekday of ${date}`,
    addThought: (date: string, amount: string) => `I let the date tool go ${amount} from ${date}.`,
    add: (date: string, amount: string, back: boolean, result: string, weekday: string) =>
      `${amount} ${back ? "before" : "after"} ${date} it is ${result}, a ${weekday}.`,
    addToDo: (date: string, amount: string) => `go ${amount} from ${date}`,
    nowThought: (place: string | null) => (place ? `I look at the clock for ${place}.` : "I look at the clock."),
    now: (place: string | null, date: string, time: string, weekday: string, zone: string) =>
      `${place ? `In ${place} it is` : "It is"} ${time} on ${weekday}, ${date} (${zone}).`,
    nowToDo: "look at the clock",
    unknownPlace: (place: string) =>
      `I know no time zone for “${place}”. Write it as an IANA name, for example Europe/Berlin.`,
    byRule: (sentence: string) => `${sentence} (Counted by my own calendar rule, without a tool.)`,
    bareToDo: (toDo: string) => `take the answer alone from what the tool gave (${toDo})`,
    bareExpected: "the number, the weekday or the date alone",
    units: { years: "years", months: "months", weeks: "weeks", days: "days" } as Record<string, string>,
  },
  zh: {
    betweenThought: (from: string, to: string) => `用日期工具计算 ${from} 到 ${to} 相差多少天。`,
    between: (from: string, to: string, days: string) => `从 ${from} 到 ${to} 相差 ${days} 天。`,
    betweenToDo: (from: string, to: string) => `计算 ${from} 到 ${to} 的天数`,
    weekdayThought: (date: string) => `查一下 ${date} 是星期几。`,
    weekday: (date: string, weekday: string) => `${date} 是${weekday}。`,
    weekdayToDo: (date: string) => `查 ${date} 是星期几`,
    addThought: (date: string, amount: string) => `用日期工具从 ${date} 起推算 ${amount}。`,
    add: (date: string, amount: string, back: boolean, result: string, weekday: string) =>
      `${date} 之${back ? "前" : "后"} ${amount}是 ${result}，${weekday}。`,
    addToDo: (date: string, amount: string) => `从 ${date} 起推算 ${amount}`,
    nowThought: (place: string | null) => (place ? `看一下${place}的时间。` : "看一下时钟。"),
    now: (place: string | null, date: string, time: string, weekday: string, zone: string) =>
      `${place ? `${place}现在是` : "现在是"} ${date} ${time}，${weekday}（${zone}）。`,
    nowToDo: "看时钟",
    unknownPlace: (place: string) => `我不知道“${place}”的时区。请写成 IANA 名称，例如 Europe/Berlin。`,
    byRule: (sentence: string) => `${sentence}（按我自己的历法规则推算，没有使用工具。）`,
    bareToDo: (toDo: string) => `从工具的结果中只取出答案（${toDo}）`,
    bareExpected: "只写数字、星期或日期",
    units: { years: "年", months: "个月", weeks: "周", days: "天" } as Record<string, string>,
  },
};
