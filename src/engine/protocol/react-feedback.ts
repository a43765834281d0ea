// What a model is told about a reply in the ReAct text form that could not be used, and the form itself.
import type { Language } from "../events.ts";
import type { ToolSpec } from "../model/model.ts";

export interface Feedback {
  empty: string;
  truncated: string;
  noDirective: string;
  ownObservation: string;
  unknownTool(name: string): string;
  badInput(tool: string, problem: string): string;
}

/** The form, in the words of each language. */
export const form: Readonly<Record<Language, { call: string; answer: string; observation: string; none: string }>> = {
  en: {
    call: 'Thought: what you know and what you need next\nAction: the name of one tool\nAction Input: {"parameter": "value"}',
    answer: "Thought: why you can answer now\nFinal Answer: the answer to the task",
    observation: "Observation: ",
    none: "none",
  },
  zh: {
    call: '思考：已经知道什么，下一步需要什么\n行动：一个工具的名称\n行动输入：{"参数": "值"}',
    answer: "思考：为什么现在可以回答\n最终答案：对任务的回答",
    observation: "观察：",
    none: "无",
  },
};

/** What to tell a model whose reply could not be used: what was wrong, the form that is expected, the tools there are. */
export function feedback(language: Language, tools: readonly ToolSpec[]): Feedback {
  const { call, answer, none } = form[language];
  const names = () => tools.map((tool) => tool.name).join(language === "zh" ? "、" : ", ") || none;
  if (language === "zh") {
    const rest = () => `请用以下格式之一回答。\n${call}\n或者：\n${answer}\n可用工具：${names()}`;
    return {
      get empty() {
        return `你的回复没有内容。${rest()}`;
      },
      get truncated() {
        return `你的回复在写完之前达到了输出上限，因此没有执行任何操作。请写得短一些。${rest()}`;
      },
      get noDirective() {
        return `你的回复中既没有行动，也没有最终答案。${rest()}`;
      },
      get ownObservation() {
        return `观察结果只能来自工具，不能由你自己写，因此其后的内容没有被采用。${rest()}`;
      },
      unknownTool: (name) => `没有名为“${name}”的工具。可用工具：${names()}`,
      badInput: (tool, problem) =>
        `没有执行 ${tool}：${problem}\n请用以下格式重写：\n行动：${tool}\n行动输入：一个 JSON 对象\n可用工具：${names()}`,
    };
  }
  const rest = () => `Reply in one of these two forms.\n${call}\nor:\n${answer}\nTools: ${names()}`;
  return {
    get empty() {
      return `Your reply was empty. ${rest()}`;
    },
    get truncated() {
      return `Your reply reached the output limit before its end, so nothing was run. Be shorter. ${rest()}`;
    },
    get noDirective() {
      return `Your reply holds neither an action nor a final answer. ${rest()}`;
    },
    get ownObservation() {
      return `Observations come from tools only. You wrote one yourself, so nothing after it was read. ${rest()}`;
    },
    unknownTool: (name) => `There is no tool "${name}". Tools: ${names()}`,
    badInput: (tool, problem) =>
      `${tool} was not run. ${problem}\nWrite it again in this form:\nAction: ${tool}\nAction Input: one JSON object\nTools: ${names()}`,
  };
}
