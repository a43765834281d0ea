// Reading plans in tests: three tools, and short forms of what comes out.
import { readPlan, type PlannedStep, type PlanOptions } from "../../../src/engine/protocol/plan-reply.ts";
import { jsonSchema } from "../../../src/engine/json-schema.ts";
import { z } from "../../../src/engine/schema.ts";

const tool = (name: string, input: z.ZodMiniObject) => ({ name, description: "", parameters: jsonSchema(input) });
const tools = [
  tool("search", z.object({ query: z.string(), limit: z.optional(z.int()) })),
  tool("mean", z.object({ numbers: z.array(z.number()), unit: z.optional(z.enum(["kg", "lb"])) })),
  tool("now", z.object({})),
];
export const read = (reply: unknown, options: Partial<PlanOptions> = {}) =>
  readPlan(typeof reply === "string" ? reply : JSON.stringify(reply), { tools, finishReason: "stop", ...options });
export const stepsOf = (reply: unknown, options: Partial<PlanOptions> = {}): PlannedStep[] => {
  const plan = read(reply, options);
  if (!plan.ok) throw new Error(plan.message);
  return plan.steps;
};
export const problemOf = (reply: unknown, options: Partial<PlanOptions> = {}): string => {
  const plan = read(reply, options);
  return plan.ok ? JSON.stringify(plan.steps) : plan.problem;
};
export const messageOf = (reply: unknown, options: Partial<PlanOptions> = {}): string => {
  const plan = read(reply, options);
  return plan.ok ? "" : plan.message;
};
/** `1 3<1 2`: ids with what they depend on */
export const shape = (steps: readonly PlannedStep[]): string =>
  steps.map(({ id, dependsOn }) => (dependsOn.length > 0 ? `${id}<${dependsOn.join("+")}` : id)).join(" ");
export const think = (rest: object) => ({ description: "Think it over", ...rest });
