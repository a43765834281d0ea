// The JSON Schema that a plan must fit, for models that take one. It bounds items and strings, so that a small model comes to an end.
import type { ToolSpec } from "../../model/model.ts";

export function planSchema(tools: readonly ToolSpec[], maxSteps: number): Record<string, unknown> {
  const text = { type: "string", maxLength: 400 };
  return {
    type: "object",
    properties: {
      steps: {
        type: "array",
        maxItems: maxSteps,
        items: {
          type: "object",
          properties: {
            id: { type: "integer", minimum: 1, maximum: 999 },
            description: text,
            tool: { enum: [...tools.map((tool) => tool.name), null] },
            input: { type: "object" },
            dependsOn: { type: "array", maxItems: 20, items: { type: "integer" } },
            expected: text,
          },
          required: ["id", "description", "tool", "dependsOn"],
        },
      },
    },
    required: ["steps"],
  };
}

export const verdictSchema: Record<string, unknown> = {
  type: "object",
  properties: { done: { type: "boolean" }, feedback: { type: "string", maxLength: 800 } },
  required: ["done", "feedback"],
};

const share = { type: "number", minimum: 0, maximum: 1 };
export const reviewSchema: Record<string, unknown> = {
  type: "object",
  properties: {
    passed: { type: "boolean" },
    score: share,
    completeness: share,
    accuracy: share,
    relevance: share,
    feedback: { type: "string", maxLength: 800 },
  },
  required: ["passed", "score", "feedback"],
};
