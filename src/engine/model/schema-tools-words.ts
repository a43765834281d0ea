// What a model is told of tools that it calls by writing JSON.
import type { Language } from "../events.ts";
import type { ToolSpec } from "./model.ts";

const words = {
  en: {
    rules:
      "Each of your replies is one JSON object and nothing else. It calls one tool, or gives the final answer:\n" +
      '{"thought": "what you need to know", "tool": "name of the tool", "input": {…}}\n' +
      '{"thought": "why this is the answer", "answer": "the final answer"}\n' +
      'The result of a call comes back as {"tool": "name of the tool", "result": "…"}.',
    tools: "The tools:",
    input: "input",
  },
  zh: {
    rules:
      "你的每次回复只能是一个 JSON 对象，不能有其他内容：要么调用一个工具，要么给出最终答案：\n" +
      '{"thought": "需要知道什么", "tool": "工具名", "input": {…}}\n' +
      '{"thought": "为什么这就是答案", "answer": "最终答案"}\n' +
      '调用的结果会以 {"tool": "工具名", "result": "…"} 的形式返回。',
    tools: "可用的工具：",
    input: "输入",
  },
} as const satisfies Record<Language, unknown>;

/** The form of a reply, and each tool with its description and the JSON Schema of its input. */
export function toolsText(tools: readonly ToolSpec[], language: Language): string {
  const say = words[language];
  const list = tools.map(
    ({ name, description, parameters }) => `- ${name}: ${description} (${say.input}: ${JSON.stringify(parameters)})`,
  );
  return [say.rules, say.tools, ...list].join("\n");
}
