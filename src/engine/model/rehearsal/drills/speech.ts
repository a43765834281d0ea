// A reply taken apart and put together again in the form that its request asks for: a thought, then calls or an answer.
import type { WholeReply } from "../reply.ts";
import type { Form, Labels } from "../read-request.ts";

/** A call with its arguments as JSON text. */
export interface SpokenCall {
  name: string;
  arguments: string;
}

export interface Speech {
  thought: string;
  calls: readonly SpokenCall[];
  /** null: it calls tools instead */
  answer: string | null;
}

/** What a reply, or a message of the conversation, says. */
export function hear({ text, toolCalls }: Pick<WholeReply, "text" | "toolCalls">, form: Form): Speech {
  if (form.kind === "native") {
    return toolCalls.length > 0
      ? { thought: text, calls: toolCalls, answer: null }
      : { thought: "", calls: [], answer: text };
  }
  const { thought, action, input, answer } = form.labels;
  const [before = "", called] = cutAt(text, action);
  if (called !== undefined) {
    const [name = "", callArguments = "{}"] = cutAt(called, input);
    return {
      thought: without(before, thought),
      calls: [{ name: name.trim(), arguments: callArguments.trim() }],
      answer: null,
    };
  }
  const [first = "", told] = cutAt(text, answer);
  return told === undefined
    ? { thought: "", calls: [], answer: text }
    : { thought: without(first, thought), calls: [], answer: told };
}

/**
 * The reply that says it. The text form has one call in a reply: the first.
 *
 * @param asked how many calls the conversation holds so far, so that ids differ
 */
export function speak({ thought, calls, answer }: Speech, form: Form, asked: number): WholeReply {
  if (form.kind === "text") return { text: labelled({ thought, calls, answer }, form.labels), toolCalls: [] };
  if (answer !== null) return { text: answer, toolCalls: [] };
  const toolCalls = calls.map(({ name, arguments: text }, index) => ({
    id: `call_${asked + 1 + index}`,
    name,
    arguments: text,
  }));
  return { text: thought, toolCalls };
}

function labelled({ thought, calls: [call], answer }: Speech, labels: Labels): string {
  const first = `${labels.thought}${thought}`;
  if (!call) return `${first}\n${labels.answer}${answer ?? ""}`;
  return `${first}\n${labels.action}${call.name}\n${labels.input}${call.arguments}`;
}

/** The text before a label at the beginning of a line, and the text after it; undefined: there is none. */
function cutAt(text: string, label: string): [string, string?] {
  const at = text.startsWith(label) ? 0 : text.indexOf(`\n${label}`) + 1;
  if (at === 0 && !text.startsWith(label)) return [text];
  return [text.slice(0, at), text.slice(at + label.length)];
}

const without = (text: string, label: string) => (text.startsWith(label) ? text.slice(label.length) : text).trim();
