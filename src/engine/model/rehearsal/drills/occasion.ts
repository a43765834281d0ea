// What a persona sees when it misbehaves: the request as the rules read it, and who else misbehaves with it.
import type { PersonaId } from "../../../drills.ts";
import type { Language } from "../../../events.ts";
import type { ModelRequest } from "../../model.ts";
import { hintIn, type Hint } from "../notebook-hint.ts";
import { readPrompt, type Prompt } from "../prompts.ts";
import { readRequest, schemasInPrompt, type Reading } from "../read-request.ts";
import type { WholeReply } from "../reply.ts";
import { hear, type SpokenCall } from "./speech.ts";
import { chanceOf } from "./chance.ts";

export interface Occasion {
  readonly request: ModelRequest;
  readonly reading: Reading;
  /** what a planning pattern asks for; null: it is an agent's turn */
  readonly prompt: Prompt | null;
  readonly hint: Hint | null;
  readonly language: Language;
  /** parameters of the tools that may be called now, as JSON Schemas; of a planner: of those that its plan may name */
  readonly schemas: ReadonlyMap<string, Record<string, unknown>>;
  /** all personas of this model */
  readonly company: ReadonlySet<PersonaId>;
  /** chance of a persona's own for this request */
  chance(name: string): () => number;
}

/** A way to misbehave: what becomes of a reply. It depends on nothing but the request. */
export type Misbehave = (reply: WholeReply, occasion: Occasion) => WholeReply;

export function occasionOf(request: ModelRequest, company: ReadonlySet<PersonaId>, seed: number): Occasion {
  const reading = readRequest(request, seed);
  const prompt = readPrompt(request);
  const hint = hintIn(request.messages);
  const system = request.messages.flatMap(({ role, content }) => (role === "system" ? [content] : [])).join("\n");
  const schemas = request.tools
    ? new Map(request.tools.map(({ name, parameters }) => [name, parameters]))
    : schemasInPrompt(system);
  return {
    request,
    reading,
    prompt,
    hint,
    language: prompt?.language ?? reading.language,
    schemas: reading.closing ? new Map() : schemas,
    company,
    chance: (name) => chanceOf(request, name, seed),
  };
}

/** Whether it is the turn of an agent that may call tools now. */
export const mayCall = ({ prompt, reading, schemas, hint }: Occasion): boolean =>
  prompt === null && !reading.closing && schemas.size > 0 && !hint?.mustWait;

/** The calls that this conversation has asked for so far, whether or not they were run. */
export function askedSoFar({ request, reading }: Occasion): SpokenCall[] {
  return request.messages.flatMap((message) => {
    if (message.role !== "assistant") return [];
    const { content: text, toolCalls = [] } = message;
    return [...hear({ text, toolCalls: [...toolCalls] }, reading.form).calls];
  });
}

/** Tools of a plan notebook keep the plan: they are no work on the task. */
export const isPlanTool = (name: string): boolean =>
  /^(?:create_plan|update_plan_info|revise_current_plan|update_subtask_state|finish_subtask|view_subtasks|get_subtask_count|finish_plan|view_historical_plans|recover_historical_plan)$/.test(
    name,
  );

/** A loop rule has asked for another way, and nobody here ignores that. */
export function isHeeding({ reading, company }: Occasion): boolean {
  return !company.has("ignores-nudges") && reading.calls.some(({ outcome }) => outcome.nudged);
}
