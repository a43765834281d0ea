// What is said beside the example tasks, in Chinese. The tasks themselves are offered in both languages.
import type { exampleTexts } from "./en-examples.ts";
import type { Translated } from "./text.ts";

export const zhExamples: Partial<Translated<typeof exampleTexts>> = {
  "example.question.note":
    "曾有智能体为这样一个问题调用模型 47 次、工具 120 次，花掉 3 美元多：它不断换词再搜，结果却总是不完整。",
  "example.company.note": "曾有智能体分析一家公司就调用了 40 次，花掉近 200 元：分析之后又分析，没有任何限制让它停下。",
  "example.experts.note": "用 Multi-Agent 时，几位专家同时工作，撰写者再把结果汇总。",
  story: "重演那个智能体",
  "story.hint": "选用排练模型和一项故障演习，以及当时的价格",
};
