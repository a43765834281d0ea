// What one action, or one final answer, of a reply in the ReAct text form asks for.
import type { Language } from "../events.ts";
import type { FinishReason, ToolCall, ToolSpec } from "../model/model.ts";
import { readArguments } from "./arguments.ts";
import { isObject } from "./coerce.ts";
import { readJson } from "./json-reader.ts";
import { feedback } from "./react-feedback.ts";
import { closeEmphasis, readable, type InputText, type Part, type Scan } from "./react-scan.ts";
import { bareToolName, matchTool, meansNoTool } from "./tool-names.ts";
import type { Turn } from "./turn.ts";

export interface ReactTextOptions {
  tools: readonly ToolSpec[];
  finishReason: FinishReason;
  /** of the feedback; labels of both languages are always read */
  language: Language;
  /** gives the id of the call, which the text form does not have */
  nextCallId: () => string;
}

/** The call that an action asks for, or what is wrong with it. `undefined`: it asks for none. */
export function readAction(scan: Scan, index: number, options: ReactTextOptions): Turn | undefined {
  const part = scan.parts[index];
  const name = part?.name;
  if (!part || !name) return undefined;
  const { tools, finishReason, language, nextCallId } = options;
  const say = feedback(language, tools);
  const isCut = finishReason === "length" && name.reachesEnd;
  const tool = matchTool(name.text.trim(), tools);
  if (!tool) {
    const bare = bareToolName(name.text);
    if (bare === "" || meansNoTool(name.text)) return undefined;
    if (/^(?:final[ _-]?answer|最终答案)$/i.test(bare)) {
      return answer(scan, index, answerInput(scan, index), say.empty);
    }
    const thought = thoughtBefore(scan, index);
    const reason = isCut ? "truncated" : "unknown_tool";
    return { kind: "malformed", reason, thought, tool: bare, feedback: isCut ? say.truncated : say.unknownTool(bare) };
  }
  const thought = thoughtBefore(scan, index);
  const input = inputOf(scan, index);
  if (isCut && !input) {
    return { kind: "malformed", reason: "truncated", thought, tool: tool.name, feedback: say.truncated };
  }
  const read = readArguments(input?.text ?? "", tool.parameters, {
    // A value that more text follows was ended by the model itself.
    finishReason: input?.reachesEnd ? finishReason : "stop",
    language,
  });
  if (!read.ok) {
    const { reason, message } = read;
    return { kind: "malformed", reason, thought, tool: tool.name, feedback: say.badInput(tool.name, message) };
  }
  const calls: ToolCall[] = [{ id: nextCallId(), name: tool.name, arguments: JSON.stringify(read.value) }];
  const turn: Turn = { kind: "calls", thought, calls };
  if (scan.parts.some((later, at) => at > index && later.label === "observation")) turn.fabricatedObservation = true;
  return turn;
}

/** The input of an action: the next input label before another directive, or else what stands in brackets behind the name. */
function inputOf(scan: Scan, index: number): InputText | undefined {
  let next = index + 1;
  while (scan.parts[next]?.label === "thought") next++;
  if (scan.parts[next]?.label === "input") return scan.parts[next]?.input;
  return scan.parts[index]?.input;
}

/** `Action: Final Answer`: the answer is the action's input, or what follows it where it has none. */
function answerInput(scan: Scan, index: number): string {
  const part = scan.parts[index];
  const next = scan.parts[index + 1];
  if (next?.label === "input") {
    const text = readable(scan, next.contentStart, next.end);
    const read = readJson(text);
    if (read.status !== "ok" || read.end < text.length || read.missingClosers > 0) return text;
    return onlyText(read.value) ?? text;
  }
  if (!part) return "";
  if (part.input) return part.input.text.trim();
  const content = readable(scan, part.contentStart, part.end);
  return content.slice(content.indexOf("\n") + 1 || content.length).trim();
}

function onlyText(value: unknown): string | undefined {
  if (typeof value === "string") return value.trim();
  const values = isObject(value) ? Object.values(value) : [];
  return values.length === 1 && typeof values[0] === "string" ? values[0].trim() : undefined;
}

/** A final answer: all that follows, up to a later cycle that calls a tool; of several answers the last before that. */
export function readFinal(scan: Scan, index: number, tools: readonly ToolSpec[]): string {
  const { parts } = scan;
  const isCall = (part: Part): boolean =>
    part.label === "action" && part.name !== undefined && matchTool(part.name.text.trim(), tools) !== undefined;
  let limit = parts.findIndex((part, at) => at > index && isCall(part));
  if (limit < 0) limit = parts.length;
  const last = parts.findLastIndex((part, at) => at < limit && part.label === "final");
  let cycle = limit;
  if (cycle < parts.length) {
    if (cycle - 1 > last && parts[cycle - 1]?.label === "thought") cycle--;
    const before = parts[cycle - 1]?.label;
    if (cycle - 1 > last && (before === "question" || before === "observation")) cycle--;
  }
  const part = parts[last];
  if (!part) return "";
  return closeEmphasis(readable(scan, part.contentStart, parts[cycle]?.start ?? scan.text.length), part.openEmphasis);
}

export function answer(scan: Scan, index: number, text: string, empty: string): Turn {
  const thought = thoughtBefore(scan, index);
  if (text === "") return { kind: "malformed", reason: "empty", thought, feedback: empty };
  return { kind: "answer", thought, answer: text };
}

/** The thoughts before a part; where none is labelled, the text that opens the reply. */
export function thoughtBefore(scan: Scan, index: number): string {
  const before = scan.parts.slice(0, index);
  const labelled = before.filter((part) => part.label === "thought");
  const parts = labelled.length > 0 ? labelled : before.filter((part) => part.label === "text");
  return parts
    .map((part) => closeEmphasis(readable(scan, part.contentStart, part.end), part.openEmphasis))
    .filter((text) => text !== "")
    .join("\n");
}
