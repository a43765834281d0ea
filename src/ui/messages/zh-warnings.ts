// What the engine warns of, in Chinese, by the code of the warning.
import type { warningTexts } from "./en-warnings.ts";
import type { Translated } from "./text.ts";

export const zhWarnings: Translated<typeof warningTexts> = {
  "answer-cut-off": "答案被输出上限截断。",
  "conversation-shortened.full": "对话超出了模型的上下文长度：最早的几轮已略去。",
  "conversation-shortened.near": "对话接近模型的 {contextTokens} 个 Token：最早的几轮已略去。",
  drill: "故障演习：此处制造了故障（{kind}）。",
  "edit-refused": "无法采用编辑后的计划，计划保持不变。{why}",
  "edit-refused.late": "编辑得太晚：在采用之前，计划已经执行完或已重新编写。",
  "fabricated-observation": "模型自己编造了观察结果。该结果及其后的内容已丢弃。",
  "implicit-answer": "模型没有遵守格式：以它最后的文字作为答案。",
  "no-closing-answer": "没有收尾的答案。{why}",
  "no-closing-answer.budget": "没有收尾的答案。剩余的预算容不下收尾调用。",
  "no-closing-answer.nothing": "没有收尾的答案。运行结束时还没有可用来回答的内容。",
  "no-closing-answer.reply": "没有收尾的答案。收尾的回复中没有答案。",
  "no-decomposition": "任务的分工无法读取：每个智能体都拿到整个任务。",
  "no-plan": "没有读到计划：任务作为一个步骤执行。",
  "no-reflection": "反思的回复无法读取，因此没有修订计划。{why}",
  "no-review": "评审的回复无法读取，按未通过处理。{why}",
  "notebook-state": "先前运行保存的计划无法读取，计划本从空白开始。{why}",
  "output-limit-ignored": "模型写出的内容超过了 {most} 个 Token 的上限，已在该处截断。",
  "revisions-used": "计划已修订 {revisions} 次，仍不完整：{feedback}",
  "rounds-used": "{rounds} 轮已用完，评审仍不满意。这是得分最高的答案（{score}）：{feedback}",
  stalled: "各轮不再有进展，评审仍不满意。这是得分最高的答案（{score}）：{feedback}",
  "unknown-agent": "有工作分给了不在团队中的智能体，因此没有执行：{names}。",
  "usage-above-reservation":
    "供应商报告的用量为 {input} + {output} 个 Token，超过了预留的 {reservedInput} + {reservedOutput} 个。",
};
