// One call to a model, from sending it to the last word: what came back, however it ended.
import {
  toModelFailure,
  type CallOptions,
  type Model,
  type ModelFailure,
  type ModelReply,
  type ModelRequest,
  type Usage,
} from "../model/model.ts";
import { createChantWatch, withoutChant, type ChantWatch } from "../chants.ts";
import type { Stopwatch } from "../clock.ts";
import type { Scope } from "../scope.ts";
import { utf8Bytes } from "../text.ts";

/** The part of a reply that the log holds; `finishReason` null: it did not come to its end. */
export interface ReceivedReply {
  text: string;
  reasoning?: string;
  toolCalls: ModelReply["toolCalls"];
  finishReason: ModelReply["finishReason"];
  speed?: NonNullable<ModelReply["speed"]>;
}

interface Common {
  /** as the provider counted; null: it sent none */
  usage: Usage | null;
  /** bytes of what was written, for an estimate */
  bytes: number;
  /** False: it never left, so it cannot have cost anything. */
  sent: boolean;
}

export type Received = Common &
  (
    | { kind: "replied" | "overran"; reply: ReceivedReply }
    | { kind: "failed"; failure: ModelFailure; reply: PartialReply }
    | { kind: "stopped"; stop: Error; reply: PartialReply }
    | { kind: "chanted"; reply: PartialReply; chant: Chant }
  );
type Ending = Received extends infer R
  ? R extends Received
    ? Omit<R, "bytes" | "sent"> & { bytes?: number }
    : never
  : never;
type PartialReply = { text: string; reasoning?: string; toolCalls: never[]; finishReason: null };

/** A reply that said the same over and over. */
export interface Chant {
  /** what it said over and over */
  readonly passage: string;
  /** the reply's text without the chant: what stood before, with the passage once */
  readonly kept: string;
}

/** A stream this much longer than its limit, by bytes, ignores the limit: 4 bytes a token, and a margin for long words. */
const overrun = (maxOutputTokens: number) => maxOutputTokens * 8 + 2_048;

/**
 * Makes the call. It settles as soon as the reply is there, the reply must be cut, or the scope stops, even if the model
 * takes no notice of its signal; a late outcome changes nothing.
 *
 * @param cutAt where a reply must be cut, as an index into the text so far
 * @param watchesChants whether a reply that says the same over and over is cut
 * @param patience stands still while the model waits for its turn or reads the prompt, where it tells so
 */
export function receive(
  scope: Scope,
  model: Model,
  request: ModelRequest,
  onText: (text: string) => void,
  cutAt: ((text: string) => number | null) | undefined,
  watchesChants: boolean,
  patience: Stopwatch | null = null,
): Promise<Received> {
  return new Promise((resolve) => {
    let controller: AbortController | null = null;
    let text = "";
    let reasoning = "";
    let bytes = 0;
    let over = false;
    let sent = false;
    let off = () => {};
    let isPatient = false;
    const beginsToWrite = () => {
      if (isPatient) patience?.start();
      isPatient = false;
    };
    const end = (received: Ending, stopModel: boolean) => {
      if (over) return;
      over = true;
      off();
      beginsToWrite();
      if (stopModel) controller?.abort();
      resolve({ ...received, bytes: received.bytes ?? bytes, sent });
    };
    off = scope.onStop((stop) =>
      end({ kind: "stopped", stop, usage: null, reply: { text, toolCalls: [], finishReason: null } }, true),
    );
    if (over) return;

    const limitBytes = overrun(request.maxOutputTokens);
    const thoughts = () => (reasoning === "" ? {} : { reasoning });
    const overran = () =>
      end(
        { kind: "overran", usage: null, reply: { text, ...thoughts(), toolCalls: [], finishReason: "length" } },
        true,
      );
    const chanted = (chant: Chant) =>
      end(
        { kind: "chanted", usage: null, chant, reply: { text, ...thoughts(), toolCalls: [], finishReason: null } },
        true,
      );
    // What is thought and what is answered are two texts: neither goes on with the other's chant.
    let chants: ChantWatch | null = null;
    let chantsOfThoughts: ChantWatch | null = null;
    const heard = (piece: string) => {
      if (over || piece === "") return;
      beginsToWrite();
      text += piece;
      bytes += utf8Bytes(piece);
      onText(piece);
      const cut = cutAt?.(text) ?? null;
      if (cut !== null) {
        const reply: ReceivedReply = { text: text.slice(0, cut), ...thoughts(), toolCalls: [], finishReason: "stop" };
        end({ kind: "replied", usage: null, reply }, true);
      } else if (watchesChants && (chants ??= createChantWatch()).add(piece))
        chanted(withoutChant(text, chants.foundAt ?? text.length));
      else if (bytes > limitBytes) overran();
    };
    const thought = (piece: string) => {
      if (over || piece === "") return;
      beginsToWrite();
      reasoning += piece;
      bytes += utf8Bytes(piece);
      if (watchesChants && (chantsOfThoughts ??= createChantWatch()).add(piece)) {
        const { passage } = withoutChant(reasoning, chantsOfThoughts.foundAt ?? reasoning.length);
        chanted({ passage, kept: text });
      } else if (bytes > limitBytes) overran();
    };

    const failed = (thrown: unknown) => {
      const failure = toModelFailure(thrown);
      const partial = failure.partial?.text ?? text;
      end(
        {
          kind: "failed",
          failure,
          usage: failure.usage ?? null,
          reply: { text: partial, toolCalls: [], finishReason: null },
        },
        false,
      );
    };
    const options: CallOptions = {
      // Made when asked for: a model that answers at once never looks at it.
      get signal() {
        return (controller ??= new AbortController()).signal;
      },
      onText: heard,
      onReasoning: thought,
      onProgress({ phase }) {
        if (over || phase === "writing") beginsToWrite();
        else if (!isPatient) {
          isPatient = true;
          patience?.stop();
        }
      },
    };
    sent = true;
    try {
      model.complete(request, options).then((whole) => {
        const { usage, reasoning, toolCalls, finishReason, speed } = whole;
        const cut = cutAt?.(whole.text) ?? null;
        const reply: ReceivedReply = {
          text: cut === null ? whole.text : whole.text.slice(0, cut),
          ...(reasoning !== undefined && { reasoning }),
          toolCalls,
          finishReason,
          ...(speed && { speed }),
        };
        end({ kind: "replied", usage: usage ?? null, ...(!usage && { bytes: bytesOf(whole) }), reply }, false);
      }, failed);
    } catch (thrown) {
      failed(thrown);
    }
  });
}

function bytesOf({ text, reasoning, toolCalls }: ModelReply): number {
  const calls = toolCalls.reduce((sum, call) => sum + utf8Bytes(call.name) + utf8Bytes(call.arguments), 0);
  return utf8Bytes(text) + utf8Bytes(reasoning ?? "") + calls;
}
