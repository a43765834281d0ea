// A conversation with a model: what was said, how large it is at most, and how it is shortened when it gets too long.
import type { Language } from "../events.ts";
import type { Message, ToolCall, ToolSpec, Usage } from "../model/model.ts";
import { shorten, utf8Bytes } from "../text.ts";

/** Tokens that a chat template may add to each message. */
const tokensPerMessage = 16;
/** How many bytes a token has at least in ordinary text: for guesses, never for limits. */
const bytesPerToken = 3;

/** What goes along with the messages of a call. */
export interface Schemas {
  readonly tools?: readonly ToolSpec[];
  readonly responseSchema?: Record<string, unknown>;
}

export interface Conversation {
  /** Append with `add` only. */
  readonly messages: readonly Message[];
  add(...messages: Message[]): void;
  /** Upper bound of its size with these schemas: a byte-level tokenizer never makes more tokens than bytes. */
  boundTokens(schemas?: Schemas): number;
  /** A fair guess of its size in tokens, for context windows. */
  guessTokens(): number;
  /** A call is made over all messages so far, in this span, with messages of its own at the end until {@link heard}. */
  sent(span: string, aside: readonly Message[]): void;
  /** The call has settled: its own messages are gone. */
  heard(): void;
  /** The call was answered: its usage is the size of everything sent and written. */
  measured(usage: Usage, schemas: Schemas): void;
  /** What the log has to hold of the next request: the span it continues, how many messages stand, and what follows. */
  unsaid(): { continues?: string; keep?: number; messages: Message[] };
  /**
   * Leaves out the oldest turns until about `tokens` are left; a call and its results go together, the opening messages stay.
   * Returns the number of messages left out; 0: nothing could be.
   */
  forget(tokens: number, language: Language): number;
  /** Calls of the last reply that have no result yet. */
  openCalls(): ToolCall[];
  /** A copy in which each message that no usage has measured yet, the opening apart, has at most so many characters. */
  abridged(characters: number, language: Language): Conversation;
}

/** A conversation that opens with these messages, which always stay. */
export function createConversation(opening: readonly Message[]): Conversation {
  return converse(opening, [...opening], unmeasured(), null);
}

/** What a provider counted: so many messages, with a reply after them, are so many tokens. */
interface Measure {
  count: number;
  tokens: number;
  bytes: number;
  /** what was counted with them */
  schemas: Schemas;
}

const unmeasured = (): Measure => ({ count: 0, tokens: 0, bytes: 0, schemas: {} });

interface Sent {
  span: string;
  /** how many of its messages stand */
  keep: number;
}

function converse(opening: readonly Message[], messages: Message[], measure: Measure, last: Sent | null): Conversation {
  let bytes = sizeOfAll(messages);
  let replyMeasured = false;
  let asides = 0;

  return {
    get messages() {
      return messages;
    },
    add(...added) {
      for (const message of added) {
        messages.push(message);
        const size = sizeOfMessage(message);
        bytes += size;
        // The reply itself was counted by the provider; what its template puts around it was not.
        if (replyMeasured && message.role === "assistant") {
          measure.bytes += size - tokensPerMessage * (1 + (message.toolCalls?.length ?? 0));
          measure.count += 1;
        }
        replyMeasured = false;
      }
    },
    boundTokens({ tools, responseSchema } = {}) {
      const { schemas } = measure;
      const more = tools === schemas.tools ? 0 : sizeOf(tools);
      const asked = responseSchema === schemas.responseSchema ? 0 : sizeOf(responseSchema);
      return measure.tokens + (bytes - measure.bytes) + more + asked;
    },
    guessTokens: () => measure.tokens + Math.ceil((bytes - measure.bytes) / bytesPerToken),
    sent(span, aside) {
      last = { span, keep: messages.length };
      asides = aside.length;
      if (asides > 0) messages.push(...aside);
    },
    heard() {
      if (asides > 0) messages.length -= asides;
      asides = 0;
    },
    measured(usage, { tools, responseSchema }) {
      const schemas = { ...(tools && { tools }), ...(responseSchema && { responseSchema }) };
      measure = { count: messages.length, tokens: usage.inputTokens + usage.outputTokens, bytes, schemas };
      replyMeasured = true;
    },
    unsaid() {
      if (!last) return { messages: [...messages] };
      return { continues: last.span, keep: last.keep, messages: messages.slice(last.keep) };
    },
    forget(tokens, language) {
      const from = opening.length + (isNote(messages[opening.length]) ? 1 : 0);
      const next = firstToStay(messages, from, bytes - tokens * bytesPerToken);
      if (next === from) return 0;
      messages = [...opening, { role: "user", content: forgotten[language] }, ...messages.slice(next)];
      bytes = sizeOfAll(messages);
      measure = unmeasured();
      replyMeasured = false;
      if (last) last.keep = Math.min(last.keep, opening.length);
      return next - from;
    },
    openCalls() {
      const answered = new Set<string>();
      for (let i = messages.length - 1; i >= 0; i--) {
        const message = messages[i];
        if (message?.role === "tool") answered.add(message.toolCallId);
        else if (message?.role === "assistant")
          return (message.toolCalls ?? []).filter((call) => !answered.has(call.id));
        else return [];
      }
      return [];
    },
    abridged(characters, language) {
      const from = Math.max(opening.length, measure.count);
      const short = messages.map((message, index) =>
        index < from ? message : { ...message, content: shorten(message.content, characters, language) },
      );
      return converse(opening, short, { ...measure }, last && { ...last, keep: Math.min(last.keep, from) });
    },
  };
}

/** The first message from `from` on that stays when whole turns of at least `excess` bytes go; the last turn always stays. */
function firstToStay(messages: readonly Message[], from: number, excess: number): number {
  let next = from;
  for (let gone = 0; gone < excess;) {
    const end = next + turnLength(messages, next);
    if (end >= messages.length) break;
    for (; next < end; next++) gone += sizeOfMessage(messages[next]);
  }
  return next;
}

const forgotten: Record<Language, string> = {
  en: "(Earlier turns were left out here, because the conversation no longer fits.)",
  zh: "（对话已超出长度，此处省略了较早的轮次。）",
};

function isNote(message: Message | undefined): boolean {
  return message?.role === "user" && Object.values(forgotten).includes(message.content);
}

/** How many messages belong together from here: a reply with all that answers it. */
function turnLength(messages: readonly Message[], from: number): number {
  let length = 1;
  if (messages[from]?.role !== "assistant") return length;
  while (from + length < messages.length && messages[from + length]?.role !== "assistant") length += 1;
  return length;
}

const sizeOfAll = (messages: readonly Message[]) => messages.reduce((sum, message) => sum + sizeOfMessage(message), 0);

function sizeOfMessage(message: Message | undefined): number {
  if (!message) return 0;
  let size = tokensPerMessage + utf8Bytes(message.content);
  if (message.role === "assistant") {
    for (const call of message.toolCalls ?? [])
      size += tokensPerMessage + utf8Bytes(call.name) + utf8Bytes(call.arguments);
  }
  return size;
}

const sizes = new WeakMap<object, number>();

/** Upper bound, in tokens, of schemas, or of messages that belong to one call only. */
export function sizeOf(part: object | undefined): number {
  if (!part) return 0;
  let known = sizes.get(part);
  if (known === undefined) sizes.set(part, (known = utf8Bytes(JSON.stringify(part)) + tokensPerMessage));
  return known;
}
