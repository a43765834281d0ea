// Single prompt: the baseline. One call, no tools; whatever it writes is the answer.
import type { Language } from "../events.ts";
import { z } from "../schema.ts";
import { definePattern } from "./pattern.ts";

export const single = definePattern({
  id: "single",
  settings: z.object({}),
  limits: ["usd", "tokens", "wallMs"],
  usesTools: false,
  // An empty reply is asked for once more.
  calls: () => ({ model: [{ role: "main", name: "answer", least: 1, most: 2 }] }),
  async run(ctx, _settings, { answerFrom, createConversation, systemText }) {
    const talk = createConversation([
      { role: "system", content: systemText(ctx, "main", prompt[ctx.run.language]) },
      { role: "user", content: ctx.run.task },
    ]);
    return (await answerFrom(ctx, talk, { isAnswer: true })).answer;
  },
});

const prompt: Record<Language, string> = {
  en: "Answer the task as well as you can in one reply. You have no tools. Say plainly what you do not know or cannot do here, rather than guessing.",
  zh: "请在一次回复中尽可能好地完成任务。你没有任何工具。不知道或做不到的地方请直说，不要猜测。",
};
