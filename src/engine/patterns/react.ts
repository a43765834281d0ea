// ReAct: one agent that thinks, acts and observes until it knows the answer.
import { createConversation } from "../moves/conversation.ts";
import { nativeProtocol, textProtocol } from "../moves/protocols.ts";
import { toolLoop } from "../moves/tool-loop.ts";
import { reactTextPrompt } from "../protocol/react-text.ts";
import { reactToolsPrompt } from "../protocol/react-tools.ts";
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
  run(ctx, { protocol }) {
    const { language, task, models } = ctx.run;
    const tools = [...ctx.run.tools.values()].map((tool) => tool.spec);
    const native = protocol === "tools" && models.main.can.tools;
    const talk = createConversation([
      { role: "system", content: native ? reactToolsPrompt(language) : reactTextPrompt(tools, language) },
      { role: "user", content: task },
    ]);
    return toolLoop(ctx, talk, { protocol: native ? nativeProtocol(tools, language) : textProtocol(tools, language) });
  },
});
