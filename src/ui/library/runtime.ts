// The page's side of the runtime: loads a file into a worker of its own, and ends what does not stop by itself.
import wasmUrl from "@wllama/wllama/esm/wasm/wllama.wasm?url";
import type { InPageRuntime } from "../../engine/index.ts";
import { linkWorker, type WorkerLink } from "../data/worker-link.ts";
import { startModuleWorker } from "../parts/module-worker.ts";
import type { Loaded, RuntimeHandlers } from "./runtime.worker.ts";
import workerUrl from "./runtime.worker.ts?worker&url";

export interface PageRuntime extends InPageRuntime {
  readonly loaded: Loaded;
  /** Frees the model's memory. What is under way fails. */
  end(): void;
}

/** A load without `'wasm-unsafe-eval'`, or in too little memory, may never settle. */
const loadTimeoutMs = 180_000;
/** How long a stopped reply may go on before its worker is ended. */
const stopWithinMs = 1_000;

/**
 * Loads a model from a file. Nothing is fetched but the runtime, from this page's own server.
 *
 * @throws Error that says why it cannot be loaded, or the signal's reason
 */
export async function loadRuntime(file: Blob, signal: AbortSignal): Promise<PageRuntime> {
  const first = await load(file, signal);
  let now: Promise<WorkerLink<RuntimeHandlers>> | undefined = Promise.resolve(first.link);
  let next = 0;
  let isEnded = false;

  /** After a worker was ended, the next reply waits for a new one. */
  async function ready(): Promise<WorkerLink<RuntimeHandlers>> {
    if (isEnded) throw new Error("It was closed. Open its file again.");
    now ??= load(file, new AbortController().signal).then(({ link }) => link);
    try {
      return await now;
    } catch (error) {
      now = undefined;
      throw error;
    }
  }

  return {
    loaded: first.loaded,
    async chat(body, { signal, onChunk }) {
      const link = await ready();
      if (signal.aborted) return;
      const id = next++;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const stop = () => {
        void link.call("stop", { id }).catch(() => {});
        timer = setTimeout(() => {
          now = undefined;
          link.end(new Error("It was stopped."));
        }, stopWithinMs);
      };
      signal.addEventListener("abort", stop, { once: true });
      try {
        await link.call("chat", { id, body }, onChunk);
      } catch (error) {
        // After a fault of its own it answers nothing any more.
        if (!signal.aborted && /abort|crashed/i.test(String(error))) {
          now = undefined;
          link.end(new Error("It failed."));
        }
        throw error;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener("abort", stop);
      }
    },
    end() {
      isEnded = true;
      void now?.then((link) => link.end(new Error("The model was closed.")));
    },
  };
}

async function load(file: Blob, signal: AbortSignal) {
  const link = linkWorker<RuntimeHandlers>(startModuleWorker(workerUrl), () => {});
  const limit = AbortSignal.any([signal, AbortSignal.timeout(loadTimeoutMs)]);
  const end = () => link.end(limit.reason instanceof Error ? limit.reason : new Error("It was stopped."));
  if (limit.aborted) end();
  limit.addEventListener("abort", end, { once: true });
  try {
    const loaded = await link.call("load", {
      file,
      wasmUrl: new URL(wasmUrl, location.href).href,
      // Without an isolated page there is no memory that threads could share.
      threads: crossOriginIsolated ? Math.max(1, Math.min(8, navigator.hardwareConcurrency)) : 1,
    });
    return { link, loaded };
  } catch (error) {
    link.end(error instanceof Error ? error : new Error(String(error)));
    throw error;
  } finally {
    limit.removeEventListener("abort", end);
  }
}
