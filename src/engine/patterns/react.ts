// ReAct: one agent that thinks, acts and observes until it knows the answer.
import { z } from "../schema.ts";
import { definePattern } from "./pattern.ts";

/** Think, act, observe; repeat until the model answers. @see https://arxiv.org/abs/2210.03629 */
export const react = definePattern({
  id: "react",
  settings: z.object({
    /** `tools`: native tool calls, where the model has them; `text`: labels in plain text, as in the paper */
    protocol: z._default(z.enum(["tools", "text"]), "tools"),
  }),
  limits: ["iterations", "modelCalls", "toolCalls", "usd", "tokens", "wallMs", "toolTimeoutMs"],
  calls: ({ iterations }) => ({
    model: [
      { role: "main", name: "turn", least: 1, most: iterations, conversations: 1, tools: true },
      { role: "main", name: "closing", least: 0, most: 1, conversations: 1 },
    ],
  }),
  run(ctx, settings, { createConversation, nativeProtocol, systemText, textProtocol, toolLoop }) {
    const { tools, language, task, models } = ctx.run;
    const native = settings.protocol === "tools" && models.main.can.tools;
    const protocol = native ? nativeProtocol(tools, language) : textProtocol(tools, language);
    const talk = createConversation([
      { role: "system", content: systemText(ctx, "main", protocol.prompt) },
      { role: "user", content: task },
    ]);
    return toolLoop(ctx, talk, { protocol });
  },
});
