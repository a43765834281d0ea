// What an answer's figures rest on, in Chinese.
import type { groundingTexts } from "./en-grounding.ts";
import type { Translated } from "./text.ts";

export const zhGrounding: Translated<typeof groundingTexts> = {
  "all.one": "答案中唯一的数字可以在运行观察到或得到的内容中找到。",
  all: "全部 {count} 个数字都可以在运行观察到或得到的内容中找到。",
  some: "{all} 个数字中有 {count} 个在运行观察到的内容中都找不到。",
  rule: "按规则判断：四舍五入后的值算有依据；计算器的结果，若算式中的数字有依据，也算有依据。正确的数字是否出现在正确的句子里，需要你自己判断。",
  observed: "来自 {tool}：{excerpt}",
  "observed.rounded": "四舍五入，来自 {tool}：{excerpt}",
  calculated: "由 {tool} 计算：{excerpt}",
  more: "另有 {count} 处",
  "none.unseen": "（无依据）",
  none: "无依据：在运行观察到的内容中都找不到。",
  "none.operand": "无依据：由 {operand} 计算得出，而它在运行观察到的内容中都找不到。",
};
