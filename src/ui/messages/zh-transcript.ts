// Texts of the transcript, in Chinese.
import type { transcriptTexts } from "./en-transcript.ts";
import type { Translated } from "./text.ts";

export const zhTranscript: Translated<typeof transcriptTexts> = {
  "transcript.label": "文字记录",
  "transcript.copy": "文字记录（Markdown）",
  "transcript.follow": "跟随最新",
  "transcript.empty": "还没有任何内容。",
  "transcript.count": "{count} 段",
  "transcript.title": "运行：{title}",
  "transcript.facts": "模式 {pattern}，开始于 {started}",
  "transcript.task": "任务",
  "transcript.thought": "思考",
  "transcript.reply": "回复",
  "transcript.reply.cut": "回复（被截断）",
  "transcript.reasoning": "推理",
  "transcript.result": "结果",
  "transcript.waiting": "还没有结果",
  "transcript.failed": "失败",
  "transcript.plan": "计划",
  "transcript.plan.revision": "计划，修订 {revision}",
  "transcript.answer": "答案",
  "transcript.answer.none": "没有答案",
  "transcript.stop": "结束的原因",
};
