// The worker that runs a model of this page: llama.cpp, which needs a policy of its own (see public/_headers).
import { Wllama, type ChatCompletionChunk } from "@wllama/wllama";
import { serve } from "../data/worker-serve.ts";

export interface Loaded {
  /** tokens that prompt and reply may have together */
  readonly contextTokens: number;
  /** whether the model's chat template brings tools into the prompt */
  readonly knowsTools: boolean;
  readonly threads: number;
}

/** Small, so that a stop is seen while a long prompt is read: with the default of 2048 that takes 40 seconds. */
const batchTokens = 64;
const mostContextTokens = 8192;

let loaded: Wllama | undefined;
const running = new Map<number, AbortController>();

const handlers = {
  async load(input: { readonly file: Blob; readonly wasmUrl: string; readonly threads: number }): Promise<Loaded> {
    const { file, wasmUrl, threads } = input;
    const wllama = new Wllama({ default: wasmUrl }, { suppressNativeLog: true, logger: silent });
    await wllama.loadModel([file], {
      n_threads: threads,
      n_batch: batchTokens,
      n_ubatch: batchTokens,
      n_ctx: mostContextTokens,
      n_parallel: 1,
    });
    // It resolves for rubbish, too; what it knows of the model tells.
    const info = wllama.getLoadedContextInfo() as ReturnType<Wllama["getLoadedContextInfo"]> & { success?: boolean };
    if (info.success === false || info.n_vocab <= 0) throw new Error("llama.cpp cannot read this file");
    loaded = wllama;
    const template = wllama.getChatTemplate();
    return {
      contextTokens: Math.min(info.n_ctx, info.n_ctx_train || info.n_ctx),
      knowsTools: template !== null && /\btools\b/.test(template),
      threads: wllama.getNumThreads(),
    };
  },

  async chat(input: { readonly id: number; readonly body: string }, tell: (chunk: ChatCompletionChunk) => void) {
    if (!loaded) throw new Error("no model is loaded");
    const stop = new AbortController();
    running.set(input.id, stop);
    try {
      await loaded.createChatCompletion({
        ...(JSON.parse(input.body) as { messages: [] }),
        stream: true,
        return_progress: true,
        abortSignal: stop.signal,
        onData: tell,
      });
    } finally {
      running.delete(input.id);
    }
  },

  stop(input: { readonly id: number }): void {
    running.get(input.id)?.abort();
  },
};

export type RuntimeHandlers = typeof handlers;

const nothing = () => {};
// What goes wrong is thrown, too; the rest is of no use to who sees the console of this page.
const silent = { debug: nothing, log: nothing, warn: nothing, error: nothing };

serve(handlers);
