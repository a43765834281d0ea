// Personas whose calls cannot be run: tools that do not exist, arguments that do not fit.
import { jsonOr } from "../read-request.ts";
import type { Misbehave } from "./occasion.ts";
import { mayCall } from "./occasion.ts";
import { planReply, stepsIn } from "./plan-text.ts";
import { hear, speak, type SpokenCall } from "./speech.ts";

/** Calls tools that nobody offers, in conversations and in plans. */
export const unknownTools: Misbehave = (reply, occasion) =>
  spoiled(reply, occasion, {
    call: (call) => ({ ...call, name: invented(call.name) }),
    step: (step) => ({ ...step, tool: invented(step.tool) }),
  });

/** Gives arguments of other names and types than the tool takes. */
export const badArguments: Misbehave = (reply, occasion) =>
  spoiled(reply, occasion, {
    call: (call) => ({ ...call, arguments: JSON.stringify(misfit(jsonOr(call.arguments))) }),
    step: (step) => ({ ...step, input: misfit(step.input ?? {}) }),
  });

const invented = (tool: string) => `super_${tool}`.slice(0, 64);

/** No tool of ours takes such a thing, whatever its parameters are called. */
const misfit = (input: unknown) => ({ arguments_of_my_own: [input] });

type ToolStep = ReturnType<typeof stepsIn>[number] & { tool: string };

function spoiled(
  reply: Parameters<Misbehave>[0],
  occasion: Parameters<Misbehave>[1],
  how: { call: (call: SpokenCall) => SpokenCall; step: (step: ToolStep) => ToolStep },
) {
  const { prompt, reading } = occasion;
  if (prompt?.kind === "planner") {
    const steps = stepsIn(reply);
    if (steps.length === 0) return reply;
    return planReply(steps.map((step) => (step.tool === null ? step : how.step({ ...step, tool: step.tool }))));
  }
  if (!mayCall(occasion)) return reply;
  const speech = hear(reply, reading.form);
  if (speech.calls.length === 0) return reply;
  return speak({ ...speech, calls: speech.calls.map(how.call) }, reading.form, reading.asked);
}
