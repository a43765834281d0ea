// What an agent is told of a loop rule that fired, in the language of the run.
import type { Language } from "./events.ts";
import type { LoopFinding, LoopRule } from "./loops.ts";

/** What the model is told: the call, how often, its result, and to take another way. */
export function nudgeText(verdict: LoopFinding, language: Language): string {
  const { rule, count, call, passage } = verdict;
  const name = call ? `${call.tool} ${short(call.arguments)}` : "";
  // One place for what the rule is about: what came back from the calls, or what was said over and over.
  const result =
    passage !== undefined
      ? short(passage.trim())
      : call
        ? short(call.result.trim() || (language === "zh" ? "空" : "nothing"))
        : "";
  return language === "zh"
    ? chinese(rule, count, name, call?.tool ?? "", result)
    : english(rule, count, name, call?.tool ?? "", result);
}

function english(rule: LoopRule, count: number, call: string, tool: string, result: string): string {
  switch (rule) {
    case "same_call_same_result":
      return `The same call was made ${count} times in a row, ${call}, with the same result each time: ${result}. Calling it again will not change that. Use what you have, or take another way.`;
    case "same_call_error":
      return `The same call failed ${count} times in a row in the same way, ${call}: ${result}. Change the arguments, use another tool, or answer with what you have.`;
    case "cycle":
      return `The same few calls were made ${count} rounds in a row with the same results, last ${call}: ${result}. Take another way, or answer with what you have.`;
    case "no_progress":
      return `${tool} gave nothing ${count} times in a row, last ${call}: ${result}. Wording it anew is not likely to help. Take another way, or say what could not be found.`;
    case "little_new":
      return `${tool} was asked ${count} times in a row in other words and brought almost nothing new, last ${call}: ${result}. Use what you have, ask for something else, or say what could not be found.`;
    case "monologue":
      return `${count} replies in a row held neither an action nor an answer.`;
    case "chanting":
      return `The reply said the same passage ${count} times close together and was cut off there: "${result}".`;
    case "same_plan":
      return `${count} rounds in a row carried out the same plan with the same results: one more would not change that.`;
    case "score_not_rising":
      return `The reviewer's score has not risen over ${count} rounds: one more is not likely to be better.`;
    default:
      return rule satisfies never;
  }
}

function chinese(rule: LoopRule, count: number, call: string, tool: string, result: string): string {
  switch (rule) {
    case "same_call_same_result":
      return `同一个调用已连续进行 ${count} 次：${call}，每次结果都相同：${result}。再次调用不会有变化。请利用已有的结果，或换一种方法。`;
    case "same_call_error":
      return `同一个调用已连续 ${count} 次以同样的方式失败：${call}，错误：${result}。请修改参数、换用其他工具，或根据已有信息回答。`;
    case "cycle":
      return `同样的几个调用已循环 ${count} 轮，结果都相同，最后一次：${call}，结果：${result}。请换一种方法，或根据已有信息回答。`;
    case "no_progress":
      return `${tool} 已连续 ${count} 次没有得到任何结果，最后一次：${call}，结果：${result}。换个说法恐怕没有帮助。请换一种方法，或说明哪些内容无法找到。`;
    case "little_new":
      return `${tool} 已连续 ${count} 次以不同说法被调用，几乎没有新的内容，最后一次：${call}，结果：${result}。请利用已有的结果、查询别的内容，或说明哪些内容无法找到。`;
    case "monologue":
      return `已连续 ${count} 次回复既没有行动也没有答案。`;
    case "chanting":
      return `回复将同一段话紧接着重复了 ${count} 次，已在该处截断：“${result}”。`;
    case "same_plan":
      return `已连续 ${count} 轮执行同样的计划并得到同样的结果：再来一轮不会有变化。`;
    case "score_not_rising":
      return `评审得分已连续 ${count} 轮没有提高：再来一轮恐怕也不会更好。`;
    default:
      return rule satisfies never;
  }
}

const short = (text: string): string => (text.length > 160 ? `${text.slice(0, 160).toWellFormed()}…` : text);
