// A request as the rehearsal model reads it: the task, the tools, the calls made so far, and what came back.
import type { Language } from "../../events.ts";
import { languageOf } from "../../language.ts";
import type { Message, ModelRequest, ToolSpec } from "../model.ts";
import { ownWords } from "./clauses.ts";
import { cleanObservation, looksFailed } from "./observations.ts";
import type { Outcome, ToolBox } from "./skill.ts";

/** How this request wants calls and answers to be written. */
export type Form = { kind: "native" } | { kind: "text"; labels: Labels };

export interface Labels {
  thought: string;
  action: string;
  input: string;
  answer: string;
}

const labels: Record<Language, Labels> = {
  en: { thought: "Thought: ", action: "Action: ", input: "Action Input: ", answer: "Final Answer: " },
  zh: { thought: "思考：", action: "行动：", input: "行动输入：", answer: "最终答案：" },
};

/** A call that was made, with what came back. */
export interface MadeCall {
  tool: string;
  /** null: its text was no JSON object */
  input: Record<string, unknown> | null;
  outcome: Outcome;
}

export interface Reading {
  task: string;
  language: Language;
  form: Form;
  tools: ToolBox;
  /** those that were carried out */
  calls: readonly MadeCall[];
  /** how many native calls were asked for so far */
  asked: number;
  /** It must answer now, with what there is: no tool may be called any more. */
  closing: boolean;
  seed: number;
  /** findings of others that it is shown */
  findings: readonly Finding[];
}

/** What another agent of a team posted. */
export interface Finding {
  author: string;
  text: string;
}

/** Reads a request. Depends on nothing else, so that the same request always gets the same reply. */
export function readRequest(request: ModelRequest, defaultSeed: number): Reading {
  const { messages, toolChoice } = request;
  const system = messages.flatMap((message) => (message.role === "system" ? [message.content] : [])).join("\n");
  const task = taskOf(messages);
  const form = formOf(system, request.tools);
  const calls = form.kind === "text" ? textCalls(messages) : nativeCalls(messages);
  const toldToAnswer =
    toolChoice === "none" || ((calls.length > 0 || messages.length > 2) && asksForAnswer(messages.at(-1)));
  const offered = form.kind === "text" ? toolsInPrompt(system) : new Map(request.tools?.map(nameAndParameters));
  const closing = toldToAnswer || (offered.size === 0 && calls.length > 0);
  return {
    task,
    language: languageOf(/\p{L}/u.test(ownWords(task)) ? ownWords(task) : task),
    form,
    // A closing request offers none any more: scripts then run as before, up to the first call that was not made.
    tools: closing && offered.size === 0 ? anyTool : toolBox(offered),
    calls,
    asked: messages.reduce(
      (sum, message) => sum + (message.role === "assistant" ? (message.toolCalls?.length ?? 0) : 0),
      0,
    ),
    closing,
    seed: request.seed ?? defaultSeed,
    findings: findingsIn(messages),
  };
}

/** A task by itself: no tools, nothing done yet. */
export const bareReading = (task: string, language: Language): Reading => ({
  task,
  language,
  form: { kind: "native" },
  tools: toolBox(new Map()),
  calls: [],
  asked: 0,
  closing: false,
  seed: 0,
  findings: [],
});

/** The tools that a prompt lists. */
export const toolBoxIn = (system: string): ToolBox => toolBox(toolsInPrompt(system));

function toolBox(tools: ReadonlyMap<string, readonly string[]>): ToolBox {
  return { has: (name) => tools.has(name), parameters: (name) => tools.get(name) ?? [], empty: tools.size === 0 };
}

/** Where it does not matter which tools there are: what was called is told. */
export const anyTool: ToolBox = { has: () => true, parameters: () => [], empty: false };

/** What an agent of a team is to do itself, of the whole task. */
const partOfTeam =
  /^(?:The whole task|完整任务)[:：][\s\S]*?\n\n(?:Your part|你的部分)[:：]\s*([\s\S]*?)(?=\n\n(?:Findings of others on the blackboard|黑板上其他成员的发现)|$)/u;
const entry = /<entry key="[^"\n]*" author="([^"\n]*)">\n([\s\S]*?)\n<\/entry>/gu;

function findingsIn(messages: readonly Message[]): Finding[] {
  const first = messages.find((message) => message.role === "user")?.content ?? "";
  if (!partOfTeam.test(first)) return [];
  return Array.from(first.matchAll(entry), ([, author = "", text = ""]) => ({ author, text }));
}

function taskOf(messages: readonly Message[]): string {
  const first = messages.find((message) => message.role === "user");
  const part = partOfTeam.exec(first?.content ?? "")?.[1];
  if (part !== undefined) return part.trim();
  return (first?.content ?? "").replace(/^\s*(?:question|task|问题|任务)\s*[:：]\s*/i, "").trim();
}

const englishLabels = /^\W*Final Answer\s*[:：]/imu;
const chineseLabels = /^[^\p{L}]*最终答案\s*[:：]/imu;

/** With tools in the request calls are native; else the prompt may ask for labelled text. */
function formOf(system: string, tools: readonly ToolSpec[] | undefined): Form {
  if (tools && tools.length > 0) return { kind: "native" };
  if (chineseLabels.test(system)) return { kind: "text", labels: labels.zh };
  if (englishLabels.test(system)) return { kind: "text", labels: labels.en };
  return { kind: "native" };
}

const nameAndParameters = ({ name, parameters }: ToolSpec): [string, string[]] => [name, propertyNames(parameters)];

function propertyNames(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null || !("properties" in schema)) return [];
  return typeof schema.properties === "object" && schema.properties !== null ? Object.keys(schema.properties) : [];
}

/** Names of the parameters of the tools that a text prompt lists. */
const toolsInPrompt = (system: string): Map<string, readonly string[]> =>
  new Map([...schemasInPrompt(system)].map(([name, schema]) => [name, propertyNames(schema)]));

/** The tools that a text prompt lists: a line `- name: description` each, their parameters as JSON in that line or the next ones. */
export function schemasInPrompt(system: string): Map<string, Record<string, unknown>> {
  const tools = new Map<string, Record<string, unknown>>();
  for (const entry of system.split(/^(?=[-*] )/mu)) {
    const name = /^[-*] [`*"]*([\p{L}\p{N}_-]{1,64})[`*"]*\s*[:：(（]/u.exec(entry)?.[1];
    if (name === undefined) continue;
    // A list item without a schema is a rule of the prompt, no tool.
    if (!/\{.*\}/u.test(entry)) continue;
    // A schema that cannot be read: the names of the parameters are then taken as known.
    tools.set(name, schemaIn(entry) ?? {});
  }
  return tools;
}

/** The last JSON object of a line's end: one before it is an example in the description. */
function schemaIn(entry: string): Record<string, unknown> | null {
  const starts = [...entry.matchAll(/\{/gu)].map(({ index }) => index);
  for (const start of starts) {
    const [line = ""] = entry.slice(start).split("\n");
    const found = jsonObject(line.slice(0, line.lastIndexOf("}") + 1));
    if (found && "properties" in found) return found;
  }
  return null;
}

function nativeCalls(messages: readonly Message[]): MadeCall[] {
  const results = new Map<string, string>();
  for (const message of messages) if (message.role === "tool") results.set(message.toolCallId, message.content);
  return messages.flatMap((message) => {
    if (message.role !== "assistant") return [];
    return (message.toolCalls ?? []).flatMap(({ id, name, arguments: text }) => madeCall(name, text, results.get(id)));
  });
}

const action = /^\W*(?:Action|行动)\s*[:：]\s*(.+?)\s*$[\s\S]*?^\W*(?:Action Input|行动输入)\s*[:：]\s*([\s\S]*)$/imu;
const observation = /^\s*(?:Observation|观察)\s*[:：]\s?/iu;

/** The bar that the text form puts before label words inside a result. */
const barred = /^ {2}\| (?=\W*(?:thought|action|observation|final|question|思考|行动|观察|最终))/gimu;

function textCalls(messages: readonly Message[]): MadeCall[] {
  return messages.flatMap((message, index) => {
    const call = message.role === "assistant" ? action.exec(message.content) : null;
    const next = messages[index + 1];
    if (!call || next?.role !== "user" || !observation.test(next.content)) return [];
    const [, tool = "", input = ""] = call;
    return madeCall(tool, input, next.content.replace(observation, "").replace(barred, ""));
  });
}

function madeCall(tool: string, argumentsText: string, result: string | undefined): MadeCall[] {
  const observed = cleanObservation(result ?? "");
  // A call that was never run has no outcome: it is still to be made.
  if (result === undefined || observed.notRun) return [];
  const input = jsonObject(argumentsText);
  const { text, nudged } = observed;
  return [{ tool, input, outcome: { ok: !looksFailed(text, input), text, value: jsonOr(text), nudged } }];
}

function jsonObject(text: string): Record<string, unknown> | null {
  const value = jsonOr(text);
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

export function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

const answerNow =
  /\b(?:no more tools|without (?:any )?tools|(?:best|final) answer|answer (?:the task )?now)\b|不能再调用工具|直接给出|最佳回答|请(?:立即|现在)(?:给出|回答)/iu;

function asksForAnswer(last: Message | undefined): boolean {
  return last?.role === "user" && !observation.test(last.content) && answerNow.test(last.content);
}
