// Single prompt: the baseline. One call, no tools; whatever it writes is the answer.
import { StopError } from "../errors.ts";
import type { Language } from "../events.ts";
import { z } from "../schema.ts";
import { definePattern } from "./pattern.ts";

export const single = definePattern({
  id: "single",
  settings: z.object({}),
  limits: ["usd", "tokens", "wallMs"],
  usesTools: false,
  async run(ctx, _settings, { accepted, createConversation, refuseFiltered, systemText, think }) {
    const talk = createConversation([
      { role: "system", content: systemText(ctx, "main", prompt[ctx.run.language]) },
      { role: "user", content: ctx.run.task },
    ]);
    // An empty reply is no answer: it is asked for once more.
    for (let attempt = 1; attempt <= 2; attempt++) {
      const reply = await think(ctx, talk, { isAnswer: true });
      refuseFiltered(reply);
      const answer = reply.text.trim();
      if (answer) return accepted(ctx, answer, reply);
    }
    throw new StopError({
      code: "model",
      reason: "empty-response",
      message: "The model answered with nothing, twice. Word the task differently, or choose another model.",
    });
  },
});

const prompt: Record<Language, string> = {
  en: "Answer the task as well as you can in one reply. You have no tools. Say plainly what you do not know or cannot do here, rather than guessing.",
  zh: "请在一次回复中尽可能好地完成任务。你没有任何工具。不知道或做不到的地方请直说，不要猜测。",
};
