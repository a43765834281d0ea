// The text protocol of the ReAct paper: how an agent is spoken to where its model knows no tools, or a person wants to see it.
import type { Language } from "../events.ts";
import { createObservationCut } from "../protocol/react-cut.ts";
import { observationMessage, reactTextPrompt, readReactText, stopLabels } from "../protocol/react-text.ts";
import { toolSpec } from "../tools/spec.ts";
import type { Tool } from "../tools/tool.ts";
import type { Protocol } from "./tool-loop.ts";

/** Thought, Action, Action Input, Observation, Final Answer, as text; one call a reply. */
export function textProtocol(list: ReadonlyMap<string, Tool>, language: Language): Protocol {
  const tools = [...list.values()].map(toolSpec);
  let calls = 0;
  return {
    prompt: reactTextPrompt(tools, language),
    request: { stop: stopLabels, cut: createObservationCut },
    read: (reply) =>
      readReactText(reply.text, {
        tools,
        language,
        finishReason: reply.finishReason,
        nextCallId: () => `call_${++calls}`,
      }),
    said: (reply) => ({ role: "assistant", content: reply.text }),
    observed: (observations, standing) => [
      { role: "user", content: [observationMessage(observations, language), standing].filter(Boolean).join("\n\n") },
    ],
  };
}
