// A model that runs in the page itself: the port over a llama.cpp runtime, of which only this shape is known here.
import { messageOf } from "../errors.ts";
import { assembly } from "./assemble.ts";
import { isRecord } from "./json.ts";
import {
  canEverything,
  freePrice,
  ModelFailureError,
  type CallOptions,
  type Capabilities,
  type Model,
  type ModelFailure,
  type ModelProgress,
  type ModelReply,
  type ModelRequest,
} from "./model.ts";
import { requestBody, type Wire } from "./request.ts";

/** What a loaded runtime must do. It is asked for one reply at a time. */
export interface InPageRuntime {
  /**
   * Writes one reply, in chunks of OpenAI's streaming form; those that say how far the prompt is read hold `prompt_progress`.
   *
   * @param body - JSON text of a chat completion request
   * @returns settles once the runtime is free again, also after an abort
   */
  chat(body: string, options: { signal: AbortSignal; onChunk: (chunk: unknown) => void }): Promise<void>;
}

export interface InPageOptions {
  id: string;
  /** tokens that prompt and reply may have together */
  contextTokens: number;
  /**
   * What the runtime takes; default: everything. Tools only where its chat template knows them: others leave them out in silence.
   * Without them, but with a response schema, the model takes tools by schema.
   */
  can?: Partial<Capabilities>;
}

/** A model over a runtime of the page. It costs nothing; calls wait for each other in the order in which they came. */
export function inPageModel(runtime: InPageRuntime, { id, contextTokens, ...options }: InPageOptions): Model {
  const can = { ...canEverything, ...options.can };
  const wire: Wire = { model: id, can, limitName: "max_tokens", streamUsage: true, refused: new Set() };
  let last: Promise<unknown> = Promise.resolve();
  const model: Model = {
    id,
    price: freePrice,
    contextTokens,
    can,
    complete(request, callOptions) {
      const call = startCall(callOptions);
      const body = requestBody(request satisfies ModelRequest, wire);
      callOptions.onProgress?.({ phase: "waiting" });
      const { signal } = callOptions;
      const turn = last.then(async () => {
        if (!signal.aborted) await runtime.chat(body, { signal, onChunk: call.take });
      });
      // The next one waits until the runtime is free, which may be later than this call ends.
      last = turn.catch(() => {});
      return call.outcome(turn);
    },
  };
  return can.tools || !can.responseSchema ? model : bySchema(model);
}

/** The model with tools by schema, which are loaded at the first call. */
function bySchema(model: Model): Model {
  let loading: Promise<Model> | undefined;
  return {
    ...model,
    can: { ...model.can, tools: true },
    async complete(request, options) {
      loading ??= import("./schema-tools.ts").then(({ withSchemaTools }) => withSchemaTools(model));
      loading.catch(() => (loading = undefined));
      return (await loading).complete(request, options);
    },
  };
}

function startCall({ signal, onText, onReasoning, onProgress }: CallOptions) {
  const parts = assembly(onText, onReasoning);
  let refusal: ModelFailure | undefined;
  let isWriting = false;

  const fail = (failure: ModelFailure, cause?: unknown): never => {
    const partial = parts.reply();
    throw new ModelFailureError({ ...failure, partial, ...(partial.usage && { usage: partial.usage }) }, { cause });
  };

  return {
    take(chunk: unknown): void {
      // What is still on its way after a stop belongs to no run.
      if (signal.aborted || !isRecord(chunk)) return;
      const reading = readingOf(chunk);
      if (reading && !isWriting) onProgress?.(reading);
      else if (!isWriting) {
        isWriting = true;
        onProgress?.({ phase: "writing" });
      }
      const error = parts.add(chunk);
      if (error) refusal ??= failureOf(error.message);
    },

    async outcome(turn: Promise<void>): Promise<ModelReply> {
      try {
        await untilAborted(turn, signal);
      } catch (thrown) {
        return fail(signal.aborted ? stopped(signal) : failureOf(messageOf(thrown)), thrown);
      }
      if (signal.aborted) return fail(stopped(signal));
      if (refusal) return fail(refusal);
      const reply = parts.reply();
      const isEmpty = reply.text === "" && reply.reasoning === undefined && reply.toolCalls.length === 0;
      return isEmpty && reply.finishReason === "stop" ? fail(empty) : reply;
    },
  };
}

function readingOf({ prompt_progress: told }: Record<string, unknown>): ModelProgress | undefined {
  if (!isRecord(told)) return undefined;
  const { processed, total } = told;
  if (typeof processed !== "number" || typeof total !== "number" || !(total > 0)) return { phase: "reading" };
  return { phase: "reading", fraction: Math.min(1, Math.max(0, processed / total)) };
}

/** Fails at once when the signal is aborted, however long the work still takes. */
function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error("aborted"));
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** llama.cpp names both numbers: "request (6031 tokens) exceeds the available context size (4096 tokens), …". */
const overflow = /\((\d+) tokens\) exceeds the available context size \((\d+) tokens\)/i;

function failureOf(message: string): ModelFailure {
  const [, needed, available] = overflow.exec(message) ?? [];
  if (needed !== undefined && available !== undefined) {
    return {
      code: "context-length",
      message: `The prompt has ${needed} tokens, and the model in this page reads ${available}. Make the task smaller, or choose a model that can read more.`,
      retryable: false,
      free: true,
    };
  }
  return { code: "upstream-error", message: `The model in this page failed: ${message}`, retryable: false };
}

const stopped = (signal: AbortSignal): ModelFailure => ({
  code: "aborted",
  message: `The call was stopped: ${messageOf(signal.reason)}`,
  retryable: false,
});

const empty: ModelFailure = {
  code: "empty-response",
  message:
    "The model in this page ended its reply before the first word. Put the task in other words, or choose another model.",
  retryable: false,
};
