// The model that runs in this page: at most one, loaded once and kept over runs.
import { inPageModel } from "../../engine/index.ts";
import type { Models } from "../models.svelte.ts";
import { problemOf, type FileProblem } from "./model-file.ts";
import { loadRuntime, type PageRuntime } from "./runtime.ts";
import type { Loaded } from "./runtime.worker.ts";

/** Tokens per second, as the runtime measured them for its last reply. */
export interface Speed {
  readonly reading: number;
  readonly writing: number;
}

export type PageModelState =
  | { readonly state: "none" }
  | { readonly state: "loading"; readonly name: string }
  | { readonly state: "ready"; readonly name: string; readonly bytes: number; readonly loaded: Loaded }
  | {
      readonly state: "failed";
      readonly name: string;
      readonly problem: FileProblem | "load" | "time";
      readonly why: string;
    };

class PageModel {
  now = $state.raw<PageModelState>({ state: "none" });
  speed = $state.raw<Speed | null>(null);
  /** how much of a prompt is read, 0..1; null: none is being read */
  reading = $state.raw<number | null>(null);
  #runtime: PageRuntime | undefined;
  #loading: AbortController | undefined;

  /** @returns id of the model that is now among `models`; undefined: it was cancelled or cannot be loaded, as `now` says */
  async open(file: File, models: Models): Promise<string | undefined> {
    this.close(models);
    const loading = new AbortController();
    this.#loading = loading;
    const { name, size: bytes } = file;
    this.now = { state: "loading", name };
    try {
      const problem = await problemOf(file);
      if (problem !== undefined) {
        if (!loading.signal.aborted) this.now = { state: "failed", name, problem, why: "" };
        return undefined;
      }
      const runtime = await loadRuntime(file, loading.signal);
      if (loading.signal.aborted) {
        runtime.end();
        return undefined;
      }
      const { loaded } = runtime;
      this.#runtime = runtime;
      models.inPage = inPageModel(
        { chat: (...call) => this.#chat(runtime, ...call) },
        { id: name, contextTokens: loaded.contextTokens, can: { tools: loaded.knowsTools } },
      );
      this.now = { state: "ready", name, bytes, loaded };
      return name;
    } catch (error) {
      if (loading.signal.aborted) return undefined;
      const isLate = error instanceof Error && error.name === "TimeoutError";
      const why = error instanceof Error ? error.message : String(error);
      this.now = { state: "failed", name, problem: isLate ? "time" : "load", why };
      return undefined;
    }
  }

  /** Ends a load, or frees what is loaded. */
  close(models: Models): void {
    this.#loading?.abort();
    this.#runtime?.end();
    this.#loading = this.#runtime = undefined;
    models.inPage = null;
    this.speed = null;
    this.now = { state: "none" };
  }

  async #chat(runtime: PageRuntime, ...[body, { signal, onChunk }]: Parameters<PageRuntime["chat"]>): Promise<void> {
    this.reading = 0;
    try {
      await runtime.chat(body, {
        signal,
        onChunk: (chunk) => {
          this.#measure(chunk as Told);
          onChunk(chunk);
        },
      });
    } finally {
      this.reading = null;
    }
  }

  #measure({ timings, prompt_progress: progress }: Told): void {
    this.reading = progress && progress.processed < progress.total ? progress.processed / progress.total : null;
    if (timings) this.speed = { reading: timings.prompt_per_second, writing: timings.predicted_per_second };
  }
}

/** What a chunk of the runtime says beyond the words. */
interface Told {
  readonly timings?: { readonly prompt_per_second: number; readonly predicted_per_second: number };
  readonly prompt_progress?: { readonly processed: number; readonly total: number };
}

export const pageModel = new PageModel();
