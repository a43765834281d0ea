// PlanNotebook: one agent that keeps its own plan, after AgentScope 1.x.
import type { HintMaker } from "../notebook/hint.ts";
import { z } from "../schema.ts";
import { definePattern } from "./pattern.ts";

/**
 * A ReAct agent with ten tools for a plan of its own, and one hint at the end of each call that says where the plan stands.
 *
 * @see https://github.com/agentscope-ai/agentscope-java (branch 1.x)
 */
export const planNotebook = definePattern({
  id: "plan-notebook",
  settings: z.object({
    /** a person approves each plan before its first sub-task */
    needUserConfirm: z._default(z.boolean(), true),
    /** Two notebooks with different prefixes do not see each other's state. */
    keyPrefix: z._default(z.string(), "planNotebook"),
    /** makes the hint before each call; null: the usual one; `none`: no hints */
    hint: z._default(
      z.nullable(z.union([z.literal("none"), z.custom<HintMaker>((value) => typeof value === "function")])),
      null,
    ),
  }),
  limits: ["iterations", "subtasks", "modelCalls", "toolCalls", "usd", "tokens", "wallMs", "toolTimeoutMs"],
  budget: { iterations: 50 },
  takesEdits: true,
  // The hint at the end of each call shows the plan, which was written in earlier replies.
  calls: ({ iterations }) => ({
    model: [
      { role: "main", name: "turn", least: 1, most: iterations, conversations: 1, tools: true, replies: iterations },
      { role: "main", name: "closing", least: 0, most: 1, conversations: 1 },
    ],
  }),
  run(ctx, settings, { createConversation, keepNotebook, nativeProtocol, systemText, textProtocol, toolLoop }) {
    const { language, task, models } = ctx.run;
    const { aside } = keepNotebook(ctx, settings);
    const protocol = (models.main.can.tools ? nativeProtocol : textProtocol)(ctx.agent.tools, language);
    const talk = createConversation([
      { role: "system", content: systemText(ctx, "main", protocol.prompt) },
      { role: "user", content: task },
    ]);
    return toolLoop(ctx, talk, { protocol, aside });
  },
});
