// From a request to the whole reply: what the rehearsal model would say if nothing cut it short. Loaded when it is first asked.
import type { ModelRequest, ToolCall } from "../model.ts";
import { carryOutStep, synthesise } from "./executor.ts";
import { reflect, review } from "./judge.ts";
import { notebookTurn } from "./notebook.ts";
import { writePlan } from "./planner.ts";
import { readPrompt, type Prompt, type PromptKind } from "./prompts.ts";
import { readRequest, type Reading } from "./read-request.ts";
import { fitted } from "./schema-reply.ts";
import { decompose } from "./team.ts";
import { nextTurn, type Draft } from "./turn.ts";
import { words } from "./words.ts";

export interface WholeReply {
  text: string;
  toolCalls: ToolCall[];
  /** It ends here, as if the output limit were no higher. */
  cutAfterTokens?: number;
}

/**
 * What one kind of request is answered with; null: it is of another kind. One more kind, such as plans or reviews, is one
 * more file with such a function, and its name in this list, before `agentTurn`.
 */
export type Responder = (reading: Reading, request: ModelRequest) => WholeReply | null;

const agentTurn: Responder = (reading, request) => {
  const draft = nextTurn(reading);
  if (request.responseSchema && draft.kind === "answer")
    return { text: fitted(draft.answer, request.responseSchema), toolCalls: [] };
  return spoken(draft, reading);
};

const planningAgent: Responder = (reading, request) => {
  const draft = notebookTurn(reading, request.messages);
  return draft && spoken(draft, reading);
};

/** What the planning patterns ask for, each in one text. */
const inPlans: Record<PromptKind, (prompt: Prompt) => string> = {
  planner: writePlan,
  step: carryOutStep,
  reflection: reflect,
  synthesis: synthesise,
  reviewer: review,
  coordinator: decompose,
};

const partInPlan: Responder = (_reading, request) => {
  const prompt = readPrompt(request);
  return prompt && { text: inPlans[prompt.kind](prompt), toolCalls: [] };
};

const responders: readonly Responder[] = [partInPlan, planningAgent, agentTurn];

/** A pure function of the request and the seed, so that runs never mix and a replay is exact. */
export function replyTo(request: ModelRequest, seed: number): WholeReply {
  const reading = readRequest(request, seed);
  for (const respond of responders) {
    const reply = respond(reading, request);
    if (reply) return reply;
  }
  throw new Error("No responder of the rehearsal model answered: the last one must take every request.");
}

/** A draft in the form that the request asks for. */
function spoken(draft: Draft, reading: Reading): WholeReply {
  const { form } = reading;
  if (draft.kind === "answer") {
    if (form.kind === "native") return { text: draft.answer, toolCalls: [] };
    return { text: `${form.labels.thought}${draft.thought}\n${form.labels.answer}${draft.answer}`, toolCalls: [] };
  }
  const { tool, input } = draft.call;
  const thought = leadIn(reading) + draft.call.thought;
  const inputText = JSON.stringify(input);
  if (form.kind === "native")
    return { text: thought, toolCalls: [{ id: `call_${reading.asked + 1}`, name: tool, arguments: inputText }] };
  const { labels } = form;
  return { text: `${labels.thought}${thought}\n${labels.action}${tool}\n${labels.input}${inputText}`, toolCalls: [] };
}

/** Another seed words its thoughts otherwise; what it does stays the same. */
function leadIn({ language, seed, calls }: Reading): string {
  const { leadIns } = words[language];
  return seed === 0 ? "" : (leadIns[Math.abs(seed + calls.length) % leadIns.length] ?? "");
}
